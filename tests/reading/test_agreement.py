"""Rank agreement, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reading.agreement import agreement


def test_pairs_in_the_same_order_are_counted() -> None:
    # Of the six pairs only (0.6, 0.7) is turned round: tau = (5 - 1) / 6.
    found = agreement([0.5, 0.6, 0.7, 0.8], [0.4, 0.6, 0.5, 0.9])
    assert found is not None
    assert (found.items, found.right, found.pairs) == (4, 5, 6)
    assert found.tau == pytest.approx(4 / 6)


def test_ties_are_no_pairs() -> None:
    found = agreement([0.5, 0.5, 0.7], [0.4, 0.6, 0.9])
    assert found is not None
    assert (found.right, found.pairs) == (2, 2)
    # tau-b: (C - D) / sqrt((C + D + ties in x)(C + D + ties in y)) = 2 / sqrt(3 * 2).
    assert found.tau == pytest.approx(2 / 6**0.5)


def test_a_constant_side_has_no_order() -> None:
    found = agreement([0.5, 0.5, 0.5], [0.1, 0.2, 0.3])
    assert found is not None
    assert (found.pairs, found.tau) == (0, None)


def test_two_items_are_too_few() -> None:
    assert agreement([0.5, 0.6], [0.5, 0.6]) is None


@given(st.lists(st.floats(0, 1), min_size=3, max_size=12, unique=True))
def test_the_same_order_is_full_agreement(shares: list[float]) -> None:
    found = agreement(shares, [share / 2 + 0.1 for share in shares])
    assert found is not None
    assert found.right <= found.pairs <= len(shares) * (len(shares) - 1) // 2
    assert found.right == found.pairs
