import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.text import syllables, vowel_groups
from tests.paths import DATA

CASES = [
    line.rsplit(" ", 1)
    for line in (DATA / "syllables.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("word", "expected"), CASES)
def test_syllables_counted_by_hand(word: str, expected: str) -> None:
    assert syllables.count(word) == int(expected)


def test_an_abbreviation_is_read_in_full_only_before_an_inner_stop() -> None:
    assert syllables.count("Sept", abbreviated=True) == 3
    assert syllables.count("No", abbreviated=True) == 2
    assert syllables.count("no") == 1


def test_capitals_mark_no_initialism_in_a_shouted_sentence() -> None:
    assert syllables.count("US") == 2
    assert syllables.count("US", shouted=True) == 1


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("blorping", 2),
        ("trelmade", 2),
        ("zandier", 3),
        ("vomped", 1),
        ("frastic", 2),
        ("snives", 1),
    ],
)
def test_invented_words_follow_the_spelling(word: str, expected: int) -> None:
    assert vowel_groups.estimate(word) == expected


@given(st.text(min_size=1, max_size=40))
def test_any_text_has_at_least_one_syllable(word: str) -> None:
    assert 1 <= syllables.count(word) <= 12 * len(word)
