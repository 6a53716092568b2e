"""What only shows over a set of items: where the keys stand, which types are asked, doubles."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from services.reading import comprehension_type
from services.reading.item_flaws import FlawCode, find
from services.reading.item_flaws.finding import words
from services.reading.item_flaws.ranges import read_range
from services.reading.models import ComprehensionItem, ComprehensionType
from services.text.embeddings import Embedder, cosines

# A key position may hold half as many keys again as its even share.
_TOLERANCE = 1.5
# Two questions this near in meaning ask for the same.
_SAME_QUESTION = 0.9
# Options that speak of other options by letter or place cannot be moved.
_FIXED = frozenset(
    {FlawCode.ALL_OF_THE_ABOVE, FlawCode.NONE_OF_THE_ABOVE, FlawCode.COMBINATION_OPTION}
)


@dataclass(frozen=True, slots=True)
class Double:
    """Items `first` and `second` (0-based) ask the same; `why` says what shows it."""

    first: int
    second: int
    why: str


@dataclass(frozen=True, slots=True)
class SetReview:
    """`key_positions[p]` counts the keys at place p; `crowded` lists the places with too many.

    `types` counts each type (an item of two types counts twice); `missing_types` have none.
    """

    key_positions: tuple[int, ...]
    crowded: tuple[int, ...]
    unkeyed: tuple[int, ...]
    types: dict[ComprehensionType, int]
    missing_types: tuple[ComprehensionType, ...]
    doubles: tuple[Double, ...]


def review(items: Sequence[ComprehensionItem], embedder: Embedder | None = None) -> SetReview:
    """Without `embedder` only questions in the same words count as doubles."""
    counts = _key_positions(items)
    types = Counter(kind for item in items for kind in types_of(item))
    return SetReview(
        key_positions=counts,
        crowded=_crowded(counts),
        unkeyed=tuple(i for i, item in enumerate(items) if item.gold is None),
        types={kind: types[kind] for kind in ComprehensionType},
        missing_types=tuple(kind for kind in ComprehensionType if not types[kind]),
        doubles=tuple(_doubles(items, embedder)),
    )


def types_of(item: ComprehensionItem) -> tuple[ComprehensionType, ...]:
    """What the author set, else what the classifier says."""
    return item.types or comprehension_type.classify(item.question, item.options)


def rebalanced(items: Sequence[ComprehensionItem]) -> tuple[ComprehensionItem, ...]:
    """The same items with as few keys moved as make the positions even, as a proposal.

    Keys move from the fullest place to the emptiest, later items first, by swapping the key with
    the option that stands there. Options in the order of their numbers, and options that speak
    of others ("all of the above", "A and B"), stay as they are. The same set always gives the
    same proposal.
    """
    proposal = list(items)
    for index in reversed(range(len(proposal))):
        counts = _key_positions(proposal)
        item = proposal[index]
        if item.gold is None or not _movable(item):
            continue
        target = min(range(len(item.options)), key=lambda place: (counts[place], place))
        if counts[item.gold] - counts[target] >= 2:
            proposal[index] = _swapped(item, item.gold, target)
    return tuple(proposal)


def _key_positions(items: Sequence[ComprehensionItem]) -> tuple[int, ...]:
    places = max((len(item.options) for item in items), default=0)
    counts = Counter(item.gold for item in items if item.gold is not None)
    return tuple(counts[place] for place in range(places))


def _crowded(counts: Sequence[int]) -> tuple[int, ...]:
    if not counts:
        return ()
    most = max(2, math.ceil(_TOLERANCE * sum(counts) / len(counts)))
    return tuple(place for place, count in enumerate(counts) if count > most)


def _movable(item: ComprehensionItem) -> bool:
    ranges = [read_range(option) for option in item.options]
    lows = [found.low for found in ranges if found is not None]
    if len(lows) == len(item.options) and lows in (sorted(lows), sorted(lows, reverse=True)):
        return False
    found = find("", item.question, item.options, item.gold)
    return not any(flaw.code in _FIXED for flaw in found)


def _swapped(item: ComprehensionItem, gold: int, target: int) -> ComprehensionItem:
    options = list(item.options)
    options[gold], options[target] = options[target], options[gold]
    # What the solver said is by place, and its places have changed.
    return item.model_copy(update={"options": tuple(options), "gold": target, "solver": None})


def _doubles(items: Sequence[ComprehensionItem], embedder: Embedder | None) -> list[Double]:
    found = []
    texts = [" ".join(words(item.question)) for item in items]
    for second, text in enumerate(texts):
        for first in range(second):
            if text and texts[first] == text:
                found.append(Double(first, second, "the questions are the same"))
    if embedder is None or len(items) < 2:
        return found
    same = {(double.first, double.second) for double in found}
    asked = [f"{item.question} {_key(item)}".strip() for item in items]
    near = cosines(embedder.encode(asked), embedder.encode(asked))
    for second in range(len(items)):
        for first in range(second):
            if near[first, second] >= _SAME_QUESTION and (first, second) not in same:
                found.append(Double(first, second, "question and key mean nearly the same"))
    return found


def _key(item: ComprehensionItem) -> str:
    return item.options[item.gold] if item.gold is not None else ""
