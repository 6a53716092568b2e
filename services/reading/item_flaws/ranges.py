"""Options that are ranges: "20-50 percent", "more than 10", "from May to July", "about 5 days"."""

import math
import re
from dataclasses import dataclass

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WORD_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
# Of bounded length, or a long row of figures would be tried from each of them.
_NUMBER = r"-?\d[\d,]{0,30}(?:\.\d{1,30})?"
_BETWEEN = re.compile(
    rf"({_NUMBER})\D{{0,12}}?(?:-|–|—|\bto\b|\band\b|\bthrough\b)\D{{0,6}}?({_NUMBER})"
)
_ABOVE = re.compile(r"\b(?:more than|over|above|greater than|later than|after|older than)\b")
_BELOW = re.compile(
    r"\b(?:less than|fewer than|under|below|up to|at most|before|earlier than|younger than"
    r"|no more than)\b"
)
_AT_LEAST = re.compile(r"\b(?:at least|or more|and more|and over|or over|or older)\b|\d\+")
_ABOUT = re.compile(r"\b(?:about|around|roughly|approximately|nearly|almost|circa)\b|~")
# "About 5" is read as 5 give or take this share.
_ABOUT_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included, of `unit` (what the option says besides numbers)."""

    low: float
    high: float
    unit: str

    @property
    def wide(self) -> bool:
        return self.high > self.low


def read_range(option: str) -> Range | None:
    """The range or the number that `option` states; None when it states neither."""
    text = _digits(option.lower())
    unit = _unit(text)
    if (pair := _BETWEEN.search(text)) is not None:
        low, high = (_value(group) for group in pair.groups())
        return Range(low, high, unit) if low <= high else None
    numbers = re.findall(_NUMBER, text)
    if len(numbers) != 1:
        return None
    value = _value(numbers[0])
    if _AT_LEAST.search(text):
        return Range(value, math.inf, unit)
    if _BELOW.search(text):
        return Range(-math.inf, math.nextafter(value, -math.inf), unit)
    if _ABOVE.search(text):
        return Range(math.nextafter(value, math.inf), math.inf, unit)
    margin = _ABOUT_SHARE * abs(value) if _ABOUT.search(text) else 0.0
    return Range(value - margin, value + margin, unit)


def overlap(left: Range, right: Range) -> bool:
    """Of one unit, at least one of them more than a point, and with a value in common."""
    same_unit = left.unit == right.unit or not left.unit or not right.unit
    common = max(left.low, right.low) <= min(left.high, right.high)
    return same_unit and common and (left.wide or right.wide)


def _digits(text: str) -> str:
    for names in (_MONTHS, _DAYS):
        for number, name in enumerate(names, 1):
            text = re.sub(rf"\b{name}s?\b", f"{number} {names[0]}", text)
    for number, name in enumerate(_WORD_NUMBERS):
        text = re.sub(rf"\b{name}\b", str(number), text)
    return text


def _unit(text: str) -> str:
    """The words of the option that are not part of the range, singular."""
    rest = re.sub(_NUMBER, " ", text)
    for pattern in (_ABOVE, _BELOW, _AT_LEAST, _ABOUT):
        rest = pattern.sub(" ", rest)
    kept = re.findall(r"[a-z]+|[%$€£°]", rest)
    empty = {"from", "between", "to", "and", "through", "exactly", "only", "the", "in", "of", "a"}
    return " ".join(sorted({word.removesuffix("s") for word in kept if word not in empty}))


def _value(number: str) -> float:
    return float(number.replace(",", "").strip("-") or 0)
