"""Leaks, near-copies and duplicates, each with its reason."""

import os

import pytest

from services.hints.filters import inspect
from services.text.embeddings import open_embedder
from tests.hints.encoder import WordEncoder

QUESTION = "In which city are the headquarters of the International Monetary Fund?"
ANSWER = "Washington, D.C."


def reasons(*hints: str, encoder: WordEncoder | None = None) -> list[str]:
    return [entry.reason for entry in inspect(QUESTION, ANSWER, (), hints, encoder)]


def test_a_hint_that_adds_something_passes() -> None:
    assert reasons("It lies on the Potomac.", "Pierre L'Enfant planned it in 1791.") == ["", ""]


def test_a_leak_goes_before_all_else() -> None:
    assert reasons("George Washington chose the site.")[0].startswith("Gives the answer away")


@pytest.mark.parametrize(
    "hint",
    [
        "The headquarters of the International Monetary Fund is located in this city.",
        "This city has the headquarters of the International Monetary Fund.",
        "The International Monetary Fund has its headquarters in this city.",
    ],
)
def test_near_copies_are_seen_without_an_encoder(hint: str) -> None:
    assert reasons(hint)[0].startswith("Nearly repeats the question")


def test_a_new_name_or_number_is_more_than_a_copy() -> None:
    hint = "The International Monetary Fund has its headquarters in this city since 1945."
    assert reasons(hint) == [""]


def test_near_copies_by_the_encoder_they_were_fitted_for() -> None:
    hint = "Some city: headquarters, International Monetary Fund, offices, staff."
    assert reasons(hint, encoder=WordEncoder("all-MiniLM-L6-v2"))[0].startswith("Nearly repeats")
    assert reasons(hint, encoder=WordEncoder("another")) == [""]


def test_the_same_said_twice_is_a_duplicate_of_the_first() -> None:
    first = "It lies on the Potomac."
    assert reasons(first, "It lies on the Potomac!", "It is LARGE.", first) == [
        "",
        "Says the same as hint 1.",
        "",
        "Says the same as hint 1.",
    ]


def test_other_numbers_are_no_duplicate() -> None:
    encoder = WordEncoder("all-MiniLM-L6-v2")
    many = "Its metro system opened with six stations on one line in the spring of the year"
    assert reasons(f"{many} 1976.", f"{many} 1977.", encoder=encoder) == ["", ""]
    assert reasons(f"{many}.", f"{many}, then.", encoder=encoder)[1] == "Says the same as hint 1."


def test_a_dropped_hint_does_not_drop_its_twin() -> None:
    leaking, twin = "Washington lies on the Potomac.", "It lies on the Potomac."
    assert reasons(leaking, twin)[1] == ""


def test_similarity_is_none_without_an_encoder() -> None:
    assert inspect(QUESTION, ANSWER, (), ["It is old."], None)[0].question_similarity is None
    assert inspect(QUESTION, ANSWER, (), [], WordEncoder()) == []


@pytest.mark.skipif("ASKWRIGHT_SHARED" not in os.environ, reason="ASKWRIGHT_SHARED is not set")
def test_the_real_encoder_agrees() -> None:
    hints = [
        "The headquarters of the International Monetary Fund is located in this city.",
        "It lies on the Potomac.",
        "Its metro system opened in 1976.",
    ]
    encoder = open_embedder("all-MiniLM-L6-v2")
    found = inspect(QUESTION, ANSWER, (), hints, encoder)
    assert [bool(entry.reason) for entry in found] == [True, False, False]
    similarity = found[0].question_similarity
    assert similarity is not None
    assert similarity > 0.82


@pytest.mark.parametrize(
    ("earlier", "later", "adds_nothing"),
    [
        ("He was born on 6 May 1953 in Oslo, Norway.", "He was born in Oslo, Norway.", True),
        ("It is the capital and largest city of the country.", "It is the largest city.", False),
        ("It grows in warm, wet valleys.", "It never grows in warm, wet valleys.", False),
        ("He was born in Oslo, Norway.", "He was born on 6 May 1953 in Oslo, Norway.", False),
    ],
)
def test_a_hint_that_says_only_what_another_said_is_dropped(
    earlier: str, later: str, adds_nothing: bool
) -> None:
    found = inspect("Who is it?", "Nobody", (), [earlier, later], None)
    assert found[0].reason == ""
    assert found[1].reason == ("Says nothing that hint 1 does not say." if adds_nothing else "")
