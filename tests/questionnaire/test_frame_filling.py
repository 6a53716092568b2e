"""Blanks filled by a model: taken whole or not at all."""

import json

import pytest

from services.llm.deterministic import DeterministicEngine
from services.questionnaire import question_kinds
from services.questionnaire.frame_filling import LONGEST_BLANK, fill

from .engines import EndlessEngine

FRAMES = question_kinds.frames_of("en")
CHINESE = question_kinds.frames_of("zh")


def _filled(engine: DeterministicEngine, name: str, blank: object, language: str = "en") -> object:
    frame = (FRAMES if language == "en" else CHINESE)[name]
    title = {"en": "title", "zh": "标题"}[language]
    engine.enqueue(json.dumps({title: "A title", frame.key: blank}, ensure_ascii=False))
    made = fill([frame], "Goal: x", engine, language=language)
    return made.texts[0]


@pytest.mark.parametrize(
    ("blank", "question"),
    [
        ("the opening hours?", "How satisfied or dissatisfied are you with the opening hours?"),
        (
            "the staff (e.g. cashiers)?",
            "How satisfied or dissatisfied are you with the staff?",
        ),
        (
            "How satisfied or dissatisfied are you with the staff?",
            "How satisfied or dissatisfied are you with the staff?",
        ),
        ("the staff? Why?", "How satisfied or dissatisfied are you with the staff?"),
    ],
)
def test_blanks_are_made_whole_questions(
    engine: DeterministicEngine, blank: str, question: str
) -> None:
    assert _filled(engine, "satisfied", blank) == question


@pytest.mark.parametrize(
    "blank",
    [
        "",
        "   ",
        "?",
        "食堂的饭菜",
        "a" * (LONGEST_BLANK - 1),
        "[insert topic]",
        "so so so so so so",
    ],
)
def test_unusable_blanks_give_no_question(engine: DeterministicEngine, blank: str) -> None:
    assert _filled(engine, "satisfied", blank) is None


def test_an_answer_of_the_examples_is_no_answer(engine: DeterministicEngine) -> None:
    assert _filled(engine, "hinder", "keep an appointment?") is None
    assert _filled(engine, "hinder", "keep a dog?") is not None


def test_words_after_the_blank_are_not_doubled(engine: DeterministicEngine) -> None:
    assert _filled(engine, "times", "去图书馆的次数", "zh") == "过去30天，您去图书馆的次数是多少？"


def test_english_in_a_chinese_questionnaire_is_refused(engine: DeterministicEngine) -> None:
    assert _filled(engine, "satisfied", "the canteen", "zh") is None


def test_an_answer_that_is_no_json_twice_gives_nothing(engine: DeterministicEngine) -> None:
    engine.enqueue("I would rather not.")
    engine.enqueue("Still no.")
    made = fill([FRAMES["rate"]], "Goal: x", engine, language="en")
    assert made.texts == (None,)
    assert made.title == ""
    assert made.repairs == 1


def test_an_answer_that_breaks_off_is_salvaged(engine: DeterministicEngine) -> None:
    broken = '{"title": "Meals", "How would you rate": "the soup?", "Do you know'
    engine.enqueue(broken)
    engine.enqueue(broken)
    frames = [FRAMES["rate"], FRAMES["know"]]
    made = fill(frames, "Goal: x", engine, language="en")
    assert made.title == "Meals"
    assert made.texts == ("How would you rate the soup?", None)


def test_an_endless_answer_ends() -> None:
    made = fill([FRAMES["rate"]], "Goal: x", EndlessEngine(), language="en")
    assert made.texts == (None,)


def test_what_is_being_written_is_shown(engine: DeterministicEngine) -> None:
    engine.enqueue('{"title": "Meals", "How would you rate": "the soup?"}')
    shown: list[tuple[str, tuple[str, ...]]] = []
    fill(
        [FRAMES["rate"]],
        "Goal: x",
        engine,
        language="en",
        on_partial=lambda title, texts: shown.append((title, texts)),
    )
    assert shown[-1] == ("Meals", ("How would you rate the soup?",))
    assert ("Meals", ()) in shown


@pytest.mark.parametrize(
    ("name", "blank", "language", "question"),
    [
        ("important", "to have a garden", "en", "How important to you is a garden?"),
        ("important", "to walk", "en", None),
        ("familiar", "the importance of labels", "en", "How familiar are you with labels?"),
        ("kinds", "没有找到的单车", "zh", None),
        ("kinds", "使用快递柜", "zh", None),
        ("hours", "receive feedback", "en", None),
        ("hours", "read", "en", "On a typical day, about how many hours do you read?"),
        ("kinds", "使用的快递柜", "zh", "您使用的快递柜有哪些？"),
        ("kinds", "购买方式", "zh", "您购买方式有哪些？"),
        ("ease", "停车困难", "zh", "对您来说，停车有多容易或多困难？"),
    ],
)
def test_ends_that_do_not_fit_the_frame_are_mended(
    engine: DeterministicEngine, name: str, blank: str, language: str, question: str | None
) -> None:
    assert _filled(engine, name, blank, language) == question
