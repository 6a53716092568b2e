"""Published tables as data, and what keeps them from being compared with one's own figures."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from statistics import fmean

from services.compare.measures import MEASURES
from services.compare.models import BriefInput, Comparison, Subject, finished
from services.compare.study_models import Study, StudyKind
from services.documents import Frozen

# A mean length apart by more than this share makes repetition incomparable.
LENGTH_APART = 0.2
REPETITION = "repetition (Rep-2 to Rep-4, Rep-sem, Diversity) depends on length"


class PublishedRow(Frozen):
    """`values` are in the order of the table's columns; `note` says what is wrong with them."""

    name: str
    values: tuple[float, ...]
    note: str = ""


class PublishedTable(Frozen):
    """Measures, or with a `study` what people said in a study of that kind; `decimals` as printed.

    Of such a study, `raters` says who rated how much and `scale` how what they were asked differs.
    """

    subject: Subject
    study: StudyKind | None = None
    title: str
    source: str
    language: str
    columns: tuple[str, ...]
    rows: tuple[PublishedRow, ...]
    notes: tuple[str, ...] = ()
    encoder: str = ""
    judge: str = ""
    raters: str = ""
    scale: str = ""
    questions: float | None = None
    decimals: int = 2

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
    """The table of measures."""
    return next(each for each in tables() if each.subject is subject and each.study is None)


def ratings_for(kind: StudyKind) -> PublishedTable | None:
    """What people said in a published study of this kind; None where there is none."""
    return next((each for each in tables() if each.study is kind), None)


def warnings(comparison: Comparison, table: PublishedTable) -> list[str]:
    """Where language, length, encoder or judge differ from the table's; one sentence each."""
    cells = [cell for found in finished(comparison).values() for cell in found.values()]
    if not cells:
        return []
    lengths = [number for cell in cells if (number := cell.measures.get("questions"))]
    said = [
        *_language(_languages(comparison), table, "words are counted"),
        *_length(lengths, table, REPETITION),
    ]
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


def rating_warnings(study: Study, table: PublishedTable, raters: int) -> list[str]:
    """Where language, length, raters or scale differ from those of a published study."""
    languages = {sample.brief.language if sample.brief else "en" for sample in study.samples}
    written = [sample.questionnaire for sample in study.samples]
    lengths = [float(len(each.items)) for each in written if each is not None]
    here = "one person" if raters == 1 else f"{raters or 'no'} people"
    answers = study.kind is StudyKind.ANSWER
    did, why = (
        ("Answered", "What these people happen to know decides much")
        if answers
        else ("Rated", "Everybody uses a scale in their own way")
    )
    return [
        f"{did} there by {table.raters}; here by {here}. {why}.",
        table.scale,
        *_language(languages, table, "what reads well differs"),
        *_length(lengths, table, "a longer one has more to be right and wrong"),
    ]


def _languages(comparison: Comparison) -> set[str]:
    return {
        source.brief.language if isinstance(source, BriefInput) else "en"
        for source in comparison.inputs
    }


def _language(languages: set[str], table: PublishedTable, why: str) -> list[str]:
    own = sorted(languages - {table.language})
    if not own:
        return []
    names = {"en": "English", "zh": "Chinese"}
    theirs = names.get(table.language, table.language)
    yours = " and ".join(names.get(code, code) for code in own)
    return [f"The published figures are of {theirs} texts, yours of {yours}: {why}."]


def _length(lengths: Sequence[float], table: PublishedTable, why: str) -> list[str]:
    if table.questions is None or not lengths:
        return []
    mean = fmean(lengths)
    if abs(mean - table.questions) <= LENGTH_APART * table.questions:
        return []
    return [
        f"Yours have {mean:.1f} questions on average, people's in the paper {table.questions:.1f}: "
        f"{why}."
    ]
