"""How well known a name is, guessed from the name alone, where no page views can be had.

A small network reads the name's embedding and a few facts about its words and gives log10 of the
views a month. training/popularity.py fits it and prints how well it agrees with measured views;
what it says is always shown as estimated.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.hints.names import without_parenthesis
from services.text.embeddings import Embedder
from services.text.frequency import zipf

COEFFICIENTS = Path(__file__).with_name("coefficients") / "popularity.npz"
_WORD = re.compile(r"[^\W_]+")

Array = NDArray[np.float32]


def plain_title(title: str) -> str:
    return title.replace("_", " ").strip()


def facts(name: str) -> list[float]:
    """What the words of a name tell: how many, how long, how common, of what form."""
    bare = without_parenthesis(name)
    common = [zipf(word) or 0.0 for word in _WORD.findall(bare.lower())] or [0.0]
    count = len(common)
    return [
        float(value)
        for value in (
            *(count, len(bare), bare != name),
            *(min(common), max(common), sum(common) / count, common[0], common[-1]),
            zipf(bare.lower()) or 0.0,
            *(any(sign.isdigit() for sign in bare), "," in bare, "-" in bare),
            *(sum(value == 0 for value in common), bare.isupper(), not bare.isascii()),
            *(" of " in bare, " the " in f" {bare.lower()} "),
            *(count == 1, common[0] * (count == 1), min(common) * (count == 2), count > 3),
        )
    ]


class PopularityModel:
    """Coefficients: `mean` and `scale` of the facts, then weights and biases layer by layer; they
    belong to the encoder named in `encoder`."""

    def __init__(self, coefficients: Path = COEFFICIENTS) -> None:
        with np.load(coefficients, allow_pickle=False) as stored:
            self.encoder = str(stored["encoder"])
            self._mean = stored["mean"].astype(np.float32)
            self._scale = stored["scale"].astype(np.float32)
            layers = sum(name.startswith("weights") for name in stored.files)
            self._layers = [
                (stored[f"weights{n}"].astype(np.float32), stored[f"bias{n}"].astype(np.float32))
                for n in range(layers)
            ]

    def monthly_views(self, names: Sequence[str], embedder: Embedder) -> list[float | None]:
        """Views a month, one a name (page titles may have underscores); None for all with an
        encoder the coefficients do not belong to."""
        if not names or embedder.info.name != self.encoder:
            return [None] * len(names)
        plain = [plain_title(name) for name in names]
        logs = self.log_views(embedder.encode(plain), plain)
        return [round(float(10**value - 1), 1) if value > 0 else 0.0 for value in logs]

    def log_views(self, rows: Array, names: Sequence[str]) -> Array:
        """log10(views + 1) from embeddings, shape (names, dimensions), and the names."""
        known = (np.array([facts(name) for name in names], np.float32) - self._mean) / self._scale
        state = np.hstack([rows, known])
        for place, (weights, bias) in enumerate(self._layers):
            state = state @ weights + bias
            if place < len(self._layers) - 1:
                state = np.maximum(state, 0)
        return np.asarray(state[:, 0], dtype=np.float32)


@cache
def load() -> PopularityModel:
    """The model with the coefficients that come with the project."""
    return PopularityModel()
