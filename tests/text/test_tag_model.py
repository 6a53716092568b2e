import math

import pytest

from services.text import tag_model
from services.text.tag_model import START, TagModel


def test_witten_bell_by_hand() -> None:
    model = TagModel(tag_model.count([["DT", "NN"], ["DT", "JJ"]]))
    # Unigrams: DT 2, NN 1, JJ 1; 3 kinds, total 4, uniform 1 / 4 with one place for the unknown.
    assert model.probability("DT", ()) == pytest.approx((2 + 3 / 4) / 7)
    # After DT: NN 1, JJ 1; 2 kinds, total 2.
    noun = (1 + 3 / 4) / 7
    assert model.probability("NN", ("DT",)) == pytest.approx((1 + 2 * noun) / 4)
    # A history never seen is its shorter self.
    assert model.probability("NN", ("VB", "DT")) == model.probability("NN", ("DT",))


def test_surprisal_is_in_bits() -> None:
    model = TagModel(tag_model.count([["DT", "NN"]] * 3))
    first, second = model.surprisals(["DT", "NN"])
    assert first == pytest.approx(-math.log2(model.probability("DT", (START, START))))
    assert second == pytest.approx(-math.log2(model.probability("NN", (START, "DT"))))


def test_the_committed_model_is_a_distribution_and_finds_scrambled_order_surprising() -> None:
    model = tag_model.load()
    tags = list(model._counts[()])
    for history in ((), ("DT",), (START, START), ("DT", "JJ"), ("??", "!!")):
        total = sum(model.probability(tag, history) for tag in [*tags, "unknown"])
        assert total == pytest.approx(1)
    usual, scrambled = ["DT", "JJ", "NN", "VBD", "."], ["JJ", "VBD", "DT", ".", "NN"]
    assert sum(model.surprisals(usual)) < sum(model.surprisals(scrambled))
