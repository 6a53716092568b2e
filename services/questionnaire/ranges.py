"""Numeric options read as intervals: "18-24", "65 or older", "5 to less than 7 hours", "18岁以下".

Bounds are numbers in the list's own unit; minutes and hours (days and weeks, months and years)
in one list are brought to the smaller unit. Counts and ages are whole numbers: 18-24 and 25-34
touch. Hours, money and distances are continuous: they may not share a bound, and a gap as small
as the precision they are written in ("$500-$999", "$1,000-…") is accepted practice.
"""

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

INFINITY = math.inf

# Unit word -> (family, factor to the family's base unit, continuous).
_TIME = {"second": 1 / 60, "sec": 1 / 60, "秒": 1 / 60, "minute": 1.0, "min": 1.0, "分钟": 1.0}
_TIME |= {"hour": 60.0, "hr": 60.0, "h": 60.0, "小时": 60.0}
_DAYS = {"day": 1.0, "天": 1.0, "日": 1.0, "week": 7.0, "周": 7.0, "星期": 7.0, "night": 1.0}
_MONTHS = {"month": 1.0, "月": 1.0, "个月": 1.0, "year": 12.0, "yr": 12.0, "年": 12.0}
_CONTINUOUS = {
    "km", "kilometre", "kilometer", "mile", "m", "metre", "meter", "kg", "g", "gram", "litre",
    "liter", "l", "ml", "%", "percent", "公里", "千米", "米", "公斤", "斤", "克", "升", "平方米",
    "°c", "degree", "gb", "mb", "cm", "inch", "lb", "pound", "point",
}  # fmt: skip
_MONEY = {
    "dollar", "euro", "pound", "usd", "eur", "gbp", "yuan", "rmb", "元", "块", "欧元", "美元",
    "cent", "yen", "rupee", "franc",
}  # fmt: skip
_MULTIPLIERS = {"k": 1e3, "thousand": 1e3, "千": 1e3, "万": 1e4, "m": 1e6, "million": 1e6}
_WORDS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "once": "1 time", "twice": "2 times",
}  # fmt: skip

_CURRENCY = r"(?:us\$|a\$|c\$|hk\$|[$£€¥₹])"
_NUM = (
    rf"(?P<c{{0}}>{_CURRENCY})?\s*(?P<n{{0}}>\d+(?:\.\d+)?)"
    r"\s*(?P<k{0}>[km](?![a-z])|千(?!米)|万|thousand|million)?"
)
# A unit is at most three words ("days a week"), so that "Line 1" or "1 apple pie" is no number.
_UNIT = (
    r"\s*(?P<u{0}>%|°c|[a-z]+\.?(?:[ -](?:a|an|per|each|of|in|the|or|old|[a-z]+)){0,2}"
    r"|[\u4e00-\u9fff]{1,4}?)?"
)


def _pattern(text: str) -> re.Pattern[str]:
    """Fill N1, N2 (numbers) and U1, U2 (units) into a wording."""
    for index in (1, 2):
        text = text.replace(f"N{index}", _NUM.replace("{0}", str(index)))
        text = text.replace(f"U{index}", _UNIT.replace("{0}", str(index)))
    return re.compile(rf"^(?:{text})$")


_JOIN = r"\s*(?:-|to|until|till|through|bis|至|到)\s*"
_AGO = r"(?:\s+ago|前|以前)?"
_LESS = r"(?:less|under|fewer|lower|below|younger|shorter|weniger|jünger|kürzer)"
_MORE = r"(?:more|over|older|above|up|longer|higher|greater|later|beyond|mehr|älter|länger|darüber)"
_UNDER = (
    r"(?:(?:less|fewer|younger|lower|shorter) than|under|below|in the (?:past|last)|"
    r"unter|weniger als|<|不到|不满|未满|低于|少于|小于)"
)
_AT_MOST = (
    r"(?:up to|at most|no more than|not more than|maximum|within|"
    r"höchstens|bis zu|<=|≤|不超过|至多|最多)"
)
_OVER = (
    r"(?:(?:more|greater|older|longer|higher) than|over|above|über|mehr als|>|超过|多于|大于|高于)"
)
_AT_LEAST = r"(?:at least|no less than|not less than|minimum|from|mindestens|ab|>=|≥|至少|不少于)"
# The wordings of an interval, and what they say about its bounds.
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        _pattern(rf"(?:from |between )?N1U1{_JOIN}(?:{_LESS}(?: than)?|不到|不满|<)\s*N2U2{_AGO}"),
        "[)",
    ),
    (_pattern(rf"(?:from |between |aged? )?N1U1(?:{_JOIN}| and )N2U2{_AGO}"), "[]"),
    (_pattern(rf"{_UNDER}\s*N1U1{_AGO}"), "<"),
    (_pattern(r"N1U1\s*以下\s*\(不含.*\)"), "<"),
    (_pattern(rf"{_AT_MOST}\s*N1U1{_AGO}"), "<="),
    (_pattern(rf"N1U1\s*(?:or|and|&|oder|und)\s*{_LESS}"), "<="),
    (_pattern(r"N1U1\s*(?:及|或|和)?(?:其)?(?:以下|以内|之内|更少|之前)(?:\(含.*\))?"), "<="),
    (_pattern(rf"{_OVER}\s*N1U1{_AGO}"), ">"),
    (_pattern(rf"N1U1\s*(?:\+|(?:or|and|&|oder|und)\s*{_MORE}){_AGO}(?: u?[a-z]+)?"), ">="),
    (_pattern(r"N1\s*(?:\+|(?:or|and) (?:more|over|above))\s*U1"), ">="),
    (_pattern(rf"{_AT_LEAST}\s*N1U1"), ">="),
    (_pattern(r"N1U1\s*(?:及|或|和)?(?:其)?(?:以上|更多|更久|以后|更高)"), ">="),
    (_pattern(r"(?:exactly |about )?N1U1"), "="),
)

_RATE = re.compile(r"(?:a|per|each|every|每)\s*(?:day|week|month|year|天|周|月|年)")


@dataclass(frozen=True, slots=True)
class Band:
    """An interval: `low` and `high` with whether each bound belongs to it.

    `precision` is the step its bounds are written in (1 for whole numbers, 0.01 for cents).
    """

    low: float
    high: float
    low_included: bool
    high_included: bool
    precision: float = 1.0

    @property
    def is_point(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Bands:
    """A list of options read as intervals, in the order of the options."""

    bands: tuple[Band, ...]
    continuous: bool
    unit: str

    @property
    def rising(self) -> bool:
        return self._sorted(self.bands)

    @property
    def is_sorted(self) -> bool:
        return self._sorted(self.bands) or self._sorted(self.bands[::-1])

    @staticmethod
    def _sorted(bands: Sequence[Band]) -> bool:
        return all((a.low, a.high) <= (b.low, b.high) for a, b in pairwise(bands))

    def order(self) -> tuple[int, ...]:
        """The indices of the bands from the lowest to the highest."""
        return tuple(
            sorted(range(len(self.bands)), key=lambda i: (self.bands[i].low, self.bands[i].high))
        )

    def overlaps(self) -> tuple[tuple[int, int], ...]:
        """Pairs of bands that hold a common value."""
        order = self.order()
        return tuple(
            (a, b) for a, b in pairwise(order) if self._step(self.bands[a], self.bands[b]) < 0
        )

    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Pairs of neighbouring bands with values between them that fit no option."""
        order = self.order()
        return tuple(
            (a, b) for a, b in pairwise(order) if self._step(self.bands[a], self.bands[b]) > 0
        )

    def _step(self, lower: Band, upper: Band) -> int:
        """-1 if the bands share a value, 1 if values lie between them, 0 if they just touch."""
        between = upper.low - lower.high
        shared = lower.high_included and upper.low_included
        if between < 0 or (between == 0 and shared):
            return -1
        precision = min(lower.precision, upper.precision)
        # Whole numbers: the next value after an included bound, or after both excluded ones.
        if not self.continuous:
            first_free = lower.high + (precision if lower.high_included else 0)
            last_free = upper.low - (precision if upper.low_included else 0)
            return 1 if last_free >= first_free else 0
        written_alike = lower.high_included and upper.low_included
        allowed = precision * 1.001 if written_alike else 0.0
        missing_point = between == 0 and not lower.high_included and not upper.low_included
        return 1 if between > allowed or missing_point else 0


def read(labels: Sequence[str]) -> Bands | None:
    """The labels as intervals; None if one is no number or interval, or units do not agree."""
    parsed = [_parse(label) for label in labels]
    found = [entry for entry in parsed if entry]
    if len(found) < len(labels) or len(labels) < 2:
        return None
    units = _common_units([unit for _, units in found for unit in units])
    if units is None or len({_per(label) for label in labels} - {""}) > 1:
        return None
    family, base, continuous = units
    bands = tuple(_scaled(band, unit_list, family, base) for band, unit_list in found)
    return Bands(bands, continuous, base)


def is_number(label: str) -> bool:
    """Whether a label is one number or interval by itself."""
    return _parse(label) is not None


def _parse(label: str) -> tuple[Band, list[str]] | None:
    text = _plain(label)
    for pattern, kind in _FORMS:
        match = pattern.match(text)
        if match:
            return _band(match, kind)
    return None


def _band(match: re.Match[str], kind: str) -> tuple[Band, list[str]] | None:
    groups = match.groupdict()
    first, precision = _value(groups, "1")
    units = [_unit_word(groups.get("u1"), groups.get("c1"))]
    if kind in ("[]", "[)"):
        second, precision_2 = _value(groups, "2")
        units.append(_unit_word(groups.get("u2"), groups.get("c2")))
        if not groups.get("k1") and groups.get("k2") and first < second:
            first *= _MULTIPLIERS[groups["k2"]]
        precision = min(precision, precision_2)
        if second < first:
            return None
        return Band(first, second, True, kind == "[]", precision), units
    bounds = {
        "<": (-INFINITY, first, True, False),
        "<=": (-INFINITY, first, True, True),
        ">": (first, INFINITY, False, True),
        ">=": (first, INFINITY, True, True),
        "=": (first, first, True, True),
    }
    return Band(*bounds[kind], precision), units


def _value(groups: dict[str, str | None], index: str) -> tuple[float, float]:
    """The number and the step it is written in."""
    digits = groups["n" + index] or "0"
    factor = _MULTIPLIERS.get(groups.get("k" + index) or "", 1.0)
    decimals = len(digits.partition(".")[2])
    return float(digits) * factor, 10.0**-decimals


def _plain(label: str) -> str:
    """Half-width, lower-case, one kind of dash, no thousands commas, numerals for number words."""
    text = unicodedata.normalize("NFKC", label).casefold().strip(" .。")
    text = re.sub(r"[‐-―−~〜～—]+", "-", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\b(?:a|an)(?= (?:hour|year|month|week|day|minute)\b)", "1", text)
    text = re.sub(r"^in the (past|last) (?=[a-z])", r"in the \1 1 ", text)
    text = re.sub(r"[a-z]+", lambda match: _WORDS.get(match[0], match[0]), text)
    return " ".join(text.split())


def _unit_word(unit: str | None, currency: str | None) -> str:
    """The first word of a unit in the singular; a currency sign is the unit money."""
    if currency:
        return "money"
    word = (unit or "").strip().rstrip(".").split(" ")[0]
    if word in _MONEY or word.rstrip("s") in _MONEY:
        return "money"
    known = {*_TIME, *_DAYS, *_MONTHS, *_CONTINUOUS}
    return word[:-1] if word.endswith("s") and word[:-1] in known else word


def _per(label: str) -> str:
    """The period of a rate ("times a week"); lists that mix periods are no intervals."""
    match = _RATE.search(label.casefold())
    return match[0].split()[-1] if match else ""


def _common_units(units: list[str]) -> tuple[dict[str, float], str, bool] | None:
    """Factors to a common base unit, its name, and whether it is continuous; None if mixed."""
    named = {unit for unit in units if unit}
    for family in (_TIME, _DAYS, _MONTHS):
        if named and named <= set(family):
            base = min(named, key=family.__getitem__)
            # Ages and days are counted whole; spans of minutes and of years are not.
            return family, base, family is not _DAYS
    if named & _mixed_times():
        return None
    continuous = bool(named & (_CONTINUOUS | {"money"}))
    return {}, min(named) if named else "", continuous


def _mixed_times() -> set[str]:
    return {*_TIME, *_MONTHS}


def _scaled(band: Band, units: list[str], family: dict[str, float], base: str) -> Band:
    """The band in the base unit; a bound without a unit has that of the other bound."""
    if not family:
        return band
    last = next((unit for unit in reversed(units) if unit), base)
    factors = [family[unit or last] / family[base] for unit in units]
    low = band.low * factors[0] if math.isfinite(band.low) else band.low
    high = band.high * factors[-1] if math.isfinite(band.high) else band.high
    return Band(low, high, band.low_included, band.high_included, band.precision)
