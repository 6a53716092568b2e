"""Reads questionnaires from Word: exactly where they keep Askwright's styles, else as text.

The text of other documents goes the way of pasted text, with Word's own list numbers spelt out
and its tables as grids.
"""

import re
from collections.abc import Iterator
from typing import Any

from services.formats.base import Imported
from services.formats.docx_text import Paragraph, Table, read_document
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.conditions import need_decimals
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.questionnaires.plain_text import assemble
from services.formats.questionnaires.text_lines import Kind, Line, classify
from services.formats.questionnaires.text_rules import limits
from services.formats.questionnaires.word import (
    ANSWER,
    BOX,
    BUTTON,
    CATEGORY,
    HELP,
    INTRODUCTION,
    LINE,
    MARKS,
    POINT,
    QUESTION,
    REQUIRED,
    RULE,
    SECTION,
    SECTION_INTRODUCTION,
    STYLES,
    TITLE,
)
from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    Questionnaire,
    ResponseFormat,
    Row,
)

_HEADING = re.compile(r"(heading|标题|überschrift|titre)\s*\d", re.IGNORECASE)
_DEMAND = re.compile(r"(?:^| )(?P<demand>\((?:number[^()]*|date)\))$")
_BOUNDS = re.compile(
    r"question (?P<number>\d+) is (?:(?P<low>-?[\d.]+) to (?P<high>-?[\d.]+)"
    r"|at least (?P<least>-?[\d.]+)|at most (?P<most>-?[\d.]+))\.$"
)


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in a .docx file. Raises `InvalidInput` if it is none or is damaged."""
    category, parts = read_document(data)
    if category == CATEGORY and _is_ours(parts):
        return _Exact().take(parts)
    return assemble(list(_lines(parts)))


def _is_ours(parts: list[Paragraph | Table]) -> bool:
    known = {*STYLES, TITLE, SECTION}
    paragraphs = [part for part in parts if isinstance(part, Paragraph)]
    return all(p.style in known or not p.text.strip() for p in paragraphs)


def _lines(parts: list[Paragraph | Table]) -> Iterator[Line]:
    for number, part in enumerate(parts, start=1):
        if isinstance(part, Table):
            for row in part.rows:
                yield Line(number, Kind.GRID, " | ".join(row), cells=_unmerged(row))
        elif part.style in (TITLE, "Subtitle") and part.text.strip():
            yield Line(number, Kind.TITLE, " ".join(part.text.split()))
        elif _HEADING.match(part.style) and part.text.strip():
            yield Line(number, Kind.HEADING, " ".join(part.text.split()))
        else:
            indent = "    " * part.level
            text = f"{indent}{part.mark} {part.text}" if part.mark else part.text
            for line in classify(text or " "):
                yield Line(**{**_fields(line), "number": number})


def _fields(line: Line) -> dict[str, Any]:
    return {name: getattr(line, name) for name in Line.__slots__}


def _unmerged(row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(" ".join(cell.split()) for cell in row)


class _Exact:
    """Puts items together by the styles of their paragraphs."""

    def __init__(self) -> None:
        self.assembly = Assembly()
        self.title = ""
        self.introduction = ""
        self.items: list[Item] = []
        self.rules: list[str] = []

    def take(self, parts: list[Paragraph | Table]) -> Imported[Questionnaire]:
        current: list[Paragraph | Table] = []
        for part in parts:
            starts = isinstance(part, Paragraph) and part.style in (QUESTION, REQUIRED)
            outside = isinstance(part, Paragraph) and part.style in (
                TITLE,
                SECTION,
                INTRODUCTION,
                SECTION_INTRODUCTION,
            )
            if starts or outside:
                self._close(current)
                current = []
            if isinstance(part, Paragraph) and outside:
                self._heading(part)
            elif starts or current:
                current.append(part)
        self._close(current)
        return self.assembly.build(title=self.title, introduction=self.introduction)

    def _heading(self, part: Paragraph) -> None:
        if part.style == TITLE:
            self.title = part.text
        elif part.style == INTRODUCTION:
            self.introduction = part.text
        elif part.style == SECTION:
            self.assembly.section(part.text)
        else:
            self.assembly.introduce(part.text)

    def _close(self, parts: list[Paragraph | Table]) -> None:
        if not parts or not isinstance(parts[0], Paragraph):
            return
        stem, rest = parts[0], parts[1:]
        required = stem.style == REQUIRED
        text = re.sub(r"^\d+\. ", "", stem.text, count=1)
        text = text.removesuffix(" *") if required else text
        paragraphs = [part for part in rest if isinstance(part, Paragraph)]
        tables = [part for part in rest if isinstance(part, Table)]
        by_style = {p.style: p.text for p in paragraphs}
        item = Item(
            text=text,
            required=required,
            help=by_style.get(HELP, ""),
            **_answers(paragraphs, tables, by_style.get(ANSWER, "")),
        )
        self.assembly.item(item)
        kept = self.assembly.items[-1]
        said = by_style.get(RULE, "")
        if said:
            condition = _condition(said, self.items)
            if condition is None:
                self.assembly.unread(None, said, "the rule names no earlier question or answer.")
            kept = kept.model_copy(update={"shown_if": condition})
            self.assembly.replace_last(kept)
        self.items.append(kept)


def _answers(paragraphs: list[Paragraph], tables: list[Table], answer_line: str) -> dict[str, Any]:
    """Format, options, rows, limits and unit of one question."""
    if tables:
        head, *body = tables[0].rows
        labels = head[1:]
        rows = tuple(Row(label=cells[0], code=str(n)) for n, cells in enumerate(body, start=1))
        return {
            "format": ResponseFormat.MATRIX,
            "options": _options(labels, rating=True),
            "rows": rows,
        }
    marked = [p for p in paragraphs if p.style in (BUTTON, BOX, POINT)]
    if marked:
        style = marked[0].style
        labels = tuple(p.text.removeprefix(MARKS[p.style]) for p in marked)
        format = {BOX: ResponseFormat.MULTIPLE, POINT: ResponseFormat.SCALE}.get(
            style, closed_format(labels)
        )
        return {"format": format, "options": _options(labels, rating=style == POINT)}
    rest = answer_line.removeprefix(LINE).removeprefix(" ")
    demand = match["demand"] if (match := _DEMAND.search(rest)) else ""
    if demand == "(date)":
        return {"format": ResponseFormat.DATE}
    if not demand:
        return {"format": ResponseFormat.OPEN}
    minimum, maximum, _ = limits(demand)
    unit = rest[: match.start()] if match else ""
    return {
        "format": ResponseFormat.NUMBER,
        "minimum": minimum,
        "maximum": maximum,
        "decimals": need_decimals(minimum, maximum),
        "unit": unit,
    }


def _options(labels: tuple[str, ...], *, rating: bool) -> tuple[Option, ...]:
    return tuple(
        Option(label=label, code=str(n), role=read_role(label, rating=rating))
        for n, label in enumerate(labels, start=1)
    )


def _condition(said: str, items: list[Item]) -> Condition | None:
    """The rule that `wording.rule_text` worded, on the numbered question it names."""
    if match := _BOUNDS.search(said):
        low, high = match["low"] or match["least"], match["high"] or match["most"]
        place = int(match["number"]) - 1
        if not 0 <= place < len(items):
            return None
        return Condition(
            item_id=items[place].id,
            minimum=float(low) if low else None,
            maximum=float(high) if high else None,
        )
    prefix = re.match(r"Ask only if question (\d+) = ", said)
    place = int(prefix[1]) - 1 if prefix else -1
    if prefix is None or not 0 <= place < len(items):
        return None
    options = items[place].options
    chosen = _labels_in(said[prefix.end() :], options, 0)
    return Condition(item_id=items[place].id, codes=chosen) if chosen else None


def _labels_in(text: str, options: tuple[Option, ...], start: int) -> tuple[str, ...] | None:
    """Codes of the options that are quoted, in their order; labels may hold quotes themselves."""
    for place in range(start, len(options)):
        quoted = f"“{options[place].label}”"
        if text == f"{quoted}.":
            return (options[place].code,)
        if text.startswith(f"{quoted} or "):
            rest = _labels_in(text[len(quoted) + 4 :], options, place + 1)
            if rest:
                return (options[place].code, *rest)
    return None
