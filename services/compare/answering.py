"""What came of people answering with hints (TriviaHG, section 5.2): by arm, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from services.compare.intervals import Estimate, mean
from services.compare.models import Comparison, KeyEntry, arm_name
from services.compare.study_models import Study
from services.errors import InvalidInput
from services.hints.models import PlayRecord


@dataclass(frozen=True, slots=True)
class Answered:
    """An arm's plays: the share (0 to 1) `solved` at all, and `without_hints`.

    `with_hints` is the share solved with hints among those not solved without one; None where all
    were. `median_hint` counts hints seen when solved with some.
    """

    name: str
    plays: int
    solved: Estimate
    without_hints: float
    with_hints: Estimate | None
    median_hint: float | None


def answered(
    study: Study, key: Mapping[str, KeyEntry], comparison: Comparison
) -> tuple[Answered, ...]:
    """One for each arm that was played. Raises `InvalidInput` before the end."""
    if not study.ended:
        raise InvalidInput("The study is still going on.", "End it to see what came of it.")
    entries = {
        sample.question.id: key[sample.id]
        for sample in study.samples
        if sample.question is not None and sample.id in key
    }
    found = []
    for arm in comparison.arms:
        own = [p for p in study.plays if (e := entries.get(p.question_id)) and e.arm == arm.id]
        if own:
            found.append(_of(arm_name(comparison, arm), own, entries, comparison.bootstrap_seed))
    return tuple(found)


def _of(name: str, plays: list[PlayRecord], entries: Mapping[str, KeyEntry], seed: int) -> Answered:
    solved = _share_by_input(plays, entries, seed)
    assert solved is not None
    at_once = [play for play in plays if play.solved and play.hints_seen == 0]
    rest = [play for play in plays if play not in at_once]
    seen = [play.hints_seen for play in rest if play.solved]
    return Answered(
        name,
        len(plays),
        solved,
        len(at_once) / len(plays),
        _share_by_input(rest, entries, seed),
        float(median(seen)) if seen else None,
    )


def _share_by_input(
    plays: Sequence[PlayRecord], entries: Mapping[str, KeyEntry], seed: int
) -> Estimate | None:
    """The share solved: of each question's plays, then over questions."""
    by_input: dict[str, list[float]] = {}
    for play in plays:
        by_input.setdefault(entries[play.question_id].input, []).append(float(play.solved))
    return mean([fmean(values) for values in by_input.values()], seed=seed)
