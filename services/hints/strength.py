"""Strength: how far a hint leads to the answer, calibrated to people's convergence ratings.

HICOS rests on the judge's verdicts alone; strength also hears how sure the judge was and what the
hint's words tell. training/strength.py fits one set of weights for each amount of evidence
(`SETS`) and writes down how well each orders hints as people do.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from services.hints.models import Hint, TriviaQuestion
from services.hints.words import words
from services.text.embeddings import Embedder, Vectors, cosines

COEFFICIENTS = Path(__file__).with_name("coefficients") / "strength.json"
VERSION = "1"
LOWEST_RATING, HIGHEST_RATING = 1, 5
# How sharply the answer is told from the candidates by similarity.
SHARPNESS = 10.0
# With no candidates to compare with, the share of an answer that is no more alike than they.
UNKNOWN_SHARE = 1 / 11
# Margins are squashed: beyond a few nats the judge is sure, however sure.
SURE_MARGIN = 2.0

Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class Weights:
    """A linear model: expected rating = bias + sum of weight * feature.

    Below the first of `thirds` lies the faintest third of the rated hints, from the second on the
    strongest: the less evidence, the nearer to the middle all strengths are.
    """

    bias: float
    by_feature: Mapping[str, float]
    thirds: tuple[float, float]

    def rating(self, features: Features) -> float:
        return self.bias + sum(w * features[name] for name, w in self.by_feature.items())


def strengths(
    question: TriviaQuestion, answer_index: int | None, embedder: Embedder
) -> list[float]:
    """Strength of every hint, 0 to 1 (ratings 1 to 5), with the most evidence it has.

    `answer_index` is the answer's place among the candidates, None if there are none.
    """
    found = []
    texts = text_features(question, answer_index, embedder)
    for hint, features in zip(question.hints, texts, strict=True):
        name = basis(hint, question, answer_index)
        if answer_index is not None and name != "text":
            features |= verdict_features(hint, answer_index)
        if answer_index is not None and name == "margins":
            features |= margin_features(hint, answer_index)
        found.append(scaled(load()[name].rating(features)))
    return found


def basis(hint: Hint, question: TriviaQuestion, answer_index: int | None) -> str:
    """The most evidence there is on a hint: "text", "verdicts" or "margins"."""
    if answer_index is None or not complete(hint.verdicts, question):
        return "text"
    return "margins" if complete(hint.margins, question) else "verdicts"


def level(score: float, name: str) -> str:
    """ "faint", "middling" or "strong": its third among the rated hints with that evidence."""
    low, high = load()[name].thirds
    return "faint" if score < low else "middling" if score < high else "strong"


def scaled(rating: float) -> float:
    """A rating of 1 to 5 as 0 to 1."""
    share = (rating - LOWEST_RATING) / (HIGHEST_RATING - LOWEST_RATING)
    return round(min(max(share, 0.0), 1.0), 4)


def complete(cells: Sequence[Any], question: TriviaQuestion) -> bool:
    """Whether there is a verdict (or margin) on every candidate; one undecided one may pass."""
    known = sum(cell is not None for cell in cells)
    return len(cells) == len(question.candidates) and known >= max(1, len(cells) - 1)


def text_features(
    question: TriviaQuestion, answer_index: int | None, embedder: Embedder
) -> list[Features]:
    """What the words of each hint tell, without any judge.

    `answer_share` is the share of similarity that falls on the answer among the candidates,
    `toward_answer` the similarity to what the answer adds to the question's meaning.
    """
    hints = [hint.text for hint in question.hints]
    asked, answered = question.question, f"{question.question} {question.answer}"
    names = list(question.candidates) if answer_index is not None else [question.answer]
    rows = embedder.encode([asked, answered, *names, *hints])
    own = rows[2 + (answer_index or 0)]
    candidates, told = rows[2 : 2 + len(names)], rows[2 + len(names) :]
    added = _direction(rows[1], rows[0])
    found = []
    for text, row in zip(hints, told, strict=True):
        likeness = np.exp(SHARPNESS * cosines(row[None], candidates)[0])
        share = float(np.exp(SHARPNESS * float(row @ own)) / likeness.sum())
        numbers = sum(word.key[0].isdigit() for word in words(text))
        found.append(
            {
                "answer_share": share if len(names) > 1 else UNKNOWN_SHARE,
                "toward_answer": float(row @ added),
                "numbers": float(min(numbers, 3)),
            }
        )
    return found


def _direction(with_answer: Vectors, without: Vectors) -> Vectors:
    """The unit vector of what `with_answer` means beyond `without`; zero if nothing."""
    rest = with_answer - without * float(with_answer @ without)
    length = float(np.linalg.norm(rest))
    return np.asarray(rest / length if length > 0 else rest, dtype=np.float32)


def verdict_features(hint: Hint, answer_index: int) -> Features:
    """The judge's words: whether the hint fits the answer, and the share of the others it fits."""
    others = [verdict for place, verdict in enumerate(hint.verdicts) if place != answer_index]
    fits = hint.verdicts[answer_index]
    standing = sum(verdict != 0 for verdict in others) / max(1, len(others))
    return {
        "fits": 0.5 if fits is None else float(fits),
        "standing": standing,
        "hicos": hint.hicos or 0.0,
    }


def margin_features(hint: Hint, answer_index: int) -> Features:
    """How sure the judge was, with margins squashed to -1..1: the mean of the others', and the
    answer's share of all that the judge would say Yes to."""
    squashed = [0.0 if m is None else math.tanh(m / SURE_MARGIN) for m in hint.margins]
    own = squashed[answer_index]
    others = [value for place, value in enumerate(squashed) if place != answer_index] or [own]
    return {
        "others_margin": sum(others) / len(others),
        "yes_share": (own + 1) / max(1e-6, own + 1 + sum(value + 1 for value in others)),
    }


@cache
def load() -> dict[str, Weights]:
    """The weights by amount of evidence: "text", "verdicts", "margins"."""
    return {
        name: Weights(entry["bias"], entry["weights"], tuple(entry["thirds"]))
        for name, entry in _content()["sets"].items()
    }


def record() -> dict[str, Any]:
    """How well strength orders hints as people do, as the training script found it."""
    return dict(_content()["record"])


@cache
def _content() -> dict[str, Any]:
    return dict(json.loads(COEFFICIENTS.read_text(encoding="utf-8")))
