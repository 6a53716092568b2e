"""The `batch hints` command: hints for every row of a table, finished one by one.

In the output folder `quiz.json` (Askwright's own file) is what has been done so far; it is
replaced as a whole after each question, so that a run can be broken off anywhere and resumed.
Beside it stand a graded set for each row, TriviaHG's JSON, and a table of what failed.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from services.commands.results import write_whole
from services.commands.sources import read_bytes
from services.errors import Busy, InvalidInput, Unavailable
from services.formats import registry
from services.formats.base import Room
from services.formats.guarded_cells import write_rows
from services.hints import batch
from services.hints.batch import Stage, stage_of
from services.hints.candidates import FEWEST, MOST, USED
from services.hints.graded_set import graded_set
from services.hints.models import HintQuiz, TriviaQuestion
from services.llm.base import EngineInfo
from services.work.hint_tools import tools_of
from services.workshop import Workshop

MOST_HINTS = 30
QUIZ, TRIVIAHG, FAILURES = "quiz.json", "triviahg.json", "failures.csv"


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add `batch`."""
    parser = commands.add_parser("batch", help="work through a whole file of questions")
    parser.add_argument("what", choices=["hints"], help="what to make of each row")
    parser.add_argument("input", metavar="INPUT.csv", help="columns question,answer[,aliases]")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder to fill")
    parser.add_argument("--resume", action="store_true", help="go on with what DIR lacks")
    parser.add_argument("--count", type=int, default=10, help="hints wanted, 1 to 30")
    parser.add_argument("--candidates", type=int, default=USED, help="candidates to grade against")
    parser.add_argument("--seed", type=int, default=0)
    parser.set_defaults(run=run_batch)


def run_batch(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    """Finish what is missing; a row that fails is listed with its reason and the others go on."""
    _check_range("--count", arguments.count, 1, MOST_HINTS)
    _check_range("--candidates", arguments.candidates, FEWEST, MOST)
    rows = _rows(arguments.input)
    folder = _folder(arguments.out, resume=arguments.resume)
    with _alone(folder):
        return _run(arguments, rows, folder, workshop)


def _run(
    arguments: argparse.Namespace, rows: Sequence[TriviaQuestion], folder: Path, workshop: Workshop
) -> dict[str, Any]:
    before = _stored(folder / QUIZ) if arguments.resume else HintQuiz()
    quiz = HintQuiz(
        name=Path(arguments.input).stem,
        count=arguments.count,
        candidate_count=arguments.candidates,
        seed=arguments.seed,
        questions=_continued(rows, before.questions),
    )
    _write(folder / QUIZ, quiz.model_dump_json(indent=1))
    wanted = [q for q in quiz.questions if stage_of(q) is not Stage.DONE]
    if wanted:
        _ = workshop.engine
    quiz = _work_through(quiz, wanted, folder, workshop)
    _write_results(quiz, folder)
    failed = [(n, q) for n, q in enumerate(quiz.questions, 1) if stage_of(q) is not Stage.DONE]
    return {
        "questions": len(quiz.questions),
        "done": len(quiz.questions) - len(failed),
        "made_now": sum(stage_of(q) is Stage.DONE for q in _now(quiz, wanted)),
        "failed": [{"row": n, "question": q.question, "reason": q.error} for n, q in failed],
        "out": str(folder),
        "model": workshop.engine.info.as_json() if wanted else None,
    }


def _now(quiz: HintQuiz, wanted: Sequence[TriviaQuestion]) -> list[TriviaQuestion]:
    ids = {question.id for question in wanted}
    return [question for question in quiz.questions if question.id in ids]


def _work_through(
    quiz: HintQuiz, wanted: Sequence[TriviaQuestion], folder: Path, workshop: Workshop
) -> HintQuiz:
    """Each question is in the file before the next is begun."""
    numbers = {question.id: number for number, question in enumerate(quiz.questions, 1)}

    def report(question: TriviaQuestion, done: int, total: int, what: str) -> None:
        place = f"question {numbers[question.id]} of {len(numbers)}"
        print(f"askwright: {place}: {what}: {done} of {total}", file=sys.stderr, flush=True)

    for read, made in batch.run(quiz, wanted, lambda: tools_of(workshop), report=report):
        questions = list(quiz.questions)
        questions[numbers[read.id] - 1] = made
        quiz = quiz.model_copy(update={"questions": tuple(questions)})
        _write(folder / QUIZ, quiz.model_dump_json(indent=1))
        if stage_of(made) is Stage.DONE:
            _write_row(folder, numbers[read.id], made, workshop.engine.info)
    return quiz


def _rows(name: str) -> list[TriviaQuestion]:
    """The questions of the table. Raises `InvalidInput` naming the first row that has none."""
    loaded = registry.load(read_bytes(name), registry.get(Room.HINTS, "csv"))
    rows: tuple[TriviaQuestion, ...] = loaded.document.questions
    lost = [line for line in loaded.unread if line.line != 1]
    if lost:
        raise InvalidInput(f"{name}, row {lost[0].line}: {lost[0].why}", "Correct that row.")
    if not rows:
        raise InvalidInput(f"{name} has no questions.", "Give rows with question and answer.")
    return list(rows)


def _continued(
    rows: Sequence[TriviaQuestion], done: Sequence[TriviaQuestion]
) -> tuple[TriviaQuestion, ...]:
    """The table's questions, each as it was left where the earlier run had the same row."""
    left: dict[tuple[Any, ...], list[TriviaQuestion]] = {}
    for question in done:
        left.setdefault(_row_key(question), []).append(question)
    found = []
    for row in rows:
        same = left.get(_row_key(row))
        found.append(same.pop(0) if same else row)
    return tuple(found)


def _row_key(question: TriviaQuestion) -> tuple[Any, ...]:
    return (question.question, question.answer, question.aliases)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keeps a second run out of the folder. Raises `Busy`."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise Busy(f"Another run is at work in {folder}.", "Wait for it, or stop it.") from error
    try:
        yield
    finally:
        lock.release()


def _folder(out: Path, *, resume: bool) -> Path:
    if not resume and (out / QUIZ).exists():
        raise InvalidInput(
            f"{out} holds a batch already.", "Add --resume to go on with it, or choose another."
        )
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"{out} is no folder: {error.strerror}.", "Choose another.") from error
    return out


def _stored(path: Path) -> HintQuiz:
    """What an earlier run has done; nothing if it was stopped before its first question."""
    if not path.exists():
        return HintQuiz()
    document = registry.load(path.read_bytes(), registry.get(Room.HINTS, "json")).document
    if not isinstance(document, HintQuiz):
        raise InvalidInput(f"{path} is no quiz.", "Choose another folder with --out.")
    return document


def _write_results(quiz: HintQuiz, folder: Path) -> None:
    """A graded set a row, TriviaHG's file, and the rows that failed as a table to try again."""
    for number, question in enumerate(quiz.questions, 1):
        if stage_of(question) is Stage.DONE:
            _write_row(folder, number, question, None)
    done = tuple(q for q in quiz.questions if stage_of(q) is Stage.DONE)
    shown = registry.export(quiz.model_copy(update={"questions": done}), "triviahg")
    _write(folder / TRIVIAHG, shown.data.decode())
    failed = [q for q in quiz.questions if stage_of(q) is not Stage.DONE]
    (folder / FAILURES).unlink(missing_ok=True)
    if failed:
        rows = [(q.question, q.answer, "|".join(q.aliases), q.error) for q in failed]
        table = write_rows([("question", "answer", "aliases", "reason"), *rows])
        _write(folder / FAILURES, table.decode())


def _write_row(
    folder: Path, number: int, question: TriviaQuestion, info: EngineInfo | None
) -> None:
    """The graded set of a row; without `info` the model that an earlier run named stays."""
    path = folder / f"{number:04}.json"
    content = graded_set(question, info, only_kept=True)
    there = json.loads(path.read_bytes()) if path.exists() else {}
    if info is None and there.get("question") == question.question:
        content["model"] = there["model"]
    if content != there:
        _write(path, json.dumps(content, ensure_ascii=False, indent=1))


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode())
    except Unavailable as error:
        raise Unavailable(error.message, "What was finished before is kept.") from error


def _check_range(option: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise InvalidInput(f"{option} is {value}.", f"Give a number from {low} to {high}.")
