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
    groups = _by_size([values / scale for values in centred], gold)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = PENALTY * weights @ weights, 2 * PENALTY * weights
        for rows, keys in groups:
            utilities = rows @ weights
            shares = np.exp(utilities - utilities.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            each = np.arange(len(keys))
            total -= np.log(shares[each, keys]).sum()
            slope += np.einsum("io,ioc->c", shares, rows) - rows[each, keys].sum(axis=0)
        return float(total), slope

    found = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B")
    return {
        "columns": list(columns),
        "scale": [round(float(value), 6) for value in scale],
        "weights": [round(float(value), 6) for value in found.x],
    }


def _by_size(
    rows: Sequence[np.ndarray], gold: Sequence[int]
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Items with equally many options stacked: shapes (items, options, columns) and (items,)."""
    sizes = sorted({len(values) for values in rows})
    return [
        (
            np.stack([values for values in rows if len(values) == size]),
            np.array([key for values, key in zip(rows, gold, strict=True) if len(values) == size]),
        )
        for size in sizes
    ]


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
