"""The built-in example is a good one: measurable texts, whole items, some of them flawed."""

from services.reading import report
from services.reading.editing import all_items
from services.reading.example import example
from services.reading.item_flaws import FlawCode, find


def test_the_texts_lie_far_apart() -> None:
    river, kite = (report.readability(p.text) for p in example().passages)
    assert river.cautions == kite.cautions == ()
    assert river.band is not None
    assert kite.band is not None
    assert kite.band.high < river.band.low


def test_every_item_is_whole_and_some_are_flawed() -> None:
    found = set()
    for passage in example().passages:
        for item in passage.items:
            assert item.gold is not None
            assert len(set(item.options)) == len(item.options) == 4
            flaws = find(passage.text, item.question, item.options, item.gold)
            found |= {flaw.code for flaw in flaws}
    assert {FlawCode.LONGEST_OPTION_CORRECT, FlawCode.OVERLAPPING_OPTIONS} <= found


def test_two_examples_share_no_id() -> None:
    first, second = example(), example()
    ids = [i.id for i in (*all_items(first), *all_items(second))]
    assert len(set(ids)) == len(ids)
