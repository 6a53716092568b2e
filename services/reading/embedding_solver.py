"""A reader without a language model: which option the passage speaks for, by comparison alone.

A conditional (multinomial) logit over the columns of `option_evidence`, one for each view, fitted
by training/difficulty.py on published items. With an encoder it was not fitted for, the answer
is a plain softmax of the options' nearness to a passage sentence, and the name says so.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from services.errors import InvalidInput
from services.reading.item_flaws.finding import SolverRecord
from services.reading.models import SolverResult
from services.reading.option_evidence import COLUMNS, Evidence, Matrix, gather
from services.text.embeddings import Embedder

# Softmax temperature for encoders the coefficients were not fitted for.
_PLAIN_TEMPERATURE = 0.05
# What each view may look at: the others know the passage, the question, or both.
VIEW_COLUMNS = {
    "passage": COLUMNS,
    "without_passage": ("option_question", "option_others", "log_words", "relative_length"),
    "without_question": (
        "option_sentence",
        "found",
        "found_sentence",
        "copied",
        "option_others",
        "log_words",
        "relative_length",
    ),
    "options_only": ("option_others", "log_words", "relative_length"),
}


@cache
def _coefficients() -> dict[str, Any]:
    path = Path(__file__).with_name("coefficients") / "embedding_solver.json"
    return dict(json.loads(path.read_text("utf-8")))


def solve(
    passage: str, question: str, options: Sequence[str], embedder: Embedder
) -> tuple[SolverResult, Evidence]:
    """Probability of each option under the four views, and the evidence they come from.

    Raises `InvalidInput` for fewer than two options, or when passage or question is empty.
    """
    if len(options) < 2 or not passage.strip() or not question.strip():
        raise InvalidInput(
            "The embedding solver needs a passage, a question and two options.", "Add them."
        )
    evidence = gather(passage, question, options, embedder)
    if embedder.info.name != _coefficients()["encoder"]:
        return _plain(evidence, embedder.info.name), evidence
    # A hidden question must not tell which words of an option to leave out.
    unasked = gather(passage, "", options, embedder)
    shares = {
        view: share(unasked if view == "without_question" else evidence, **fitted)
        for view, fitted in _coefficients()["views"].items()
    }
    named = {"solver": f"comparison by {embedder.info.name}", **shares}
    return SolverResult.model_validate(named), evidence


def share(
    evidence: Evidence, columns: Sequence[str], scale: Sequence[float], weights: Sequence[float]
) -> tuple[float, ...]:
    """The conditional logit: softmax over options of the weighted, centred, scaled columns."""
    values = np.column_stack([evidence.column(name) for name in columns])
    centred = (values - values.mean(axis=0)) / np.array(scale)
    return _softmax(centred @ np.array(weights))


def _softmax(utilities: Matrix) -> tuple[float, ...]:
    weights = np.exp(utilities - utilities.max())
    return tuple(float(weight) for weight in weights / weights.sum())


def _plain(evidence: Evidence, encoder: str) -> SolverResult:
    def softmax(name: str) -> tuple[float, ...]:
        return _softmax(evidence.column(name) / _PLAIN_TEMPERATURE)

    return SolverResult(
        solver=f"nearest sentence by {encoder}",
        passage=softmax("question_option_sentence"),
        without_passage=softmax("option_question"),
        without_question=softmax("option_sentence"),
        options_only=softmax("option_others"),
    )


def record() -> Mapping[str, Any]:
    """How often the likeliest option was the key, by view: `right` (view -> count) of `n`."""
    fitted = _coefficients()
    return {"right": dict(fitted["right"]), "n": fitted["blind_record"]["always"]["n"]}


def blind_record() -> SolverRecord:
    """How often this solver is right when it is sure without the passage, by folds."""
    return SolverRecord.from_json(_coefficients()["blind_record"])
