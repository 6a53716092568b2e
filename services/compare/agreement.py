"""Krippendorff's alpha: how far raters agree, whatever each of them has left out."""

from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum

# Krippendorff (2004, p. 241): from 0.8 conclusions can be drawn, from 0.667 tentative ones.
RELIABLE, TENTATIVE = 0.8, 0.667


class Level(StrEnum):
    """What the values are: names, ranks, or numbers with equal distances."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


def alpha(units: Mapping[str, Mapping[str, float]], level: Level) -> float | None:
    """1 - observed/expected disagreement over `units` (unit -> rater -> value).

    Units that one rater alone has rated say nothing about agreement and do not count. None when
    no unit has two ratings, or when all values are the same, so that no disagreement could be
    expected. As in Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section D.
    """
    pairable = [list(values.values()) for values in units.values() if len(values) >= 2]
    totals = Counter(value for values in pairable for value in values)
    if len(totals) < 2:
        return None
    distance = _distance(level, totals)
    count = totals.total()
    observed = sum(
        distance(a, b) / (len(values) - 1) for values in pairable for a in values for b in values
    )
    expected = sum(
        totals[a] * (totals[b] - (a == b)) * distance(a, b) for a in totals for b in totals
    ) / (count - 1)
    return 1 - observed / expected


def _distance(level: Level, totals: Counter[float]) -> Callable[[float, float], float]:
    """The squared difference of two values, by level."""
    if level is Level.NOMINAL:
        return lambda a, b: float(a != b)
    if level is Level.INTERVAL:
        return lambda a, b: (a - b) ** 2
    return lambda a, b: _ranks_between(a, b, totals) ** 2


def _ranks_between(a: float, b: float, totals: Counter[float]) -> float:
    low, high = min(a, b), max(a, b)
    between = sum(count for value, count in totals.items() if low <= value <= high)
    return between - (totals[low] + totals[high]) / 2
