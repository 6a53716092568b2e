"""One rater's part of a study: their order, their progress, their values. Nothing of others'."""

from collections.abc import Mapping
from random import Random

from services.compare.criteria import CRITERIA
from services.compare.study_models import SKIPPED, Rater, Rating, Sample, Study
from services.errors import InvalidInput, NotFound
from services.hints.models import HintQuiz, PlayRecord


def with_rater(study: Study, rater: Rater) -> Study:
    """The study with one more rater; as it is when they are known already."""
    _require_open(study)
    if any(known.id == rater.id for known in study.raters):
        return study
    if rater.account and rater_by_account(study, rater.account) is not None:
        return study
    name = " ".join(rater.name.split())[:80]
    named = rater.model_copy(update={"name": name})
    return study.model_copy(update={"raters": (*study.raters, named)})


def rater_of(study: Study, rater_id: str) -> Rater | None:
    return next((rater for rater in study.raters if rater.id == rater_id), None)


def rater_by_account(study: Study, account: str) -> Rater | None:
    """Where people sign in: an account rates once, and nobody rates as another."""
    return next((rater for rater in study.raters if rater.account == account), None)


def rated(
    study: Study, rater_id: str, sample_id: str, criterion: str, value: int, *, when: str
) -> Study:
    """The study with one more value of this rater.

    Values are added and never changed: the last one counts. Raises `InvalidInput` when the study
    has ended, for an unknown criterion or a value that it does not have, `NotFound` for a rater or
    a sample that is not of this study.
    """
    _require_open(study)
    if rater_of(study, rater_id) is None:
        raise NotFound("You are not one of this study's raters.", "Begin from the study's link.")
    if not any(sample.id == sample_id for sample in study.samples):
        raise NotFound("That sample is not in this study.", "Go on with the next one.")
    allowed = {each.name: each.values for each in CRITERIA[study.kind]} | {SKIPPED: (0, 1)}
    if value not in allowed.get(criterion, ()):
        raise InvalidInput("That value is not on the scale.", "Choose one of those shown.")
    if values_of(study, rater_id, sample_id).get(criterion) == value:
        return study
    new = Rating(rater=rater_id, sample=sample_id, criterion=criterion, value=value, when=when)
    return study.model_copy(update={"ratings": (*study.ratings, new)})


def values_of(study: Study, rater_id: str, sample_id: str) -> dict[str, int]:
    """Criterion -> the last value that this rater gave this sample."""
    return {
        rating.criterion: rating.value
        for rating in study.ratings
        if rating.rater == rater_id and rating.sample == sample_id
    }


def order_of(study: Study, rater_id: str) -> tuple[Sample, ...]:
    """The samples in this rater's own order, the same each time."""
    samples = sorted(study.samples, key=lambda sample: sample.id)
    Random(f"{study.seed}:{rater_id}").shuffle(samples)
    return tuple(samples)


def is_rated(study: Study, values: Mapping[str, int]) -> bool:
    """Whether there is a value on every criterion."""
    return all(criterion.name in values for criterion in CRITERIA[study.kind])


def is_settled(study: Study, values: Mapping[str, int]) -> bool:
    """Whether a sample needs nothing more of a rater: rated, or passed over."""
    return is_rated(study, values) or bool(values.get(SKIPPED))


def progress(study: Study, rater_id: str) -> tuple[int, int]:
    """How many samples are settled, and of how many."""
    if study.rotations:
        plays = {play.question_id for play in study.plays if play.attempt == rater_id}
        return len(plays), len(quiz_for(study, rater_id).questions)
    settled = sum(
        is_settled(study, values_of(study, rater_id, sample.id)) for sample in study.samples
    )
    return settled, len(study.samples)


def quiz_for(study: Study, rater_id: str) -> HintQuiz:
    """The questions that this person is to answer: each once, with the hints of one arm."""
    places = [rater.id for rater in study.raters]
    if rater_id not in places or not study.rotations:
        raise NotFound("You are not one of this study's raters.", "Begin from the study's link.")
    mine = set(study.rotations[places.index(rater_id) % len(study.rotations)])
    asked = [
        sample.question
        for sample in order_of(study, rater_id)
        if sample.id in mine and sample.question is not None
    ]
    plays = tuple(play for play in study.plays if play.attempt == rater_id)
    return HintQuiz(name=study.name, questions=tuple(asked), plays=plays)


def with_plays(study: Study, plays: tuple[PlayRecord, ...]) -> Study:
    """The study with those of `plays` that it does not have yet."""
    _require_open(study)
    kept = {(play.attempt, play.question_id): play for play in (*plays, *study.plays)}
    known = {(play.attempt, play.question_id) for play in study.plays}
    new = tuple(play for turn, play in kept.items() if turn not in known)
    return study.model_copy(update={"plays": (*study.plays, *new)}) if new else study


def ended(study: Study, when: str) -> Study:
    """The study with its end: from then on nothing is rated any more, and results are told."""
    return study if study.ended else study.model_copy(update={"ended": when})


def _require_open(study: Study) -> None:
    if study.ended:
        raise InvalidInput("This study has ended.", "Nothing can be rated any more.")
