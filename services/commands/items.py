"""The command `item`: reads item files and reviews each."""

import argparse
from typing import Any

from services.commands.sources import read_json
from services.documents import require_moderate
from services.errors import InvalidInput, Unavailable
from services.llm.base import Engine
from services.reading.item_review import SolverChoice, check, review
from services.reading.models import LONGEST_PASSAGE
from services.text.embeddings import Embedder
from services.workshop import Workshop


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command."""
    item = commands.add_parser("item", help="review multiple-choice items on passages")
    item.add_argument("files", nargs="+", metavar="FILE")
    item.add_argument("--solver", choices=[choice.value for choice in SolverChoice])
    item.set_defaults(run=run)


def run(arguments: argparse.Namespace, workshop: Workshop) -> Any:
    """One review for one file, else a list; all files are checked before any work is done."""
    entries = [_checked(name, read_json(name)) for name in arguments.files]
    choice, engine = _solver(arguments.solver, workshop)
    embedder = _embedder(choice, workshop)
    reviews = [
        review(
            entry["passage"],
            entry["question"],
            entry["options"],
            entry["gold"],
            choice=choice,
            embedder=embedder,
            engine=engine,
        ).as_json()
        for entry in entries
    ]
    return reviews if len(reviews) > 1 else reviews[0]


def _solver(asked: str | None, workshop: Workshop) -> tuple[SolverChoice, Engine | None]:
    """The model if it was asked for, or if it is there and loads; else comparison."""
    if asked is not None and asked != SolverChoice.MODEL:
        return SolverChoice(asked), None
    if asked is None and workshop.needs_weights():
        return SolverChoice.EMBEDDING, None
    try:
        return SolverChoice.MODEL, workshop.engine
    except Unavailable:
        if asked is not None:
            raise
        return SolverChoice.EMBEDDING, None


def _embedder(choice: SolverChoice, workshop: Workshop) -> Embedder | None:
    """Without a solver an encoder is welcome but not needed."""
    embedder = workshop.embedder
    if choice != SolverChoice.NONE:
        return embedder
    try:
        embedder.encode(["a"])
    except Unavailable:
        return None
    return embedder


def _checked(name: str, entry: Any) -> dict[str, Any]:
    """The item of a file. Missing parts make it unfinished; parts of a wrong type are refused."""
    if not isinstance(entry, dict) or "passage" not in entry:
        raise InvalidInput(
            f"{name} holds no item.",
            'Write {"passage": …, "question": …, "options": […], "gold": index}.',
        )
    item = {
        "passage": entry["passage"],
        "question": entry.get("question", ""),
        "options": entry.get("options", []),
        "gold": entry.get("gold"),
    }
    for field in ("passage", "question"):
        if not isinstance(item[field], str):
            raise InvalidInput(f"{name}: {field} is not text.", "Put it in quotation marks.")
    options = item["options"]
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise InvalidInput(f"{name}: options is not a list of texts.", 'Write ["…", "…"].')
    gold = item["gold"]
    if gold is not None and (isinstance(gold, bool) or not isinstance(gold, int)):
        raise InvalidInput(
            f"{name}: gold is not a whole number.", "Give the key's place, counted from 0."
        )
    try:
        require_moderate(item, LONGEST_PASSAGE)
        check(options, gold)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.message}", error.hint) from error
    return item
