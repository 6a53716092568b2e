"""Hints that people rated (TriviaHG, MIT), and how well a score orders them as people do."""

import itertools
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.hints.convergence import CandidateSet, Verdict, candidate_set, fold_verdicts

USED = 11
RESAMPLES = 2000

Scores = Sequence[float | None] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatedHint:
    """`convergence` and `familiarity` are 1 to 5; `candidates` are the question's, if any."""

    question: str
    answer: str
    text: str
    convergence: int
    familiarity: int
    candidates: tuple[str, ...]


def load(path: Path) -> list[RatedHint]:
    """Every line of the file; a question's candidates are those of any of its hints."""
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    candidates = {
        e["question"]: used(e["answer"], e["candidates"]) for e in entries if e.get("candidates")
    }
    return [
        RatedHint(
            e["question"],
            e["answer"],
            e["hint"],
            e["convergence"],
            e["familiarity"],
            candidates.get(e["question"], ()),
        )
        for e in entries
    ]


def used(answer: str, candidates: Sequence[str]) -> tuple[str, ...]:
    """The first ten others and the answer last, as many as HICOS is graded against by default."""
    found = candidate_set(answer, (), candidates)
    return (*(found.names[place] for place in _others(found)), answer)


def used_verdicts(
    answer: str, candidates: Sequence[str], verdicts: Sequence[Verdict]
) -> tuple[Verdict, ...]:
    """Verdicts on `used(answer, candidates)`; the answer's is None if it was not listed."""
    found = candidate_set(answer, (), candidates)
    folded = fold_verdicts(verdicts, found)
    return (*(folded[place] for place in _others(found)), folded[found.answer_index])


def _others(found: CandidateSet) -> list[int]:
    return [n for n in range(len(found.names)) if n != found.answer_index][: USED - 1]


def by_question(hints: Sequence[RatedHint]) -> Mapping[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, hint in enumerate(hints):
        places[hint.question].append(place)
    return places


def pairs_right(
    scores: Scores, ratings: Sequence[int], groups: Mapping[str, list[int]]
) -> tuple[float, int]:
    """Share of pairs (hints of one question with different ratings) that `scores` orders as the
    ratings do, ties half, and the number of pairs. Hints without a score are left out."""
    right, count = pairs_by_question(scores, ratings, groups).sum(0)
    return (float(right / count) if count else float("nan")), int(count)


def pairs_interval(
    scores: Scores, ratings: Sequence[int], groups: Mapping[str, list[int]]
) -> tuple[float, float]:
    """95% percentile bootstrap interval of that share, questions drawn with replacement: pairs of
    one question share its hints, and count for less than as many pairs of different questions."""
    found = pairs_by_question(scores, ratings, groups)
    found = found[found[:, 1] > 0]
    drawn = np.random.default_rng(0).integers(len(found), size=(RESAMPLES, len(found)))
    right, count = found[drawn].sum(1).T
    low, high = np.quantile(right / count, (0.025, 0.975))
    return float(low), float(high)


def pairs_by_question(
    scores: Scores, ratings: Sequence[int], groups: Mapping[str, list[int]]
) -> NDArray[np.float64]:
    """A row a question: pairs ordered right (ties half), and pairs."""
    return np.array([_pairs_of(scores, ratings, places) for places in groups.values()])


def _pairs_of(scores: Scores, ratings: Sequence[int], places: Sequence[int]) -> tuple[float, float]:
    right, count = 0.0, 0
    for one, other in itertools.combinations(places, 2):
        first, second = scores[one], scores[other]
        if first is None or second is None or ratings[one] == ratings[other]:
            continue
        count += 1
        if first == second:
            right += 0.5
        else:
            right += (first > second) == (ratings[one] > ratings[other])
    return right, count


def pearson(scores: Scores, ratings: Sequence[int]) -> float:
    """Correlation over all hints that have a score; NaN where there is none."""
    both = [(s, r) for s, r in zip(scores, ratings, strict=True) if s is not None]
    if len(both) < 3 or len({s for s, _ in both}) < 2:
        return float("nan")
    return float(np.corrcoef(np.array(both, float).T)[0, 1])
