"""Sentences of English text, with their words.

Lines are taken apart first (`blocks`), clear stops are decided by rule (`stops`), and spaCy's
sentence recogniser is asked about the doubtful ones. A piece without a word is no sentence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from services.text import blocks, stops, words
from services.text.blocks import Kind, Unit
from services.text.spacy_english import sentence_starts
from services.text.words import Word

# spaCy sees this much before and after a doubtful stop: enough to decide, cheap on long texts.
CONTEXT = 300
LONGEST_WINDOW = 20_000
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Sentence:
    """`text` is `whole[start:end]`; the offsets of its `words` are into the whole text too."""

    text: str
    start: int
    kind: Kind
    words: tuple[Word, ...]

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @cached_property
    def is_shouted(self) -> bool:
        """All in capitals, so that capitals say nothing about names and initialisms."""
        letters = [word.text for word in self.words if any(map(str.isalpha, word.text))]
        return len("".join(letters)) > 5 and all(word.isupper() for word in letters)


def split(text: str) -> list[Sentence]:
    """The sentences of `text` in order. Raises `Unavailable` if spaCy is needed and missing."""
    found: list[Sentence] = []
    units = blocks.units(text)
    lowercase = _writes_lowercase(text)
    for unit, ends in zip(units, _ends(text, units, lowercase), strict=True):
        start = unit.start
        for end in [*ends, unit.end]:
            sentence = _sentence(text, start, end, unit.kind)
            if sentence.words:
                found.append(sentence)
                start = end
    return found


def _sentence(text: str, start: int, end: int, kind: Kind) -> Sentence:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return Sentence(piece.strip(), start, kind, tuple(words.find(text, start, end)))


def _ends(text: str, units: Sequence[Unit], lowercase: bool) -> Iterator[list[int]]:
    """For each unit the offsets at which a sentence ends inside it."""
    judged = [list(_judged(text, unit, lowercase)) for unit in units]
    doubtful = [
        (max(unit.start, end - CONTEXT), end, min(unit.end, end + CONTEXT))
        for unit, verdicts in zip(units, judged, strict=True)
        for end, verdict in verdicts
        if verdict is None
    ]
    ends = _ask_spacy(text, doubtful)
    for verdicts in judged:
        yield [end for end, verdict in verdicts if (end in ends if verdict is None else verdict)]


def _judged(text: str, unit: Unit, lowercase: bool) -> Iterator[tuple[int, bool | None]]:
    start = unit.start
    for match in stops.STOP.finditer(text, unit.start, unit.end):
        if match.end() >= unit.end or _is_inside_token(text, match):
            continue
        verdict = stops.judge(text, match, start, unit.end, lowercase=lowercase)
        yield match.end(), verdict
        if verdict:
            start = _SPACE.match(text, match.end(), unit.end).end()  # type: ignore[union-attr]


def _is_inside_token(text: str, match: "re.Match[str]") -> bool:
    """A stop in a number, an address or a dotted abbreviation: "2.5", "U.S.", "me@site.org"."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    if len(match.group()) > 1 or not after or after.isspace():
        return False
    return after.isdigit() or (after.islower() and before.isalnum()) or after in "/@=&_"


def _ask_spacy(text: str, places: Sequence[tuple[int, int, int]]) -> set[int]:
    """The stops right after which a sentence starts, as spaCy sees it in their surroundings.

    A place is (first, stop, last): the stop and what spaCy reads around it.
    """
    if not places:
        return set()
    windows: list[tuple[int, int]] = []
    for first, _, last in places:
        if windows and first <= windows[-1][1] and last - windows[-1][0] <= LONGEST_WINDOW:
            windows[-1] = (windows[-1][0], last)
        else:
            windows.append((first, last))
    found = sentence_starts([text[first:last] for first, last in windows])
    starts = {
        first + offset
        for (first, _), offsets in zip(windows, found, strict=True)
        for offset in offsets
    }
    gaps = ((stop, _SPACE.match(text, stop, last)) for _, stop, last in places)
    return {stop for stop, gap in gaps if gap and starts & set(range(stop, gap.end() + 1))}


def _writes_lowercase(text: str) -> bool:
    """A writer who does not capitalise: most stops are followed by a small letter."""
    small = len(re.findall(r"[.!?]\s+[a-z]", text))
    capital = len(re.findall(r"[.!?][\"'”’)]*\s+[\"'“‘(]*[A-Z]", text))
    first = re.search(r"[^\W\d_]", text)
    return bool(first) and first.group().islower() and small > capital  # type: ignore[union-attr]
