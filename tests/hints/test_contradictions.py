"""Hints that cannot both be right."""

from collections.abc import Sequence

import numpy as np
import pytest

from services.hints.contradictions import find
from services.text.embeddings import EncoderInfo, Vectors


class _AllAlike:
    info = EncoderInfo("all-alike", frozenset(), 1)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 1), np.float32)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("He was born in 1564.", "Born in 1570, he moved to London."),
        ("It was founded in Ohio.", "It was founded in Boston, Massachusetts."),
        ("It was built in the 1890s.", "Construction? It was built in 1920."),
        ("Its population is 5 million.", "About 300,000 inhabitants live there."),
    ],
)
def test_two_values_for_what_happens_once(first: str, second: str) -> None:
    assert [(c.first, c.second) for c in find([first, "It is old.", second], None)] == [(0, 2)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("He was born in 1564.", "He died in 1616."),
        ("He was born in 1564.", "Born in 1564, he wrote plays."),
        ("He was born in England.", "He was born in 1564."),
        ("It is found in Africa.", "It lives in Kenya."),
    ],
)
def test_hints_that_agree(first: str, second: str) -> None:
    assert find([first, second], None) == []


def test_a_denial_of_the_same_statement() -> None:
    pair = ["It can fly.", "It can not fly."]
    assert len(find(pair, _AllAlike())) == 1
    assert find(pair, None) == []
    assert find(["It can fly.", "It has wings."], _AllAlike()) == []
