"""Questions with a small natural set of answers."""

import pytest

from services.hints.natural_sets import natural_set


@pytest.mark.parametrize(
    ("question", "answer", "size", "member"),
    [
        ("On what day will New Year's Day fall?", "Tuesday", 7, "Sunday"),
        ("In which month is Burns Night?", "January", 12, "December"),
        ("In which season does it flower?", "Winter", 4, "Autumn"),
        ("Which season is it?", "fall", 4, "Fall"),
        ("Which continent has no snakes?", "Antarctica", 7, "North America"),
        ("Which primary colour is it?", "red", 3, "Yellow"),
        ("What colour is cerulean?", "Blue", 11, "Black"),
        ("Which planet has rings?", "Saturn", 8, "Earth"),
        ("How many wives had Henry VIII?", "Six", 11, "Ten"),
        ("How many wives had Henry VIII?", "6", 11, "0"),
        ("How many players are there?", "15", 11, "20"),
        ("In which decade did Henry Ford die?", "1940s", 11, "1910s"),
        ("In which decade was it sold?", "2010s", 11, "2020s"),
        ("Is the earth flat?", "No", 2, "Yes"),
    ],
)
def test_the_whole_set(question: str, answer: str, size: int, member: str) -> None:
    found = natural_set(question, answer)
    assert found is not None
    assert len(found) == len(set(found)) == size
    assert member in found
    assert answer.casefold() in {name.casefold() for name in found}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which chocolate bar is it?", "Mars"),
        ("Which Prime Minister succeeded Cameron?", "May"),
        ("Which country joined in 1952?", "Turkey"),
        ("How many islands are there?", "6852"),
        ("Which band sang it?", "Blue"),
        ("What is the capital of France?", "Paris"),
    ],
)
def test_no_set_is_meant(question: str, answer: str) -> None:
    assert natural_set(question, answer) is None


def test_an_alias_counts() -> None:
    assert natural_set("Which season?", "The fall season", ["Fall"]) is not None
