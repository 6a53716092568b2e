"""Reading questions rated blind: samples, check sample, results by hand, beside the solver."""

import pytest

from services.compare.criteria import CRITERIA, sources
from services.compare.item_results import by_item
from services.compare.measures import of_answers
from services.compare.models import Arm, Comparison, ItemInput, KeyEntry, Subject
from services.compare.rating import ended, rated, with_rater
from services.compare.studies import Plan, study_of, with_key
from services.compare.study_models import Rater, Study, StudyKind
from services.compare.study_results import key_of, results
from services.documents import Document, require_moderate
from services.errors import InvalidInput
from services.reading.models import SolverResult
from tests.compare.parts import cell, locks

ITEMS = StudyKind.RATE_ITEMS
ARMS = (Arm(id="a", name="First solver"), Arm(id="b", name="Second solver", seed=1))
RATERS = (Rater(id="ann", name="Ann"), Rater(id="ben", name="Ben"))


def answered(count: int = 5) -> Comparison:
    """Both arms find the key of every question, but the second not that of the first."""
    inputs = locks(count)
    comparison = Comparison(subject=Subject.ITEMS, arms=ARMS, inputs=inputs)
    cells = []
    for arm in ARMS:
        for n, source in enumerate(inputs):
            right = n > 0 or arm.id == "a"
            shares = (0.5, 0.3, 0.2) if right else (0.1, 0.7, 0.2)
            solved = SolverResult(solver="s", passage=shares, without_passage=(0.2, 0.5, 0.3))
            values = of_answers(solved, 0, 0.6 + 0.05 * n)
            cells.append(cell(comparison, arm, source, solved=solved, measures=values))
    return comparison.model_copy(update={"cells": tuple(cells)})


def made(*, gold: bool = False, seed: int = 2) -> tuple[Study, Comparison, dict[str, KeyEntry]]:
    comparison = answered()
    study, entries = study_of(comparison, Plan(ITEMS, "Blind", seed=seed, gold=gold))
    keyed = with_key(comparison, "s", entries)
    key = key_of("s", keyed)
    assert key is not None
    for rater in RATERS:
        study = with_rater(study, rater)
    return study, keyed, key


def test_a_question_is_shown_once_and_nothing_tells_how_the_arms_fared() -> None:
    study, _, key = made()
    assert len(study.samples) == 5
    told = study.model_dump_json()
    for hidden in ("First solver", "Second solver", "with_passage", "0.5", '"i0"', '"i1"'):
        assert hidden not in told
    first = next(entry for entry in key.values() if entry.input == "i0")
    # One of the two arms found its key; the estimate is the same for both.
    assert first.measures["with_passage"] == 50.0
    assert first.measures["predicted"] == pytest.approx(60.0)
    assert first.arm == ""


def test_a_study_takes_the_longest_passage_that_its_comparison_takes() -> None:
    comparison = answered()
    long = [
        each.model_copy(update={"passage": "A long passage. " * 4_000})
        for each in comparison.inputs
        if isinstance(each, ItemInput)
    ]
    moved = comparison.model_copy(update={"inputs": tuple(long)})
    cells = tuple(
        cell(moved, arm, source, measures={"chance": 25.0}) for arm in ARMS for source in long
    )
    study, _ = study_of(moved.model_copy(update={"cells": cells}), Plan(ITEMS, "Blind"))
    assert max(len(s.item.passage) for s in study.samples if s.item) > Document.longest
    require_moderate(study.model_dump(mode="json"), study.longest)


@pytest.mark.parametrize("seed", range(8))
def test_the_check_sample_has_a_wrong_key(seed: int) -> None:
    study, _, key = made(gold=True, seed=seed)
    (spoiled,) = [s for s in study.samples if key[s.id].gold and s.item]
    twins = [s for s in study.samples if s.title == spoiled.title and s is not spoiled]
    assert spoiled.item is not None
    assert spoiled.item.gold != 0
    assert [twin.item.gold for twin in twins if twin.item] == [0]
    assert spoiled.item.id != twins[0].item.id  # type: ignore[union-attr]


def judged() -> tuple[Study, Comparison, dict[str, KeyEntry]]:
    """Question n gets 1 + n by Ann and 1 by Ben on every scale; the check sample 1 by both."""
    study, keyed, key = made(gold=True)
    for sample in study.samples:
        entry = key[sample.id]
        n = int(entry.input.removeprefix("i"))
        for rater, value in ((RATERS[0], 1 + n), (RATERS[1], 1)):
            for criterion in CRITERIA[ITEMS]:
                given = int(value > 2) if criterion.yes_no else value
                given = 1 if entry.gold and not criterion.yes_no else given
                study = rated(study, rater.id, sample.id, criterion.name, given, when="1")
    return ended(study, "2026-01-01"), keyed, key


def test_means_are_over_all_questions_and_go_with_what_was_measured() -> None:
    study, keyed, key = judged()
    found = results(study, key, keyed)
    assert {(row.arm, row.name) for row in found.arms} == {("", "All questions")}
    means = {row.criterion.name: row.estimate.mean for row in found.arms}
    # Of the five questions 1, 1.5, 2, 2.5 and 3; three of Ann's ten and no other votes are a yes.
    assert means["one_best"] == 2.0
    assert means["accept"] == pytest.approx(0.3)
    assert found.differences == ()
    assert found.gold == (("Ann", True), ("Ben", True))
    by_name = {(c.measure, c.criterion): c for c in found.correlations}
    # The expected share rises with the question's number, as the ratings do.
    assert by_name["predicted", "one_best"].spearman == pytest.approx(1.0)
    assert by_name["with_passage", "one_best"].spearman == pytest.approx(0.7071, abs=1e-4)
    assert ("chance", "one_best") not in by_name


def test_questions_are_told_one_by_one_the_poorest_first() -> None:
    study, keyed, key = judged()
    found = by_item(study, key, keyed)
    assert [each.means["level"] for each in found] == [1.0, 1.5, 2.0, 2.5, 3.0]
    assert found[0].title == "Which colour has the lock at mile 0?"
    assert len(found[0].poor) == 6
    # Its mean is 3, and half would accept it.
    assert found[-1].poor == ()
    with pytest.raises(InvalidInput, match="still going on"):
        by_item(study.model_copy(update={"ended": ""}), key, keyed)


def test_every_criterion_has_its_ends_and_a_source() -> None:
    for kind, criteria in CRITERIA.items():
        for criterion in criteria:
            assert criterion.asks.endswith("?")
            assert criterion.low != criterion.high
            assert criterion.source
        assert bool(sources(kind)) is bool(criteria)
    said = " ".join(sources(ITEMS))
    assert "One best answer: Haladyna, Downing & Rodriguez 2002, guideline 19." in said
