"""Markdown as the text a reader sees; marks of headings and lists stay, they start sentences."""

import re

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
# One that is never closed reaches to the end, so that no text is searched once for each opening.
_FENCE = re.compile(r"^(```|~~~).*?(?:(?P<closed>^\1\s*$)|\Z)", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:(?P<closed>-->)|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_IMAGE = re.compile(r"!\[([^\]]{0,300})\]\([^()]{0,1000}\)")
_LINK = re.compile(r"\[([^\]]{1,300})\](?:\([^()]{0,1000}\)|\[[^\]]{0,100}\])")
_REFERENCE = re.compile(r"^\s{0,3}\[[^\]]{1,100}\]:\s+\S+.*$", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3}|~~|`{1,2})(?=\S)(.{1,500}?)(?<=\S)\1(?!\w)")
_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+", re.MULTILINE)


def plain(markdown: str) -> str:
    """`markdown` without front matter, code blocks, comments, tags, links' targets and marks."""
    text = markdown.replace("\r\n", "\n")
    text = _FRONT_MATTER.sub("", text)
    for pattern in (_FENCE, _COMMENT):
        text = pattern.sub(_unless_open, text)
    for pattern in (_REFERENCE, _QUOTE, _TAG):
        text = pattern.sub("", text)
    text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    return _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))


def _unless_open(match: re.Match[str]) -> str:
    return match.group() if match["closed"] is None else ""
