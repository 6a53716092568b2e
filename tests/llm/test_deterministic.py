import json
import math
import threading
import time
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from services import settings
from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm.base import ChoiceQuery, Sampling, chat
from services.llm.deterministic import DeterministicEngine
from services.llm.engines import open_engine
from services.llm.structured import generate


class Item(BaseModel):
    text: str
    kind: Literal["open", "closed"]
    weight: int | None = None


class Sheet(BaseModel):
    title: str = Field(min_length=10, max_length=40)
    questions: list[Item] = Field(min_length=12, max_length=12)
    options: list[str] = Field(min_length=6, max_length=6)
    share: float = Field(ge=0.25, lt=0.5)
    even: int = Field(gt=0, le=100, multiple_of=2)
    version: Literal[3] = 3


def said(engine, prompt, **more):
    return "".join(engine.stream(chat(prompt), **more))


def test_schema_is_met_with_distinct_readable_strings(engine):
    sheet = generate(engine, chat("Food waste in student housing"), Sheet).value
    texts = [item.text for item in sheet.questions]
    assert len(set(texts)) == 12
    assert all(text.endswith("?") and len(text.split()) > 3 for text in texts)
    assert len(set(sheet.options)) == 6
    assert any("food" in text or "waste" in text or "student" in text for text in texts)


@given(prompt=st.text(max_size=300))
def test_any_prompt_gives_a_valid_object(prompt):
    generate(DeterministicEngine(), chat(prompt), Sheet, max_repairs=0)


@given(low=st.integers(0, 60), extra=st.integers(0, 40), count=st.integers(0, 30))
def test_lengths_and_counts_are_kept(low, extra, count):
    high = max(4, low + extra)
    schema = {
        "type": "array",
        "minItems": count,
        "maxItems": count,
        "items": {"type": "string", "minLength": low, "maxLength": high},
    }
    values = json.loads(
        said(DeterministicEngine(), "x", schema=schema, sampling=Sampling(max_tokens=9999))
    )
    assert len(values) == len(set(values)) == count
    assert all(low <= len(value) <= high for value in values)


def test_recursive_schema_ends(engine):
    class Tree(BaseModel):
        name: str
        left: "Tree | None" = None
        right: "Tree | None" = None

    Tree.model_rebuild()
    assert generate(engine, chat("trees"), Tree, Sampling(max_tokens=99_999)).value.name


def test_enumerations_are_spread_over_an_array(engine):
    schema = {"type": "array", "minItems": 3, "items": {"enum": ["a", "b", "c"]}}
    assert sorted(json.loads(said(engine, "x", schema=schema))) == ["a", "b", "c"]


def test_pattern_is_refused_rather_than_ignored(engine):
    with pytest.raises(InvalidInput, match="pattern"):
        said(engine, "x", schema={"type": "string", "pattern": "^a+$"})


def test_same_prompt_same_answer_and_seed_matters_only_when_sampling(engine):
    assert said(engine, "a") == said(engine, "a") != said(engine, "b")
    greedy = [said(engine, "a", sampling=Sampling(seed=seed)) for seed in (1, 2)]
    warm = [said(engine, "a", sampling=Sampling(seed=s, temperature=0.8)) for s in (1, 2)]
    assert greedy[0] == greedy[1]
    assert warm[0] != warm[1]


def test_enqueued_answers_come_first_in_order(engine):
    engine.enqueue("one, exactly\n")
    engine.enqueue("two")
    assert said(engine, "a") == "one, exactly\n"
    assert said(engine, "a", schema={"type": "object"}) == "two"
    assert said(engine, "a") not in {"one, exactly\n", "two"}


def test_max_tokens_and_stop_cut_the_answer(engine):
    engine.enqueue("one two three four")
    assert said(engine, "a", sampling=Sampling(max_tokens=2)) == "one two"
    engine.enqueue("one two STOP three")
    assert said(engine, "a", sampling=Sampling(stop=("STOP",))) == "one two "


@given(text=st.text(max_size=200))
def test_pieces_join_to_the_whole_answer(text):
    engine = DeterministicEngine()
    engine.enqueue(text)
    assert said(engine, "a", sampling=Sampling(max_tokens=10_000)) == text


def test_scores_are_log_probabilities_and_depend_only_on_the_query(engine):
    queries = [ChoiceQuery(chat(f"fits {n}?"), ("Yes", "No")) for n in range(30)]
    steps = []
    together = engine.score(queries, progress=lambda done, total: steps.append((done, total)))
    alone = [engine.score([query])[0] for query in reversed(queries)][::-1]
    assert together == alone
    assert steps == [(n, 30) for n in range(1, 31)]
    for scores in together:
        assert math.isclose(sum(scores.probabilities), 1.0)
    assert {scores.best for scores in together} == {"Yes", "No"}


def test_cancel_stops_a_slow_answer_within_a_second():
    engine = DeterministicEngine(delay=30)
    cancel = threading.Event()
    threading.Timer(0.05, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        list(engine.stream(chat("a"), cancel=cancel))
    with pytest.raises(Cancelled):
        engine.score([ChoiceQuery(chat("a"))], cancel=cancel)
    assert time.monotonic() - started < 1


def test_too_long_a_prompt_is_one_sentence(engine):
    with pytest.raises(InvalidInput, match="tokens long and the model reads 8192"):
        said(engine, "word " * 9000)


def test_closed_engine_says_so(engine):
    engine.close()
    engine.close()
    with pytest.raises(Unavailable, match="unloaded"):
        said(engine, "a")


def test_it_is_chosen_by_name_only_and_says_what_it_is(monkeypatch):
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "deterministic")
    monkeypatch.setenv("ASKWRIGHT_DETERMINISTIC_DELAY", "0.001")
    engine = open_engine(settings.load())
    assert engine.info.as_json()["engine"] == "deterministic"
    assert engine.info.as_json()["name"] == "test engine, not a language model"
    assert engine.usage.tokens_per_second is None
    said(engine, "a")
    assert 0 < engine.usage.tokens_per_second < 1000
