"""Markdown as the text a reader sees; marks of headings and lists stay, they start sentences."""

import re

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_IMAGE = re.compile(r"!\[([^\]]{0,300})\]\([^()]{0,1000}\)")
_LINK = re.compile(r"\[([^\]]{1,300})\](?:\([^()]{0,1000}\)|\[[^\]]{0,100}\])")
_REFERENCE = re.compile(r"^\s{0,3}\[[^\]]{1,100}\]:\s+\S+.*$", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3}|~~|`{1,2})(?=\S)(.{1,500}?)(?<=\S)\1(?!\w)")
_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+", re.MULTILINE)


def plain(markdown: str) -> str:
    """`markdown` without front matter, code blocks, comments, tags, links' targets and marks."""
    text = markdown.replace("\r\n", "\n")
    for pattern in (_FRONT_MATTER, _FENCE, _COMMENT, _REFERENCE, _QUOTE, _TAG):
        text = pattern.sub("", text)
    text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    return _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))
