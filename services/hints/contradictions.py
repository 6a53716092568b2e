"""Hints of one question that cannot both be right, found by rules.

A small model makes up facts, and made-up facts seldom agree: two years for one birth, two places
for one founding, a statement and its denial.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from services.hints.words import Word, content_words, words
from services.text.embeddings import Embedder, cosines

# Things that happen once, or of which there is one number.
_ONCE = {
    **dict.fromkeys(("born", "birth", "birthplace"), "birth"),
    **dict.fromkeys(("die", "death", "pass"), "death"),
    **dict.fromkeys(("found", "establish", "create", "form", "foundation"), "founding"),
    **dict.fromkeys(("build", "construct", "erect", "complete"), "building"),
    **dict.fromkeys(("discover", "discovery"), "discovery"),
    **dict.fromkeys(("invent", "invention"), "invention"),
    **dict.fromkeys(("release", "publish", "premiere"), "publication"),
    **dict.fromkeys(("population", "inhabitant"), "population"),
}
_PLACE = re.compile(r"\b(?:in|at|near|from)\s+((?:[A-Z][\w'’-]+(?:,?\s+|\b))+)")
_DENIALS = frozenset({"not", "never", "no", "nor", "neither"})
SAME_STATEMENT = 0.85


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Positions of two hints, and what they disagree on, in words."""

    first: int
    second: int
    why: str


def find(hints: Sequence[str], embedder: Embedder | None) -> list[Contradiction]:
    """Every pair of hints that disagree; the denial of a statement is seen with an encoder only."""
    rows = embedder.encode(list(hints)) if embedder is not None and hints else None
    alike = cosines(rows, rows) if rows is not None else None
    found = []
    for first, second in combinations(range(len(hints)), 2):
        why = _events(hints[first], hints[second])
        if not why and alike is not None and alike[first, second] >= SAME_STATEMENT:
            why = _denial(hints[first], hints[second])
        if why:
            found.append(Contradiction(first, second, why))
    return found


def _events(first: str, second: str) -> str:
    """Two years, numbers or places for one event."""
    shared = _kinds(first) & _kinds(second)
    for kind in sorted(shared):
        left, right = _numbers(first), _numbers(second)
        if left and right and not any(_agree(a, b) for a in left for b in right):
            return f"{_any(left)} and {_any(right)} for the same {kind}"
        here, there = _places(first), _places(second)
        if here and there and not here & there and kind in {"birth", "death", "founding"}:
            return f"{_any(here)} and {_any(there)} for the same {kind}"
    return ""


def _kinds(hint: str) -> set[str]:
    return {_ONCE[form] for word in content_words(hint) for form in word.forms if form in _ONCE}


def _numbers(hint: str) -> set[str]:
    """Numbers and decades, in digits."""
    return {word.key for word in words(hint) if word.key.removesuffix("s").isdigit()}


def _agree(left: str, right: str) -> bool:
    """1892 lies in the 1890s."""
    decade, other = (left, right) if left.endswith("0s") else (right, left)
    return left == right or (decade.endswith("0s") and other.startswith(decade[:-2]))


def _places(hint: str) -> set[str]:
    return {match[1].strip(" ,") for match in _PLACE.finditer(hint)}


def _any(values: set[str]) -> str:
    return min(values)


def _denial(first: str, second: str) -> str:
    if _denies(words(first)) == _denies(words(second)):
        return ""
    return "one says what the other denies"


def _denies(said: Sequence[Word]) -> bool:
    return any(word.key in _DENIALS for word in said)
