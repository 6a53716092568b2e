"""The measures of passages as files: one row a passage, or all that `read` gives."""

import json
from collections.abc import Sequence

from services.formats.guarded_cells import write_rows
from services.reading.report import Report


def as_csv(reports: Sequence[Report]) -> bytes:
    """One row a passage; what is withheld or missing is an empty cell."""
    rows = [report.summary() for report in reports]
    header = list(rows[0]) if rows else []
    return write_rows([header, *([_cell(value) for value in row.values()] for row in rows)])


def as_json(reports: Sequence[Report]) -> bytes:
    """The list that the command `read` prints."""
    return json.dumps([report.as_json() for report in reports], ensure_ascii=False).encode()


def _cell(value: str | int | float | None) -> str:
    if value is None:
        return ""
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
