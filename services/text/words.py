"""Words of English text: contractions, hyphenated words and numbers are one word each.

A dash, an ellipsis or a slash between letters separates words; a sign standing alone is none,
except "&", which is read aloud as "and".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

WEB = (
    r"(?:https?://|www\.)[^\s<>\"”»]*[\p{L}\p{N}/]"
    r"|(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+"
)
# U.S. · a.m. · e.g. · and the degrees whose parts have several letters.
INITIALISM = (
    r"(?<![\p{L}\p{N}])(?:\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])"
    r"|(?:Ph|Ed|LL|Psy|M|B|D)\.(?:D|Sc|Phil|Ed|B|M|A|Eng)(?![\p{L}\p{N}]))\.?"
)
_RUN = r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*"
_INSIDE = r"(?:['’ʼ‐‑-]|(?<=\p{N})[.,:/⁄](?=\p{N})|(?<=\p{Lu})&(?=\p{Lu}))"
_BEFORE = (
    r"(?:[$£€¥₹]\s?(?=\.?\d)|[-−–+±](?<![\p{L}\p{N}].)(?=[$£€¥₹]?\.?\d))?"
    r"(?:\.(?=\d)(?<![\p{L}\p{N}].))?"
)
_AFTER = r"(?:(?<=\p{N})\s?(?:%|‰|°\s?(?:[CF](?![\p{L}\p{N}]))?))?"
PATTERN = rf"{WEB}|{INITIALISM}|{_BEFORE}{_RUN}(?:{_INSIDE}{_RUN})*{_AFTER}|(?<=\s)&(?=\s)"
_FIGURES = re.compile(
    r"\W*[\d½¼¾⅓⅔](?:[\W½¼¾]*\d)*[½¼¾⅓⅔]?\W*(?:st|nd|rd|th|'?s|[CF])?%?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written, at `text[start:end]`."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_number(self) -> bool:
        """Whether it is figures with a sign or ending at most ("$4.2", "21st"), not "H2O"."""
        return _FIGURES.fullmatch(self.text) is not None


@cache
def _pattern() -> Any:
    import regex

    return regex.compile(PATTERN)


def find(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """The words of `text[start:end]` in order, with offsets into `text`."""
    stop = len(text) if end is None else end
    for match in _pattern().finditer(text, start, stop):
        yield Word(match.group(), match.start())


def letters(word: str) -> int:
    """Letters and digits of a word: what the character-based formulas count."""
    return sum(map(str.isalnum, word))
