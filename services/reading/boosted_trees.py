"""Gradient-boosted regression trees read from JSON, with what each feature adds to a prediction.

Trained elsewhere (scikit-learn); kept as plain numbers so that nothing has to be unpickled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tree:
    """Node 0 is the root. `feature` is -1 at a leaf; `value` is the node's mean, shrunk already.

    A row goes left where its feature is at most `threshold`.
    """

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BoostedTrees:
    """`base` plus the sum of the trees is the prediction."""

    features: tuple[str, ...]
    base: float
    trees: tuple[Tree, ...]

    @classmethod
    def from_json(cls, fitted: Mapping[str, Any]) -> "BoostedTrees":
        trees = tuple(
            Tree(**{name: tuple(values) for name, values in tree.items()})
            for tree in fitted["trees"]
        )
        return cls(tuple(fitted["features"]), float(fitted["base"]), trees)

    def predict(self, values: Mapping[str, float]) -> float:
        """The prediction for one row of named values."""
        prediction, contributions = self.explain(values)
        return prediction + sum(contributions.values())

    def explain(self, values: Mapping[str, float]) -> tuple[float, dict[str, float]]:
        """The part no feature explains, and what each feature adds to it; all add up.

        On its way down a tree a row moves from a node's mean to a child's; the move is credited
        to the feature that was asked (Saabas 2014; exact, but depends on the trees' order of
        questions where features are correlated).
        """
        row = [values[name] for name in self.features]
        contributions = dict.fromkeys(self.features, 0.0)
        start = self.base
        for tree in self.trees:
            start += tree.value[0]
            self._walk(tree, row, contributions)
        return start, contributions

    def _walk(self, tree: Tree, row: Sequence[float], contributions: dict[str, float]) -> None:
        node = 0
        while (feature := tree.feature[node]) >= 0:
            goes_left = row[feature] <= tree.threshold[node]
            child = tree.left[node] if goes_left else tree.right[node]
            contributions[self.features[feature]] += tree.value[child] - tree.value[node]
            node = child
