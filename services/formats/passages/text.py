"""Passages as plain text or Markdown, with or without items below them. Read only."""

import re

from services.formats.base import Imported, Unread
from services.formats.guarded_text import decode
from services.reading.item_parsing import parse
from services.reading.models import Passage, PassageSet

_NUMBERED = re.compile(r"(?:\*\*)?(?:question|q)?\s*\d{1,3}\s*[.):]\s*\S", re.IGNORECASE)
_LETTERED = re.compile(r"(?:[*✓]\s*)?\(?[A-Da-d][.):]\s*\S")
_HEADING = re.compile(r"\s*#{1,6}\s+(?P<title>.+?)\s*#*\s*")
_TITLE_WORDS = 12
# Marks stand at the beginning of a line.
_MARKED = 100


def read(data: bytes) -> Imported[PassageSet]:
    """The passage and items in a UTF-8 text. Raises `InvalidInput` if it is not text."""
    return understand(decode(data))


def understand(text: str) -> Imported[PassageSet]:
    """One passage: what stands before the first question with lettered options."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start = _first_item(lines)
    title, body = _titled(lines[:start])
    parsed = parse("\n".join(lines[start:]))
    passage = Passage(title=title, text=body, items=parsed.items)
    unread = tuple(Unread(u.line + start, u.text, u.why) for u in parsed.unread)
    there = title or body or parsed.items
    return Imported(PassageSet(passages=(passage,) if there else ()), unread)


def _first_item(lines: list[str]) -> int:
    """Where the items begin: a numbered line, or a question, with lettered options under it."""
    for place, line in enumerate(lines):
        said = line.strip()[:_MARKED]
        following = [each.strip()[:_MARKED] for each in lines[place + 1 : place + 5]]
        asks = _NUMBERED.match(said) or line.rstrip().endswith(("?", "？", ":"))
        if asks and any(_LETTERED.match(each) for each in following if each):
            return place
    return len(lines)


def _titled(lines: list[str]) -> tuple[str, str]:
    """Title and text: a heading, or a short line by itself that ends no sentence."""
    text = "\n".join(lines).strip("\n")
    first, _, rest = text.partition("\n")
    if match := _HEADING.fullmatch(first):
        return match["title"], rest.strip("\n")
    short = 0 < len(first.split()) <= _TITLE_WORDS and not re.search(r"[.!?。！？,;:]\s*$", first)
    if short and rest.startswith("\n") and rest.strip():
        return first.strip(), rest.strip("\n")
    return "", text
