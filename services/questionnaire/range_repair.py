"""Numeric options rebuilt from their lower bounds: no value fits two options, none fits none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from services.questionnaire.ranges import INFINITY, Band, Bands

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CURRENCY = re.compile(r"(?:US\$|A\$|C\$|HK\$|[$£€¥₹])(?=\s*\d)")
_AGE = re.compile(r"\bold(?:er)?\b|\byears old\b|\bage\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wording:
    """How the author writes ranges: currency, unit, joint, thousands, language."""

    currency: str
    unit: str
    joint: str
    thousands: bool
    chinese: bool
    ages: bool

    def number(self, value: float) -> str:
        digits = f"{value:,.10g}" if self.thousands else f"{value:.10g}"
        return f"{self.currency}{digits}"

    def point(self, value: float) -> str:
        return f"{self.number(value)}{self._unit(value)}"

    def inside(self, low: float, high: float) -> str:
        return f"{self.number(low)}{self.joint}{self.number(high)}{self._unit(high)}"

    def half_open(self, low: float, high: float) -> str:
        if self.chinese:
            return f"{self.number(low)}{self.unit}至不到{self.number(high)}{self.unit}"
        return f"{self.number(low)} to less than {self.number(high)}{self._unit(high)}"

    def below(self, high: float) -> str:
        if self.chinese:
            word = "未满" if self.unit == "岁" else "不到"
            return f"{word}{self.number(high)}{self.unit}"
        word = "Under" if self.ages or self.currency else "Less than"
        return f"{word} {self.number(high)}{self._unit(high)}"

    def above(self, low: float) -> str:
        if self.chinese:
            return f"{self.number(low)}{self.unit}及以上"
        return f"{self.number(low)}{self._unit(low)} or {'older' if self.ages else 'more'}"

    def _unit(self, value: float) -> str:
        if not self.unit or self.chinese or self.unit in ("%", "+"):
            return self.unit
        return f" {self.unit[:-1] if value == 1 and self.unit.endswith('s') else self.unit}"


def repair(
    bands: Bands,
    labels: Sequence[str],
    *,
    ages: bool = False,
    open_low: bool = False,
    open_high: bool = False,
) -> tuple[str, ...] | None:
    """Labels of the same cut points in rising order, each value fitting exactly one.

    `ages` words them as ages (under 18, 65 or older). With `open_low` or `open_high` an open band
    is added where the list has none. None when two options start at the same value, so that no
    cut points can be told.
    """
    rising = [bands.bands[i] for i in bands.order()]
    starts = [_start(band, bands) for band in rising]
    finite = [start for start in starts if start > -INFINITY]
    if len(set(starts)) < len(starts) or not finite:
        return None
    wording = _wording(labels, ages)
    last = rising[-1]
    parts: list[str] = []
    if starts[0] == -INFINITY or open_low:
        # Below one of what is counted there is only none.
        none = finite[0] == 1 and not bands.continuous and not wording.ages
        parts.append(wording.point(0) if none else wording.below(finite[0]))
    parts.extend(_between(wording, bands, low, high) for low, high in pairwise(finite))
    if last.high == INFINITY:
        parts.append(wording.above(finite[-1]))
    elif open_high:
        top = _after(last, bands)
        if top > finite[-1]:
            parts.append(_between(wording, bands, finite[-1], top))
        parts.append(wording.above(top))
    else:
        parts.append(_closed(wording, bands, finite[-1], last))
    return tuple(parts)


def _start(band: Band, bands: Bands) -> float:
    """The first value of a band; "more than 60" starts at 61 where values are whole."""
    if band.low_included or bands.continuous:
        return band.low
    return band.low + band.precision


def _after(band: Band, bands: Bands) -> float:
    """Where a band above the last begins; above "$60,000-$79,999" that is $80,000."""
    if not band.high_included:
        return band.high
    following = band.high + band.precision
    if bands.continuous and _zeros(following) <= _zeros(band.high):
        return band.high
    return following


def _zeros(value: float) -> int:
    digits = f"{value:.10g}"
    return len(digits) - len(digits.rstrip("0"))


def _between(wording: Wording, bands: Bands, low: float, high: float) -> str:
    if bands.continuous:
        return wording.half_open(low, high)
    step = min(band.precision for band in bands.bands)
    top = high - step
    return wording.point(low) if top <= low else wording.inside(low, top)


def _closed(wording: Wording, bands: Bands, low: float, band: Band) -> str:
    """The last band where the list is bounded above."""
    if low == band.high:
        return wording.point(low)
    if bands.continuous and not band.high_included:
        return wording.half_open(low, band.high)
    return wording.inside(low, band.high)


def _wording(labels: Sequence[str], ages: bool) -> Wording:
    text = " ".join(labels)
    chinese = bool(re.search(r"[\u4e00-\u9fff]", text))
    currency = _CURRENCY.search(text)
    return Wording(
        currency=currency[0] if currency else "",
        unit=_unit(labels, chinese),
        joint=_joint(text),
        thousands=bool(re.search(r"\d,\d{3}", text)),
        chinese=chinese,
        ages=ages or bool(_AGE.search(text)),
    )


def _joint(text: str) -> str:
    if re.search(r"\d to [$£€]?\d", text):
        return " to "
    return "–" if "–" in text else "-"


def _unit(labels: Sequence[str], chinese: bool) -> str:
    """The unit written after the numbers, as in most of the labels."""
    pattern = r"[\d.](?:[千万k]?)\s*([\u4e00-\u9fff]{1,3}?)(?=$|[~至到及以或\-—])" if chinese else (
        r"\d\s*(%|(?!or\b|to\b|and\b)[a-z]+(?: (?:a|an|per|each) [a-z]+)?)\s*$"
    )  # fmt: skip
    found = [match[1] for label in labels if (match := re.search(pattern, label, re.IGNORECASE))]
    return max(found, key=found.count) if found else ""
