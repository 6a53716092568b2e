"""What an exported file holds, as text to look at before it is saved."""

import io
import tarfile
import zipfile
from collections.abc import Iterator

from services.formats.docx_text import Paragraph, read_document
from services.formats.media_types import DOCX, XLSX
from services.formats.registry import Exported

LINES = 40
LINE_LENGTH = 300


def preview(exported: Exported) -> str:
    """The first `LINES` lines of the file; of an archive, the names and sizes of what is in it."""
    lines = list(_lines(exported))
    shown = [line[:LINE_LENGTH] for line in lines[:LINES]]
    if len(lines) > LINES:
        shown.append(f"… and {len(lines) - LINES} more lines")
    return "\n".join(shown)


def _lines(exported: Exported) -> Iterator[str]:
    data = exported.data
    if exported.format.mime == DOCX:
        yield from _of_word(data)
    elif exported.format.mime == XLSX:
        yield from _of_workbook(data)
    elif zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from (_entry(entry.filename, entry.file_size) for entry in archive.infolist())
    elif data.startswith(b"\x1f\x8b"):
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            yield from (_entry(entry.name, entry.size) for entry in archive if entry.isfile())
    else:
        yield from data.decode("utf-8-sig", "replace").splitlines()


def _of_word(data: bytes) -> Iterator[str]:
    for block in read_document(data)[1]:
        if isinstance(block, Paragraph):
            yield " ".join(part for part in (block.mark, block.text) if part)
        else:
            yield from (" | ".join(row) for row in block.rows)


def _of_workbook(data: bytes) -> Iterator[str]:
    from openpyxl import load_workbook

    for sheet in load_workbook(io.BytesIO(data), read_only=True).worksheets:
        yield f"[{sheet.title}]"
        for row in sheet.iter_rows(values_only=True):
            yield " | ".join("" if cell is None else str(cell) for cell in row)


def _entry(name: str, size: int) -> str:
    return f"{name} ({size:,} bytes)"
