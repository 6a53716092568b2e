"""All that is said about one item: types, flaws, difficulty, and what the solver answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from threading import Event
from typing import Any

from services.errors import InvalidInput
from services.llm.base import Engine, Progress
from services.reading import comprehension_type, difficulty, embedding_solver, item_flaws, solver
from services.reading.item_flaws import Flaw, SolverRecord
from services.reading.models import ComprehensionType, SolverResult
from services.text.embeddings import Embedder

# The solver names its options by letters; more are hardly an item.
MAX_OPTIONS = len(solver.LETTERS)


class SolverChoice(StrEnum):
    MODEL = "model"
    EMBEDDING = "embedding"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ItemReview:
    """`abstained` says why there is no `estimate`; exactly one of the two is None."""

    types: tuple[ComprehensionType, ...]
    flaws: tuple[Flaw, ...]
    estimate: difficulty.Estimate | None
    abstained: str | None
    harder_for_models: bool
    solved: SolverResult | None

    def as_json(self) -> dict[str, Any]:
        """The object that the command `item` prints (design: contracts)."""
        return {
            "comprehension_types": [kind.value for kind in self.types],
            "flaws": [_flaw(flaw) for flaw in self.flaws],
            "difficulty": None if self.estimate is None else _difficulty(self.estimate),
            "abstained": self.abstained,
            "harder_for_models": self.harder_for_models,
            "solver": _solver(self.solved),
        }


def check(options: Sequence[str], gold: int | None) -> None:
    """Raises `InvalidInput` for what no solver can read; what is merely unfinished passes."""
    _check_key(options, gold)
    if len(options) > MAX_OPTIONS:
        raise InvalidInput(
            f"The item has {len(options)} options and at most {MAX_OPTIONS} are read.",
            "Remove some.",
        )


def _check_key(options: Sequence[str], gold: int | None) -> None:
    if gold is not None and not 0 <= gold < max(1, len(options)):
        raise InvalidInput(
            f"The key is option {gold} and there are options 0 to {len(options) - 1}.",
            "Give the key's place in the list, counted from 0.",
        )


def review(
    passage: str,
    question: str,
    options: Sequence[str],
    gold: int | None,
    *,
    choice: SolverChoice,
    embedder: Embedder | None = None,
    engine: Engine | None = None,
    types: Sequence[ComprehensionType] | None = None,
    solved: SolverResult | None = None,
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> ItemReview:
    """Review one item. `types` is the author's own choice and goes before the classifier's;
    `solved` is what the language model answered to this wording before: it is not asked again.

    `SolverChoice.MODEL` needs `engine` and `embedder`, `EMBEDDING` needs `embedder`; with `NONE`
    an embedder only helps the checks that compare meanings. An item with more than `MAX_OPTIONS`
    options is not answered by a solver. Raises `InvalidInput` for a key outside the options,
    `Unavailable` from the engine or encoder, `Cancelled`.
    """
    _check_key(options, gold)
    kinds = tuple(types) if types else comprehension_type.classify(question, options)
    compared = None
    if choice != SolverChoice.NONE and embedder and _solvable(passage, question, options):
        compared = embedding_solver.solve(passage, question, options, embedder)
        if choice == SolverChoice.MODEL and engine is not None and solved is None:
            solved = solver.solve(
                passage, question, options, engine, cancel=cancel, progress=progress
            )
    shown = solved or (compared[0] if compared else None)
    record = _blind_record(shown, solved)
    item = (passage, question, options, gold)
    found = item_flaws.find(*item, embedder=embedder, solved=shown, blind_record=record)
    estimate = difficulty.estimate(*item, embedder=embedder, compared=compared, solved=solved)
    given = estimate if isinstance(estimate, difficulty.Estimate) else None
    reason = estimate.reason if isinstance(estimate, difficulty.Abstained) else None
    hard = difficulty.harder_for_models(kinds)
    return ItemReview(kinds, tuple(found), given, reason, hard, shown)


def _solvable(passage: str, question: str, options: Sequence[str]) -> bool:
    distinct = {option.strip() for option in options}
    return bool(passage.strip() and question.strip()) and 2 <= len(distinct) <= MAX_OPTIONS


def _blind_record(shown: SolverResult | None, solved: SolverResult | None) -> SolverRecord | None:
    if shown is None:
        return None
    if solved is not None:
        return difficulty.model_blind_record(solved.solver)
    record = embedding_solver.blind_record()
    return record if record.solver == shown.solver else None


def _flaw(flaw: Flaw) -> dict[str, Any]:
    return {
        "code": flaw.code.value,
        "severity": flaw.severity,
        "message": flaw.message,
        "fix": flaw.fix,
        "options": list(flaw.options),
    }


def _difficulty(estimate: difficulty.Estimate) -> dict[str, Any]:
    return {
        "band": estimate.band.value,
        "expected_accuracy": estimate.expected_accuracy,
        "low": estimate.low,
        "high": estimate.high,
        "reasons": [reason.text for reason in estimate.reasons],
        "record": dict(estimate.record),
    }


def _solver(solved: SolverResult | None) -> dict[str, Any]:
    shares = {view.value: getattr(solved, view.value, None) for view in solver.View}
    name, note = (None, "") if solved is None else (solved.solver, solved.note)
    return {"name": name, "note": note, **shares}
