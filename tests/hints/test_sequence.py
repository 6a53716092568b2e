"""The order of hints, worked out by hand on small matrices."""

from hypothesis import given
from hypothesis import strategies as st

from services.hints.sequence import (
    decisive,
    propose_order,
    propose_selection,
    remaining,
    ruled_out,
    superfluous,
)

# Candidates A B C and the answer.
FAINT = (1, 1, 1, 1)
NOT_C = (1, 1, 0, 1)
NOT_BC = (1, 0, 0, 1)
NOT_A = (0, 1, 1, 1)
WRONG = (0, 0, 0, 0)


def test_who_is_ruled_out() -> None:
    assert ruled_out(NOT_BC, 3) == {1, 2}
    assert ruled_out((1, None, 0, 1), 3) == {2}
    assert ruled_out((1, None, 0, None), 3) == {2}


def test_a_hint_that_is_wrong_for_the_answer_rules_nobody_out() -> None:
    assert ruled_out(WRONG, 3) == frozenset()


def test_from_faint_to_strong() -> None:
    rows = [NOT_BC, FAINT, NOT_A, NOT_C]
    order = propose_order(rows, [0.7, 0.1, 0.9, 0.4], 3)
    assert order == [1, 3, 0, 2]
    counts = remaining(rows, order, 3)
    assert counts == [4, 3, 2, 1]
    assert decisive(counts) == 4
    assert superfluous(counts, 4) == [1]


def test_a_hint_made_superfluous_by_a_weaker_one_comes_before_it() -> None:
    rows = [NOT_BC, NOT_C, NOT_A]
    order = propose_order(rows, [0.2, 0.3, 0.9], 3)
    assert order == [1, 0, 2]
    assert superfluous(remaining(rows, order, 3), 4) == []


def test_twins_cannot_both_add_something() -> None:
    rows = [NOT_C, NOT_C]
    order = propose_order(rows, [0.2, 0.3], 3)
    assert order == [0, 1]
    assert superfluous(remaining(rows, order, 3), 4) == [2]


def test_ties_keep_the_order_of_the_hints() -> None:
    assert propose_order([FAINT, FAINT, FAINT], [0.5, 0.5, 0.5], 3) == [0, 1, 2]


def test_nothing_settles_it() -> None:
    assert decisive(remaining([NOT_C, FAINT], [0, 1], 3)) is None


def test_solvable_by_hint_k() -> None:
    rows, strengths = [FAINT, NOT_C, NOT_BC, NOT_A, WRONG], [0.1, 0.2, 0.6, 0.8, 0.3]
    assert propose_selection(rows, strengths, 3, 1) is None
    assert propose_selection(rows, strengths, 3, 2) == [2, 3]
    assert propose_selection(rows, strengths, 3, 3) == [0, 2, 3]
    assert propose_selection([], [], 0, 3) is None


@st.composite
def matrices(draw: st.DrawFn) -> tuple[list[list[int | None]], list[float], int]:
    width = draw(st.integers(1, 6))
    cell = st.sampled_from([0, 1, None])
    rows = draw(st.lists(st.lists(cell, min_size=width, max_size=width), max_size=8))
    strengths = draw(st.lists(st.floats(0, 1), min_size=len(rows), max_size=len(rows)))
    return rows, strengths, draw(st.integers(0, width - 1))


@given(matrices())
def test_the_answer_always_stands_and_counts_never_rise(
    matrix: tuple[list[list[int | None]], list[float], int],
) -> None:
    rows, strengths, answer = matrix
    order = propose_order(rows, strengths, answer)
    assert sorted(order) == list(range(len(rows)))
    counts = remaining(rows, order, answer)
    assert all(count >= 1 for count in counts)
    assert counts == sorted(counts, reverse=True)
    by_strength = sorted(range(len(rows)), key=lambda place: strengths[place])
    width = len(rows[0]) if rows else 1
    plain = superfluous(remaining(rows, by_strength, answer), width)
    assert len(superfluous(counts, width)) <= len(plain)


@given(matrices(), st.integers(1, 6))
def test_a_selection_settles_it_with_its_last_hint(
    matrix: tuple[list[list[int | None]], list[float], int], target: int
) -> None:
    rows, strengths, answer = matrix
    chosen = propose_selection(rows, strengths, answer, target)
    if chosen is None:
        return
    assert len(chosen) == len(set(chosen)) <= target
    assert decisive(remaining(rows, chosen, answer)) == len(chosen)
