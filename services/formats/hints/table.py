"""A hint quiz as CSV: question, answer, aliases (parted by bars), then one column a hint."""

import re

from services.errors import InvalidInput
from services.formats.base import Imported, Unread
from services.formats.guarded_cells import read_rows, write_rows
from services.formats.guarded_text import decode
from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.rewriting import LINE_ENDS, rewrite
from services.hints.models import Hint, HintQuiz, TriviaQuestion

TARGET = Target(
    label="A CSV table",
    carries=frozenset({Part.ALIASES, Part.HINTS}),
    texts=(rewrite("\x00", "", "a NUL character cannot be stored"), LINE_ENDS),
    needs_answer=False,
    needs_question=True,
)
losses = losses_for(TARGET)
_HINT = re.compile(r"hint[ _]?\d*")
_NAMES = ("question", "answer", "aliases")


def write(quiz: HintQuiz) -> bytes:
    """UTF-8 CSV with byte order mark; cells that would start a formula are guarded."""
    kept = prepare(quiz, TARGET).quiz
    most = max([len(question.hints) for question in kept.questions], default=0)
    rows = [[*_NAMES, *(f"hint {number}" for number in range(1, most + 1))]]
    for question in kept.questions:
        hints = [hint.text for hint in question.hints]
        aliases = "|".join(re.sub(r"([\\|])", r"\\\1", alias) for alias in question.aliases)
        cells = [question.question, question.answer, aliases, *hints]
        rows.append(cells + [""] * (most - len(hints)))
    return write_rows(rows)


def is_table(header: list[str]) -> bool:
    """Whether these are the columns of such a table."""
    names = {name.strip().lower() for name in header}
    return {"question", "answer"} <= names and "option a" not in names


def read(data: bytes) -> Imported[HintQuiz]:
    """Raises `InvalidInput` if the columns question and answer are missing."""
    rows = read_rows(decode(data), "The table")
    if not rows or not is_table(rows[0]):
        raise InvalidInput(
            "The table's first row lacks the columns question and answer.",
            "Columns are question, answer, aliases, hint 1, hint 2, …",
        )
    header = [name.strip().lower() for name in rows[0]]
    unread = [
        Unread(1, name, "this column is not known.")
        for name in header
        if name and name not in _NAMES and not _HINT.fullmatch(name)
    ]
    questions = []
    for number, cells in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in cells):
            continue
        padded = cells + [""] * (len(header) - len(cells))
        row = dict(zip(header, padded, strict=False))
        if not row["question"].strip():
            unread.append(Unread(number, " | ".join(cells), "this row has no question."))
            continue
        questions.append(_question(row))
    return Imported(HintQuiz(questions=tuple(questions)), tuple(unread))


def _question(row: dict[str, str]) -> TriviaQuestion:
    texts = [cell for name, cell in row.items() if _HINT.fullmatch(name) and cell]
    return TriviaQuestion(
        question=row["question"],
        answer=row["answer"],
        aliases=tuple(_aliases(row.get("aliases", ""))),
        hints=tuple(Hint(text=text, order=place) for place, text in enumerate(texts, start=1)),
    )


def _aliases(cell: str) -> list[str]:
    """The parts between bars that no backslash stands before."""
    parts = re.findall(r"(?:\\.|[^\\|])+", cell, re.DOTALL)
    return [re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL) for part in parts]
