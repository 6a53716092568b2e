"""Blind studies: the arm is nowhere to be seen, raters are apart, results are as by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.compare.agreement import Level, alpha
from services.compare.answering import answered
from services.compare.correlation import by_chance
from services.compare.criteria import CRITERIA
from services.compare.models import Comparison, KeyEntry
from services.compare.rating import (
    ended,
    order_of,
    progress,
    quiz_for,
    rated,
    values_of,
    with_plays,
    with_rater,
)
from services.compare.studies import Plan, study_of, with_key
from services.compare.study_models import SKIPPED, Rater, Study, StudyKind
from services.compare.study_results import StudyResult, key_of, results
from services.errors import InvalidInput, NotFound
from services.hints.models import PlayRecord
from tests.compare.parts import hints_of_two_arms, two_arms

# Krippendorff (2011), section C: four observers, twelve units.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
RATE = StudyKind.RATE_QUESTIONNAIRES
COMPARISON = two_arms({"a": (10.0, 20.0, 60.0), "b": (20.0, 40.0, 90.0)})
ANN, BEN = Rater(id="rater-ann", name="Ann"), Rater(id="rater-ben", name="Ben")


def units() -> dict[str, dict[str, float]]:
    rows = [row.split() for row in OBSERVERS]
    return {
        str(unit): {str(n): float(row[unit]) for n, row in enumerate(rows) if row[unit] != "."}
        for unit in range(12)
    }


@pytest.mark.parametrize(
    ("level", "published"),
    [(Level.NOMINAL, 0.743), (Level.ORDINAL, 0.815), (Level.INTERVAL, 0.849)],
)
def test_alpha_is_that_of_the_published_example(level: Level, published: float) -> None:
    assert alpha(units(), level) == pytest.approx(published, abs=0.0006)


def test_alpha_is_not_there_where_nothing_can_be_said() -> None:
    assert alpha({"u": {"a": 1.0}, "v": {"a": 2.0}}, Level.ORDINAL) is None
    assert alpha({"u": {"a": 1.0, "b": 1.0}}, Level.ORDINAL) is None
    assert alpha({"u": {"a": 1, "b": 1}, "v": {"a": 2, "b": 2}}, Level.ORDINAL) == 1.0


def test_what_chance_gives_is_as_in_the_tables_of_textbooks() -> None:
    # Critical values of r at 5%, two-sided, for 8 and 18 degrees of freedom.
    assert by_chance(10) == pytest.approx(0.632, abs=0.0005)
    assert by_chance(20) == pytest.approx(0.444, abs=0.0005)


def made(
    comparison: Comparison = COMPARISON, kind: StudyKind = RATE, *, gold: bool = False
) -> tuple[Study, Comparison, dict[str, KeyEntry]]:
    study, entries = study_of(comparison, Plan(kind, "Blind", seed=5, gold=gold))
    keyed = with_key(comparison, "study", entries)
    key = key_of("study", keyed)
    assert key is not None
    for rater in (ANN, BEN):
        study = with_rater(study, rater)
    return study, keyed, key


def test_a_study_holds_no_arm_no_measure_and_nothing_to_tell_them_by() -> None:
    study, _, key = made()
    assert len(study.samples) == 6
    told = study.model_dump_json()
    for hidden in ("Alpha", "Beta", '"a"', '"b"', "rep_2", "fingerprint", "A model"):
        assert hidden not in told
    assert sorted(entry.arm for entry in key.values()) == ["a", "a", "a", "b", "b", "b"]


def test_neither_ids_nor_order_tell_the_arm() -> None:
    first, second = made()[0], made()[0]
    assert not {s.id for s in first.samples} & {s.id for s in second.samples}
    placed = set()
    for n in range(12):
        study, _, key = made()
        study = with_rater(study, Rater(id=f"rater {n}"))
        placed.add(tuple(key[sample.id].arm for sample in order_of(study, f"rater {n}")))
    assert len(placed) > 6
    assert len({order[0] for order in placed}) == 2


@given(st.integers(0, 10_000))
def test_each_rater_meets_every_sample_once_in_the_same_order_each_time(seed: int) -> None:
    study = STUDY
    order = order_of(study, f"rater {seed}")
    assert sorted(s.id for s in order) == sorted(s.id for s in study.samples)
    assert order == order_of(study, f"rater {seed}")


STUDY = made()[0]


def test_raters_have_values_of_their_own_and_the_last_one_counts() -> None:
    study = STUDY
    sample = study.samples[0].id
    study = rated(study, ANN.id, sample, "relevance", 2, when="1")
    study = rated(study, BEN.id, sample, "relevance", 5, when="2")
    study = rated(study, ANN.id, sample, "relevance", 4, when="3")
    assert values_of(study, ANN.id, sample) == {"relevance": 4}
    assert values_of(study, BEN.id, sample) == {"relevance": 5}
    # Nothing was overwritten: ratings are only ever added.
    assert [r.value for r in study.ratings] == [2, 5, 4]


@pytest.mark.parametrize(
    ("rater", "sample", "criterion", "value", "error"),
    [
        ("stranger", None, "relevance", 3, NotFound),
        (ANN.id, "elsewhere", "relevance", 3, NotFound),
        (ANN.id, None, "relevance", 6, InvalidInput),
        (ANN.id, None, "accept", 3, InvalidInput),
        (ANN.id, None, "beauty", 3, InvalidInput),
    ],
)
def test_what_is_no_rating_is_refused(
    rater: str, sample: str | None, criterion: str, value: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        rated(STUDY, rater, sample or STUDY.samples[0].id, criterion, value, when="1")


def test_results_are_told_only_after_the_end_and_nothing_is_rated_then() -> None:
    study, keyed, key = made()
    with pytest.raises(InvalidInput, match="still going on"):
        results(study, key, keyed)
    over = ended(study, "2026-01-01")
    with pytest.raises(InvalidInput, match="has ended"):
        rated(over, ANN.id, over.samples[0].id, "relevance", 3, when="1")
    assert results(over, key, keyed).raters == 0


def judged(values: dict[str, tuple[int, int]], *, gold: bool = False) -> tuple[StudyResult, Study]:
    """Every criterion of each arm's samples rated by Ann and by Ben as `values` say."""
    study, keyed, key = made(gold=gold)
    for sample in study.samples:
        entry = key[sample.id]
        for rater, value in zip((ANN, BEN), values[entry.arm], strict=True):
            for criterion in CRITERIA[RATE]:
                given = int(value > 2) if criterion.yes_no else value
                given = 1 if entry.gold and not criterion.yes_no else given
                study = rated(study, rater.id, sample.id, criterion.name, given, when="1")
    study = ended(study, "2026-01-01")
    return results(study, key, keyed), study


def test_means_and_differences_are_as_by_hand() -> None:
    found, study = judged({"a": (2, 4), "b": (5, 5)})
    assert progress(study, ANN.id) == (6, 6)
    means = {(r.arm, r.criterion.name): r.estimate.mean for r in found.arms}
    assert means["a", "relevance"] == 3.0
    assert means["b", "relevance"] == 5.0
    assert means["a", "accept"] == 0.5
    (apart,) = [r for r in found.differences if r.criterion.name == "order"]
    assert (apart.arm, apart.estimate.mean) == ("b", 2.0)
    assert {r.ratings for r in found.arms} == {6}
    assert any("only 6 ratings" in said for said in found.cautions)
    # Rep-2 of the samples rises with the mean rating in five of the pairs' six orders.
    assert {c.measure for c in found.correlations} == {"rep_2"}
    assert all(c.n == 6 for c in found.correlations)


def test_check_samples_show_who_reads_and_count_in_no_mean() -> None:
    found, study = judged({"a": (2, 4), "b": (5, 5)}, gold=True)
    assert len(study.samples) == 7
    assert found.gold == (("Ann", True), ("Ben", True))
    assert {r.ratings for r in found.arms} == {6}


def test_one_rater_gives_no_agreement_and_is_told_so() -> None:
    study, keyed, key = made()
    for sample in study.samples:
        value = 2 if key[sample.id].arm == "a" else 5
        study = rated(study, ANN.id, sample.id, "relevance", value, when="1")
    found = results(ended(study, "2026"), key, keyed)
    assert found.alphas["relevance"] is None
    assert any("One person rated" in said for said in found.cautions)


def test_what_was_passed_over_does_not_count() -> None:
    study, keyed, key = made()
    sample = study.samples[0].id
    study = rated(study, ANN.id, sample, "relevance", 3, when="1")
    study = rated(study, ANN.id, sample, SKIPPED, 1, when="2")
    assert results(ended(study, "2026"), key, keyed).arms == ()
    assert progress(study, ANN.id) == (1, 6)


def test_a_study_of_hints_draws_single_hints_and_tells_nothing_of_their_grades() -> None:
    study, _, key = made(hints_of_two_arms(), StudyKind.RATE_HINTS)
    assert len(study.samples) == 12
    assert "hicos" not in study.model_dump_json().replace('"hicos":null', "")
    north = {s.id for s in study.samples if "north" in s.text}
    assert {key[sample].arm for sample in north} == {"a"}
    assert {entry.measures["hicos"] for entry in key.values()} == {0.0, 0.25, 0.5}


def test_answering_gives_each_question_once_and_each_arm_as_often() -> None:
    study, _, key = made(hints_of_two_arms(4), StudyKind.ANSWER)
    arms = {s.question.id: key[s.id].arm for s in study.samples if s.question}
    met = []
    for rater in (ANN, BEN):
        quiz = quiz_for(study, rater.id)
        assert len({q.question for q in quiz.questions}) == 4
        found = [arms[q.id] for q in quiz.questions]
        assert sorted(found) == ["a", "a", "b", "b"]
        met.append({q.id for q in quiz.questions})
    assert not met[0] & met[1]


def test_answers_are_counted_by_arm_as_by_hand() -> None:
    study, keyed, key = made(hints_of_two_arms(4), StudyKind.ANSWER)
    arms = {s.question.id: key[s.id].arm for s in study.samples if s.question}
    for rater in (ANN, BEN):
        for question in quiz_for(study, rater.id).questions:
            # Arm a: always with two hints; arm b: at once by Ann, never by Ben.
            own = arms[question.id] == "a"
            play = PlayRecord(
                question_id=question.id,
                attempt=rater.id,
                hints_seen=2 if own else 0 if rater is ANN else 3,
                solved=own or rater is ANN,
            )
            study = with_plays(study, (play, play))
    assert len(study.plays) == 8
    assert progress(study, ANN.id) == (4, 4)
    first, second = answered(ended(study, "2026"), key, keyed)
    assert first.plays == second.plays == 4
    assert first.without_hints == 0.0
    assert first.with_hints is not None
    assert first.with_hints.mean == 1.0
    assert first.median_hint == 2.0
    assert second.without_hints == 0.5
    assert second.with_hints is not None
    assert second.with_hints.mean == 0.0
    assert second.median_hint is None


def test_an_unfinished_comparison_gives_only_what_every_arm_has() -> None:
    study, entries = study_of(two_arms({"a": (1.0, 2.0), "b": (1.0,)}), Plan(RATE, "x"))
    assert len(study.samples) == 2
    assert {entry.input for entry in entries} == {"i0"}
    with pytest.raises(InvalidInput, match="every arm has finished"):
        study_of(two_arms({"a": (1.0,), "b": ()}), Plan(RATE, "x"))
