"""What a model wraps around a hint is taken off, and nothing of the hint."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.hints.clean_up import clean, lines


@pytest.mark.parametrize(
    ("raw", "hint"),
    [
        ("- it lies on a river", "It lies on a river."),
        ("10. It lies on a river.", "It lies on a river."),
        ("Hint 3: It lies on a river!", "It lies on a river!"),
        ("2) “It lies on a river.”", "It lies on a river."),
        ('"It lies on a river"', "It lies on a river."),
        ("Sure! It lies on a river.", "It lies on a river."),
        ("Here is a hint: it lies on a river", "It lies on a river."),
        ("It lies on a river.[^1^] [^2^]", "It lies on a river."),
        ("It lies on a river [1].", "It lies on a river."),
        ("It lies on a river 😀", "It lies on a river."),
        ("**It lies on a river**", "It lies on a river."),
        ('He wrote "Ivanhoe."', 'He wrote "Ivanhoe."'),
        ("1984 was the year it closed.", "1984 was the year it closed."),
        ("3.5 million people live there", "3.5 million people live there."),
        ("  ", ""),
        ("---", ""),
    ],
)
def test_one_hint(raw: str, hint: str) -> None:
    assert clean(raw) == hint


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_what_is_clean_stays_as_it_is(raw: str) -> None:
    once = clean(raw)
    assert clean(once) == once
    assert "\n" not in once


def test_preamble_and_closing_paragraph_are_no_hints() -> None:
    answer = "Here are the hints:\n\n1. It is old.\n2. It is wet.\n\nI hope this helps!"
    assert lines(answer) == ["It is old.", "It is wet."]
    assert lines("It is old.\nIt is wet.") == ["It is old.", "It is wet."]
