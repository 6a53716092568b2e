"""Trees from plain numbers: walked by hand, and compared with the library that grew them."""

import numpy as np
import pytest

from services.reading.boosted_trees import BoostedTrees, Tree

# x <= 1 -> 0.3, else (y <= 5 -> -0.1, else -0.4); node means as a fitted tree would have them.
TREE = Tree(
    feature=(0, -1, 1, -1, -1),
    threshold=(1.0, 0.0, 5.0, 0.0, 0.0),
    left=(1, -1, 3, -1, -1),
    right=(2, -1, 4, -1, -1),
    value=(0.0, 0.3, -0.2, -0.1, -0.4),
)
TREES = BoostedTrees(("x", "y"), 0.8, (TREE,))


@pytest.mark.parametrize(("x", "y", "expected"), [(1, 9, 1.1), (2, 5, 0.7), (2, 6, 0.4)])
def test_prediction(x: float, y: float, expected: float) -> None:
    assert TREES.predict({"x": x, "y": y}) == pytest.approx(expected)


def test_each_move_is_credited_to_the_feature_that_was_asked() -> None:
    start, effects = TREES.explain({"x": 2, "y": 6})
    assert start == pytest.approx(0.8)
    assert effects == pytest.approx({"x": -0.2, "y": -0.2})


def test_same_as_the_library_that_grew_them() -> None:
    from sklearn.ensemble import GradientBoostingRegressor

    from training.difficulty import as_json

    random = np.random.default_rng(0)
    rows = random.standard_normal((80, 3))
    target = rows[:, 0] * rows[:, 1] + 0.1 * random.standard_normal(80)
    grown = GradientBoostingRegressor(n_estimators=20, max_depth=3, subsample=0.6, random_state=0)
    grown.fit(rows, target)
    trees = BoostedTrees.from_json(as_json(grown, ["a", "b", "c"]))
    ours = [trees.predict(dict(zip("abc", row, strict=True))) for row in rows]
    assert ours == pytest.approx(grown.predict(rows), abs=1e-4)
