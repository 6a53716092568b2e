"""The default model itself: few and short, on structure and on what the tiny models cannot show."""

import threading
import time

import pytest
from pydantic import BaseModel, Field, SecretStr

from services.errors import Cancelled
from services.llm.base import ChoiceQuery, Sampling, chat
from services.llm.llama_cpp import LlamaCppEngine
from services.llm.openai_engine import OpenAIEngine
from services.llm.structured import generate

pytestmark = pytest.mark.model

FACTS = {
    "Is Paris the capital of France?": "Yes",
    "Is water dry?": "No",
    "Is a whale a kind of bird?": "No",
    "Is a rose a flower?": "Yes",
}


class Options(BaseModel):
    options: list[str] = Field(min_length=4, max_length=4)


def test_an_object_comes_valid_and_distinct(real_engine):
    prompt = "Write four answer options for the question: How often do you cook at home?"
    made = generate(real_engine, chat(prompt), Options, Sampling(max_tokens=120))
    assert made.repairs == 0
    assert len(set(made.value.options)) == 4


def test_verdicts_are_right_where_a_child_would_know(real_engine):
    queries = [ChoiceQuery(chat(f"{question} Answer Yes or No.")) for question in FACTS]
    found = real_engine.score(queries)
    assert [score.best for score in found] == list(FACTS.values())
    band = real_engine.info.capabilities.undecided_nats
    assert not any(score.undecided(band) for score in found)


def test_margins_are_the_same_in_other_company_within_the_stated_noise(real_engine):
    queries = [
        ChoiceQuery(chat(f'Does the hint "It lies in {place}." refer to "{name}"? Yes or No?'))
        for place in ("France", "Peru")
        for name in ("Paris", "Lima", "Lyon")
    ]
    together = real_engine.score(queries)
    with_others = threading.Thread(
        target=lambda: list(real_engine.stream(chat("Count to thirty."), Sampling(max_tokens=60)))
    )
    with_others.start()
    beside = real_engine.score(queries[::-1])[::-1]
    with_others.join()
    band = real_engine.info.capabilities.undecided_nats
    for one, other in zip(together, beside, strict=True):
        assert abs(one.margin - other.margin) <= band


def test_the_server_engine_gives_the_same_over_http(real_engine):
    assert isinstance(real_engine, LlamaCppEngine)
    address, key = real_engine.address
    remote = OpenAIEngine(f"{address}/v1", key=SecretStr(key), timeout=60)
    try:
        able = remote.info.capabilities
        assert (able.schema, able.choice_scores, able.token_logprobs) == (True, True, False)
        assert len(able.missing) == 1
        queries = [ChoiceQuery(chat(f"{question} Answer Yes or No.")) for question in FACTS]
        pairs = zip(real_engine.score(queries), remote.score(queries), strict=True)
        for here, there in pairs:
            assert abs(here.margin - there.margin) <= able.undecided_nats
        asked = chat("Name the capital of Italy in one word.")
        assert "Rome" in "".join(remote.stream(asked, Sampling(max_tokens=8)))
        made = generate(remote, chat("Four words for cold weather."), Options)
        assert made.repairs == 0
    finally:
        remote.close()


def test_cancel_takes_effect_while_a_long_prompt_is_read(real_engine):
    cancel = threading.Event()
    long = " ".join(f"Line {n} of a long list of things." for n in range(300))
    threading.Timer(0.5, cancel.set).start()
    with pytest.raises(Cancelled):
        list(real_engine.stream(chat(f"{long}\nSummarise."), cancel=cancel))
    started = time.monotonic()
    assert list(real_engine.stream(chat("Say yes."), Sampling(max_tokens=2)))
    assert time.monotonic() - started < 20  # the slot is free again, not still reading
