"""What an item asks about: the respondent's background, facts, opinions; and what is sensitive.

Rules over the wording and the kind of options, English and Chinese. Order checks and the order
view rest on them; where nothing tells, the kind is unclear and no order fault is built on it.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from services.questionnaire import anchors, lexicon, ranges, rates
from services.questionnaire.models import Item, ResponseFormat


class Kind(StrEnum):
    BACKGROUND = "background"
    FACT = "fact"
    OPINION = "opinion"
    UNCLEAR = "unclear"


def kind_of(item: Item) -> Kind:
    """Background, fact, opinion, or unclear."""
    if is_background(item):
        return Kind.BACKGROUND
    asks_opinion = _pattern("opinion").search(item.text) is not None
    labels = [label for _, label in anchors.substantive(item.options)]
    if _is_attitude_scale(labels):
        return Kind.OPINION
    if ranges.read(labels) or rates.read(labels):
        # Bare consecutive numbers under an attitude question are a rating, not a count.
        rated = item.format is ResponseFormat.SCALE and asks_opinion
        return Kind.OPINION if rated else Kind.FACT
    if asks_opinion:
        return Kind.OPINION
    return Kind.FACT if _pattern("fact").search(item.text) else Kind.UNCLEAR


def is_background(item: Item) -> bool:
    """Whether the item describes the respondent rather than the topic."""
    if not _pattern("background").search(item.text):
        return False
    return _pattern("about_liking").search(item.text) is None


def sensitive_subject(text: str) -> str | None:
    """The threatening subject a question touches (income, drugs, sex, health, ...), if any."""
    return next((name for name, rule in _sensitive().items() if rule.search(text)), None)


def _is_attitude_scale(labels: Sequence[str]) -> bool:
    graded = anchors.read_all(labels)
    dimensions = lexicon.entries("item_kind", "attitude_dimensions")
    return graded is not None and graded[0].dimension in dimensions


def _pattern(name: str) -> re.Pattern[str]:
    return lexicon.pattern("item_kind", name)


@cache
def _sensitive() -> dict[str, re.Pattern[str]]:
    subjects: dict[str, list[str]] = lexicon.table("item_kind", "sensitive")
    return {name: re.compile("|".join(rules), re.IGNORECASE) for name, rules in subjects.items()}
