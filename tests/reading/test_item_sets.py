"""Sets of items: key positions, types, doubles, and a proposal that moves few keys."""

from services.reading import item_sets
from services.reading.models import ComprehensionItem, ComprehensionType
from tests.reading.conftest import WordEmbedder


def item(
    gold: int | None, question: str = "Who came?", options: str = "Ann Bo Cy Di"
) -> ComprehensionItem:
    return ComprehensionItem(question=question, options=tuple(options.split()), gold=gold)


def test_positions_are_counted_and_crowded_ones_named() -> None:
    found = item_sets.review([item(1)] * 5 + [item(0), item(2), item(3)])
    assert found.key_positions == (1, 5, 1, 1)
    assert found.crowded == (1,)  # 8 keys on 4 places: more than 3 is too many


def test_two_items_crowd_nothing() -> None:
    assert item_sets.review([item(0), item(0)]).crowded == ()


def test_an_empty_set() -> None:
    found = item_sets.review([])
    assert (found.key_positions, found.crowded, found.doubles) == ((), (), ())
    assert item_sets.rebalanced([]) == ()


def test_items_without_key_are_named() -> None:
    assert item_sets.review([item(0), item(None)]).unkeyed == (1,)


def test_types_are_counted_as_the_author_set_them() -> None:
    logical = item(0).model_copy(update={"types": (ComprehensionType.LOGICAL,)})
    found = item_sets.review([logical])
    assert found.types[ComprehensionType.LOGICAL] == 1
    assert ComprehensionType.LOGICAL not in found.missing_types
    assert len(found.missing_types) == 6


def test_the_same_question_twice() -> None:
    doubles = item_sets.review([item(0), item(1, "What?"), item(2, "who CAME")]).doubles
    assert [(double.first, double.second) for double in doubles] == [(0, 2)]


def test_the_same_question_in_other_order_of_words(words_embedder: WordEmbedder) -> None:
    pair = [item(0, "When did the old king leave?"), item(0, "When did the king leave, old?")]
    assert item_sets.review(pair).doubles == ()
    assert len(item_sets.review(pair, words_embedder).doubles) == 1


def test_rebalancing_evens_the_positions_and_keeps_the_keys() -> None:
    before = [item(1) for _ in range(8)]
    after = item_sets.rebalanced(before)
    assert item_sets.review(after).key_positions == (2, 2, 2, 2)
    assert all(new.options[new.gold or 0] == "Bo" for new in after)
    assert [sorted(new.options) for new in after] == [sorted(old.options) for old in before]


def test_rebalancing_is_repeatable_and_leaves_a_balanced_set_alone() -> None:
    balanced = [item(place) for place in (0, 1, 2, 3)]
    assert item_sets.rebalanced(balanced) == tuple(balanced)
    crowded = [item(0) for _ in range(6)]
    assert item_sets.rebalanced(crowded) == item_sets.rebalanced(crowded)


def test_ordered_numbers_and_options_about_options_stay_where_they_are() -> None:
    numbers = [item(0, options="10 20 30 40") for _ in range(4)]
    assert item_sets.rebalanced(numbers) == tuple(numbers)
    above = ComprehensionItem(question="Who?", options=("Ann", "Bo", "All of the above"), gold=2)
    assert item_sets.rebalanced([above] * 3) == (above,) * 3
