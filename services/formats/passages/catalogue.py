"""The formats of passages and their items by name."""

from typing import Any

from services.formats.base import Format, Room
from services.formats.media_types import CSV, DOCX, TEXT, XML, ZIP
from services.formats.passages import (
    aiken,
    gift,
    moodle,
    pdf,
    qti,
    qti_reader,
    table,
    text,
    word,
)


def _format(name: str, label: str, extension: str, mime: str, module: Any, **more: Any) -> Format:
    fields = {"write": module.write, "losses": module.losses, "read": module.read} | more
    return Format(name, Room.PASSAGES, label, extension, mime, **fields)


FORMATS = (
    _format("moodle", "Moodle XML", ".xml", XML, moodle, aliases=("moodle-xml",)),
    Format(
        "qti3",
        Room.PASSAGES,
        "QTI 3.0",
        ".zip",
        ZIP,
        qti.write_qti3,
        qti.losses,
        qti_reader.read,
        aliases=("qti", "qti-3.0"),
    ),
    Format(
        "qti21",
        Room.PASSAGES,
        "QTI 2.1",
        ".zip",
        ZIP,
        qti.write_qti21,
        qti.losses,
        qti_reader.read,
        aliases=("qti2", "qti-2.1"),
    ),
    _format("gift", "GIFT", ".gift", TEXT, gift),
    _format("aiken", "Aiken", ".txt", TEXT, aiken, notice=aiken.NOTICE),
    _format("csv", "CSV table", ".csv", CSV, table),
    _format("docx", "Word", ".docx", DOCX, word, aliases=("word",)),
    Format(
        "text",
        Room.PASSAGES,
        "Text or Markdown",
        ".txt",
        TEXT,
        read=text.read,
        aliases=("plain-text", "txt", "md", "markdown"),
    ),
    Format("pdf", Room.PASSAGES, "PDF with text", ".pdf", "application/pdf", read=pdf.read),
)
