"""What came of a blind study, once it has ended and its key is at hand."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from services.compare.agreement import RELIABLE, TENTATIVE, Level, alpha
from services.compare.correlation import Correlation, spearman
from services.compare.criteria import CRITERIA, GOLD_CRITERION, GOLD_MOST, Criterion
from services.compare.intervals import Estimate, mean, paired_difference
from services.compare.models import Comparison, KeyEntry, arm_name
from services.compare.rating import values_of
from services.compare.study_models import SKIPPED, Study, StudyKind
from services.errors import InvalidInput

FEW_RATINGS = 10
# sample -> rater -> value, on one criterion
Ratings = Mapping[str, Mapping[str, float]]
# arm -> its name
Groups = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ArmResult:
    """An arm's mean of a criterion over inputs; `ratings` counts the single values in it."""

    arm: str
    name: str
    criterion: Criterion
    estimate: Estimate
    ratings: int


@dataclass(frozen=True, slots=True)
class StudyResult:
    """`differences` are to the first arm, by criterion and arm; `alphas` by criterion, None where
    agreement cannot be computed; `gold` are the names of raters and whether they passed.

    Reading questions are nobody's work among the arms: together they stand in an arm's place.
    """

    arms: tuple[ArmResult, ...]
    differences: tuple[ArmResult, ...]
    alphas: Mapping[str, float | None]
    correlations: tuple[Correlation, ...]
    gold: tuple[tuple[str, bool], ...]
    raters: int
    cautions: tuple[str, ...]


def key_of(study_id: str, comparison: Comparison) -> dict[str, KeyEntry] | None:
    """Sample id -> who made it; None when the comparison is not the one of this study."""
    key = next((key for key in comparison.keys if key.study == study_id), None)
    return None if key is None else {entry.sample: entry for entry in key.entries}


def results(study: Study, key: Mapping[str, KeyEntry], comparison: Comparison) -> StudyResult:
    """Means, differences, agreement, correlations and what cannot be said.

    Raises `InvalidInput` before the end: nobody sees ratings while there are more to come.
    """
    if not study.ended:
        raise InvalidInput("The study is still going on.", "End it to see what came of it.")
    arms: list[ArmResult] = []
    apart: list[ArmResult] = []
    alphas: dict[str, float | None] = {}
    correlations: list[Correlation] = []
    groups = groups_of(study, comparison)
    for criterion in CRITERIA[study.kind]:
        ratings = ratings_on(study, criterion.name, key)
        level = Level.NOMINAL if criterion.yes_no else Level.ORDINAL
        alphas[criterion.name] = alpha(ratings, level)
        arms += _arms(criterion, ratings, key, groups, comparison.bootstrap_seed)
        apart += _differences(criterion, ratings, key, groups, comparison.bootstrap_seed)
        correlations += _correlations(criterion, ratings, key)
    named = {each.label: alphas[each.name] for each in CRITERIA[study.kind]}
    active = {rating.rater for rating in study.ratings if rating.criterion != SKIPPED}
    return StudyResult(
        tuple(arms),
        tuple(apart),
        alphas,
        tuple(correlations),
        _gold(study, key),
        len(active),
        tuple(_cautions(len(active), arms, apart, named)),
    )


def ratings_on(study: Study, criterion: str, key: Mapping[str, KeyEntry]) -> Ratings:
    """The last values on a criterion; without check samples and what was passed over."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    skipped: dict[tuple[str, str], bool] = {}
    for rating in study.ratings:
        if rating.criterion == SKIPPED:
            skipped[rating.sample, rating.rater] = bool(rating.value)
        elif rating.criterion == criterion and not _is_gold(key, rating.sample):
            found[rating.sample][rating.rater] = float(rating.value)
    return {
        sample: kept
        for sample, values in found.items()
        if (kept := {r: v for r, v in values.items() if not skipped.get((sample, r))})
    }


def _is_gold(key: Mapping[str, KeyEntry], sample: str) -> bool:
    return sample not in key or key[sample].gold


def by_input(ratings: Ratings, key: Mapping[str, KeyEntry], arm: str) -> dict[str, float]:
    """Input -> mean over the arm's samples of it, each the mean of its raters."""
    found: dict[str, list[float]] = defaultdict(list)
    for sample, values in ratings.items():
        if key[sample].arm == arm:
            found[key[sample].input].append(fmean(values.values()))
    return {source: fmean(values) for source, values in found.items()}


def groups_of(study: Study, comparison: Comparison) -> Groups:
    """What is told apart in the results: the arms by id, or all reading questions as one."""
    if study.kind is StudyKind.RATE_ITEMS:
        return {"": "All questions"}
    return {arm.id: arm_name(comparison, arm) for arm in comparison.arms}


def _arms(
    criterion: Criterion, ratings: Ratings, key: Mapping[str, KeyEntry], groups: Groups, seed: int
) -> list[ArmResult]:
    found = []
    for arm, name in groups.items():
        estimate = mean(list(by_input(ratings, key, arm).values()), seed=seed)
        count = sum(len(values) for sample, values in ratings.items() if key[sample].arm == arm)
        if estimate is not None:
            found.append(ArmResult(arm, name, criterion, estimate, count))
    return found


def _differences(
    criterion: Criterion, ratings: Ratings, key: Mapping[str, KeyEntry], groups: Groups, seed: int
) -> list[ArmResult]:
    first, *others = groups or [""]
    base = by_input(ratings, key, first)
    found = []
    for arm in others:
        estimate = paired_difference(by_input(ratings, key, arm), base, seed=seed)
        if estimate is not None:
            found.append(ArmResult(arm, groups[arm], criterion, estimate, estimate.n))
    return found


def _correlations(
    criterion: Criterion, ratings: Ratings, key: Mapping[str, KeyEntry]
) -> list[Correlation]:
    """Each automatic measure with people's mean rating, over samples (the paper's RQ1)."""
    names = dict.fromkeys(name for sample in ratings for name in key[sample].measures)
    found = []
    for name in names:
        pairs = [
            (measured, fmean(values.values()))
            for sample, values in ratings.items()
            if (measured := key[sample].measures.get(name)) is not None
        ]
        correlation = spearman(name, criterion.name, pairs)
        if correlation is not None:
            found.append(correlation)
    return found


def _gold(study: Study, key: Mapping[str, KeyEntry]) -> tuple[tuple[str, bool], ...]:
    """Of each rater who has judged a check sample, whether they saw that it is wrong."""
    criterion = GOLD_CRITERION.get(study.kind, "")
    found = []
    for rater in study.raters:
        for sample in (entry.sample for entry in key.values() if entry.gold):
            value = values_of(study, rater.id, sample).get(criterion)
            if value is not None:
                found.append((rater.name or "Somebody", value <= GOLD_MOST))
    return tuple(found)


def _cautions(
    raters: int,
    arms: Sequence[ArmResult],
    apart: Sequence[ArmResult],
    alphas: Mapping[str, float | None],
) -> list[str]:
    said = []
    if raters == 0:
        return ["Nobody has rated anything: nothing can be concluded."]
    if raters == 1:
        said.append(
            "One person rated: whether others would agree cannot be told, and a difference may be "
            "this person's taste."
        )
    fewest = min((result.ratings for result in arms), default=0)
    if fewest < FEW_RATINGS:
        said.append(
            f"An arm has only {fewest} ratings on a criterion; below {FEW_RATINGS}, intervals are "
            "too narrow and means can be chance."
        )
    if any(result.estimate.n == 1 for result in arms):
        said.append("All ratings are of one input: nothing can be said of other inputs.")
    if apart and not any(result.estimate.excludes_zero for result in apart):
        said.append("No criterion shows a difference between arms that could not be chance.")
    low = [name for name, value in alphas.items() if value is not None and value < TENTATIVE]
    if low:
        said.append(
            f"Raters agree too little on {', '.join(low)} (alpha below {TENTATIVE}) to build on."
        )
    if raters > 1 and not low and any(v is not None and v < RELIABLE for v in alphas.values()):
        said.append(f"Agreement is below {RELIABLE} in places: take conclusions as tentative.")
    return said


def result_in_words(found: ArmResult | None, *, signed: bool = False) -> str:
    """ "3.4 (2.8 to 4.1)", Accept in percent; the interval only where there are several inputs."""
    if found is None:
        return "no ratings"
    told = partial(value_in_words, found.criterion, signed=signed)
    e = found.estimate
    if e.low is None or e.high is None:
        return told(e.mean)
    return f"{told(e.mean)} ({told(e.low)} to {told(e.high)})"


def value_in_words(criterion: Criterion, value: float, *, signed: bool = False) -> str:
    """A mean on a criterion: one decimal, as a scale of five steps has no more to say."""
    sign = "+" if signed else ""
    told = f"{100 * value:{sign}.0f}%" if criterion.yes_no else f"{value:{sign}.1f}"
    return told.replace("-", "\N{MINUS SIGN}")


def agreement_in_words(value: float | None) -> str:
    """What can be built on an alpha (Krippendorff 2004, p. 241)."""
    if value is None:
        return "cannot be computed"
    if value >= RELIABLE:
        return "enough to conclude from"
    return "enough for tentative conclusions" if value >= TENTATIVE else "too little to build on"
