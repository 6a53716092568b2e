"""Hints that a person supplies for grading, read from parsed JSON (design: `grade FILE`)."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.errors import InvalidInput
from services.hints.convergence import candidate_set, fold_verdicts
from services.hints.familiarity import read_snapshot
from services.hints.models import Hint, TriviaQuestion

MAX_HINTS = 200
MAX_CANDIDATES = 200


class Supplied(BaseModel):
    """What the file may hold; `None` is what has to be found out."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    question: str = Field(max_length=5_000)
    answer: str = Field(min_length=1, max_length=1_000)
    aliases: tuple[str, ...] = ()
    hints: tuple[str, ...] = Field(min_length=1, max_length=MAX_HINTS)
    candidates: tuple[str, ...] | None = Field(default=None, max_length=MAX_CANDIDATES)
    verdicts: tuple[tuple[bool | None, ...], ...] | None = None
    entities: tuple[tuple[str, ...], ...] | None = None
    views: dict[str, Any] | None = None


def read_supplied(content: Any, where: str) -> Supplied:
    """Check parsed JSON. Raises `InvalidInput` naming `where`, the field and what it should be."""
    try:
        supplied = Supplied.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InvalidInput(
            f"{where}: {place} cannot be used: {first['msg']}.",
            "Give question, answer and hints; candidates, verdicts, entities and views if known.",
        ) from error
    if not supplied.answer.strip():
        raise InvalidInput(f"{where}: answer is empty.", "Give the question's answer.")
    _check_rows(supplied, where)
    if supplied.views is not None:
        read_snapshot(supplied.views)
    return supplied


def _check_rows(supplied: Supplied, where: str) -> None:
    """Rows belong to hints one to one, cells of verdicts to candidates."""
    for name, rows in (("verdicts", supplied.verdicts), ("entities", supplied.entities)):
        if rows is not None and len(rows) != len(supplied.hints):
            raise InvalidInput(
                f"{where}: {name} has {len(rows)} rows for {len(supplied.hints)} hints.",
                "Give one row a hint, in the same order.",
            )
    if supplied.verdicts is None:
        return
    if supplied.candidates is None:
        raise InvalidInput(
            f"{where}: verdicts are given without candidates.", "Give the candidates too."
        )
    for number, row in enumerate(supplied.verdicts, 1):
        if len(row) != len(supplied.candidates):
            raise InvalidInput(
                f"{where}: row {number} of verdicts has {len(row)} cells for "
                f"{len(supplied.candidates)} candidates.",
                "Give one verdict a candidate: 1, 0, or null if unknown.",
            )


def question_of(supplied: Supplied) -> TriviaQuestion:
    """The question to grade: candidates folded and the answer among them, verdicts folded alike.

    Candidates stay empty when none were supplied.
    """
    question = TriviaQuestion(
        question=supplied.question,
        answer=supplied.answer.strip(),
        aliases=tuple(alias for alias in supplied.aliases if alias.strip()),
        hints=tuple(Hint(text=text) for text in supplied.hints),
    )
    if supplied.candidates is None:
        return question
    candidates = candidate_set(question.answer, question.aliases, supplied.candidates)
    rows: Sequence[Sequence[bool | None]] = supplied.verdicts or [()] * len(question.hints)
    hints = []
    for hint, row in zip(question.hints, rows, strict=True):
        cells = [None if cell is None else int(cell) for cell in row]
        verdicts = fold_verdicts(cells, candidates) if cells else ()
        hints.append(
            hint.model_copy(update={"verdicts": verdicts, "margins": (None,) * len(verdicts)})
        )
    return question.model_copy(update={"candidates": candidates.names, "hints": tuple(hints)})
