"""Advice on a question before hints are written for it."""

import pytest

from services.hints.intake import OTHER_LANGUAGE, advice
from services.hints.models import QuestionType

GOOD = "Which town is nearest to the highest mountain of Scotland?"


def test_a_good_question_needs_no_advice() -> None:
    kind = QuestionType(coarse="LOC", fine="LOC:city", confidence=1)
    assert advice(GOOD, "Fort William", kind) == []


@pytest.mark.parametrize(
    ("question", "answer", "part"),
    [
        ("Which town is it?", "Oban", "fewer than 6"),
        (f"{GOOD} " + "Say it now " * 5 + "?", "Oban", "more than 20"),
        ("The town nearest to the highest mountain", "Oban", "question mark"),
        (GOOD, "a town that lies in the west of it", "is long"),
        ("Which city is the City of London in today?", "London", "stands in the question"),
    ],
)
def test_what_may_go_wrong(question: str, answer: str, part: str) -> None:
    assert part in " ".join(advice(question, answer))


@pytest.mark.parametrize(
    "question",
    [
        "Welche Stadt ist die Hauptstadt von Österreich?",
        "世界で一番高い山は何ですか？",
        "ما هي عاصمة مصر؟",
    ],
)
def test_another_language_is_said_and_not_measured_by_english_rules(question: str) -> None:
    kind = QuestionType(coarse="DESC", fine="DESC:def", confidence=0.9)
    assert advice(question, "Oban", kind) == [OTHER_LANGUAGE]


@pytest.mark.parametrize("question", ["Who painted Guernica?", "Capital of Peru?", "Ou est?"])
def test_a_few_words_are_not_taken_for_another_language(question: str) -> None:
    assert OTHER_LANGUAGE not in advice(question, "Oban")


def test_a_question_for_a_description_is_pointed_out_when_sure() -> None:
    kind = QuestionType(coarse="DESC", fine="DESC:def", confidence=0.9)
    assert "description" in " ".join(advice(GOOD, "Oban", kind))
    unsure = kind.model_copy(update={"confidence": 0.3})
    assert advice(GOOD, "Oban", unsure) == []


def test_an_answer_without_a_page_is_pointed_out() -> None:
    assert "no page" in " ".join(advice(GOOD, "Oban", answer_has_page=False))
    assert advice(GOOD, "Oban", answer_has_page=None) == []
