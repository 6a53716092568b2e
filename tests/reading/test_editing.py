"""Edits of passages and items: what they change, and that an id that is gone changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reading import editing
from services.reading.models import (
    ComprehensionItem,
    ComprehensionType,
    Passage,
    PassageSet,
    SolverResult,
)

ANSWER = SolverResult(solver="a", passage=(0.7, 0.2, 0.1))


def item(**more: object) -> ComprehensionItem:
    fields = {"id": "i", "question": "Who?", "options": ("Ann", "Bo", "Cy"), "gold": 1}
    return ComprehensionItem.model_validate(fields | more)


def a_set(*items: ComprehensionItem, **more: object) -> PassageSet:
    passage = Passage.model_validate({"id": "p", "text": "One.", "items": items} | more)
    return PassageSet(passages=(passage, Passage(id="q", text="Two.")))


def test_an_edit_reaches_only_the_item_it_names() -> None:
    before = a_set(item(), item(id="j"))
    after = editing.set_question(before, "j", "Where?")
    assert [i.question for i in editing.all_items(after)] == ["Who?", "Where?"]
    assert after.passages[1] == before.passages[1]


@pytest.mark.parametrize(
    "edit",
    [
        lambda s: editing.set_question(s, "gone", "x"),
        lambda s: editing.set_option(s, "gone", 0, "x"),
        lambda s: editing.set_option(s, "i", 3, "x"),
        lambda s: editing.set_option(s, "i", -1, "x"),
        lambda s: editing.remove_option(s, "i", 9),
        lambda s: editing.set_key(s, "i", 3),
        lambda s: editing.set_types(s, "gone", [ComprehensionType.NUMERIC]),
        lambda s: editing.remove_item(s, "gone"),
        lambda s: editing.set_text(s, "gone", "x"),
        lambda s: editing.set_version(s, "p", "x"),
        lambda s: editing.take_version(s, "p"),
        lambda s: editing.remove_passage(s, "gone"),
        lambda s: editing.add_items(s, "gone", [item(id="n")]),
        lambda s: editing.show_again(s, "i", "negative_stem"),
    ],
)
def test_what_is_not_there_is_not_changed(edit) -> None:
    before = a_set(item())
    assert edit(before) == before


@pytest.mark.parametrize(("removed", "gold"), [(0, 0), (1, None), (2, 1)])
def test_the_key_stays_on_its_option_or_goes_with_it(removed: int, gold: int | None) -> None:
    after = editing.item_of(editing.remove_option(a_set(item()), "i", removed), "i")
    assert after is not None
    assert after.gold == gold
    if gold is not None:
        assert after.options[gold] == "Bo"


@pytest.mark.parametrize(
    "edit",
    [
        lambda s: editing.set_question(s, "i", "Which?"),
        lambda s: editing.set_option(s, "i", 2, "Di"),
        lambda s: editing.add_option(s, "i"),
        lambda s: editing.remove_option(s, "i", 0),
        lambda s: editing.set_text(s, "p", "Another text."),
        lambda s: editing.take_version(
            editing.set_version(editing.start_version(s, "p"), "p", "New."), "p"
        ),
    ],
)
def test_other_words_take_the_solvers_answer_away(edit) -> None:
    after = editing.item_of(edit(a_set(item(solver=ANSWER))), "i")
    assert after is not None
    assert after.solver is None


@pytest.mark.parametrize(
    "edit",
    [
        lambda s: editing.set_question(s, "i", "Who?"),
        lambda s: editing.set_text(s, "p", "One."),
        lambda s: editing.set_key(s, "i", 0),
        lambda s: editing.set_types(s, "i", [ComprehensionType.LOGICAL]),
        lambda s: editing.set_title(s, "p", "A title"),
    ],
)
def test_the_solvers_answer_stays_while_the_words_do(edit) -> None:
    after = editing.item_of(edit(a_set(item(solver=ANSWER))), "i")
    assert after is not None
    assert after.solver == ANSWER


def test_types_are_kept_in_their_order_and_none_leaves_it_to_the_classifier() -> None:
    kinds = [ComprehensionType.LOGICAL, ComprehensionType.FACTOID]
    chosen = editing.set_types(a_set(item()), "i", kinds)
    assert editing.all_items(chosen)[0].types == (
        ComprehensionType.FACTOID,
        ComprehensionType.LOGICAL,
    )
    assert editing.all_items(editing.set_types(chosen, "i", []))[0].types is None


def test_a_flaw_is_set_aside_once_and_shown_again() -> None:
    aside = editing.dismiss(editing.dismiss(a_set(item()), "i", "absolute_terms"), "i", "x")
    aside = editing.dismiss(aside, "i", "absolute_terms")
    assert editing.all_items(aside)[0].dismissed == ("absolute_terms", "x")
    again = editing.show_again(aside, "i", "absolute_terms")
    assert editing.all_items(again)[0].dismissed == ("x",)


def test_files_take_the_place_of_a_passage_that_was_never_filled() -> None:
    opened = PassageSet(passages=(Passage(id="empty"), Passage(id="full", text="Text.")))
    new = Passage(id="new", text="New.")
    assert [p.id for p in editing.add_passages(opened, [new]).passages] == ["full", "new"]
    assert editing.add_passages(opened, []) == opened


def test_the_same_items_are_added_once() -> None:
    twice = editing.add_items(editing.add_items(a_set(), "p", [item()]), "p", [item()])
    assert len(editing.all_items(twice)) == 1


def test_a_second_version_becomes_the_text_or_is_dropped() -> None:
    started = editing.start_version(a_set(), "p")
    assert started.passages[0].edited == "One."
    edited = editing.set_version(started, "p", "Uno.")
    assert editing.start_version(edited, "p") == edited
    taken = editing.take_version(edited, "p").passages[0]
    assert (taken.text, taken.edited) == ("Uno.", None)
    dropped = editing.drop_version(edited, "p").passages[0]
    assert (dropped.text, dropped.edited) == ("One.", None)


@given(share=st.one_of(st.none(), st.floats(-5, 5)))
def test_a_share_stays_between_none_and_all(share: float | None) -> None:
    observed = editing.all_items(editing.set_observed(a_set(item()), "i", share))[0].observed
    assert observed is None if share is None else 0 <= observed <= 1  # type: ignore[operator]


@given(
    removals=st.lists(st.integers(-1, 6), max_size=8), gold=st.one_of(st.none(), st.integers(0, 4))
)
def test_the_key_always_names_an_option(removals: list[int], gold: int | None) -> None:
    now = a_set(item(options=("a", "b", "c", "d", "e"), gold=gold))
    marked = None if gold is None else "abcde"[gold]
    for place in removals:
        now = editing.remove_option(now, "i", place)
    after = editing.all_items(now)[0]
    assert after.gold is None or after.options[after.gold] == marked
