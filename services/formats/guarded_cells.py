"""Comma- and tab-separated cells: read strictly, and written so that none starts a formula.

A cell that a spreadsheet would run (= + - @ tab, carriage return first) gets an apostrophe in
front. A cell that already looks guarded gets one more, so that `unguard(guard(x)) == x` always.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from services.errors import InvalidInput

MAX_CELL = 1_000_000
MAX_ROWS = 50_000
_RISKY = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def guard(cell: str) -> str:
    """`cell`, with an apostrophe in front if a spreadsheet could take it for a formula."""
    risky = _RISKY.match(cell) and not _PLAIN_NUMBER.fullmatch(cell)
    return "'" + cell if risky else cell


def unguard(cell: str) -> str:
    """The cell as it was before `guard`."""
    return cell[1:] if _GUARDED.match(cell) else cell


def write_rows(rows: Iterable[Sequence[str]], *, guarded: bool = True) -> bytes:
    """UTF-8 with byte order mark and CRLF line ends, as spreadsheets expect."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    for row in rows:
        writer.writerow([guard(cell) if guarded else cell for cell in row])
    return stream.getvalue().encode("utf-8-sig")


def read_rows(
    text: str, what: str, *, guarded: bool = True, separator: str = ""
) -> list[list[str]]:
    """The rows; a separator of `,` `;` or tab is found in the first line if none is given.

    Raises `InvalidInput` naming the row that cannot be read.
    """
    first = text.split("\n", 1)[0]
    separator = separator or max(",;\t", key=first.count)
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
    rows: list[list[str]] = []
    try:
        for row in reader:
            rows.append([unguard(cell) for cell in row] if guarded else row)
            if len(rows) > MAX_ROWS:
                raise InvalidInput(f"{what} has more than {MAX_ROWS:,} rows.", "Split it.")
    except csv.Error as error:
        raise InvalidInput(f"{what}: row {len(rows) + 1} cannot be read ({error}).") from error
    return rows
