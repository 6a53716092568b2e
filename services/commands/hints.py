"""Commands of hints."""

import argparse
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from services.commands.results import write_whole
from services.commands.sources import read_json
from services.documents import require_moderate
from services.errors import InvalidInput, Unavailable
from services.hints import grading, question_type
from services.hints.candidates import FEWEST, MOST, USED
from services.hints.convergence import WORDINGS
from services.hints.familiarity import ViewFinder, read_snapshot
from services.hints.generation import Wanted, make_hints
from services.hints.graded_set import graded_set
from services.hints.grading import Tools
from services.hints.models import HintQuiz, TriviaQuestion
from services.hints.supplied import Supplied, question_of, read_supplied
from services.llm.base import Engine, EngineInfo
from services.text.embeddings import Embedder
from services.workshop import Workshop

MOST_HINTS = 30


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
    hints = commands.add_parser("hints", help="write, grade and order hints for a question")
    hints.add_argument("--question", required=True)
    hints.add_argument("--answer", required=True)
    hints.add_argument("--alias", action="append", default=[], help="another name of the answer")
    hints.add_argument("--count", type=int, default=10, help="hints wanted, 1 to 30")
    hints.add_argument("--candidates", type=int, default=USED, help="candidates to grade against")
    hints.add_argument("--seed", type=int, default=0)
    hints.add_argument("--out", type=Path, help="write the quiz as Askwright's JSON")
    _grading_options(hints)
    hints.set_defaults(run=run_hints)
    grade = commands.add_parser("grade", help="grade hints that a person wrote")
    grade.add_argument("files", nargs="+", metavar="FILE")
    _grading_options(grade)
    grade.set_defaults(run=run_grade)
    kind = commands.add_parser("question-type", help="the TREC class of questions")
    kind.add_argument("texts", nargs="+", metavar="TEXT")
    kind.set_defaults(run=run_question_type)


def _grading_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--snapshot", metavar="FILE", help="page views to use: JSON of title -> monthly views"
    )
    command.add_argument(
        "--wording", choices=list(WORDINGS), default="paper", help="how the judge is asked"
    )


def run_hints(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    """Hints of the model for one question, graded; those a filter dropped are listed apart."""
    _check_range("--count", arguments.count, 1, MOST_HINTS)
    _check_range("--candidates", arguments.candidates, FEWEST, MOST)
    wanted = Wanted(
        question=arguments.question,
        answer=arguments.answer,
        aliases=tuple(arguments.alias),
        count=arguments.count,
        candidate_count=arguments.candidates,
        seed=arguments.seed,
    )
    _require_folder(arguments.out)
    finder = view_finder(workshop, arguments.snapshot)
    tools = Tools(
        engine=workshop.engine,
        embedder=finder.embedder,
        finder=finder,
        classifier=question_type.load(),
        wording=arguments.wording,
    )

    def report(done: int, total: int, what: str) -> None:
        print(f"askwright: {what}: {done} of {total}", file=sys.stderr, flush=True)

    made = make_hints(wanted, tools, report=report)
    result = graded_set(made, workshop.engine.info, only_kept=True)
    if arguments.out is not None:
        _write(arguments.out, HintQuiz(seed=wanted.seed, count=wanted.count, questions=(made,)))
    return result


def _require_folder(out: Path | None) -> None:
    """Before minutes of work, not after them."""
    if out is not None and not out.resolve().parent.is_dir():
        raise InvalidInput(f"The folder of {out} does not exist.", "Make it, or choose another.")


def _write(out: Path, quiz: HintQuiz) -> None:
    try:
        write_whole(out, quiz.model_dump_json(indent=1).encode())
    except Unavailable as error:
        raise InvalidInput(error.message, "Choose another place with --out.") from error


def _check_range(option: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise InvalidInput(f"{option} is {value}.", f"Give a number from {low} to {high}.")


def run_grade(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    """One graded set for one file, else a list; all files are checked before any work is done."""
    supplied = [_supplied(name) for name in arguments.files]
    finder = view_finder(workshop, arguments.snapshot)
    sets = [_graded(entry, arguments.wording, finder, workshop) for entry in supplied]
    return sets if len(sets) > 1 else sets[0]


def _supplied(name: str) -> Supplied:
    content = read_json(name)
    try:
        require_moderate(content)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.message}", error.hint) from error
    return read_supplied(content, name)


def _graded(
    supplied: Supplied, wording: str, finder: ViewFinder, workshop: Workshop
) -> dict[str, Any]:
    question = question_of(supplied)
    engine = _engine(question, workshop)
    tools = Tools(
        engine=engine,
        embedder=finder.embedder,
        finder=finder,
        classifier=question_type.load(),
        entities=supplied.entities,
        views=read_snapshot(supplied.views or {}),
        wording=wording,
    )
    graded = grading.grade(question, tools)
    info: EngineInfo | None = engine.info if engine is not None else None
    return graded_set(graded, info)


def _engine(question: TriviaQuestion, workshop: Workshop) -> Engine | None:
    """The model, loaded only if something is left for it to judge; None if it cannot be had."""
    if not grading.needs_judge(question):
        return None
    try:
        return workshop.engine
    except Unavailable as error:
        print(f"askwright: not judged: {error}", file=sys.stderr)
        return None


def view_finder(workshop: Workshop, snapshot: str | None = None) -> ViewFinder:
    """Where views come from on this machine: Wikipedia if it is switched on, then what is kept."""
    from services.hints import popularity
    from services.hints.wikipedia import Wikipedia

    settings = workshop.settings
    return ViewFinder(
        pages=Wikipedia(settings.wikipedia_contact) if settings.wikipedia else None,
        cache=_LateCache(workshop),
        snapshot=read_snapshot(read_json(snapshot)) if snapshot else {},
        estimator=popularity.load(),
        embedder=_embedder(workshop),
    )


class _LateCache:
    """The store, opened only when something is looked up in it."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    def cached(self, namespace: str, key: str) -> tuple[str, datetime] | None:
        return self._workshop.repository.cached(namespace, key)

    def keep(self, namespace: str, key: str, value: str) -> None:
        self._workshop.repository.keep(namespace, key, value)


def _embedder(workshop: Workshop) -> Embedder | None:
    """The sentence encoder; without it similarities, strength and estimates are left out."""
    try:
        workshop.embedder.encode(["a"])
    except Unavailable as error:
        print(f"askwright: meanings are not compared: {error}", file=sys.stderr)
        return None
    return workshop.embedder


def run_question_type(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    """The TREC class of each text, in order."""
    if blank := [text for text in arguments.texts if not text.strip()]:
        raise InvalidInput(
            f"{len(blank)} of the texts are empty.", "Give each question as one argument."
        )
    found = question_type.load().classify(arguments.texts)
    return [
        {"text": text, **kind.model_dump()}
        for text, kind in zip(arguments.texts, found, strict=True)
    ]
