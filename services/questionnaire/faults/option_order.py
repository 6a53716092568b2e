"""Ordinal options that do not stand in order: numbers, rates, scales, levels."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from services.questionnaire.faults.finding import Hit, OptionsFix
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.scale_balance import is_trichotomy
from services.questionnaire.faults.subject import Subject
from services.questionnaire.faults.wording import QUANTITY

# Dimensions whose labels may well be named in any order when several can be chosen.
UNORDERED_CHOICE = frozenset({"weekday", "month", "daypart", "size"})


@item_rule("unsorted_options")
def unsorted_options(subject: Subject) -> Iterator[Hit]:
    """Neither rising nor falling; the fix sorts them, escape options kept at their places."""
    heights = _heights(subject)
    if heights is None or _is_monotone(heights):
        return
    steps = [b - a for a, b in pairwise(heights)]
    # Numbers are read upwards; a scale keeps the direction that most of its steps have.
    rising = subject.bands is not None or sum(s > 0 for s in steps) >= sum(s < 0 for s in steps)
    order = sorted(range(len(heights)), key=lambda i: heights[i], reverse=not rising)
    places = [index for index, _ in subject.substantive]
    options = list(subject.item.options)
    for place, source in zip(places, order, strict=True):
        options[place] = subject.item.options[places[source]]
    moved = tuple(p for p, s in zip(places, order, strict=True) if p != places[s])
    message = "选项没有按顺序排列。" if subject.chinese else (
        "The options have an order but do not stand in it."
    )  # fmt: skip
    yield Hit(message, options=moved, fix=OptionsFix(tuple(options)))


def _heights(subject: Subject) -> Sequence[float] | None:
    """What each substantive option is worth on its dimension; None if they have no order."""
    if len(subject.labels) < 3:
        return None
    bands = subject.bands
    if bands is not None:
        points_only = all(band.is_point for band in bands.bands)
        if points_only and not QUANTITY.search(subject.question):
            return None
        return [rank for rank, _ in sorted(enumerate(bands.order()), key=lambda pair: pair[1])]
    if subject.rates is not None:
        return subject.rates
    graded = subject.anchors
    if graded is None or is_trichotomy(graded):
        return None
    if subject.is_multiple and graded[0].dimension in UNORDERED_CHOICE:
        return None
    return [anchor.value for anchor in graded]


def _is_monotone(heights: Sequence[float]) -> bool:
    steps = [b - a for a, b in pairwise(heights)]
    return all(step >= 0 for step in steps) or all(step <= 0 for step in steps)
