"""Fitting the embedding solver: a conditional logit over the options of an item."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize

from services.reading.embedding_solver import share
from services.reading.option_evidence import COLUMNS, Evidence

# Ridge penalty on standardised weights.
PENALTY = 3.0


def fit(evidence: Sequence[Evidence], gold: Sequence[int], columns: Sequence[str]) -> dict:
    """`columns`, `scale` and `weights` as `embedding_solver.share` takes them.

    Maximises the likelihood of the keys under a softmax of the weighted, centred columns.
    """
    places = [COLUMNS.index(name) for name in columns]
    centred = [e.values[:, places] - e.values[:, places].mean(axis=0) for e in evidence]
    scale = np.vstack(centred).std(axis=0) + 1e-9
    rows = [values / scale for values in centred]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = PENALTY * weights @ weights, 2 * PENALTY * weights
        for values, key in zip(rows, gold, strict=True):
            utilities = values @ weights
            shares = np.exp(utilities - utilities.max())
            shares /= shares.sum()
            total -= np.log(shares[key])
            slope += shares @ values - values[key]
        return float(total), slope

    found = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B")
    return {
        "columns": list(columns),
        "scale": [round(float(value), 6) for value in scale],
        "weights": [round(float(value), 6) for value in found.x],
    }


def out_of_fold(
    evidence: Sequence[Evidence], gold: Sequence[int], columns: Sequence[str], fold: np.ndarray
) -> list[tuple[float, ...]]:
    """Each item's shares by a solver fitted without the items of its fold."""
    shares: list[tuple[float, ...]] = [()] * len(gold)
    for held_out in np.unique(fold):
        kept = np.flatnonzero(fold != held_out).tolist()
        fitted = fit([evidence[i] for i in kept], [gold[i] for i in kept], columns)
        for place in np.flatnonzero(fold == held_out).tolist():
            shares[place] = share(evidence[place], **fitted)
    return shares
