"""Fit strength: what verdicts, margins and a hint's words say about people's convergence ratings.

    python -m training.strength rated_hints.jsonl --judgements FILE.jsonl [--judge N]

rated_hints.jsonl holds hints with ratings, and the published verdicts of some. With --judge the
model in use judges N hints more and adds them to FILE (some seconds a hint; it can be stopped and
resumed), ten of a question before the next is begun: only hints of one question are compared.
Weights are fitted within questions, for raters differ in how high they go; pairs and correlation
come from cross-validation that leaves questions out.
Writes services/hints/coefficients/strength.json with the record that the page shows.
"""

import argparse
import json
import random
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from services import settings
from services.hints import convergence, strength
from services.hints.convergence import Verdict
from services.hints.models import Hint, TriviaQuestion
from services.hints.strength import Features
from services.text.embeddings import open_embedder
from services.workshop import Workshop
from training.rated_hints import (
    RatedHint,
    by_question,
    load,
    pairs_interval,
    pairs_right,
    pearson,
    used_verdicts,
)

ENCODER = "all-MiniLM-L6-v2"
RIDGE = 100.0
FOLDS, REPEATS = 10, 5
JUDGED_OF_A_QUESTION = 10
TEXT = ("answer_share", "toward_answer", "numbers")
JUDGED = ("fits", "standing", "hicos")
VERDICTS = (*TEXT, *JUDGED)
# Without the words: on the few hints that the default model has judged they weigh against the
# answer, on the ten times as many others for it. So few cannot be trusted to say how words weigh.
MARGINS = (*JUDGED, "others_margin", "yes_share")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hints that have one amount of evidence: their places, features and HICOS."""

    name: str
    features: tuple[str, ...]
    rows: dict[int, Features]

    def matrix(self) -> np.ndarray:
        return np.array([[row[name] for name in self.features] for row in self.rows.values()])


def judge(hints: Sequence[RatedHint], path: Path, count: int) -> None:
    """Add the model's margins for `count` more hints to `path`."""
    engine = Workshop(settings.load()).engine
    waiting = _unjudged(hints, {entry["place"] for entry in _lines(path)})
    with path.open("a", encoding="utf-8") as out:
        for place in waiting[:count]:
            hint = hints[place]
            found = convergence.judge([hint.text], hint.candidates, engine)[0]
            entry = {"place": place, "margins": found.margins, "judge": engine.info.model}
            out.write(json.dumps(entry) + "\n")
            out.flush()


def _unjudged(hints: Sequence[RatedHint], known: Set[int]) -> list[int]:
    """Places of hints to judge, the questions that are nearest to being finished first."""
    blocks = []
    for places in by_question(hints).values():
        order = [place for place in places if hints[place].candidates]
        random.Random(0).shuffle(order)
        done = sum(place in known for place in order)
        fresh = [place for place in order if place not in known]
        blocks.append((-done, fresh[: max(0, JUDGED_OF_A_QUESTION - done)]))
    return [place for _, block in sorted(blocks) for place in block]


def _lines(path: Path | None) -> list[dict[str, Any]]:
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def evidence(
    hints: Sequence[RatedHint],
    published: Mapping[int, Sequence[Verdict]],
    margins: Mapping[int, Sequence[float]],
) -> list[Evidence]:
    """The three sets: words alone, with published verdicts, with the model's margins."""
    embedder = open_embedder(ENCODER)
    text, verdicts, judged = {}, {}, {}
    for places in by_question(hints).values():
        first = hints[places[0]]
        question = TriviaQuestion(
            question=first.question,
            answer=first.answer,
            candidates=first.candidates,
            hints=tuple(Hint(text=hints[place].text) for place in places),
        )
        own = len(first.candidates) - 1 if first.candidates else None
        found = strength.text_features(question, own, embedder)
        for place, features in zip(places, found, strict=True):
            text[place] = features
            if own is not None and place in published:
                verdicts[place] = features | _verdicts(published[place], own)
            if own is not None and place in margins:
                judged[place] = features | _margins(margins[place], own)
    return [
        Evidence("text", TEXT, text),
        Evidence("verdicts", VERDICTS, verdicts),
        Evidence("margins", MARGINS, judged),
    ]


def _verdicts(row: Sequence[Verdict], own: int) -> Features:
    hint = Hint(text="", verdicts=tuple(row), hicos=convergence.hicos(row, own))
    return strength.verdict_features(hint, own)


def _margins(row: Sequence[float], own: int) -> Features:
    verdicts = [convergence.verdict_of(margin) for margin in row]
    hint = Hint(text="", margins=tuple(row))
    return _verdicts(verdicts, own) | strength.margin_features(hint, own)


def fit(rows: np.ndarray, ratings: np.ndarray, groups: np.ndarray) -> tuple[float, np.ndarray]:
    """Bias and weights: a ridge on what differs within questions."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    inside, target = (rows - mean) / spread, ratings.astype(float)
    for group in np.unique(groups):
        members = groups == group
        inside[members] -= inside[members].mean(0)
        target[members] -= target[members].mean()
    size = inside.shape[1]
    weights = np.linalg.solve(inside.T @ inside + RIDGE * np.eye(size), inside.T @ target) / spread
    return float(ratings.mean() - mean @ weights), weights


def cross_validated(rows: np.ndarray, ratings: np.ndarray, groups: np.ndarray) -> list[np.ndarray]:
    """Expected ratings by weights fitted without the hint's question, for several splits."""
    found = []
    for repeat in range(REPEATS):
        numbers = np.random.default_rng(repeat).permutation(groups.max() + 1) % FOLDS
        expected = np.zeros(len(ratings))
        for fold in range(FOLDS):
            out = numbers[groups] == fold
            bias, weights = fit(rows[~out], ratings[~out], groups[~out])
            expected[out] = bias + rows[out] @ weights
        found.append(expected)
    return found


def record_of(hints: Sequence[RatedHint], entry: Evidence) -> dict[str, Any]:
    """Means over the splits, and HICOS on the same hints beside them."""
    chosen = [hints[place] for place in entry.rows]
    ratings = [hint.convergence for hint in chosen]
    places = by_question(chosen)
    numbers = {question: number for number, question in enumerate(places)}
    groups = np.array([numbers[hint.question] for hint in chosen])
    splits = cross_validated(entry.matrix(), np.array(ratings), groups)
    found = {
        "pairs": round(float(np.mean([pairs_right(s, ratings, places)[0] for s in splits])), 4),
        "pairs_interval": [round(end, 4) for end in pairs_interval(splits[0], ratings, places)],
        "pearson": round(float(np.mean([pearson(s, ratings) for s in splits])), 4),
        "n": len(chosen),
        "n_pairs": pairs_right(splits[0], ratings, places)[1],
        "questions": len(places),
    }
    if "hicos" in entry.features:
        scores = [row["hicos"] for row in entry.rows.values()]
        found["hicos_pairs"] = round(pairs_right(scores, ratings, places)[0], 4)
        found["hicos_pearson"] = round(pearson(scores, ratings), 4)
    return found


def published_verdicts(path: Path) -> dict[int, tuple[Verdict, ...]]:
    """Verdicts of the tuned 70B model on the candidates in use, where they were published."""
    found = {}
    for place, line in enumerate(path.read_text("utf-8").splitlines()):
        entry = json.loads(line)
        if entry.get("verdicts"):
            row = used_verdicts(entry["answer"], entry["candidates"], entry["verdicts"])
            if None not in row:
                found[place] = row
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rated", type=Path)
    parser.add_argument("--judgements", type=Path)
    parser.add_argument("--judge", type=int, default=0, metavar="N")
    arguments = parser.parse_args()

    hints = load(arguments.rated)
    if arguments.judge:
        judge(hints, arguments.judgements, arguments.judge)
    known = _lines(arguments.judgements)
    margins = {entry["place"]: entry["margins"] for entry in known}
    sets, record = {}, {}
    for entry in evidence(hints, published_verdicts(arguments.rated), margins):
        if not entry.rows:
            continue
        ratings = np.array([hints[place].convergence for place in entry.rows])
        numbers = {question: number for number, question in enumerate(by_question(hints))}
        groups = np.array([numbers[hints[place].question] for place in entry.rows])
        bias, weights = fit(entry.matrix(), ratings, groups)
        named = zip(entry.features, (round(float(w), 5) for w in weights), strict=True)
        found = [strength.scaled(rating) for rating in bias + entry.matrix() @ weights]
        thirds = [round(float(share), 4) for share in np.quantile(found, (1 / 3, 2 / 3))]
        sets[entry.name] = {"bias": round(bias, 5), "weights": dict(named), "thirds": thirds}
        record[entry.name] = record_of(hints, entry)
        print(entry.name, json.dumps(record[entry.name]))
    if known:
        record["margins"]["judge"] = known[0]["judge"]
    content = {"version": strength.VERSION, "encoder": ENCODER, "sets": sets, "record": record}
    text = json.dumps(content, indent=1)
    strength.COEFFICIENTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
