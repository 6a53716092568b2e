"""GIFT, Moodle's text format: escaped when written, taken apart when read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from services.formats.moodle_xml import last_category

SPECIAL = "~=#{}:\\"


@dataclass(frozen=True, slots=True)
class Answer:
    """`weight` is the percentage before it, if there is one."""

    text: str
    right: bool
    weight: float | None = None
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """`answers` is None for a description (no braces at all); a blank in the text is `_____`."""

    line: int
    name: str
    text: str
    answers: tuple[Answer, ...] | None
    feedback: str = ""
    kind: str = "choice"


def escape(text: str) -> str:
    """`text` with its special signs escaped and line feeds as \\n."""
    escaped = re.sub(r"([~=#{}:\\])", r"\\\1", text)
    return escaped.replace("\n", "\\n")


def unescape(text: str) -> str:
    """The text as it was before `escape`."""
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)


def split(text: str) -> Iterator[tuple[int, str]]:
    """Questions with their first line: they are parted by blank lines; comments are left out."""
    block: list[str] = []
    first = depth = 0
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        line = line.rstrip("\r")
        if line.lstrip().startswith("//") or line.lstrip().startswith("$CATEGORY"):
            continue
        if line.strip():
            first = first if block else number
            block.append(line)
            depth += _opened(line)
        elif block and depth <= 0:
            yield first, "\n".join(block)
            block, depth = [], 0
        elif block:
            block.append(line)
    if block:
        yield first, "\n".join(block)


def _opened(line: str) -> int:
    """Braces opened less those closed; escaped ones do not count."""
    bare = re.sub(r"\\.", "", line)
    return bare.count("{") - bare.count("}")


def category(text: str) -> str:
    """The last name of the first $CATEGORY line."""
    match = re.search(r"^\s*\$CATEGORY:\s*(.+?)\s*$", text, re.MULTILINE)
    return last_category(match[1]) if match else ""


def parse(line: int, block: str) -> Question:
    """One question. Malformed ones come back as descriptions, for the caller to list."""
    name, body = "", block.strip()
    if match := re.match(r"::((?:\\.|[^\\])*?)::", body, re.DOTALL):
        name, body = unescape(match[1].strip()), body[match.end() :].strip()
    body = re.sub(r"^\[(html|moodle|plain|markdown)\]\s*", "", body)
    opening = _find(body, "{")
    closing = _find(body, "}", opening + 1) if opening >= 0 else -1
    if opening < 0 or closing < 0:
        return Question(line, name, unescape(body), None, kind="description")
    before, inside, after = body[:opening], body[opening + 1 : closing], body[closing + 1 :]
    text = before.strip()
    if after.strip():
        text = f"{text} _____ {after.strip()}"
    inside, _, general = _cut(inside, "####")
    kind, answers = _answers(inside.strip())
    return Question(line, name, unescape(text), answers, unescape(general.strip()), kind)


def _find(text: str, sign: str, start: int = 0) -> int:
    """The first `sign` that is not escaped; -1 if there is none."""
    index = start
    while index < len(text):
        if text[index] == "\\":
            index += 2
            continue
        if text.startswith(sign, index):
            return index
        index += 1
    return -1


def _cut(text: str, sign: str) -> tuple[str, str, str]:
    place = _find(text, sign)
    return (text, "", "") if place < 0 else (text[:place], sign, text[place + len(sign) :])


_TRUE = {"T", "TRUE"}
_FALSE = {"F", "FALSE"}


def _answers(inside: str) -> tuple[str, tuple[Answer, ...]]:
    head = _cut(inside, "#")[0].strip().upper()
    if head in _TRUE | _FALSE:
        return "truefalse", (Answer("True", head in _TRUE), Answer("False", head in _FALSE))
    if inside.startswith("#"):
        return "numerical", (Answer(unescape(inside[1:].strip().lstrip("=")), True),)
    answers = []
    for sign, said in _pieces(inside):
        said, _, feedback = _cut(said, "#")
        weight = None
        if match := re.match(r"\s*%(-?\d+(?:\.\d+)?)%", said):
            weight, said = float(match[1]), said[match.end() :]
        answers.append(
            Answer(
                unescape(said.strip()),
                (sign == "=" and weight in (None, 100.0)) or weight == 100.0,
                weight,
                unescape(feedback.strip()),
            )
        )
    if any("->" in answer.text for answer in answers) and all(a.right for a in answers):
        return "matching", tuple(answers)
    return ("short" if all(a.right for a in answers) else "choice"), tuple(answers)


def _pieces(inside: str) -> Iterator[tuple[str, str]]:
    """Each answer with the sign before it (= right, ~ wrong)."""
    start, sign, index = 0, "", 0
    while index < len(inside):
        if inside[index] == "\\":
            index += 2
            continue
        if inside[index] in "=~":
            if sign:
                yield sign, inside[start:index]
            sign, start = inside[index], index + 1
        index += 1
    if sign:
        yield sign, inside[start:]
