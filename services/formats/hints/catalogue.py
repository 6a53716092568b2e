"""The formats of hint quizzes by name."""

from typing import Any

from services.formats.base import Format, Room
from services.formats.hints import (
    aiken,
    anki,
    document,
    gift,
    h5p,
    moodle,
    olx,
    qti,
    table,
    triviahg,
)
from services.formats.media_types import CSV, DOCX, JSON, TEXT, XML, ZIP


def _format(
    name: str, label: str, extension: str, mime: str, write: Any, losses: Any, **more: Any
) -> Format:
    return Format(name, Room.HINTS, label, extension, mime, write, losses, **more)


FORMATS = (
    _format(
        "moodle",
        "Moodle XML",
        ".xml",
        XML,
        moodle.write,
        moodle.losses,
        read=moodle.read,
        aliases=("moodle-xml",),
    ),
    _format(
        "qti3",
        "QTI 3.0",
        ".zip",
        ZIP,
        qti.write_qti3,
        qti.losses,
        aliases=("qti", "qti-3.0"),
    ),
    _format(
        "qti21",
        "QTI 2.1",
        ".zip",
        ZIP,
        qti.write_qti21,
        qti.losses,
        aliases=("qti2", "qti-2.1"),
    ),
    _format(
        "olx",
        "edX (OLX)",
        ".tar.gz",
        "application/gzip",
        olx.write,
        olx.losses,
        notice=olx.NOTICE,
        aliases=("edx",),
    ),
    _format(
        "anki",
        "Anki deck",
        ".apkg",
        "application/octet-stream",
        anki.write,
        anki.losses,
        aliases=("apkg",),
    ),
    _format("h5p", "H5P", ".h5p", ZIP, h5p.write, h5p.losses, notice=h5p.NOTICE),
    _format(
        "triviahg",
        "TriviaHG JSON",
        ".json",
        JSON,
        triviahg.write,
        triviahg.losses,
        read=triviahg.read,
    ),
    _format(
        "csv",
        "CSV table",
        ".csv",
        CSV,
        table.write,
        table.losses,
        read=table.read,
    ),
    _format(
        "markdown",
        "Markdown",
        ".md",
        "text/markdown",
        document.write_markdown,
        document.losses,
        aliases=("md",),
    ),
    _format(
        "docx",
        "Word, to print",
        ".docx",
        DOCX,
        document.write_word,
        document.losses,
        aliases=("word",),
    ),
    _format(
        "gift",
        "GIFT",
        ".gift",
        TEXT,
        gift.write,
        gift.losses,
        read=gift.read,
        notice=gift.NOTICE,
    ),
    _format(
        "aiken",
        "Aiken",
        ".txt",
        TEXT,
        aiken.write,
        aiken.losses,
        read=aiken.read,
        notice=aiken.NOTICE,
    ),
)
