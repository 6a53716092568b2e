"""Excel workbooks as tables of texts, read within limits and without formulas or links."""

import io
from collections.abc import Iterator
from typing import Any

from services.errors import InvalidInput
from services.formats.guarded_zip import open_office_file

MAX_ROWS, MAX_COLUMNS = 20_000, 200

Cells = dict[str, str]


def read_sheets(data: bytes) -> dict[str, list[Cells]]:
    """The rows under each sheet's header, by the sheet's name in lower case.

    Raises `InvalidInput` if it is no workbook, is damaged or holds macros.
    """
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    archive = open_office_file(data, "The workbook")
    if "xl/workbook.xml" not in archive.namelist():
        raise InvalidInput("The file is no Excel workbook.", "Choose an .xlsx file.")
    # What a workbook with missing or foreign parts makes the library raise.
    broken = (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        return {sheet.title.strip().lower(): list(_table(sheet)) for sheet in book.worksheets}
    except (*broken, InvalidFileException) as error:
        raise InvalidInput("The workbook is damaged and cannot be read.") from error


def _table(sheet: Any) -> Iterator[Cells]:
    """The rows under a header, as texts by column name."""
    header: list[str] | None = None
    for number, row in enumerate(
        sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS, values_only=True), start=1
    ):
        cells = [_text(value) for value in row]
        if header is None:
            header = _header(cells) if any(cells) else None
        elif any(cells) or number:
            yield {name: cell for name, cell in zip(header, cells, strict=False) if name}


def _header(cells: list[str]) -> list[str]:
    """Column names; the first of several translated columns (`label::English (en)`) is used."""
    names: list[str] = []
    for cell in cells:
        plain = cell.strip().split("::")[0].strip().lower().replace("list name", "list_name")
        names.append("" if plain in names else plain)
    return names


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
