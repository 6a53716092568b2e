"""What grading of hints may ask on this machine: model, encoder, classifier, page views."""

import json
from typing import TYPE_CHECKING

from services.errors import InvalidInput, Unavailable
from services.hints import popularity, question_type
from services.hints.familiarity import ViewFinder, read_snapshot
from services.hints.grading import Tools
from services.hints.wikipedia import Wikipedia
from services.text.embeddings import Embedder

if TYPE_CHECKING:
    from services.workshop import Workshop

SNAPSHOT = ("hints.snapshot", "page views")
LARGEST_SNAPSHOT = 20 * 1024 * 1024


def tools_of(workshop: "Workshop", *, quick: bool = False) -> Tools:
    """Everything for one question, the model loaded; `quick` asks the judge in fewer words.

    Raises `Unavailable` without a model.
    """
    engine = workshop.engine
    finder = finder_of(workshop)
    return Tools(
        engine=engine,
        embedder=finder.embedder,
        finder=finder,
        classifier=question_type.load() if finder.embedder is not None else None,
        wording="quick" if quick else "paper",
    )


def tools_at_hand(workshop: "Workshop", embedder: Embedder) -> Tools:
    """What grades without a language model and without the network, in a moment: verdicts that a
    question has are used, views are those known here, else estimated."""
    finder = ViewFinder(
        cache=workshop.repository,
        snapshot=kept_snapshot(workshop),
        estimator=popularity.load(),
        embedder=embedder,
    )
    return Tools(embedder=embedder, finder=finder, classifier=question_type.load())


def finder_of(workshop: "Workshop") -> ViewFinder:
    """Where page views come from: Wikipedia if it is switched on, what was kept of it, an imported
    file, and an estimate from the name."""
    settings = workshop.settings
    finder = ViewFinder(
        pages=Wikipedia(settings.wikipedia_contact) if settings.wikipedia else None,
        cache=workshop.repository,
        snapshot=kept_snapshot(workshop),
        estimator=popularity.load(),
    )
    finder.embedder = _embedder(workshop, finder)
    return finder


def _embedder(workshop: "Workshop", finder: ViewFinder) -> Embedder | None:
    """The encoder, or None and a note to the author where it cannot be had."""
    try:
        workshop.embedder.encode(["a"])
    except Unavailable as error:
        finder.note(error)
        return None
    return workshop.embedder


def keep_snapshot(workshop: "Workshop", data: bytes) -> int:
    """Use a file of page views (JSON: title -> mean monthly views) from now on; how many it has.

    Raises `InvalidInput` when it is none.
    """
    if len(data) > LARGEST_SNAPSHOT:
        raise InvalidInput("The file of page views is larger than 20 MB.", "Take fewer pages.")
    try:
        views = read_snapshot(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            "The file of page views is not JSON.", 'Give {"Page title": mean monthly views, …}.'
        ) from error
    workshop.repository.keep(*SNAPSHOT, json.dumps(views, ensure_ascii=False))
    return len(views)


def kept_snapshot(workshop: "Workshop") -> dict[str, float]:
    """The page views that were imported, by title; empty when none were."""
    kept = workshop.repository.cached(*SNAPSHOT)
    return read_snapshot(json.loads(kept[0])) if kept is not None else {}


def forget_snapshot(workshop: "Workshop") -> None:
    workshop.repository.forget(SNAPSHOT[0])
