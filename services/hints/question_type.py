"""The TREC class of a question: 6 coarse and 50 fine classes (Li and Roth 2002).

Eight attention heads, each looking for its own words, pool the token states of the packaged
MiniLM; a linear layer reads the classes off them. training/question_type.py fits the
coefficients and prints how often they are right.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.hints.models import QuestionType
from services.hints.token_states import Mask, States, token_states

LAYERS = (0, 2, 4, 6)
COEFFICIENTS = Path(__file__).with_name("coefficients") / "question_type.npz"

Array = NDArray[np.float32]


class QuestionClassifier:
    """Coefficients: `mix` (layers), `queries` (384, heads), `values` (heads, 384, width),
    `weights` (heads * width, classes), `bias` (classes); `classes` are the fine ones."""

    def __init__(self, coefficients: Path = COEFFICIENTS) -> None:
        with np.load(coefficients, allow_pickle=False) as stored:
            self.classes = [str(name) for name in stored["classes"]]
            self._mix = stored["mix"].astype(np.float32)
            self._queries = stored["queries"].astype(np.float32)
            self._values = stored["values"].astype(np.float32)
            self._weights = stored["weights"].astype(np.float32)
            self._bias = stored["bias"].astype(np.float32)

    def classify(self, texts: Sequence[str]) -> list[QuestionType]:
        """One class a text, in order. Raises `Unavailable` when the encoder is not installed."""
        if not texts:
            return []
        states, mask = token_states(texts, LAYERS)
        return [self._named(row) for row in self.probabilities(states, mask)]

    def probabilities(self, states: States, mask: Mask) -> Array:
        """Shape (texts, fine classes) from token states as `token_states` gives them."""
        mixed = np.einsum("btld,l->btd", states, self._mix)
        attention = np.where(mask[..., None], mixed @ self._queries, -np.inf)
        pooled = np.einsum("btk,btd->bkd", _softmax(attention, 1), mixed)
        seen = np.tanh(np.einsum("bkd,kde->bke", pooled, self._values))
        return _softmax(seen.reshape(len(seen), -1) @ self._weights + self._bias, 1)

    def _named(self, row: Array) -> QuestionType:
        place = best(self.classes, row)
        fine = self.classes[place]
        return QuestionType(coarse=coarse(fine), fine=fine, confidence=float(row[place]))


def coarse(fine: str) -> str:
    """ "LOC:city" -> "LOC"."""
    return fine.split(":")[0]


def best(classes: Sequence[str], row: Array) -> int:
    """The likeliest fine class of the likeliest coarse one: its place in `classes`."""
    sums: dict[str, float] = {}
    for name, probability in zip(classes, row, strict=True):
        sums[coarse(name)] = sums.get(coarse(name), 0.0) + float(probability)
    chosen = max(sums, key=sums.__getitem__)
    return max((n for n, c in enumerate(classes) if coarse(c) == chosen), key=row.__getitem__)


@cache
def load() -> QuestionClassifier:
    """The classifier with the coefficients that come with the project."""
    return QuestionClassifier()


def _softmax(scores: Array, axis: int) -> Array:
    raised = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True), dtype=np.float32)
