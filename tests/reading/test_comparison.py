import pytest

from services.reading import comparison, counting
from services.reading.readability import flesch_kincaid_grade

BEFORE = "The cat sat. The reaction produces glucose, which the plant stores. Fine. It rained."
AFTER = "The cat sat. It makes sugar. The plant keeps it. Fine. It rained all day."


def test_each_edit_is_told_with_its_own_change_of_grade() -> None:
    first, second = comparison.compare(BEFORE, AFTER).edits
    assert first.before == "The reaction produces glucose, which the plant stores."
    assert first.after == "It makes sugar. The plant keeps it."
    alone = BEFORE.replace(first.before, first.after)
    change = flesch_kincaid_grade(counting.count(alone)) - flesch_kincaid_grade(
        counting.count(BEFORE)
    )
    assert first.grade_change == pytest.approx(change)
    assert first.grade_change < 0  # type: ignore[operator]
    assert (second.before, second.after) == ("It rained.", "It rained all day.")


def test_measures_are_compared_and_withheld_ones_have_no_difference() -> None:
    changes = {change.key: change for change in comparison.compare(BEFORE, AFTER).measures}
    grade = changes["flesch_kincaid_grade"]
    assert grade.difference == pytest.approx(grade.after - grade.before)  # type: ignore[operator]
    assert changes["smog"].difference is None


def test_the_same_text_has_no_edit() -> None:
    assert comparison.compare(BEFORE, BEFORE.replace(". ", ".\n\n")).edits == ()


def test_inserting_and_deleting_sentences() -> None:
    (inserted,) = comparison.compare("It rained.", "It rained. We ran home.").edits
    assert (inserted.before, inserted.after) == ("", "We ran home.")
    (deleted,) = comparison.compare("It rained.", "").edits
    assert (deleted.after, deleted.grade_change) == ("", None)
