"""The command `read`: how hard passages are to read."""

import argparse
import sys
from pathlib import Path
from typing import Any

from services.commands.sources import read_bytes
from services.errors import InvalidInput
from services.formats.guarded_cells import read_rows
from services.formats.guarded_text import decode
from services.formats.guarded_zip import is_zip
from services.formats.passages import pdf, word
from services.reading.models import PassageSet
from services.reading.plain_markdown import plain
from services.reading.report import read
from services.workshop import Workshop

# Columns of a table that hold a passage, and its name.
TEXT_COLUMNS = ("passage", "text")
NAME_COLUMNS = ("title", "name", "id")


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command."""
    reading = commands.add_parser("read", help="measure how hard passages are to read")
    reading.add_argument(
        "files", nargs="+", metavar="FILE", help=".txt, .md, .docx, .pdf or .csv; - for text"
    )
    reading.set_defaults(run=run)


def run(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    """One report a passage, in the order of the files; all are opened before any work is done."""
    passages = [found for name in arguments.files for found in texts(name, read_bytes(name))]
    scorer = workshop.surprisal_scorer
    reports = []
    for number, (name, text) in enumerate(passages, start=1):
        if len(passages) > 1:
            print(f"{number}/{len(passages)} {name}", file=sys.stderr)
        reports.append(read(name, text, scorer).as_json())
    return reports


def texts(name: str, data: bytes) -> list[tuple[str, str]]:
    """(name, text) of each passage in a file. Raises `InvalidInput` naming the file."""
    kind = Path(name).suffix.lower()
    try:
        if is_zip(data):
            return _named(name, word.read(data).document)
        if data.startswith(b"%PDF"):
            return _named(name, pdf.read(data).document)
        text = decode(data)
        if "\x00" in text:
            raise InvalidInput("It is not text.", "Use .txt, .md, .docx, .pdf or .csv.")
        if kind == ".csv":
            return _rows(name, text)
    except InvalidInput as error:
        raise InvalidInput(f"{name} cannot be read: {error.message}", error.hint) from error
    return [(name, plain(text) if kind in {".md", ".markdown"} else text)]


def _named(name: str, found: PassageSet) -> list[tuple[str, str]]:
    """A title that was taken off the text is put back: it is read too."""
    several = len(found.passages) > 1
    return [
        (
            f"{name}: {passage.title or number}" if several else name,
            f"{passage.title}\n\n{passage.text}" if passage.title else passage.text,
        )
        for number, passage in enumerate(found.passages, start=1)
    ] or [(name, "")]


def _rows(name: str, text: str) -> list[tuple[str, str]]:
    """One passage a row; a passage repeated for each of its questions counts once."""
    rows = read_rows(text, "The table")
    header = [cell.strip().lower() for cell in rows[0]] if rows else []
    column = next((header.index(label) for label in TEXT_COLUMNS if label in header), None)
    if column is None:
        raise InvalidInput(
            "its first row names no column of passages.", "Call the column text or passage."
        )
    titled = next((header.index(label) for label in NAME_COLUMNS if label in header), None)
    found: dict[str, str] = {}
    for number, row in enumerate(rows[1:], start=1):
        passage = row[column] if len(row) > column else ""
        title = row[titled] if titled is not None and len(row) > titled else ""
        if passage.strip():
            found.setdefault(passage, f"{name}: {title.strip() or number}")
    return [(label, passage) for passage, label in found.items()]
