"""Word documents as paragraphs and tables in reading order, with their list numbers spelt out."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from services.errors import InvalidInput
from services.formats.guarded_zip import open_office_file

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_CHINESE = "零一二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`mark` is what Word's own numbering prints before the text ("" if none)."""

    style: str
    text: str
    mark: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The texts of a table's cells, row by row."""

    rows: tuple[tuple[str, ...], ...]


def read_document(data: bytes) -> tuple[str, list[Paragraph | Table]]:
    """The category in the document's properties, and its blocks in the order in which they stand.

    Raises `InvalidInput` if it is no Word document or is damaged.
    """
    import docx
    from docx.opc.exceptions import OpcError

    archive = open_office_file(data, "The document")
    if "word/document.xml" not in archive.namelist():
        raise InvalidInput("The file is no Word document.", "Choose a .docx file.")
    # What a document with missing or foreign parts makes the library raise.
    broken = (OpcError, KeyError, ValueError, AttributeError, TypeError, IndexError)
    try:
        document = docx.Document(io.BytesIO(data))
        return document.core_properties.category, list(_blocks(document))
    except broken as error:
        raise InvalidInput("The Word document is damaged and cannot be read.") from error


def _blocks(document: Any) -> Iterator[Paragraph | Table]:
    numbering = _Numbering(document)
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            yield Table(tuple(tuple(_cell(cell) for cell in row.cells) for row in block.rows))
        else:
            mark, level = numbering.mark(block)
            style = block.style.name if block.style is not None else ""
            yield Paragraph(style or "", _text(block._p), mark, level)


def _cell(cell: Any) -> str:
    return "\n".join(_text(paragraph._p) for paragraph in cell.paragraphs)


def _text(element: Any) -> str:
    """The text of a paragraph with breaks, also that in links and form controls."""
    parts: list[str] = []
    for node in element.iter():
        if node.tag == f"{_W}t":
            parts.append(node.text or "")
        elif node.tag == f"{_W}tab" and node.getparent().tag == f"{_W}r":
            parts.append("\t")
        elif node.tag in (f"{_W}br", f"{_W}cr"):
            parts.append("\n")
        elif node.tag == f"{_W}noBreakHyphen":
            parts.append("-")
    return "".join(parts)


class _Numbering:
    """Counts Word's automatic lists as Word does: by list and level."""

    def __init__(self, document: Any) -> None:
        self._levels: dict[tuple[str, int], tuple[str, str]] = {}
        self._counts: dict[str, list[int]] = {}
        try:
            root = document.part.numbering_part.element
        # What python-docx raises for a document without automatic lists.
        except (KeyError, NotImplementedError):
            return
        abstract = {a.get(f"{_W}abstractNumId"): a for a in root.iter(f"{_W}abstractNum")}
        for number in root.iter(f"{_W}num"):
            link = number.find(f"{_W}abstractNumId")
            source = abstract.get(link.get(f"{_W}val")) if link is not None else None
            for level in source.iter(f"{_W}lvl") if source is not None else ():
                key = (number.get(f"{_W}numId"), int(level.get(f"{_W}ilvl", "0")))
                self._levels[key] = (_value(level, "numFmt"), _value(level, "lvlText"))

    def mark(self, paragraph: Any) -> tuple[str, int]:
        """What is printed before the paragraph, and the level of its list."""
        number, level = self._place(paragraph)
        if number is None or number == "0":
            return "", 0
        form, pattern = self._levels.get((number, level), ("bullet", ""))
        counts = self._counts.setdefault(number, [0] * 9)
        counts[level] += 1
        counts[level + 1 :] = [0] * (8 - level)
        if form in ("bullet", "none"):
            return "•" if form == "bullet" else "", level
        spelt = re.sub(r"%(\d)", lambda m: self._count(number, counts, int(m[1]) - 1), pattern)
        return spelt, level

    def _count(self, number: str, counts: list[int], level: int) -> str:
        form = self._levels.get((number, level), ("decimal", ""))[0]
        value = max(counts[level], 1)
        if form in ("upperLetter", "lowerLetter") and value <= 26:
            letter = chr(ord("A") + value - 1)
            return letter if form == "upperLetter" else letter.lower()
        if form.startswith(("chinese", "ideograph", "japanese")) and value <= 10:
            return _CHINESE[value]
        return str(value)

    @staticmethod
    def _place(paragraph: Any) -> tuple[str | None, int]:
        """List and level, of the paragraph itself or of its style."""
        sources = [paragraph._p.pPr]
        style = paragraph.style
        while style is not None:
            sources.append(style.element.pPr)
            style = style.base_style
        for properties in sources:
            numbering = properties.numPr if properties is not None else None
            if numbering is not None and numbering.numId is not None:
                level = numbering.ilvl.val if numbering.ilvl is not None else 0
                return str(numbering.numId.val), min(level, 8)
        return None, 0


def _value(level: Any, name: str) -> str:
    found = level.find(f"{_W}{name}")
    return found.get(f"{_W}val", "") if found is not None else ""
