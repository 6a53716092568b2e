"""A grade as a band, against the Common Core bands and the grade a teacher aims at.

Tools differ by a median of 1.7 grades on one text, so a grade is never shown as a point.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from services.reading.readability import SHORT_TEXT

# Common Core State Standards, Supplement to Appendix A (2012): Flesch-Kincaid range of each band.
COMMON_CORE = (
    ("2-3", 1.98, 5.34),
    ("4-5", 4.51, 7.73),
    ("6-8", 6.51, 10.34),
    ("9-10", 8.32, 12.12),
    ("11-CCR", 10.34, 14.2),
)
# Half of a band, in grades, at 100 words and more; below that the band widens with 1/sqrt(words).
HALF_WIDTH = 1.0
HALF_WIDTH_AT_100_IF_SHORT = 2.0
WIDEST = 5.0

Verdict = Literal["easier", "fits", "harder"]


@dataclass(frozen=True, slots=True)
class GradeBand:
    """`low` to `high` are US grades, one decimal, not below 0; `label` is for display."""

    low: float
    high: float
    label: str


def grade_band(grade: float, words: int) -> GradeBand:
    """The band of a Flesch-Kincaid `grade` measured on `words` (at least 1) words."""
    half = HALF_WIDTH
    if words < SHORT_TEXT:
        half = min(WIDEST, HALF_WIDTH_AT_100_IF_SHORT * sqrt(SHORT_TEXT / words))
    low, high = max(0.0, grade - half), max(0.0, grade + half)
    return GradeBand(round(low, 1), round(high, 1), label(grade))


def common_core(grade: float) -> list[str]:
    """The names of all Common Core bands a Flesch-Kincaid grade lies in; they overlap."""
    return [name for name, low, high in COMMON_CORE if low <= grade <= high]


def label(grade: float) -> str:
    """A grade in words, by the Common Core bands."""
    fitting = common_core(grade)
    if fitting:
        return "grades " + " and ".join(fitting)
    return "below grades 2-3" if grade < COMMON_CORE[0][1] else "above grades 11-CCR"


def against_target(band: GradeBand, target: float) -> Verdict:
    """Whether a text is easier or harder than the grade aimed at, or cannot be told from it."""
    if band.high < target:
        return "easier"
    return "harder" if band.low > target else "fits"
