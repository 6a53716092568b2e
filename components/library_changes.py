"""What changed between two revisions, part by part, with the words that went and came marked."""

from collections.abc import Sequence

import streamlit as st

from components.plain import plain
from services.contents.comparison import Change, Fate, LineChange, PartChange, Piece

BADGES = {
    Change.ADDED: ":green-badge[:material/add: Added]",
    Change.REMOVED: ":red-badge[:material/remove: Removed]",
    Change.MOVED: ":blue-badge[:material/swap_vert: Moved]",
    Change.CHANGED: ":orange-badge[:material/edit: Changed]",
}
# Of a long stretch that stayed the same, this much is shown beside a change.
CONTEXT = 80
FIRST = 40


def show_changes(changes: Sequence[PartChange], *, key: str) -> None:
    """A box for each part; the first ones only, until all are asked for."""
    if not changes:
        st.markdown("Nothing that you would see on the page differs between these two.")
        return
    st.markdown(f"{_counted(changes)} ~~Struck out~~ went, **bold** came.")
    for change in changes[:FIRST]:
        _part(change)
    rest = changes[FIRST:]
    if rest and st.toggle(f"Show the other {len(rest)} parts too", key=f"{key}:rest"):
        for change in rest:
            _part(change)


def _counted(changes: Sequence[PartChange]) -> str:
    counts = {kind: sum(change.change is kind for change in changes) for kind in Change}
    return (
        ", ".join(f"{count} {kind}" for kind, count in counts.items() if count).capitalize() + "."
    )


def _part(change: PartChange) -> None:
    with st.container(border=True):
        earlier = f", before {change.before}" if change.before else ""
        st.markdown(f"{BADGES[change.change]} **{plain(change.name)}**{plain(earlier)}")
        whole = change.change in (Change.ADDED, Change.REMOVED)
        for line in change.lines:
            st.markdown(_line(line, whole=whole))


def _line(line: LineChange, *, whole: bool) -> str:
    """A part that came or went as a whole says so in its badge: its words need no marks."""
    pieces = [Piece(p.text, Fate.SAME) for p in line.pieces] if whole else line.pieces
    text = words(pieces, shorten=not whole)
    return f"{line.label}:  \n{text}"


def words(pieces: Sequence[Piece], *, shorten: bool = True) -> str:
    """Pieces as Markdown: gone struck out, new in bold, each on its own ground.

    With `shorten`, the middle of a long stretch that stayed the same is left out.
    """
    last = len(pieces) - 1
    return "".join(
        _marked(
            _shortened(piece.text, opens=place == 0, ends=place == last)
            if shorten and piece.fate is Fate.SAME
            else piece.text,
            piece.fate,
        )
        for place, piece in enumerate(pieces)
    )


def _shortened(text: str, *, opens: bool, ends: bool) -> str:
    """The ends of `text` that touch a change."""
    if len(text) <= 3 * CONTEXT:
        return text
    left = "" if opens else text[:CONTEXT]
    right = "" if ends else text[-CONTEXT:]
    return f"{left} … {right}"


def _marked(text: str, fate: Fate) -> str:
    """Marks go round the words of each line: Markdown's do not reach over a line's end."""
    return "  \n".join(_marked_line(line, fate) for line in text.split("\n"))


def _marked_line(line: str, fate: Fate) -> str:
    inner = plain(line)
    if fate is Fate.GONE and inner:
        inner = f":red-background[~~{inner}~~]"
    elif fate is Fate.NEW and inner:
        inner = f":green-background[**{inner}**]"
    before = " " if line[:1].isspace() and inner else ""
    return before + inner + (" " if line[-1:].isspace() else "")
