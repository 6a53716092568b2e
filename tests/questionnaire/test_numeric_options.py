"""Bands are built by code: they touch, never overlap, and are open at the top."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.questionnaire import numeric_options, ranges
from services.questionnaire.models import Option

UNITS = ("minutes", "hours", "weeks", "months", "years", "km", "kg", "grams", "litres")


def _labels(options: tuple[Option, ...]) -> list[str]:
    return [option.label for option in options]


def _assert_exhaustive(options: tuple[Option, ...]) -> None:
    bands = ranges.read(_labels(options))
    assert bands is not None
    assert not bands.overlaps()
    assert not bands.gaps()
    assert bands.rising
    assert bands.bands[0].low <= 0
    assert bands.bands[-1].high == ranges.INFINITY
    assert [option.code for option in options] == [str(n + 1) for n in range(len(options))]


@given(st.integers(1, 1_000_000), st.sampled_from(["en", "zh"]))
def test_counts_are_exhaustive(most: int, language: str) -> None:
    _assert_exhaustive(numeric_options.count_bands(most, language))


@given(st.floats(0.1, 1_000_000), st.sampled_from(UNITS), st.sampled_from(["en", "zh"]))
def test_measures_are_exhaustive(most: float, unit: str, language: str) -> None:
    options = numeric_options.measure_bands(most, unit, language)
    _assert_exhaustive(options)
    assert 3 <= len(options) <= 5


def test_counts_by_hand() -> None:
    assert _labels(numeric_options.count_bands(3, "en")) == ["0", "1", "2", "3 or more"]
    assert _labels(numeric_options.count_bands(10, "en")) == ["0", "1", "2-4", "5-9", "10 or more"]
    assert _labels(numeric_options.counts((1, 2, 4, 8), "zh")) == [
        "0",
        "1",
        "2-3",
        "4-7",
        "8或更多",
    ]


def test_measures_by_hand() -> None:
    assert _labels(numeric_options.measure_bands(8, "hours", "en")) == [
        "Less than 1 hour",
        "1 to less than 2 hours",
        "2 to less than 5 hours",
        "5 hours or more",
    ]
    assert _labels(numeric_options.measure_bands(2, "years", "zh")) == [
        "不到1年",
        "1年至不到2年",
        "2年或更多",
    ]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("In the past 30 days, how many times did you cook?", "0", "8 or more"),
        ("How many times did you move in the past 12 months?", "0", "12 or more"),
        ("过去7天，您做过几次饭？", "0", "5或更多"),
    ],
)
def test_a_named_period_needs_no_model(text: str, first: str, last: str) -> None:
    language = "zh" if "您" in text else "en"
    options = numeric_options.period_counts(text, language)
    assert options is not None
    assert (options[0].label, options[-1].label) == (first, last)


def test_no_period_no_bands() -> None:
    assert numeric_options.period_counts("How many rooms do you have?", "en") is None


@pytest.mark.parametrize(
    ("word", "unit"),
    [("Kilograms", "kg"), ("hour", "hours"), ("公斤", "kg"), ("小时", "hours"), ("books", None)],
)
def test_units_by_their_names(word: str, unit: str | None) -> None:
    assert numeric_options.known_unit(word) == unit


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("How many hours do you sleep?", "hours"),
        ("How far is your school?", "km"),
        ("您每天睡几个小时？", "hours"),
        ("How many dogs do you have?", None),
    ],
)
def test_the_unit_a_question_asks_in(text: str, unit: str | None) -> None:
    assert numeric_options.unit_in(text) == unit


def test_no_day_has_more_than_24_hours() -> None:
    assert numeric_options.possible(90, "hours", "On a typical day, how many hours?") == 24
    assert numeric_options.possible(90, "hours", "In a typical week, how many hours?") == 90
