"""The outline keeps its promises whatever the model says."""

import json
from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import Cancelled, InvalidInput, UnusableAnswer
from services.llm.base import Message
from services.llm.deterministic import DeterministicEngine
from services.questionnaire import outline, question_kinds
from services.questionnaire.models import Brief, Intent, OutlineSection
from services.questionnaire.wording import normal

from .engines import EndlessEngine, StubbornEngine, blanks

INTENTS = (
    Intent(text="Measure how often residents use the library"),
    Intent(text="Find reasons for staying away"),
    Intent(text="Rate satisfaction with staff"),
)
BRIEF = Brief(topic="Use of the public library", intents=INTENTS, audience="Adult residents")


def _texts(sections: Sequence[OutlineSection]) -> list[str]:
    return [question.text for section in sections for question in section.questions]


@pytest.mark.parametrize("count", [1, 2, 4, 12, 25])
def test_exactly_as_many_questions_as_asked_for_and_none_doubled(
    engine: DeterministicEngine, count: int
) -> None:
    made = outline.draft(BRIEF.model_copy(update={"questions": count}), engine)
    texts = _texts(made.sections)
    assert len(texts) == count
    assert len({normal(text) for text in texts}) == count
    assert all(text.strip() for text in texts)


def test_every_intent_is_served_by_questions_of_its_own_section(
    engine: DeterministicEngine,
) -> None:
    made = outline.draft(BRIEF, engine)
    served = [{q.intent for q in section.questions} for section in made.sections]
    assert served == [{INTENTS[0].id}, {INTENTS[1].id}, {INTENTS[2].id}, {None}]


def test_background_questions_close_the_outline_and_count(engine: DeterministicEngine) -> None:
    made = outline.draft(BRIEF, engine)
    assert made.sections[-1].title == "About you"
    assert _texts(made.sections[-1:])[0] == "How old are you?"
    assert len(_texts(made.sections)) == 12


def test_background_questions_can_be_left_out(engine: DeterministicEngine) -> None:
    brief = BRIEF.model_copy(update={"leave_out": "demographics"})
    made = outline.draft(brief, engine)
    assert "How old are you?" not in _texts(made.sections)
    assert len(_texts(made.sections)) == 12


def test_one_background_question_can_be_left_out(engine: DeterministicEngine) -> None:
    made = outline.draft(BRIEF.model_copy(update={"leave_out": "age, income"}), engine)
    assert "How old are you?" not in _texts(made.sections)
    assert made.sections[-1].title == "About you"


@pytest.mark.parametrize(("minutes", "count"), [(0.1, 1), (1, 4), (3, 12), (120, 100)])
def test_minutes_win_over_the_number_of_questions(minutes: float, count: int) -> None:
    assert outline.question_count(Brief(questions=50, minutes=minutes)) == count


def test_without_intents_the_model_names_goals(engine: DeterministicEngine) -> None:
    goals = ["Measure the use", "Find the reasons", "Rate the rooms"]
    engine.enqueue(json.dumps({"goals": goals}))
    made = outline.draft(Brief(topic="Public library", questions=6), engine)
    assert len(_texts(made.sections)) == 6
    assert {q.intent for s in made.sections for q in s.questions} == {None}


@pytest.mark.parametrize(
    "model",
    [
        StubbornEngine(""),
        StubbornEngine("{}"),
        StubbornEngine("[1, 2, 3]"),
        StubbornEngine("no"),
        StubbornEngine(blanks("the same thing?")),
        StubbornEngine(blanks("食堂", "宿舍")),
        StubbornEngine(blanks("I cannot", "[topic]", "…", "x" * 300)),
        EndlessEngine(),
    ],
    ids=["empty", "no fields", "a list", "prose", "repeats", "other language", "litter", "endless"],
)
def test_a_hostile_model_still_gives_the_promised_outline(model: DeterministicEngine) -> None:
    made = outline.draft(BRIEF, model)
    texts = _texts(made.sections)
    assert len(texts) == 12
    assert len({normal(text) for text in texts}) == 12
    assert not any("食" in text or "[" in text or "x" * 9 in text for text in texts)


def test_too_few_questions_are_an_error_that_keeps_them() -> None:
    with pytest.raises(UnusableAnswer, match="usable questions of 60") as caught:
        outline.draft(BRIEF.model_copy(update={"questions": 60}), StubbornEngine("{}"))
    assert len(_texts(outline.partial(caught.value.raw))) > 5


def test_a_question_the_brief_leaves_out_is_not_asked() -> None:
    model = StubbornEngine(blanks("the price of parking?", "parking prices?", "the noise?"))
    brief = BRIEF.model_copy(update={"leave_out": "parking"})
    texts = _texts(outline.draft(brief, model).sections)
    assert not any("parking" in text for text in texts)
    assert any("noise" in text for text in texts)


def test_chinese_briefs_give_chinese_outlines() -> None:
    model = StubbornEngine(blanks("图书馆", "去图书馆", "馆内的座位", "借书", "馆员的态度"))
    brief = Brief(
        topic="图书馆使用情况",
        intents=(Intent(text="了解使用频率"), Intent(text="评价座位")),
        language="zh-CN",
        questions=10,
    )
    texts = _texts(outline.draft(brief, model).sections)
    assert len(texts) == 10
    assert all("\u4e00" <= text[0] <= "\u9fff" and text.endswith("？") for text in texts)


def test_facts_come_before_views_in_every_section() -> None:
    model = StubbornEngine(
        blanks("the reading room", "borrow a book", "the opening hours", "films")
    )
    for section in outline.draft(BRIEF, model).sections[:-1]:
        kinds = [question_kinds.recognise(q.text, "en") for q in section.questions]
        stages = [kind.stage for kind in kinds if kind is not None]
        assert stages == sorted(stages)


def test_the_same_seed_gives_the_same_outline(engine: DeterministicEngine) -> None:
    def texts(seed: int) -> list[str]:
        brief = BRIEF.model_copy(update={"seed": seed})
        return _texts(outline.draft(brief, engine).sections)

    assert texts(3) == texts(3)
    assert texts(3) != texts(4)


def test_a_title_that_is_taken_gives_way_to_the_goal() -> None:
    def answer(messages: Sequence[Message], schema: dict[str, Any]) -> str:
        fields = dict.fromkeys(schema["properties"], f"thing {len(model.asked)}")
        return json.dumps(fields | {"title": "The library"})

    model = StubbornEngine(answer)
    titles = [section.title for section in outline.draft(BRIEF, model).sections]
    assert titles[:2] == ["The library", INTENTS[1].text]


def test_an_empty_topic_is_refused(engine: DeterministicEngine) -> None:
    with pytest.raises(InvalidInput, match="topic is empty"):
        outline.draft(Brief(topic="  "), engine)


def test_a_language_without_prompts_is_refused(engine: DeterministicEngine) -> None:
    with pytest.raises(InvalidInput, match="'fi'"):
        outline.draft(BRIEF.model_copy(update={"language": "fi"}), engine)


def test_cancel_stops_the_draft(engine: DeterministicEngine) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(Cancelled):
        outline.draft(BRIEF, engine, cancel=stop)


def test_the_outline_is_shown_while_it_grows(engine: DeterministicEngine) -> None:
    shown: list[str] = []
    made = outline.draft(BRIEF, engine, on_text=shown.append)
    sizes = [len(_texts(outline.partial(text))) for text in shown]
    assert sizes[0] <= 1 < sizes[-1]
    last = outline.partial(shown[-1])
    assert [s.title for s in last] == [s.title for s in made.sections[:-1]]
    assert last[0].questions[0].intent == INTENTS[0].id


WHOLE = json.dumps(
    {
        "sections": [
            {"title": "Use", "questions": [{"text": "How often?", "intent": "a"}]},
            {"title": "Views", "questions": [{"text": "How good?", "intent": None}]},
        ]
    }
)


@given(st.integers(0, len(WHOLE)))
def test_any_beginning_of_an_outline_can_be_shown(length: int) -> None:
    sections = outline.partial(WHOLE[:length])
    assert len(sections) <= 2
    for section, title in zip(sections, ("Use", "Views"), strict=False):
        assert title.startswith(section.title)


@given(st.text())
def test_no_text_breaks_the_partial_view(text: str) -> None:
    assert isinstance(outline.partial(text), tuple)


@pytest.mark.parametrize(
    "text",
    ["null", "3", '{"sections": 3}', '{"sections": [3, null]}', '{"sections": [{"questions": 1}]}'],
)
def test_other_json_shows_no_questions(text: str) -> None:
    assert _texts(outline.partial(text)) == []
