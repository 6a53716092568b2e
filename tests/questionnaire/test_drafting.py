"""Whole questionnaires: the same promises by every method."""

import json

import pytest

from services.errors import InvalidInput, UnusableAnswer
from services.llm.deterministic import DeterministicEngine
from services.questionnaire import drafting
from services.questionnaire.models import (
    CLOSED,
    Brief,
    Intent,
    Method,
    OutlineQuestion,
    OutlineSection,
    Questionnaire,
    ResponseFormat,
)
from services.questionnaire.wording import normal

from .engines import EndlessEngine, StubbornEngine

ENGLISH = Brief(
    topic="Food waste in student housing",
    audience="University students",
    intents=(
        Intent(text="Find out how much food is thrown away"),
        Intent(text="Learn the main reasons"),
    ),
)
CHINESE = Brief(
    topic="宿舍的食物浪费",
    audience="大学生",
    intents=(Intent(text="了解浪费的数量"), Intent(text="找出主要原因")),
    language="zh",
)


def promises_hold(questionnaire: Questionnaire, count: int) -> None:
    """Exactly `count` whole items, none doubled, closed ones with two distinct options."""
    items = questionnaire.items
    assert len(items) == count
    assert len({normal(item.text) for item in items}) == count
    assert len({item.id for item in items}) == count
    for item in items:
        assert item.text.strip()
        assert item.format in ResponseFormat
        labels = {label.casefold().strip() for label in item.labels}
        assert len(labels) == len(item.labels)
        assert len({option.code for option in item.options}) == len(item.options)
        if item.format in CLOSED:
            assert len(labels) >= 2
        if item.format is ResponseFormat.MATRIX:
            assert len(item.rows) >= 2


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize("brief", [ENGLISH, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("count", [3, 12])
def test_every_method_keeps_the_promises(
    engine: DeterministicEngine, method: Method, brief: Brief, count: int
) -> None:
    wanted = brief.model_copy(update={"method": method, "questions": count})
    made = drafting.draft(wanted, drafting.Desk(engine))
    promises_hold(made.questionnaire, count)
    assert made.questionnaire.language == brief.language
    assert bool(made.outline) == (method is Method.OUTLINE)


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize(
    "model",
    [
        StubbornEngine(""),
        StubbornEngine('{"questions": [], "options": [], "question": ""}'),
        StubbornEngine('{"questions": [{"question": "Why?", "options": ["A", "A"]}]}'),
        StubbornEngine('{"questions": "none"}'),
        EndlessEngine(),
    ],
    ids=["empty", "empty fields", "repeats", "wrong types", "endless"],
)
def test_a_hostile_model_does_not_break_them(method: Method, model: DeterministicEngine) -> None:
    wanted = ENGLISH.model_copy(update={"method": method, "questions": 10})
    promises_hold(drafting.draft(wanted, drafting.Desk(model)).questionnaire, 10)


@pytest.mark.parametrize("method", list(Method))
def test_what_cannot_be_had_is_said(method: Method) -> None:
    wanted = ENGLISH.model_copy(update={"method": method, "questions": 90})
    with pytest.raises(UnusableAnswer, match="usable questions of"):
        drafting.draft(wanted, drafting.Desk(StubbornEngine("{}")))


@pytest.mark.parametrize("method", list(Method))
def test_an_empty_topic_is_refused(engine: DeterministicEngine, method: Method) -> None:
    with pytest.raises(InvalidInput, match="topic is empty"):
        drafting.draft(Brief(topic=" ", method=method), drafting.Desk(engine))


@pytest.mark.parametrize("method", list(Method))
def test_background_items_are_among_them(engine: DeterministicEngine, method: Method) -> None:
    wanted = ENGLISH.model_copy(update={"method": method})
    items = drafting.draft(wanted, drafting.Desk(engine)).questionnaire.items
    assert [item.variable for item in items[-2:]] == ["age", "year_of_study"]


def test_the_models_own_options_are_kept_when_they_are_sound(engine: DeterministicEngine) -> None:
    engine.enqueue(
        '{"questions": [{"question": "Where do you store food?", '
        '"options": ["A. Fridge", "B. Shelf", "C. Box", "D. Other"]}]}'
    )
    wanted = ENGLISH.model_copy(update={"method": Method.TOPIC, "questions": 1})
    [item] = drafting.draft(wanted, drafting.Desk(engine)).questionnaire.items
    assert item.labels == ("Fridge", "Shelf", "Box", "Other (please specify)")


def test_options_the_rules_fault_are_made_anew(engine: DeterministicEngine) -> None:
    engine.enqueue(
        '{"questions": [{"question": "How satisfied are you with the kitchen?", '
        '"options": ["Yes", "No"]}]}'
    )
    wanted = ENGLISH.model_copy(update={"method": Method.TOPIC, "questions": 1})
    [item] = drafting.draft(wanted, drafting.Desk(engine)).questionnaire.items
    assert item.scale == "satisfaction"


def test_facts_come_before_views_without_an_outline_too(engine: DeterministicEngine) -> None:
    wording = (
        "How satisfied or dissatisfied are you with the canteen food?",
        "How important to you is the price of canteen food?",
        "In the past 7 days, on how many days did you eat canteen food?",
    )
    rows = [{"question": text, "options": []} for text in wording]
    engine.enqueue(json.dumps({"questions": rows}))
    brief = Brief(topic="Canteen food", method=Method.TOPIC, questions=3)
    items = drafting.draft(brief, drafting.Desk(engine)).questionnaire.items
    assert [item.text for item in items] == [wording[2], wording[0], wording[1]]


def test_progress_is_told(engine: DeterministicEngine) -> None:
    told: list[tuple[int, int | None, str]] = []
    desk = drafting.Desk(engine, progress=lambda *row: told.append(row))
    drafting.draft(ENGLISH.model_copy(update={"questions": 5}), desk)
    assert told[0] == (0, 5, "outline")
    assert told[-1] == (5, 5, "options")


def test_items_stand_in_the_sections_of_their_outline(engine: DeterministicEngine) -> None:
    made = drafting.draft(ENGLISH, drafting.Desk(engine))
    sections = made.questionnaire.sections
    assert [s.title for s in sections] == [s.title for s in made.outline]
    for section, outlined in zip(sections, made.outline, strict=True):
        assert [i.text for i in section.items] == [q.text for q in outlined.questions]
        assert [i.id for i in section.items] == [q.id for q in outlined.questions]


def test_a_section_without_questions_is_dropped() -> None:
    outline = (
        OutlineSection(title="Empty"),
        OutlineSection(title="Full", questions=(OutlineQuestion(text="How?"),)),
    )
    from services.questionnaire.models import Item

    made = drafting.from_outline(outline, [Item(text="How?")], ENGLISH)
    assert [section.title for section in made.sections] == ["Full"]
