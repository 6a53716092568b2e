"""Means and differences with bootstrap intervals; what is drawn again is the input.

Arms work on the same inputs, so that a difference is taken input by input first (paired): what
makes an input hard is then the same for both arms and does not widen the interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

RESAMPLES = 2_000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `n` inputs; `low` and `high` are None where one input alone was had."""

    mean: float
    low: float | None
    high: float | None
    n: int

    @property
    def excludes_zero(self) -> bool:
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def mean(values: Sequence[float], *, seed: int = 0) -> Estimate | None:
    """The mean and its 95% percentile bootstrap interval; None without a value.

    By `scipy.stats.bootstrap` (method "percentile", 2,000 resamples): the same seed gives the
    same interval.
    """
    if not values:
        return None
    centre = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(centre, None, None, len(values))
    if len(set(values)) == 1:
        return Estimate(centre, centre, centre, len(values))
    low, high = _interval(tuple(values), seed)
    return Estimate(centre, low, high, len(values))


@lru_cache(maxsize=4096)
def _interval(values: tuple[float, ...], seed: int) -> tuple[float, float]:
    import numpy as np
    from scipy.stats import bootstrap

    found = bootstrap(
        (np.asarray(values, dtype=float),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=LEVEL,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return float(found.low), float(found.high)


def paired_difference(
    left: Mapping[str, float], right: Mapping[str, float], *, seed: int = 0
) -> Estimate | None:
    """`left` minus `right`, over the inputs (keys) that both have; None if they share none."""
    return mean([left[key] - right[key] for key in left if key in right], seed=seed)
