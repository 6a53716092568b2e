"""Which question serves which intent: cosines, intents nobody asks about, questions that stray."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.questionnaire.encoders import calibration, usable
from services.questionnaire.item_kind import is_background
from services.questionnaire.metrics import stem
from services.questionnaire.models import Intent, Questionnaire
from services.text.embeddings import Embedder, cosines

# From this many questions on, an intent's mean cosine tells how general its wording is.
ENOUGH_ITEMS = 4


@dataclass(frozen=True, slots=True)
class IntentCoverage:
    """The items (0-based) that serve one intent; `best` is the highest cosine of any item."""

    intent: str
    items: tuple[int, ...]
    best: float | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """The matrix intents x items, and what is read from it.

    `cosines` has shape (intents, items) and is None where the encoder cannot tell; then only
    what the author declared counts. Background items serve no intent and are not unmatched.
    """

    intents: tuple[IntentCoverage, ...]
    uncovered: tuple[str, ...]
    unmatched_items: tuple[int, ...]
    cosines: NDArray[np.float32] | None
    threshold: float | None

    def as_json(self) -> dict[str, Any]:
        """The `coverage` object of the command line's JSON (design/contracts)."""
        return {
            "intents": [
                {"intent": row.intent, "items": list(row.items), "best": row.best}
                for row in self.intents
            ],
            "uncovered": list(self.uncovered),
            "unmatched_items": list(self.unmatched_items),
        }


def cover(
    questionnaire: Questionnaire, intents: Sequence[Intent], embedder: Embedder | None
) -> Coverage:
    """Match items with intents.

    An item serves the intents its author said, and the one nearest to it if their cosine reaches
    the encoder's threshold. Which is nearest is judged after each intent's mean cosine over the
    items is taken off: a generally worded intent is a little near to everything. Thresholds are
    calibrated per encoder and language by benchmarks/calibrate_encoders.py.
    """
    items = questionnaire.items
    encoder = embedder if usable(embedder, questionnaire.language) else None
    known = calibration(encoder, questionnaire.language)
    threshold = known.coverage if known else None
    matrix: NDArray[np.float32] | None = None
    serves = _declared(questionnaire, intents)
    if encoder and items and intents:
        matrix = cosines(
            encoder.encode([intent.text for intent in intents]),
            encoder.encode([stem(item) for item in items]),
        )
        if threshold is not None:
            serves |= nearest(matrix) & (matrix >= threshold)
    background = np.array([is_background(item) for item in items], dtype=bool)
    serves = serves & ~background
    strays = ~serves.any(axis=0) & ~background if intents else np.zeros(len(items), dtype=bool)
    return Coverage(
        intents=tuple(
            IntentCoverage(
                intent.text,
                tuple(np.flatnonzero(row).tolist()),
                None if matrix is None else float(matrix[i].max()),
            )
            for i, (intent, row) in enumerate(zip(intents, serves, strict=True))
        ),
        uncovered=tuple(i.text for i, row in zip(intents, serves, strict=True) if not row.any()),
        unmatched_items=tuple(np.flatnonzero(strays).tolist()),
        cosines=matrix,
        threshold=threshold,
    )


def _declared(questionnaire: Questionnaire, intents: Sequence[Intent]) -> NDArray[np.bool_]:
    return np.array(
        [[intent.id in item.intents for item in questionnaire.items] for intent in intents],
        dtype=bool,
    ).reshape(len(intents), len(questionnaire.items))


def nearest(matrix: NDArray[np.float32]) -> NDArray[np.bool_]:
    """True at each item's nearest intent, shape (intents, items)."""
    centred = matrix
    if matrix.shape[1] >= ENOUGH_ITEMS:
        centred = matrix - matrix.mean(axis=1, keepdims=True)
    return np.asarray(centred >= centred.max(axis=0, keepdims=True), dtype=np.bool_)
