"""How far an automatic measure orders things as people's ratings do."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

FEWEST = 5
# From here on a rank correlation of a few points starts to mean something.
FEW = 20


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rank correlation (-1 to 1) of `measure` with ratings, over `n` samples."""

    measure: str
    criterion: str
    spearman: float
    n: int


def spearman(
    measure: str, criterion: str, pairs: Sequence[tuple[float, float]]
) -> Correlation | None:
    """None for fewer than five pairs, or where one side never changes."""
    if len(pairs) < FEWEST or any(len({pair[side] for pair in pairs}) < 2 for side in (0, 1)):
        return None
    from scipy.stats import spearmanr

    left, right = zip(*pairs, strict=True)
    return Correlation(
        measure,
        criterion,
        float(spearmanr(left, right).statistic),
        len(pairs),
    )


def by_chance(samples: int) -> float:
    """How large a correlation of unrelated values is at most in 95% of such samples.

    From Student's t with n - 2 degrees of freedom: t / sqrt(n - 2 + t^2).
    """
    from scipy.stats import t

    edge = float(t.ppf(0.975, samples - 2))
    return edge / math.sqrt(samples - 2 + edge * edge)


def signed(value: float) -> str:
    """ "+0.42": a correlation to two places."""
    rounded = round(value, 2)
    return f"{rounded:+.2f}".replace("-", "\N{MINUS SIGN}") if rounded else "0.00"
