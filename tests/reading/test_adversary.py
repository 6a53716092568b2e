"""Beat the reader: three tries, each kept with the item."""

import math

import pytest

from services.errors import InvalidInput
from services.reading.adversary import Standing, attempt, standing
from services.reading.models import ComprehensionItem
from tests.reading.test_solver import OPTIONS, Reader

ITEM = ComprehensionItem(question="What did she send?", options=OPTIONS, gold=0)


def prefers(option: str) -> Reader:
    return Reader({text: math.log(7) if text == option else 0.0 for text in OPTIONS})


def test_a_try_is_kept_with_what_was_asked_and_answered() -> None:
    tried = attempt("Text.", ITEM, prefers("a coat"), when="2031-05-01T10:00:00Z").attempts[0]
    assert (tried.question, tried.options, tried.gold) == (ITEM.question, OPTIONS, 0)
    assert (tried.answer, tried.when) == (1, "2031-05-01T10:00:00Z")
    assert tried.probability == pytest.approx(0.7)


def test_fooled_at_the_first_wrong_answer() -> None:
    fooled = attempt("Text.", ITEM, prefers("a coat"), when="")
    assert standing(ITEM) == Standing.OPEN
    assert standing(fooled) == Standing.FOOLED
    with pytest.raises(InvalidInput):
        attempt("Text.", fooled, prefers("a coat"), when="")


def test_three_tries_and_no_more() -> None:
    item = ITEM
    for _ in range(3):
        assert standing(item) == Standing.OPEN
        item = attempt("Text.", item, prefers("a scarf"), when="")
    assert standing(item) == Standing.SPENT
    with pytest.raises(InvalidInput, match="3 tries"):
        attempt("Text.", item, prefers("a scarf"), when="")


def test_only_the_passage_view_is_asked() -> None:
    reader = prefers("a scarf")
    attempt("Text.", ITEM, reader, when="")
    assert len(reader.asked) == 4


def test_an_item_without_key_cannot_be_played() -> None:
    with pytest.raises(InvalidInput, match="key"):
        attempt("Text.", ITEM.model_copy(update={"gold": None}), prefers("a scarf"), when="")
