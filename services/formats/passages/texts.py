"""The passages in a file as plain text: what `read` and the page measure. Read only.

Unlike the readers beside it, which look for questions, nothing is taken off a text: titles and
lists are read too, so they count.
"""

from pathlib import Path

from services.errors import InvalidInput
from services.formats.guarded_cells import read_rows
from services.formats.guarded_text import decode
from services.formats.guarded_zip import is_zip
from services.formats.passages import pdf, word
from services.reading.models import PassageSet
from services.reading.plain_markdown import plain

# Columns of a table that hold a passage, and its name.
TEXT_COLUMNS = ("passage", "text")
NAME_COLUMNS = ("title", "name", "id")


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
