"""Makes a hint of what a model wrote: no bullets, numbers, quotes, preambles or citation marks."""

import re

_LIST_MARK = re.compile(
    r"^\s*(?:[-•*–]+\s|\(?\d{1,2}[.):](?!\d)|hint\s*\d*\s*[:.)-])\s*", re.IGNORECASE
)
_CITATION = re.compile(r"\s*\[(?:\^|\d+\]).*$", re.DOTALL)
_PREAMBLE = re.compile(
    r"^(?:(?:sure|certainly|of course|okay|ok|great question|absolutely)\s*[!,.:]+"
    r"|here (?:is|are|’s|'s)\b[^:.]*:"
    r"|as an ai\b[^,.:]*[,.:])\s*",
    re.IGNORECASE,
)
_PICTURES = re.compile("[\U0001f000-\U0001faff☀-➿️‍]+")
_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»"}


def clean(text: str) -> str:
    """One hint as a sentence: marks and preambles gone, first letter large, full stop at the end.

    Empty when nothing of it is a hint.
    """
    bare = _CITATION.sub("", text)
    bare = " ".join(_PICTURES.sub(" ", bare).split())
    before = ""
    while bare != before:
        before = bare
        bare = _PREAMBLE.sub("", _LIST_MARK.sub("", bare)).strip("*_ ")
        bare = _unquoted(bare)
    if not any(sign.isalpha() for sign in bare):
        return ""
    bare = bare[0].upper() + bare[1:]
    return bare if bare[-1] in ".!?" or bare[-2:] in ('."', ".”") else f"{bare}."


def _unquoted(text: str) -> str:
    """Without the quotation marks around the whole, if they are one pair."""
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def lines(answer: str) -> list[str]:
    """The hints of a free answer: its lines, without a preamble paragraph or a closing one."""
    paragraphs = [part for part in re.split(r"\n\s*\n", answer.strip()) if part.strip()]
    if len(paragraphs) > 1 and paragraphs[0].rstrip().endswith(":"):
        paragraphs = paragraphs[1:]
    if len(paragraphs) > 1 and not any(map(_LIST_MARK.match, paragraphs[-1].splitlines())):
        paragraphs = paragraphs[:-1]
    cleaned = [clean(line) for paragraph in paragraphs for line in paragraph.splitlines()]
    return [line for line in cleaned if line]
