import json
import threading
from itertools import pairwise

import pytest
from pydantic import BaseModel, Field, RootModel

from services.errors import Cancelled, UnusableAnswer
from services.llm import structured
from services.llm.base import Capabilities, Sampling, chat
from services.llm.deterministic import DeterministicEngine
from services.llm.structured import generate, schema_of


class Question(BaseModel):
    """What people read about this class is not for the model."""

    title: str = Field(description="the question", examples=["Why?"])
    weight: int = Field(default=1, ge=0)


class Sheet(BaseModel):
    questions: list[Question] = Field(min_length=1, max_length=3)


class Recorder(DeterministicEngine):
    """Remembers what it was asked."""

    def __init__(self, *answers, schema=True):
        super().__init__()
        self.asked = []
        if not schema:
            self._info = self._info.__class__(
                **{
                    name: getattr(self._info, name)
                    for name in ("engine", "model", "precision", "device", "context_length")
                },
                capabilities=Capabilities(schema=False),
            )
        for answer in answers:
            self.enqueue(answer)

    def stream(self, messages, sampling=Sampling(), *, schema=None, cancel=None):
        self.asked.append((list(messages), sampling, schema))
        return super().stream(messages, sampling, schema=schema, cancel=cancel)


GOOD = '{"questions": [{"title": "How often?", "weight": 2}]}'


def test_a_valid_answer_needs_no_repair():
    engine = Recorder(GOOD)
    made = generate(engine, chat("Go."), Sheet)
    assert made.value.questions[0].title == "How often?"
    assert (made.raw, made.repairs) == (GOOD, 0)
    assert len(engine.asked) == 1


@pytest.mark.parametrize(
    "wrapped",
    [
        f"Here it is:\n```json\n{GOOD}\n```\nAnything else?",
        f"  {GOOD}\n",
        f"Sure! {GOOD} Good luck.",
    ],
)
def test_prose_and_fences_around_the_object_are_left_aside(wrapped):
    assert generate(Recorder(wrapped), chat("Go."), Sheet).repairs == 0


def test_an_array_is_found_too():
    class Names(RootModel[list[str]]):
        pass

    made = generate(Recorder('Names: ["a", "b"]!'), chat("Go."), Names)
    assert made.value.root == ["a", "b"]


def test_a_repair_shows_the_model_its_answer_and_the_error():
    wrong = '{"questions": []}'
    engine = Recorder(wrong, GOOD)
    made = generate(engine, chat("Go.", system="Be brief."), Sheet)
    assert made.repairs == 1
    first, second = (messages for messages, _, _ in engine.asked)
    assert second[:2] == first
    assert second[2].content == wrong
    assert "questions: List should have at least 1 item" in second[3].content


def test_each_repair_shows_only_the_latest_answer():
    engine = Recorder('{"questions": []}', "no json here", GOOD)
    assert generate(engine, chat("Go."), Sheet).repairs == 2
    messages = engine.asked[2][0]
    assert [message.role for message in messages] == ["user", "assistant", "user"]
    assert messages[1].content == "no json here"


def test_after_two_repairs_it_fails_and_keeps_the_text():
    engine = Recorder("one", "two", "three", GOOD)
    with pytest.raises(UnusableAnswer, match="after 2 repairs: the answer: Invalid JSON") as caught:
        generate(engine, chat("Go."), Sheet)
    assert caught.value.raw == "three"
    assert caught.value.exit_code == 3
    assert len(engine.asked) == 3


def test_wrong_values_name_their_place():
    bad = '{"questions": [{"title": "How?", "weight": -1}]}'
    with pytest.raises(UnusableAnswer, match=r"questions\.0\.weight: Input should be greater"):
        generate(Recorder(bad, bad, bad), chat("Go."), Sheet)


def test_an_answer_that_was_cut_off_gets_twice_the_room():
    engine = Recorder(GOOD, GOOD)
    made = generate(engine, chat("Go."), Sheet, Sampling(max_tokens=12))
    assert made.repairs == 1
    assert [sampling.max_tokens for _, sampling, _ in engine.asked] == [12, 24]
    assert engine.asked[1][0] == engine.asked[0][0]


def test_a_runaway_answer_is_cut(monkeypatch):
    monkeypatch.setattr(structured, "MAX_CHARACTERS", 200)
    engine = Recorder("word " * 10_000)
    with pytest.raises(UnusableAnswer) as caught:
        generate(engine, chat("Go."), Sheet, Sampling(max_tokens=100_000), max_repairs=0)
    assert len(caught.value.raw) <= 200 + 12
    assert engine.usage.completion_tokens < 100


def test_text_is_shown_while_it_comes_and_starts_anew_with_a_repair():
    seen = []
    generate(Recorder("not yet", GOOD), chat("Go."), Sheet, on_text=seen.append)
    assert seen[-1] == GOOD
    assert "not yet" in seen
    rising = seen[: seen.index("not yet") + 1]
    assert all(later.startswith(earlier) for earlier, later in pairwise(rising))


def test_cancel_ends_it_between_pieces():
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        generate(Recorder(GOOD), chat("Go."), Sheet, cancel=cancel, on_text=lambda _: cancel.set())


def test_a_server_without_schemas_is_asked_without_and_checked_all_the_same():
    engine = Recorder("nothing of use", GOOD, schema=False)
    assert generate(engine, chat("Go."), Sheet).repairs == 1
    assert [schema for _, _, schema in engine.asked] == [None, None]
    unconstrained = Recorder(GOOD)
    generate(unconstrained, chat("Go."), Sheet, constrained=False)
    assert unconstrained.asked[0][2] is None


def test_the_schema_asks_for_every_field_and_no_other():
    assert schema_of(Sheet) == {
        "$defs": {
            "Question": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "weight": {"type": "integer", "minimum": 0},
                },
                "required": ["title", "weight"],
                "additionalProperties": False,
            }
        },
        "type": "object",
        "properties": {
            "questions": {
                "type": "array",
                "items": {"$ref": "#/$defs/Question"},
                "minItems": 1,
                "maxItems": 3,
            }
        },
        "required": ["questions"],
        "additionalProperties": False,
    }
    assert json.dumps(schema_of(Sheet))


def test_a_broken_engine_is_not_taken_for_a_wrong_answer():
    engine = Recorder()
    engine.close()
    with pytest.raises(Exception, match="unloaded"):
        generate(engine, chat("Go."), Sheet)
