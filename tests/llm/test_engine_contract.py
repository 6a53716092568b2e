"""What every engine promises (services/llm/base.py), tried on each of them alike."""

import math
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import pytest
from pydantic import BaseModel, Field, SecretStr

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm.base import ChoiceQuery, Engine, ReadsTokens, Sampling, chat
from services.llm.deterministic import DeterministicEngine
from services.llm.llama_cpp import LlamaCppEngine
from services.llm.openai_engine import OpenAIEngine
from services.llm.structured import generate
from services.llm.transformers_engine import TransformersEngine

ENGINES = ("deterministic", "llama.cpp", "transformers", "openai")
LONG = Sampling(max_tokens=1500, temperature=1.0)


class Part(BaseModel):
    kind: Literal["open", "closed"]
    count: int = Field(ge=0, le=9)


class Answer(BaseModel):
    parts: list[Part] = Field(min_length=2, max_length=2)
    sure: bool
    note: str = Field(max_length=20)


@pytest.fixture(params=ENGINES)
def any_engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each engine in turn: on tiny models, and the last against llama.cpp's server on loopback."""
    if request.param == "llama.cpp":
        yield request.getfixturevalue("llama")
    elif request.param == "transformers":
        yield request.getfixturevalue("tiny")
    else:
        made = _own(request.param, request)
        yield made
        made.close()


def _own(name: str, request: pytest.FixtureRequest) -> Engine:
    """An engine that the test may close."""
    if name == "deterministic":
        return DeterministicEngine(delay=0.001, context_length=2048)
    if name == "llama.cpp":
        path = request.getfixturevalue("tiny_gguf")
        return LlamaCppEngine(path, name="tiny", context_length=2048, threads=1)
    if name == "transformers":
        return TransformersEngine(request.getfixturevalue("tiny_folder"), name="tiny")
    address, key = request.getfixturevalue("llama").address
    return OpenAIEngine(f"{address}/v1", key=SecretStr(key), timeout=20, parallel=3)


def said(engine, prompt="Go.", sampling=Sampling(max_tokens=12), **more):
    return "".join(engine.stream(chat(prompt), sampling, **more))


def test_it_is_an_engine_and_says_what_it_is(any_engine):
    assert isinstance(any_engine, Engine)
    info = any_engine.info
    assert set(info.as_json()) == {"engine", "name", "precision", "device", "sha256"}
    assert info.engine in ENGINES
    assert info.model
    assert info.precision
    assert info.device
    assert info.context_length >= 1024
    assert info.capabilities.schema
    assert info.capabilities.choice_scores
    assert info.capabilities.undecided_nats >= 0
    assert info.capabilities.token_logprobs <= isinstance(any_engine, ReadsTokens)


def test_text_comes_in_pieces(any_engine):
    pieces = list(any_engine.stream(chat("Go on.", system="Be brief."), Sampling(max_tokens=12)))
    assert len(pieces) > 1
    assert all(isinstance(piece, str) and piece for piece in pieces)


def test_greedy_answers_repeat(any_engine):
    assert said(any_engine) == said(any_engine)


def test_a_schema_gives_a_valid_object_at_once(any_engine):
    for number in range(3):
        sampling = Sampling(max_tokens=600, temperature=1.0, seed=number)
        made = generate(any_engine, chat(f"Form {number}."), Answer, sampling, max_repairs=0)
        assert len(made.value.parts) == 2
        assert made.repairs == 0


def test_scores_have_one_shape(any_engine):
    queries = [
        ChoiceQuery(chat(f"Is it {n}? Yes or No?"), choices)
        for n, choices in enumerate([("Yes", "No"), ("A", "B"), ("Yes", "No")])
    ]
    steps = []
    found = any_engine.score(queries, progress=lambda *step: steps.append(step))
    for query, scores in zip(queries, found, strict=True):
        assert scores.choices == query.choices
        assert math.isclose(sum(scores.probabilities), 1, rel_tol=1e-6)
        assert scores.best in query.choices
        assert scores.margin == scores.logprobs[0] - scores.logprobs[1]
    assert steps[-1] == (3, 3)
    assert any_engine.score([]) == []


def test_scores_do_not_depend_on_company_or_order(any_engine):
    queries = [ChoiceQuery(chat(f"Is it {n}? Yes or No?")) for n in range(8)]
    band = max(any_engine.info.capabilities.undecided_nats, 1e-9)
    together = any_engine.score(queries)
    backwards = any_engine.score(queries[::-1])[::-1]
    alone = [any_engine.score([query])[0] for query in queries]
    for one, other, third in zip(together, backwards, alone, strict=True):
        assert abs(one.margin - other.margin) < band
        assert abs(one.margin - third.margin) < band


def test_doubled_choices_are_refused(any_engine):
    with pytest.raises(InvalidInput, match="cannot be told apart"):
        any_engine.score([ChoiceQuery(chat("?"), ("Yes", "Yes"))])


def test_tokens_are_counted(any_engine):
    one, many = any_engine.count_tokens("the"), any_engine.count_tokens("the hint " * 20)
    assert 0 < one < many
    assert any_engine.count_tokens("") == 0


def test_cancel_takes_less_than_a_second(any_engine):
    queries = [ChoiceQuery(chat(f"Is it {n}?")) for n in range(3000)]
    for work in (
        lambda cancel: [said(any_engine, "Go.", LONG, cancel=cancel) for _ in range(9999)],
        lambda cancel: any_engine.score(queries, cancel=cancel),
    ):
        cancel = threading.Event()
        timer = threading.Timer(0.2, cancel.set)
        timer.start()
        started = time.monotonic()
        with pytest.raises(Cancelled):
            work(cancel)
        assert time.monotonic() - started < 1.2
    assert said(any_engine)


def test_cancel_that_is_set_already_is_heeded(any_engine):
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        said(any_engine, cancel=cancel)
    with pytest.raises(Cancelled):
        any_engine.score([ChoiceQuery(chat("?"))], cancel=cancel)


def test_two_sessions_share_it(any_engine):
    prompts = [f"Number {n}?" for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda prompt: said(any_engine, prompt), prompts))
    assert all(answers)


def test_too_long_a_text_is_the_users_to_change(any_engine):
    with pytest.raises(InvalidInput, match=r"Shorten it"):
        said(any_engine, "hint " * 5000)
    assert said(any_engine)


def test_usage_grows(any_engine):
    before = any_engine.usage
    said(any_engine)
    assert any_engine.usage.completion_tokens > before.completion_tokens
    assert any_engine.usage.tokens_per_second > 0


@pytest.mark.parametrize("name", ENGINES)
def test_a_closed_engine_says_so(name, request):
    engine = _own(name, request)
    engine.close()
    engine.close()
    for use in (lambda: said(engine), lambda: engine.score([ChoiceQuery(chat("?"))])):
        with pytest.raises(Unavailable, match="unloaded"):
            use()
