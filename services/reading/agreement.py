"""Whether the estimate puts an author's own questions in the order that real readers put them."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

# With fewer items the order of two of them is all there is.
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Agreement:
    """`right` of `pairs` pairs that differ in both are in the same order; `tau` is Kendall's
    tau-b, None where one side is constant."""

    items: int
    right: int
    pairs: int
    tau: float | None


def agreement(expected: Sequence[float], observed: Sequence[float]) -> Agreement | None:
    """How far the orders of two lists of shares agree; None for fewer than three items.

    Source: Kendall (1945), The treatment of ties in ranking problems, Biometrika 33.
    """
    if len(expected) < FEWEST:
        return None
    from scipy.stats import kendalltau

    couples = itertools.combinations(zip(expected, observed, strict=True), 2)
    products = [(a[0] - b[0]) * (a[1] - b[1]) for a, b in couples]
    tied = len(set(expected)) == 1 or len(set(observed)) == 1
    return Agreement(
        items=len(expected),
        right=sum(product > 0 for product in products),
        pairs=sum(product != 0 for product in products),
        tau=None if tied else float(kendalltau(expected, observed).statistic),
    )
