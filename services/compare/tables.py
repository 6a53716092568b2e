"""The tables of a comparison: means of the arms, and their differences, with intervals."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.compare.intervals import Estimate, mean, paired_difference
from services.compare.measures import MEASURES, Measure, value
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
    """ "24.1 (20.3 to 28.0)", or without the interval where there is none."""
    if estimate is None:
        return "not available"
    sign = "+" if signed else ""
    places = f"{sign},.{measure.decimals}f"
    words = format(estimate.mean, places)
    if estimate.low is not None and estimate.high is not None:
        words += f" ({format(estimate.low, places)} to {format(estimate.high, places)})"
    return words.replace("-", "\N{MINUS SIGN}")
