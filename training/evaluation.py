"""How good out-of-fold predictions are: correlation, fifths, calibration, and their intervals."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import binomtest

from services.reading.item_flaws.meaning import SURE_WITHOUT_PASSAGE

BOOTSTRAPS = 2000
CHANCE = 0.25
LOW_ACCURACY = 0.7


def blind_record(solver: str, shares: Sequence[Sequence[float]], gold: Sequence[int]) -> dict:
    """A solver's record without the passage: `when_sure` (as the flaw check asks) and `always`."""
    answers = [(max(s), int(np.argmax(s)) == k) for s, k in zip(shares, gold, strict=True)]
    sure = [right for share, right in answers if share >= SURE_WITHOUT_PASSAGE]
    return {
        "solver": solver,
        "when_sure": proportion(sum(sure), len(sure)),
        "always": proportion(sum(right for _, right in answers), len(answers)),
    }


def proportion(right: int, n: int) -> dict:
    """`right`, `n`, chance, and the 95% Wilson interval of the share (0 to 1 when n is 0)."""
    if n == 0:
        return {"right": 0, "n": 0, "low": 0.0, "high": 1.0, "chance": CHANCE}
    interval = binomtest(right, n).proportion_ci(method="wilson")
    return {
        "right": right,
        "n": n,
        "low": round(float(interval.low), 4),
        "high": round(float(interval.high), 4),
        "chance": CHANCE,
    }


def measured(predicted: np.ndarray, observed: np.ndarray, passages: list[str]) -> dict:
    """`calibration` (intercept, slope), `cuts` between fifths, and the `record` the page shows."""
    slope, intercept = np.polyfit(predicted, observed, 1)
    calibrated = np.clip(intercept + slope * predicted, 0, 1)
    cuts = np.quantile(calibrated, [0.2, 0.4, 0.6, 0.8])
    low, high = _interval(predicted, observed, passages)
    return {
        "calibration": [round(float(intercept), 6), round(float(slope), 6)],
        "cuts": [round(float(cut), 6) for cut in cuts],
        "record": {
            "r": round(float(np.corrcoef(predicted, observed)[0, 1]), 4),
            "low": low,
            "high": high,
            "n": len(observed),
            "pairs": _pairs(calibrated, observed),
            "fifths": _fifths(calibrated, observed, cuts),
            "reliability": _reliability(calibrated, observed),
        },
    }


def _interval(
    predicted: np.ndarray, observed: np.ndarray, passages: list[str]
) -> tuple[float, float]:
    """95% bootstrap interval of r, passages drawn with replacement."""
    members: dict[str, list[int]] = {}
    for place, passage in enumerate(passages):
        members.setdefault(passage, []).append(place)
    groups = [np.array(places) for places in members.values()]
    random = np.random.default_rng(0)
    found = []
    for _ in range(BOOTSTRAPS):
        drawn = np.concatenate([groups[i] for i in random.integers(len(groups), size=len(groups))])
        found.append(np.corrcoef(predicted[drawn], observed[drawn])[0, 1])
    low, high = np.quantile(found, [0.025, 0.975])
    return round(float(low), 4), round(float(high), 4)


def _fifths(calibrated: np.ndarray, observed: np.ndarray, cuts: np.ndarray) -> list[dict]:
    number = np.searchsorted(cuts, calibrated, side="left")
    rows = []
    for fifth in range(5):
        here = number == fifth
        miss = observed[here] - calibrated[here]
        rows.append(
            {
                "predicted": round(float(calibrated[here].mean()), 4),
                "observed": round(float(observed[here].mean()), 4),
                "under_70": round(float((observed[here] < LOW_ACCURACY).mean()), 4),
                "n": int(here.sum()),
                "spread": [round(float(v), 4) for v in np.quantile(miss, [0.05, 0.95])],
            }
        )
    return rows


def _reliability(calibrated: np.ndarray, observed: np.ndarray) -> list[dict]:
    """Tenths by prediction: mean predicted and observed, for the plot."""
    tenths = np.array_split(np.argsort(calibrated), 10)
    return [
        {
            "predicted": round(float(calibrated[places].mean()), 4),
            "observed": round(float(observed[places].mean()), 4),
            "n": len(places),
        }
        for places in tenths
    ]


def _pairs(calibrated: np.ndarray, observed: np.ndarray, apart: float = 0.2) -> float:
    """Share of item pairs at least `apart` in human accuracy that are put in the right order."""
    i, j = np.triu_indices(len(observed), 1)
    far = np.abs(observed[i] - observed[j]) >= apart
    same = (observed[i] - observed[j])[far] * (calibrated[i] - calibrated[j])[far] > 0
    return round(float(same.mean()), 4)
