"""How hard a question will probably be for adult readers: a band, its record, and its reasons.

An estimate learnt from 1,200 published items with ten readers' answers each (training/
difficulty.py; Nangia et al. 2021). It does not know how hard the passage is to read and is never
combined with that. Flaws are no part of it: they are reported as flaws.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from services.reading import difficulty_features as features
from services.reading.boosted_trees import BoostedTrees
from services.reading.item_flaws.finding import ItemUnderReview, SolverRecord
from services.reading.item_flaws.meaning import beside_the_passage
from services.reading.models import ComprehensionType, SolverResult
from services.reading.option_evidence import Evidence
from services.text import language
from services.text.embeddings import Embedder

MIN_WORDS = 50
MAX_OPTIONS = 6
REASONS = 3
DESCRIPTIONS = {**features.WORDING, **features.OVERLAP, **features.MODEL}


class Band(StrEnum):
    """The lowest fifth of the training items by prediction, the three in between, the highest."""

    HARDER = "harder"
    TYPICAL = "typical"
    EASIER = "easier"


@dataclass(frozen=True, slots=True)
class Reason:
    """`effect` is what the feature adds to the expected share of right answers (-0.05: 5 less)."""

    feature: str
    effect: float
    text: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """`expected_accuracy`, `low` and `high` are shares of adult readers who answer right.

    Nine in ten items lie between `low` and `high`. `record` says how good the method has been
    on items it had not seen: see `record`.
    """

    band: Band
    expected_accuracy: float
    low: float
    high: float
    reasons: tuple[Reason, ...]
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Abstained:
    """No estimate is given; `reason` is one sentence that says why."""

    reason: str


@cache
def _fitted() -> dict[str, Any]:
    path = Path(__file__).with_name("coefficients") / "difficulty.json"
    return dict(json.loads(path.read_text("utf-8")))


@cache
def _trees(stage: str) -> BoostedTrees:
    return BoostedTrees.from_json(_fitted()[stage])


def stages() -> tuple[str, ...]:
    """The stages that were fitted, by what they know: "wording", "embedding", "model"."""
    return tuple(stage for stage in ("wording", "embedding", "model") if stage in _fitted())


def record(stage: str) -> Mapping[str, Any]:
    """How good a stage ("wording", "embedding", "model") was on unseen passages.

    `r` with human accuracy and its 95% interval (bootstrap by passage), `n` items, `fifths` (for
    each fifth by prediction, hardest first: mean `predicted`, mean `observed`, share `under_70`,
    `n`, and `spread`, the 5th and 95th percentile of observed minus predicted).
    """
    return dict(_fitted()[stage]["record"])


def model_blind_record(solver: str) -> SolverRecord | None:
    """The record without passages of the language model called `solver`; None if unmeasured."""
    measured = _fitted().get("model", {}).get("blind_record")
    if measured is None or measured["solver"] != solver:
        return None
    return SolverRecord.from_json(measured)


def estimate(
    passage: str,
    question: str,
    options: Sequence[str],
    gold: int | None,
    *,
    embedder: Embedder | None = None,
    compared: tuple[SolverResult, Evidence] | None = None,
    solved: SolverResult | None = None,
) -> Estimate | Abstained:
    """The difficulty of one item, or why none is given.

    `compared` is what `embedding_solver.solve` gave, `solved` what the language model answered.
    Without either only the wording is used, and the passage does not count at all; `embedder`
    then only helps to see whether the passage bears on the key.
    """
    why_not = abstain(passage, question, options, gold, embedder)
    if why_not is not None or gold is None:
        return Abstained(why_not or "")
    values = features.of_wording(question, options, gold)
    if compared is None or compared[0].passage is None or not _knows(compared[0]):
        return _estimate("wording", *_trees("wording").explain(values), values)
    values |= features.of_overlap(compared[1], compared[0].passage, gold)
    start, effects = _trees("embedding").explain(values)
    known = _fitted().get("model", {}).get("solver")
    if solved is None or solved.passage is None or solved.solver != known:
        return _estimate("embedding", start, effects, values)
    return _with_model(start, effects, values | features.of_model(solved.passage, gold))


def abstain(
    passage: str,
    question: str,
    options: Sequence[str],
    gold: int | None,
    embedder: Embedder | None = None,
) -> str | None:
    """Why no estimate can be defended for this item, in one sentence; None if one can."""
    count = len(options)
    if not question.strip():
        return "There is no question yet."
    if count < 2:
        return "An item needs at least two options."
    if count > MAX_OPTIONS:
        return f"The item has {count} options and the estimate knows items of up to {MAX_OPTIONS}."
    if gold is None:
        return "No option is marked as the key."
    if len(passage.split()) < MIN_WORDS:
        return f"The passage has fewer than {MIN_WORDS} words."
    if language.detect(passage) != "en":
        return "The passage does not read as English, and the estimate was learnt on English items."
    item = ItemUnderReview(passage, question, tuple(options), gold, embedder)
    if beside_the_passage(item):
        return "The key is not in the passage and cannot be inferred from it."
    return None


def harder_for_models(types: Sequence[ComprehensionType]) -> bool:
    """Whether an item is numeric: the one type on which models fall behind people.

    In published items of high agreement the human-model gap is 0.13 for numeric items (n = 71)
    and 0.00 for the rest; for people numeric items are neither harder nor easier.
    """
    return ComprehensionType.NUMERIC in types


def _knows(compared: SolverResult) -> bool:
    return compared.solver == _fitted()["embedding"]["solver"]


def _with_model(
    start: float, effects: Mapping[str, float], values: Mapping[str, float]
) -> Estimate:
    """The second stage: a ridge on the first stage's prediction and the model's answer."""
    stage = _fitted()["model"]
    weight = stage["first_stage"]
    shifted = {name: weight * effect for name, effect in effects.items()}
    for name, mean, slope in zip(stage["features"], stage["means"], stage["slopes"], strict=True):
        shifted[name] = slope * (values[name] - mean)
    return _estimate("model", stage["intercept"] + weight * start, shifted, values)


def _estimate(
    stage: str, start: float, effects: Mapping[str, float], values: Mapping[str, float]
) -> Estimate:
    fitted = _fitted()[stage]
    intercept, slope = fitted["calibration"]
    expected = _share(intercept + slope * (start + sum(effects.values())))
    number = sum(expected > cut for cut in fitted["cuts"])
    fifth = fitted["record"]["fifths"][number]
    band = Band.HARDER if number == 0 else Band.EASIER if number == 4 else Band.TYPICAL
    ranked = sorted(effects, key=lambda name: -abs(effects[name]))[:REASONS]
    return Estimate(
        band,
        expected,
        _share(expected + fifth["spread"][0]),
        _share(expected + fifth["spread"][1]),
        tuple(_reason(name, slope * effects[name], values[name]) for name in ranked),
        {"stage": stage, "fifth": fifth, **record(stage)},
    )


def _reason(name: str, effect: float, value: float) -> Reason:
    high, low = DESCRIPTIONS[name]
    said = high if value > _fitted()["medians"][name] else low
    points = max(1, round(100 * abs(effect)))
    answer = f"about {points} in 100 {'more' if effect > 0 else 'fewer'} answer right"
    return Reason(name, effect, f"{said[:1].upper()}{said[1:]} ({answer}).")


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
