"""Lines of a written questionnaire told apart: question, option, heading, grid, note or text.

English and Chinese, in the ways people number: `1.` `1)` `(1)` `1、` `Q1.` `Question 1:` `第1题`
`问题1：` for questions; `A.` `a)` `(A)` `A、` `①` `○` `☐` `( )` `[ ]` `-` `•` for options.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """What a line is, as far as it can be told without the others."""

    BLANK = "blank"
    TITLE = "title"
    HEADING = "heading"
    QUESTION = "question"
    OPTION = "option"
    GRID = "grid"
    RULED = "ruled"
    NOTE = "note"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Line:
    """`mark` is the number or letter without its punctuation, `style` how it is written.

    `several` says that the mark is a box to tick (True) or a button (False), None for neither.
    """

    number: int
    kind: Kind
    text: str
    mark: str = ""
    style: str = ""
    indent: int = 0
    several: bool | None = None
    required: bool = False
    cells: tuple[str, ...] = ()


# A longer line is no question and no option; it is not searched for marks.
MAX_MARKED = 5_000
_BOXES = "☐□▢☑✓✔■🗹❏❑"
_BUTTONS = "○◯⚪●◉〇⚬"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_CHINESE = "一二三四五六七八九十"
_TYPE_TAGS = "单选|多选|填空|简答|问答|判断|排序|矩阵|量表|评分|下拉"
_STAR = r"(?P<star>\*\s*)?"
_QUESTIONS = (
    ("word", rf"{_STAR}(?:Question|Item|Frage|问题|题目)\s*(?P<mark>\d{{1,3}})\s*[.:：、)）]?\s*"),
    ("q", rf"{_STAR}Q\s?(?P<mark>\d{{1,3}}[a-z]?)\s*(?:[.:：、)）]|(?=\s))\s*"),
    ("zh", rf"{_STAR}第\s*(?P<mark>\d{{1,3}})\s*题\s*[.:：、]?\s*"),
    ("sub", rf"{_STAR}(?P<mark>\d{{1,2}}\.\d{{1,2}})[.)）]?\s+"),
    ("round", rf"{_STAR}[(（](?P<mark>\d{{1,3}})[)）]\s*"),
    ("dot", rf"{_STAR}(?P<mark>\d{{1,3}})\s*[.．](?!\d)\s*"),
    ("bracket", rf"{_STAR}(?P<mark>\d{{1,3}})\s*[)）]\s*"),
    ("comma", rf"{_STAR}(?P<mark>\d{{1,3}})\s*[、:：]\s*"),
)
_OPTIONS = (
    ("letter", r"[(（]?(?P<mark>[A-Za-z])\s*[.．)）、:：]\s*(?=\S)"),
    ("letter", r"(?P<mark>[A-Z])\s+(?=[\u4e00-\u9fff])"),
    ("circled", rf"(?P<mark>[{_CIRCLED}])\s*"),
    ("box", rf"(?:[-*•]\s*)?(?P<mark>[{_BOXES}]|\[[ xX_]?\])\s*"),
    ("button", rf"(?:[-*•]\s*)?(?P<mark>[{_BUTTONS}]|[(（][ xX_]?[)）])\s*"),
    ("bullet", r"(?P<mark>[-*•‣·▪◦–—])\s+"),
    ("letter_o", r"(?P<mark>o)\t\s*"),
    ("equals", r"(?P<mark>\d{1,3})\s*=\s*"),
)
_QUESTION_PATTERNS = [(s, re.compile(p, re.IGNORECASE)) for s, p in _QUESTIONS]
_OPTION_PATTERNS = [(s, re.compile(p)) for s, p in _OPTIONS]
_HEADING = re.compile(
    rf"(?:(?:Section|Part|Block|Abschnitt|Teil)\s+(?:\d+|[A-Z]|[IVX]+)\b\s*[.:：—–-]?\s*"
    rf"|第\s*[{_CHINESE}\d]+\s*(?:部分|节|章|板块)\s*[.:：、，]?\s*"
    rf"|[{_CHINESE}]{{1,3}}\s*[、.．]\s*|[IVX]{{1,4}}\.\s+)(?P<title>.*)",
    re.IGNORECASE,
)
_MARKDOWN_HEADING = re.compile(r"(?P<level>#{1,6})\s+(?P<title>.+?)\s*#*")
_RULE_LINE = re.compile(r"[\s_＿.…‥-]{3,}|[=*~#-]{3,}")
# Columns stand that far apart; the time of patterns grows with the square of a longer run.
_BLANKS = re.compile(r"[^\S\t]{9,}")
_BLANK_TO_FILL = re.compile(r"[_＿]{3,}")
_NOTE = re.compile(
    r"[*_(\[（【]*\s*(ask only|show only|only if|if (q|question|you|yes|no|the)\b|skip|go to|"
    r"instruction|note\s*[:：]|interviewer|如果|若|只有|仅当|跳(转|至|到)|说明\s*[:：]|注\s*[:：])",
    re.IGNORECASE,
)
_BOLD = re.compile(r"^(\*\*|__)(?P<text>.*?)(\1)(?P<rest>.*)$")


def classify(text: str) -> Iterator[Line]:
    """The lines of `text`; several options on one line come out as several lines."""
    for number, raw in enumerate(text.splitlines(), start=1):
        yield from _classified(number, raw.expandtabs(4) if "\t" not in raw.strip() else raw)


def _classified(number: int, raw: str) -> Iterator[Line]:
    indent = len(raw) - len(raw.lstrip())
    text = _plain(_BLANKS.sub(" " * 8, raw.strip()))
    if not text:
        yield Line(number, Kind.BLANK, "")
    elif len(text) > MAX_MARKED:
        yield Line(number, Kind.TEXT, text, indent=indent)
    elif heading := _MARKDOWN_HEADING.fullmatch(text):
        kind = Kind.TITLE if len(heading["level"]) == 1 else Kind.HEADING
        yield Line(number, kind, heading["title"])
    elif cells := _cells(text):
        yield Line(number, Kind.GRID, text, cells=cells)
    elif ruled := _BLANK_TO_FILL.match(text) or _RULE_LINE.fullmatch(text):
        yield Line(number, Kind.RULED, text[ruled.end() :].strip())
    elif options := inline_options(text):
        for mark, style, several, label in options:
            yield Line(number, Kind.OPTION, label, mark, style, indent, several)
    else:
        line = _marked(number, text, indent)
        stem, options = _options_behind(line.text) if line.kind is Kind.QUESTION else ("", [])
        yield replace(line, text=stem) if options else line
        for mark, style, several, label in options:
            yield Line(number, Kind.OPTION, label, mark, style, indent, several)


def _marked(number: int, text: str, indent: int) -> Line:
    for style, pattern in _QUESTION_PATTERNS:
        match = pattern.match(text)
        if match and text[match.end() :].strip():
            rest = text[match.end() :].strip()
            star = bool(match["star"])
            return Line(number, Kind.QUESTION, rest, match["mark"], style, indent, required=star)
    for style, pattern in _OPTION_PATTERNS:
        if match := pattern.match(text):
            several = {"box": True, "button": False}.get(style)
            label = text[match.end() :].strip()
            return Line(number, Kind.OPTION, label, match["mark"], style, indent, several)
    if match := _HEADING.fullmatch(text):
        return Line(number, Kind.HEADING, match["title"].strip() or text, style="numbered")
    if _NOTE.match(text):
        return Line(number, Kind.NOTE, text.strip("*_ "), indent=indent)
    return Line(number, Kind.TEXT, text, indent=indent)


def _plain(text: str) -> str:
    """Text without Markdown's bold round the whole or the beginning of a line."""
    text = text.removeprefix("> ").strip()
    if match := _BOLD.match(text):
        return f"{match['text'].strip()} {match['rest'].strip()}".strip()
    return text


_INLINE = re.compile(
    rf"(?:(?<=\s)|^)(?:(?P<letter>[(（]?[A-Ha-h]\s*[.．)）、:：])"
    rf"|(?P<circled>[{_CIRCLED}])|(?P<box>[{_BOXES}]|\[ \])|(?P<button>[{_BUTTONS}]|\( \)))\s*"
)


def inline_options(text: str) -> list[tuple[str, str, bool | None, str]]:
    """Two or more options on one line, as (mark, style, several, label); none if it is not such.

    Letters must run on from their first (A B C), so that initials in a sentence are not options.
    """
    found = [match for match in _INLINE.finditer(text) if match.lastgroup]
    if len(found) < 2 or found[0].start() != 0:
        return []
    styles = {match.lastgroup for match in found}
    if len(styles) != 1:
        return []
    style = str(found[0].lastgroup)
    marks = [match.group().strip(" (（.．)）、:：\t") for match in found]
    if style == "letter" and [ord(m[0]) - ord(marks[0][0]) for m in marks] != list(
        range(len(marks))
    ):
        return []
    ends = [match.start() for match in found[1:]] + [len(text)]
    labels = [text[m.end() : end].strip() for m, end in zip(found, ends, strict=True)]
    if not all(labels):
        return []
    several = {"box": True, "button": False}.get(style)
    return [(mark, style, several, label) for mark, label in zip(marks, labels, strict=True)]


def _options_behind(text: str) -> tuple[str, list[tuple[str, str, bool | None, str]]]:
    """A question and the options that stand behind it on the same line, if they do."""
    for match in _INLINE.finditer(text):
        stem = text[: match.start()]
        # "Have you read A. Smith?" has initials: options stand apart, or behind a question mark.
        apart = stem.endswith(("  ", "\t", "　")) or stem.rstrip().endswith(("?", "？", ":", "："))
        first = match.group().strip(" (（")[0] in f"A①{_BOXES}[{_BUTTONS}"
        if stem and first and apart:
            options = inline_options(text[match.start() :])
            return (stem.strip(), options) if options else ("", [])
    return "", []


def _cells(text: str) -> tuple[str, ...]:
    """The cells of a table row written with pipes or tabs; empty if it is not such a row."""
    if text.startswith("|") and text.count("|") >= 3:
        return tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", text.strip().strip("|")))
    if text.count("\t") >= 2 and not inline_options(text):
        return tuple(cell.strip() for cell in text.split("\t"))
    return ()


TYPE_TAG = re.compile(rf"\s*[\[【(（]\s*(?:{_TYPE_TAGS})题?\s*[\]】)）]\s*")
REQUIRED_TAG = re.compile(
    r"\s*[*_]*[\[(【（]\s*(?:required|mandatory|必填|必答|必选|必填题)\s*[\])】）][*_]*\s*|\s+\*\s*$",
    re.IGNORECASE,
)
