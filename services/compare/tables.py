"""The tables of a comparison: means of the arms, and their differences, with intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from services.compare.intervals import Estimate, mean, paired_difference
from services.compare.measures import MEASURES, Better, Measure, value
from services.compare.models import Cell, Comparison, arm_name, finished, pending

FEW_INPUTS = 5


@dataclass(frozen=True, slots=True)
class ArmRow:
    """An arm's mean of each measure over its inputs; None where no input has a value."""

    arm: str
    name: str
    inputs: int
    estimates: Mapping[str, Estimate | None]


@dataclass(frozen=True, slots=True)
class Difference:
    """An arm less the baseline on one measure, over the inputs that both have a value for."""

    arm: str
    name: str
    measure: Measure
    estimate: Estimate


def measures_of(comparison: Comparison) -> tuple[Measure, ...]:
    """Those of the subject that at least one finished cell has a value for."""
    cells = [cell for found in finished(comparison).values() for cell in found.values()]
    every = MEASURES[comparison.subject]
    return tuple(m for m in every if any(value(cell, m.name) is not None for cell in cells))


def values_of(cells: Mapping[str, Cell], measure: str) -> dict[str, float]:
    """Input id -> value, of an arm's cells (`finished`) that have one."""
    known = ((source, value(cell, measure)) for source, cell in cells.items())
    return {source: number for source, number in known if number is not None}


class Verdict(StrEnum):
    """What can be said of a difference: which way it goes only where a measure has a good end."""

    BETTER = "better"
    WORSE = "worse"
    DIFFERS = "differs"
    CHANCE = "could be chance"
    SAME = "the same on each input"
    ONE = "one input: cannot be told"


def verdict(found: Difference) -> Verdict:
    """Beyond chance is a difference whose 95% interval leaves 0 out."""
    estimate, better = found.estimate, found.measure.better
    if estimate.n < 2:
        return Verdict.ONE
    if estimate.low == estimate.high == 0:
        return Verdict.SAME
    if not estimate.excludes_zero:
        return Verdict.CHANCE
    if better not in (Better.HIGHER, Better.LOWER):
        return Verdict.DIFFERS
    good = (estimate.mean > 0) is (better is Better.HIGHER)
    return Verdict.BETTER if good else Verdict.WORSE


def arm_rows(comparison: Comparison) -> list[ArmRow]:
    seed, measures, done = comparison.bootstrap_seed, measures_of(comparison), finished(comparison)
    rows = []
    for arm in comparison.arms:
        cells = done[arm.id]
        estimates = {
            measure.name: mean(list(values_of(cells, measure.name).values()), seed=seed)
            for measure in measures
        }
        rows.append(ArmRow(arm.id, arm_name(comparison, arm), len(cells), estimates))
    return rows


def differences(comparison: Comparison, baseline: str = "") -> list[Difference]:
    """Of every other arm to the one called `baseline` (its id; the first by default)."""
    arms = {arm.id: arm for arm in comparison.arms}
    if len(arms) < 2:
        return []
    base = arms.get(baseline, comparison.arms[0])
    measures, done = measures_of(comparison), finished(comparison)
    found = []
    for arm in comparison.arms:
        for measure in measures if arm is not base else ():
            estimate = paired_difference(
                values_of(done[arm.id], measure.name),
                values_of(done[base.id], measure.name),
                seed=comparison.bootstrap_seed,
            )
            if estimate is not None:
                found.append(Difference(arm.id, arm_name(comparison, arm), measure, estimate))
    return found


def cautions(comparison: Comparison) -> list[str]:
    """What keeps the tables from saying what they seem to say; one sentence each."""
    said = []
    done = finished(comparison)
    if any(done.values()) and (missing := len(pending(comparison))):
        said.append(f"{missing} cells are missing: means are over what is there.")
    most = max((len(cells) for cells in done.values()), default=0)
    if most == 1:
        said.append("One input says nothing about others: there are no intervals. Add inputs.")
    elif 1 < most < FEW_INPUTS:
        said.append(
            f"{most} inputs are few: intervals from so small a sample are too narrow. Add inputs "
            "before you conclude anything."
        )
    for arm in comparison.arms:
        models = sorted({str(cell.made.model.get("name")) for cell in done[arm.id].values()})
        if len(models) > 1:
            name = arm_name(comparison, arm)
            said.append(f"{name} was made by several models: {', '.join(models)}.")
    return said


def estimate_in_words(measure: Measure, estimate: Estimate | None, *, signed: bool = False) -> str:
    """ "24.1 (20.3 to 28.0)"; without the interval where there is none, or none to be seen."""
    if estimate is None:
        return "not available"
    values = (estimate.low, estimate.mean, estimate.high)
    places = measure.decimals
    if estimate.excludes_zero and not all(round(value or 0.0, places) for value in values):
        # An end written as 0 would belie what is said of the interval.
        places += 1
    low, middle, high = (_number(value, places, signed=signed) for value in values)
    return middle if low == high else f"{middle} ({low} to {high})"


def _number(value: float | None, places: int, *, signed: bool) -> str:
    if value is None:
        return ""
    rounded = round(value, places) or 0.0
    sign = "+" if signed and rounded else ""
    return format(rounded, f"{sign},.{places}f").replace("-", "\N{MINUS SIGN}")
