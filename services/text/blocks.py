"""Reading units of a text: what its lines already tell apart before any sentence is sought.

A blank line, a heading, a bullet, a numbered line and a table row start a unit. A line break
inside a paragraph that is only wrapped, and the line ends of verse, start none.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["prose", "heading", "item", "verse"]

_BULLET = re.compile(r"\s*(?:[-*+•‣◦·▪▫●○■□►▸✓✔➢→–—]|\(?[a-zA-Z]\)|\(?[ivxIVX]{1,4}\))\s+(?=\S)")
_NUMBER = re.compile(r"\s*(?:\(?(\d{1,3})[.)]|(?:\d{1,2}\.){1,3}\d{0,2})\s+(?=\S)")
_PLAIN_NUMBER = re.compile(r"\s*\d[\d.,/]*\s+(?=\S)")
_MARKDOWN = re.compile(r"\s{0,3}#{1,6}\s+(?=\S)")
_RULE = re.compile(r"\s*(?:[-=*_~#]\s*){3,}$")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_CLOSED = re.compile(r"[.!?…:;,][\"'”’»)\]\s]*$")
_STOPPED = re.compile(r"[.!?…][\"'”’»)\]\s]*$")
_BLANK = re.compile(r"(?:\r\n|[\n\r\v\f\x85\u2028\u2029])")
LONGEST_HEADING = 12
# Nobody wraps paragraphs at fewer characters: shorter lines end where the writer ended them.
NARROWEST = 40
LONGEST_VERSE = 60


@dataclass(frozen=True, slots=True)
class Unit:
    """`text[start:end]` of the whole, without its bullet, number or heading mark."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int

    @property
    def words(self) -> int:
        return len(self.text.split())


def units(text: str) -> list[Unit]:
    """The units of `text` in order; together they hold every word of it."""
    found: list[Unit] = []
    number = 0
    paragraphs = _paragraphs(text)
    verse = _is_verse([line for block in paragraphs if len(block) > 1 for line in block])
    for block in paragraphs:
        width = max(len(line.text) for line in block)
        in_verse = verse and len(block) > 1
        previous: _Line | None = None
        for line in block:
            mark, kind, number = _mark(line, previous, number)
            start, end = line.start + mark, line.start + len(line.text.rstrip())
            if previous is None or mark or _breaks(previous, line, width, in_verse, found):
                found.append(Unit(start, end, "verse" if in_verse and kind == "prose" else kind))
            else:
                found[-1] = Unit(found[-1].start, end, found[-1].kind)
            previous = line
    return [_named(text, unit) for unit in found]


def _paragraphs(text: str) -> list[list[_Line]]:
    """Lines between blank ones; rules ("----") count as blank."""
    blocks: list[list[_Line]] = [[]]
    position = 0
    for line in re.split(f"({_BLANK.pattern})", text):
        if _BLANK.fullmatch(line):
            position += len(line)
            continue
        if line.strip() and not _RULE.match(line):
            blocks[-1].append(_Line(line, position))
        elif blocks[-1]:
            blocks.append([])
        position += len(line)
    return [block for block in blocks if block]


def _mark(line: _Line, previous: _Line | None, last: int) -> tuple[int, Kind, int]:
    """Length of the mark that starts the line (0: none), what it marks, and the last number."""
    heading = _MARKDOWN.match(line.text)
    if heading is not None:
        return heading.end(), "heading", last
    bullet = _BULLET.match(line.text)
    if bullet is not None:
        return bullet.end(), "item", last
    numbered = _NUMBER.match(line.text)
    if numbered is None:
        return 0, "prose", last
    number = int(numbered[1] or 0)
    expected = number in {0, 1, last + 1}
    # Otherwise it may be the wrapped end of a sentence: "... until Sept.\n15. Then ...".
    if expected or previous is None or _CLOSED.search(previous.text):
        return numbered.end(), "item", number
    return 0, "prose", last


def _breaks(previous: _Line, line: _Line, width: int, verse: bool, found: list[Unit]) -> bool:
    """Whether the line break between the two lines ends a unit."""
    if _MARKDOWN.match(line.text) or _MARKDOWN.match(previous.text):
        return True
    if _ROW.match(line.text) or _ROW.match(previous.text):
        return True
    fits = len(previous.text) + 1 + len(line.text.split()[0]) <= width
    wrapped = width >= NARROWEST and not fits
    if found[-1].kind == "item":
        # An indented or lower-case line goes on with the item above it.
        return not (line.text[:1].isspace() or _starts_low(line)) and not wrapped
    if verse or wrapped:
        return False
    if previous.text.rstrip().endswith(":") or _PLAIN_NUMBER.match(line.text):
        return True
    return not _starts_low(line) and not _CLOSED.search(previous.text)


def _starts_low(line: _Line) -> bool:
    first = line.text.lstrip()[:1]
    return first.islower() or first in ",.;:)!?”’»"


def _is_verse(lines: list[_Line]) -> bool:
    """Four or more short lines, nearly all with a capital, most not ending a sentence."""
    if len(lines) < 4 or max(len(line.text) for line in lines) > LONGEST_VERSE:
        return False
    if any(_BULLET.match(line.text) or _NUMBER.match(line.text) for line in lines):
        return False
    capitals = sum(line.text.lstrip(" \"'“‘«")[:1].isupper() for line in lines)
    open_ends = sum(not _STOPPED.search(line.text) for line in lines)
    runs_on = any(re.search(r"[,;:—-]\s*$", line.text) for line in lines)
    long_enough = sum(line.words for line in lines) >= 4 * len(lines)
    most = capitals >= 0.8 * len(lines) and open_ends >= len(lines) / 2
    return long_enough and most and runs_on


def _named(text: str, unit: Unit) -> Unit:
    """A short unit without a closing sign is a heading."""
    content = text[unit.start : unit.end]
    if unit.kind != "prose" or "\n" in content or _CLOSED.search(content):
        return unit
    short = len(content.split()) <= LONGEST_HEADING
    return Unit(unit.start, unit.end, "heading") if short else unit
