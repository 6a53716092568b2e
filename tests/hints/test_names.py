"""Which spellings are one name, and which are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.hints.names import name_key, same_name, without_parenthesis


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("St John's", "St. John’s"),
        ("The Cheviots", "CHEVIOTS"),
        ("Spider-Man", "spider man"),
        ("Spider-Man", "Spiderman"),
        ("Beyoncé", "BEYONCE"),
        ("Łódź", "Lodz"),
        ("Washington, D.C.", "Washington DC"),
        ("U.S.A.", "USA"),
        ("Smith & Wesson", "Smith and Wesson"),
        ("1,000", "1000"),
        ("Seven", "7"),
        ("AC/DC", "acdc"),
        ("A-ha", "aha"),
        ("Ｔｏｋｙｏ", "Tokyo"),
    ],
)
def test_one_name(left: str, right: str) -> None:
    assert same_name(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("1.5", "15"),
        ("-5", "5"),
        ("5", "5%"),
        ("10 11", "1011"),
        ("Mercury (planet)", "Mercury (element)"),
        ("St John", "St Johns"),
        ("か", "が"),
        ("7", "17"),
    ],
)
def test_two_names(left: str, right: str) -> None:
    assert not same_name(left, right)


@pytest.mark.parametrize("name", ["The The", "A", "?", "!!!", "The", "東京"])
def test_a_name_never_becomes_nothing(name: str) -> None:
    assert name_key(name)


@given(st.text(min_size=1).filter(str.strip))
def test_case_and_space_never_count(name: str) -> None:
    assert name_key(name)
    assert name_key(f"  {name} ") == name_key(name)


def test_brackets_at_the_end_explain_a_name() -> None:
    assert without_parenthesis("ATMOSPHERE (unit of measurement)") == "ATMOSPHERE"
    assert without_parenthesis("(What's the Story)") == "(What's the Story)"
