"""What changed between two revisions, in words.

Parts are matched by their key. Of the parts that both revisions have, those that do not fit into
the longest common order are said to have moved.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from services.contents.parts import Line, Part

# Above this many words on the two sides together they are shown whole, one after the other:
# matching them takes time that grows with the square.
MOST_TOKENS = 6_000
_TOKENS = re.compile(r"[㐀-鿿豈-﫿]|\n|[^\S\n]+|[^\s㐀-鿿豈-﫿]+")


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    CHANGED = "changed"


class Fate(StrEnum):
    """What became of a piece of text."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class LineChange:
    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class PartChange:
    """`before` is the name the part had, where that is another one than `name`."""

    change: Change
    name: str
    before: str
    lines: tuple[LineChange, ...]


def compare(before: Sequence[Part], after: Sequence[Part]) -> list[PartChange]:
    """The changes that lead from `before` to `after`: removed parts first, then in `after`'s order.

    A part that moved and was changed is said to have moved, with the lines that changed.
    """
    old = {part.key: part for part in before}
    new = {part.key: part for part in after}
    stayed = _in_order([key for key in old if key in new], [key for key in new if key in old])
    found = [_whole(part, Change.REMOVED, Fate.GONE) for key, part in old.items() if key not in new]
    for key, part in new.items():
        if key not in old:
            found.append(_whole(part, Change.ADDED, Fate.NEW))
            continue
        changed = _lines(old[key].lines, part.lines)
        if key not in stayed or changed:
            kind = Change.CHANGED if key in stayed else Change.MOVED
            earlier = old[key].name if old[key].name != part.name else ""
            found.append(PartChange(kind, part.name, earlier, changed))
    return found


def word_pieces(before: str, after: str) -> tuple[Piece, ...]:
    """The words that went, came and stayed, in reading order; spaces belong to their words."""
    if before == after:
        return (Piece(after, Fate.SAME),) if after else ()
    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    if not old or not new or len(old) + len(new) > MOST_TOKENS:
        return tuple(_changed(before, after))
    pieces: list[Piece] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("".join(old[a:b]), Fate.SAME))
        else:
            pieces += _changed("".join(old[a:b]), "".join(new[c:d]))
    return tuple(_joined(pieces))


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Two changes with nothing but a space between them are one: that reads better."""
    found: list[Piece] = []
    gone = new = ""
    for place, piece in enumerate(pieces):
        if piece.fate is Fate.SAME and not _is_bridge(pieces, place):
            found += _changed(gone, new)
            gone = new = ""
            found.append(piece)
            continue
        gone += piece.text if piece.fate is not Fate.NEW else ""
        new += piece.text if piece.fate is not Fate.GONE else ""
    return found + _changed(gone, new)


def _is_bridge(pieces: Sequence[Piece], place: int) -> bool:
    text = pieces[place].text
    return text.isspace() and "\n" not in text and 0 < place < len(pieces) - 1


def _changed(gone: str, new: str) -> list[Piece]:
    both = (Piece(gone, Fate.GONE), Piece(new, Fate.NEW))
    return [piece for piece in both if piece.text]


def _lines(before: Sequence[Line], after: Sequence[Line]) -> tuple[LineChange, ...]:
    old: Mapping[str, str] = {line.label: line.text for line in before}
    new: Mapping[str, str] = {line.label: line.text for line in after}
    labels = dict.fromkeys([*new, *old])
    return tuple(
        LineChange(label, word_pieces(old.get(label, ""), new.get(label, "")))
        for label in labels
        if old.get(label) != new.get(label)
    )


def _whole(part: Part, change: Change, fate: Fate) -> PartChange:
    told = tuple(LineChange(line.label, (Piece(line.text, fate),)) for line in part.lines)
    return PartChange(change, part.name, "", told)


def _in_order(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """Keys of a longest order that both have (patience sorting, n log n)."""
    place = {key: number for number, key in enumerate(old)}
    ends: list[int] = []
    tails: list[str] = []
    before: dict[str, str | None] = {}
    for key in new:
        where = bisect_left(ends, place[key])
        before[key] = tails[where - 1] if where else None
        ends[where : where + 1] = [place[key]]
        tails[where : where + 1] = [key]
    kept: set[str] = set()
    step = tails[-1] if tails else None
    while step is not None:
        kept.add(step)
        step = before[step]
    return kept
