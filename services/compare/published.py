"""Published tables as data, and what keeps them from being compared with one's own figures."""

import tomllib
from functools import cache
from importlib.resources import files
from statistics import fmean

from services.compare.measures import MEASURES
from services.compare.models import BriefInput, Cell, Comparison, Subject, finished
from services.documents import Frozen

# A mean length apart by more than this share makes repetition incomparable.
LENGTH_APART = 0.2


class PublishedRow(Frozen):
    """`values` are in the order of the table's columns; `note` says what is wrong with them."""

    name: str
    values: tuple[float, ...]
    note: str = ""


class PublishedTable(Frozen):
    subject: Subject
    title: str
    source: str
    language: str
    columns: tuple[str, ...]
    rows: tuple[PublishedRow, ...]
    notes: tuple[str, ...] = ()
    encoder: str = ""
    judge: str = ""
    questions: float | None = None

    def value(self, row: PublishedRow, measure: str) -> float | None:
        """None for what the table does not have."""
        if measure not in self.columns:
            return None
        return row.values[self.columns.index(measure)]


@cache
def tables() -> tuple[PublishedTable, ...]:
    text = files("services.compare").joinpath("published.toml").read_text(encoding="utf-8")
    return tuple(PublishedTable.model_validate(entry) for entry in tomllib.loads(text).values())


def table_for(subject: Subject) -> PublishedTable:
    return next(table for table in tables() if table.subject is subject)


def warnings(comparison: Comparison, table: PublishedTable) -> list[str]:
    """Where language, length, encoder or judge differ from the table's; one sentence each."""
    cells = [cell for found in finished(comparison).values() for cell in found.values()]
    if not cells:
        return []
    said = [*_language(comparison, table), *_length(cells, table)]
    if table.encoder and any(table.encoder not in cell.made.signature for cell in cells):
        labels = ", ".join(m.label for m in MEASURES[table.subject] if m.encoder)
        said.append(
            f"{labels} were measured there with the encoder {table.encoder}, here with another: "
            "compare your arms with each other, not with the paper."
        )
    judges = sorted({cell.made.judge for cell in cells if cell.made.judge})
    if table.judge and judges:
        said.append(f"Hints were judged there by {table.judge}, here by {' and '.join(judges)}.")
    return said


def _language(comparison: Comparison, table: PublishedTable) -> list[str]:
    own = sorted(
        {
            source.brief.language if isinstance(source, BriefInput) else "en"
            for source in comparison.inputs
        }
        - {table.language}
    )
    if not own:
        return []
    names = {"en": "English", "zh": "Chinese"}
    theirs = names.get(table.language, table.language)
    yours = " and ".join(names.get(code, code) for code in own)
    return [f"The published figures are of {theirs} texts, yours of {yours}: words are counted."]


def _length(cells: list[Cell], table: PublishedTable) -> list[str]:
    lengths = [number for cell in cells if (number := cell.measures.get("questions"))]
    if table.questions is None or not lengths:
        return []
    mean = fmean(lengths)
    if abs(mean - table.questions) <= LENGTH_APART * table.questions:
        return []
    return [
        f"Yours have {mean:.1f} questions on average, people's in the paper {table.questions:.1f}: "
        "repetition (Rep-2 to Rep-4, Rep-sem, Diversity) depends on length."
    ]
