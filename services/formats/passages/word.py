"""Passages and items as a Word test paper: the keys stand on a page of their own at the end.

Styles of its own say what each paragraph is, so that the paper comes back as it was as long as
it keeps them; other documents are read as text.
"""

import io
import re
import string
from typing import Any

from services.formats.base import Imported
from services.formats.docx_text import Paragraph, Table, read_document
from services.formats.passages.preparation import Part, Target, losses_for, prepare
from services.formats.passages.text import understand
from services.formats.rewriting import LINE_ENDS, NOT_XML
from services.reading.models import ComprehensionItem, Passage, PassageSet

TARGET = Target(
    label="Word",
    carries=frozenset(Part) - {Part.TYPES},
    texts=(NOT_XML, LINE_ENDS),
    min_options=0,
)
losses = losses_for(TARGET)
CATEGORY = "Askwright passages"
_NAME, _TITLE, _TEXT = "Title", "Heading 1", "Passage Text"
_QUESTION, _OPTION, _KEY, _FEEDBACK = "Question", "Answer Option", "Answer Key", "Answer Feedback"
_KEYS_TITLE = "Heading 2"
_STYLES = (_TEXT, _QUESTION, _OPTION, _KEY, _FEEDBACK)


def write(passages: PassageSet) -> bytes:
    """The .docx file."""
    import docx
    from docx.enum.text import WD_BREAK

    kept = prepare(passages, TARGET).passages
    document = docx.Document()
    _add_styles(document)
    document.core_properties.title = kept.name[:250]
    document.core_properties.category = CATEGORY
    document.core_properties.author = "Askwright"
    document.core_properties.comments = ""
    document.add_paragraph(kept.name, _NAME)
    number = 0
    for passage in kept.passages:
        document.add_paragraph(passage.title, _TITLE)
        for line in passage.text.split("\n") if passage.text else ():
            document.add_paragraph(line, _TEXT)
        for item in passage.items:
            number += 1
            document.add_paragraph(f"{number}. {item.question}", _QUESTION)
            for place, option in enumerate(item.options):
                document.add_paragraph(f"{_letter(place)}. {option}", _OPTION)
    heading = document.add_paragraph(style=_KEYS_TITLE)
    heading.add_run().add_break(WD_BREAK.PAGE)
    heading.add_run("Answers")
    items = [item for passage in kept.passages for item in passage.items]
    for place, item in enumerate(items, start=1):
        key = "–" if item.gold is None else _letter(item.gold)
        document.add_paragraph(f"{place}. {key}", _KEY)
        if item.feedback:
            document.add_paragraph(item.feedback, _FEEDBACK)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _letter(place: int) -> str:
    letters = string.ascii_uppercase
    return letters[place] if place < len(letters) else str(place + 1)


def _add_styles(document: Any) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.shared import Pt

    for name in _STYLES:
        style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = document.styles["Normal"]
        form = style.paragraph_format
        form.space_after = Pt(8 if name == _TEXT else 2)
        if name == _QUESTION:
            style.font.bold = True
            form.space_before, form.keep_with_next = Pt(12), True
        elif name in (_OPTION, _FEEDBACK):
            form.left_indent = Pt(20)


def read(data: bytes) -> Imported[PassageSet]:
    """The passages in a .docx file. Raises `InvalidInput` if it is none or is damaged."""
    category, parts = read_document(data)
    paragraphs = [part for part in parts if isinstance(part, Paragraph)]
    known = {*_STYLES, _NAME, _TITLE, _KEYS_TITLE}
    if category == CATEGORY and all(p.style in known or not p.text.strip() for p in paragraphs):
        return Imported(_exact(paragraphs))
    return understand("\n".join(_line(part) for part in parts))


def _line(part: Paragraph | Table) -> str:
    """A block as text; a paragraph stands apart unless it belongs to a list."""
    if isinstance(part, Table):
        return "\n".join(" | ".join(row) for row in part.rows)
    heading = "# " if part.style.startswith(("Title", "Heading 1")) and part.text else ""
    mark = f"{part.mark} " if part.mark else ""
    return f"{heading}{mark}{part.text}"


def _exact(paragraphs: list[Paragraph]) -> PassageSet:
    name = ""
    heads: list[tuple[str, list[str]]] = []
    items: list[list[ComprehensionItem]] = []
    keys: list[tuple[str, str]] = []
    for paragraph in paragraphs:
        text = paragraph.text
        if paragraph.style == _NAME:
            name = text
        elif paragraph.style == _TITLE:
            heads.append((text, []))
            items.append([])
        elif paragraph.style == _TEXT and heads:
            heads[-1][1].append(text)
        elif paragraph.style == _QUESTION and items:
            stem = re.sub(r"^\d+\. ", "", text, count=1)
            items[-1].append(ComprehensionItem(question=stem, origin="import"))
        elif paragraph.style == _OPTION and items and items[-1]:
            option = re.sub(r"^[A-Z0-9]+\. ", "", text, count=1)
            last = items[-1][-1]
            items[-1][-1] = last.model_copy(update={"options": (*last.options, option)})
        elif paragraph.style == _KEY:
            keys.append((text.rpartition(". ")[2], ""))
        elif paragraph.style == _FEEDBACK and keys:
            keys[-1] = (keys[-1][0], text)
    return PassageSet(name=name, passages=_keyed(heads, items, keys))


def _keyed(
    heads: list[tuple[str, list[str]]],
    items: list[list[ComprehensionItem]],
    keys: list[tuple[str, str]],
) -> tuple[Passage, ...]:
    """Passages with the keys of the last page set into their items."""
    remaining = iter(keys)
    passages = []
    for (title, lines), group in zip(heads, items, strict=True):
        complete = []
        for item in group:
            key, feedback = next(remaining, ("", ""))
            complete.append(
                item.model_copy(update={"gold": _place(key, item.options), "feedback": feedback})
            )
        passages.append(Passage(title=title, text="\n".join(lines), items=tuple(complete)))
    return tuple(passages)


def _place(key: str, options: tuple[str, ...]) -> int | None:
    names = [_letter(place) for place in range(len(options))]
    return names.index(key) if key in names else None
