"""What a question asks for, in one noun."""

import pytest

from services.errors import Unavailable
from services.hints import asked_for as module
from services.hints import clues
from services.hints.asked_for import asked_for
from services.hints.models import ClueKind, QuestionType


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("Which planet is known for its bright rings of ice?", "planet"),
        ("Which 18th-century composer wrote The Magic Flute?", "composer"),
        ("In which year did the Second World War end?", "year"),
        ("What is the capital city of New Zealand?", "city"),
        ("What kind of animal is a basilisk?", "animal"),
        ("What was the name of the ship that sank in 1912?", "ship"),
        ("Which band's lead singer was Freddie Mercury?", "singer"),
        ("Tony Stark is the alter ego of which superhero?", "superhero"),
        ("Which US state is called the Sunshine State?", "state"),
        ("Who wrote Emma?", None),
        ("Which of these is a metal?", None),
        ("What are the three primary colours?", None),
        ("What was the first name of Einstein?", None),
        ("Welcher Planet hat die breitesten Ringe?", None),
        ("which", None),
        ("", None),
    ],
)
def test_the_noun_a_question_asks_for(question: str, noun: str | None) -> None:
    assert asked_for(question) == noun


def test_without_a_tagger_the_class_of_the_answer_stands_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(texts: list[str]) -> None:
        raise Unavailable("No English spaCy pipeline is installed.")

    question = "Which explorer first sailed around Africa?"
    person = QuestionType(coarse="HUM", fine="HUM:ind", confidence=0.9)
    [_, asked] = clues.prompt(question, "Bartolomeu Dias", (), ClueKind.TIME, kind=person)
    assert 'begins with "This explorer"' in asked.content
    monkeypatch.setattr(module, "tagged", missing)
    [_, asked] = clues.prompt(question, "Bartolomeu Dias", (), ClueKind.TIME, kind=person)
    assert 'begins with "This person"' in asked.content


def test_of_a_planet_no_landscape_and_people_are_told() -> None:
    place = QuestionType(coarse="LOC", fine="LOC:other", confidence=0.9)
    city = QuestionType(coarse="LOC", fine="LOC:city", confidence=0.9)
    told = [
        clues.prompt("Where is it?", "X", (), ClueKind.PROPERTY, kind=kind)[1].content
        for kind in (place, city)
    ]
    assert ["weather" in text for text in told] == [False, True]
