"""Means, differences and intervals; the two-arm example is worked out by hand."""

import pytest

from services.compare.criteria import CRITERIA
from services.compare.intervals import Estimate, mean, paired_difference
from services.compare.measures import MEASURES, Better, of_answers, of_hints
from services.compare.models import Comparison, Subject
from services.compare.published import table_for, tables, warnings
from services.compare.study_models import StudyKind
from services.compare.tables import (
    Difference,
    Verdict,
    arm_rows,
    cautions,
    differences,
    estimate_in_words,
    verdict,
)
from services.hints.models import Hint, TriviaQuestion
from services.reading.models import SolverResult
from tests.compare.parts import FIRST, two_arms


def test_the_two_arm_table_is_as_worked_out_by_hand() -> None:
    comparison = two_arms({"a": (10.0, 20.0, 60.0), "b": (20.0, 40.0, 90.0)})
    first, second = arm_rows(comparison)
    assert (first.name, first.inputs) == ("Alpha <method>", 3)
    assert first.estimates["rep_2"].mean == pytest.approx(30.0)  # type: ignore[union-attr]
    assert second.estimates["rep_2"].mean == pytest.approx(50.0)  # type: ignore[union-attr]
    assert first.estimates["seconds"].mean == 1.5  # type: ignore[union-attr]
    # Paired: +10, +20, +30, so that the mean is 20 and no resample reaches below 10.
    (found,) = [d for d in differences(comparison) if d.measure.name == "rep_2"]
    assert found.arm == "b"
    assert found.estimate.mean == pytest.approx(20.0)
    assert 10.0 <= found.estimate.low <= found.estimate.high <= 30.0  # type: ignore[operator]
    assert found.estimate.excludes_zero


def test_a_difference_is_taken_over_the_inputs_that_both_arms_have() -> None:
    found = paired_difference({"x": 5.0, "y": 9.0}, {"y": 4.0, "z": 1.0})
    assert found is not None
    assert (found.mean, found.n) == (5.0, 1)
    assert (found.low, found.high) == (None, None)
    assert paired_difference({"x": 5.0}, {"z": 1.0}) is None


def test_the_bootstrap_is_seeded() -> None:
    values = [3.0, 8.0, 1.0, 4.0, 4.5, 9.0]
    assert mean(values, seed=7) == mean(values, seed=7)
    assert mean(values, seed=7) != mean(values, seed=8)
    assert mean([]) is None
    constant = mean([2.0, 2.0, 2.0])
    assert constant is not None
    assert (constant.low, constant.high) == (2.0, 2.0)


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    import numpy as np

    random = np.random.default_rng(1)
    covered = 0
    for trial in range(100):
        found = mean(list(random.normal(5.0, 2.0, size=30)), seed=trial)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 5.0 <= found.high
    assert 88 <= covered <= 99


def test_hints_of_known_grades_are_measured_as_by_hand() -> None:
    question = TriviaQuestion(
        question="Which?",
        answer="This",
        hints=(
            Hint(text="one", hicos=0.2, hifas=1.0, order=1, remaining=3),
            Hint(text="two", hicos=0.6, order=2, remaining=1),
            Hint(text="three", leak="this", dropped="It gives the answer away."),
            Hint(text="four", dropped="It is too near to the question."),
        ),
    )
    assert of_hints(question) == {
        "hicos": pytest.approx(0.4),
        "hifas": 1.0,
        "strength": None,
        "kept": 50.0,
        "leaks": 25.0,
        "first_solving": 2,
        "solved": 100.0,
    }
    bare = of_hints(TriviaQuestion(question="Which?", answer="This"))
    assert set(bare.values()) == {None}


def test_an_item_is_right_when_the_key_is_the_likeliest() -> None:
    solved = SolverResult(solver="s", passage=(0.1, 0.6, 0.3), without_passage=(0.5, 0.2, 0.3))
    found = of_answers(solved, 1)
    assert (found["with_passage"], found["without_passage"]) == (100.0, 0.0)
    assert found["chance"] == pytest.approx(100 / 3)


def test_cautions_say_that_one_input_or_few_prove_nothing() -> None:
    one = two_arms({"a": (1.0,), "b": (2.0,)})
    assert any("One input says nothing" in said for said in cautions(one))
    assert any("4 cells are missing" in said for said in cautions(one))
    three = two_arms({"a": (1.0, 2.0, 3.0), "b": (2.0, 2.0, 2.0)})
    assert any("3 inputs are few" in said for said in cautions(three))


def test_published_tables_fit_their_columns_and_known_measures() -> None:
    assert {table.subject for table in tables()} == set(Subject)
    for table in tables():
        known = {measure.name for measure in MEASURES[table.subject]}
        if table.study is not None:
            known = {criterion.name for criterion in CRITERIA[table.study]}
            known |= {"solved", "median_hint"} if table.study is StudyKind.ANSWER else set()
        assert set(table.columns) <= known
        assert table.source
        assert all(len(row.values) == len(table.columns) for row in table.rows)


def test_diversity_of_the_published_table_follows_from_its_repetition() -> None:
    table = table_for(Subject.QUESTIONNAIRES)
    for row in table.rows:
        left = 1.0
        for name in ("rep_2", "rep_3", "rep_4"):
            left *= 1 - (table.value(row, name) or 0.0) / 100
        assert 100 * left == pytest.approx(table.value(row, "diversity"), abs=0.02)


def test_warnings_name_language_length_and_encoder() -> None:
    comparison = two_arms({"a": (1.0, 2.0, 3.0), "b": (2.0, 2.0, 2.0)})
    said = " ".join(warnings(comparison, table_for(Subject.QUESTIONNAIRES)))
    assert "Chinese texts, yours of English" in said
    assert "Yours have 2.0 questions on average" in said
    assert "encoder sn-xlm-roberta" in said
    assert warnings(Comparison(arms=(FIRST,)), table_for(Subject.QUESTIONNAIRES)) == []


def test_estimates_in_words_never_turn_what_is_missing_into_zero() -> None:
    measure = MEASURES[Subject.QUESTIONNAIRES][0]
    assert estimate_in_words(measure, None) == "not available"
    assert estimate_in_words(measure, mean([-1.0]), signed=True) == "\N{MINUS SIGN}1.0"


@pytest.mark.parametrize(
    ("better", "estimate", "said"),
    [
        (Better.HIGHER, Estimate(2.0, 1.0, 3.0, 4), Verdict.BETTER),
        (Better.LOWER, Estimate(2.0, 1.0, 3.0, 4), Verdict.WORSE),
        (Better.LOWER, Estimate(-2.0, -3.0, -1.0, 4), Verdict.BETTER),
        (Better.HUMAN, Estimate(2.0, 1.0, 3.0, 4), Verdict.DIFFERS),
        (Better.HIGHER, Estimate(2.0, -1.0, 3.0, 4), Verdict.CHANCE),
        (Better.HIGHER, Estimate(0.0, 0.0, 0.0, 4), Verdict.SAME),
        (Better.HIGHER, Estimate(2.0, None, None, 1), Verdict.ONE),
    ],
)
def test_a_verdict_says_which_way_only_where_a_measure_has_a_good_end(
    better: Better, estimate: Estimate, said: Verdict
) -> None:
    measure = next(m for m in MEASURES[Subject.QUESTIONNAIRES] if m.better is better)
    assert verdict(Difference("a", "A", measure, estimate)) is said


def test_an_interval_that_cannot_be_seen_is_not_written() -> None:
    percent = next(m for m in MEASURES[Subject.HINTS] if m.name == "kept")
    assert estimate_in_words(percent, Estimate(100.0, 100.0, 100.0, 5)) == "100"
    assert estimate_in_words(percent, Estimate(96.0, 88.0, 100.0, 5)) == "96 (88 to 100)"
    assert estimate_in_words(percent, Estimate(-0.4, -0.7, 0.3, 5), signed=True) == "0 (−1 to 0)"
    # What leaves 0 out is not written as if it did not.
    apart = Estimate(-0.9, -1.4, -0.4, 5)
    assert estimate_in_words(percent, apart, signed=True) == "−0.9 (−1.4 to −0.4)"
