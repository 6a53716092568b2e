"""Edits are values: what is named changes, all else stays, what is gone changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.errors import NotFound
from services.questionnaire import arranging, editing
from services.questionnaire.models import (
    Brief,
    Condition,
    Intent,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Row,
    Section,
)


def _options(*labels: str) -> tuple[Option, ...]:
    return tuple(Option(label=label, code=str(n)) for n, label in enumerate(labels, start=1))


def _draft() -> QuestionnaireDraft:
    first = Item(
        id="a",
        text="Do you cycle?",
        format=ResponseFormat.YES_NO,
        options=_options("Yes", "No"),
    )
    second = Item(
        id="b",
        text="Where do you cycle?",
        format=ResponseFormat.SINGLE,
        options=_options("Town", "Country", "Forest"),
        shown_if=Condition(item_id="a", codes=("1",)),
    )
    third = Item(id="c", text="How old are you?")
    return QuestionnaireDraft(
        brief=Brief(topic="Cycling", intents=(Intent(id="i", text="Why"),)),
        questionnaire=Questionnaire(
            title="Cycling",
            sections=(
                Section(id="s", title="Use", items=(first, second)),
                Section(id="t", title="You", items=(third,)),
            ),
        ),
    )


def _order(draft: QuestionnaireDraft) -> list[list[str]]:
    return [[item.id for item in section.items] for section in draft.questionnaire.sections]


def _item(draft: QuestionnaireDraft, item_id: str) -> Item:
    found = editing.item_of(draft, item_id)
    assert found is not None
    return found


def _codes(item: Item) -> dict[str, str]:
    return {option.label: option.code for option in item.options}


EDITS = [
    lambda d, i: editing.set_text(d, i, "New"),
    lambda d, i: editing.set_help(d, i, "New"),
    lambda d, i: editing.set_required(d, i, True),
    lambda d, i: editing.set_variable(d, i, "v"),
    lambda d, i: editing.set_intents(d, i, ["i"]),
    lambda d, i: editing.set_limits(d, i, 1, 2),
    lambda d, i: editing.set_format(d, i, ResponseFormat.OPEN),
    lambda d, i: editing.set_options(d, i, ["x", "y"]),
    lambda d, i: editing.set_scale(d, i, "agreement"),
    lambda d, i: editing.set_rows(d, i, ["x"]),
    lambda d, i: editing.set_shown_if(d, i, None),
    lambda d, i: editing.set_shown_if(d, i, Condition(item_id="a", codes=("1",))),
    lambda d, i: editing.dismiss_finding(d, "leading", i),
    lambda d, i: editing.recall_finding(d, "leading", i),
    lambda d, i: arranging.remove_item(d, i),
    lambda d, i: arranging.duplicate_item(d, i),
    lambda d, i: arranging.move_item(d, i, 1),
    lambda d, i: arranging.move_item(d, i, -1),
    lambda d, i: arranging.move_item_to(d, i, "s"),
    lambda d, i: arranging.move_item_to(d, "a", i),
    lambda d, i: arranging.replace_item(d, i, ()),
    lambda d, i: arranging.add_items_after(d, i, (Item(text="x"),)),
    lambda d, i: arranging.add_item(d, i),
    lambda d, i: arranging.remove_section(d, i),
    lambda d, i: arranging.move_section(d, i, 1),
    lambda d, i: arranging.set_section_title(d, i, "New"),
    lambda d, i: arranging.set_section_introduction(d, i, "New"),
    lambda d, i: arranging.replace_section_items(d, i, ()),
]


@pytest.mark.parametrize("edit", EDITS)
def test_an_id_that_is_gone_changes_nothing(edit) -> None:  # type: ignore[no-untyped-def]
    assert edit(_draft(), "gone") == _draft()


def test_one_field_changes_and_all_else_stays() -> None:
    edited = editing.set_text(_draft(), "b", "Where do you ride?")
    assert _item(edited, "b").text == "Where do you ride?"
    assert editing.set_text(edited, "b", "Where do you cycle?") == _draft()


def test_a_mended_label_keeps_its_code() -> None:
    edited = editing.set_options(_draft(), "b", ["Town", "Countryside", "Forest"])
    assert _codes(_item(edited, "b")) == {"Town": "1", "Countryside": "2", "Forest": "3"}


def test_labels_keep_their_codes_when_they_move() -> None:
    edited = editing.set_options(_draft(), "b", ["Forest", "Town", "Country"])
    assert _codes(_item(edited, "b")) == {"Forest": "3", "Town": "1", "Country": "2"}


def test_a_new_label_gets_a_code_never_used() -> None:
    fewer = editing.set_options(_draft(), "b", ["Town", "Country"])
    assert _codes(_item(fewer, "b")) == {"Town": "1", "Country": "2"}
    more = editing.set_options(_draft(), "b", ["Town", "Country", "Forest", "Coast"])
    assert _codes(_item(more, "b"))["Coast"] == "4"


def test_an_option_put_in_between_does_not_take_the_next_ones_code() -> None:
    edited = editing.set_options(_draft(), "b", ["Town", "Suburb", "Country", "Forest"])
    assert _codes(_item(edited, "b")) == {"Town": "1", "Suburb": "4", "Country": "2", "Forest": "3"}


@given(st.lists(st.sampled_from(["Town", "Country", "Forest", "Coast", "Hills", " ", ""])))
def test_codes_and_labels_stay_distinct(labels: list[str]) -> None:
    item = _item(editing.set_options(_draft(), "b", labels), "b")
    assert list(item.labels) == list(dict.fromkeys(label for label in labels if label.strip()))
    assert len({option.code for option in item.options}) == len(item.options)
    before = _codes(_item(_draft(), "b"))
    assert all(before[label] == code for label, code in _codes(item).items() if label in before)


def test_a_new_labels_role_is_read_from_its_words() -> None:
    edited = editing.set_options(_draft(), "b", ["Town", "Country", "Forest", "None of these"])
    assert _item(edited, "b").options[-1].role is OptionRole.NONE


def test_conditions_lose_codes_that_are_gone() -> None:
    edited = editing.set_options(_draft(), "a", ["No"])
    assert _item(edited, "b").shown_if is None


def test_a_scale_keeps_the_ways_out() -> None:
    with_out = editing.set_options(_draft(), "b", ["Town", "Country", "Don't know"])
    item = _item(editing.set_scale(with_out, "b", "agreement"), "b")
    assert item.labels[-1] == "Don't know"
    assert len(item.labels) == 6
    assert item.scale == "agreement"
    assert len({option.code for option in item.options}) == 6
    with pytest.raises(NotFound):
        editing.set_scale(with_out, "b", "no such scale")


def test_spelling_out_a_scale_names_it() -> None:
    labels = ["Very poor", "Poor", "Fair", "Good", "Very good"]
    assert _item(editing.set_options(_draft(), "b", labels), "b").scale == "quality"


def test_formats_take_what_belongs_to_them() -> None:
    opened = _item(editing.set_format(_draft(), "b", ResponseFormat.OPEN), "b")
    assert opened.options == ()
    asked = _item(editing.set_format(_draft(), "c", ResponseFormat.YES_NO), "c")
    assert asked.labels == ("Yes", "No")
    several = _item(editing.set_format(_draft(), "b", ResponseFormat.MULTIPLE), "b")
    assert several.options == _item(_draft(), "b").options


def test_limits_are_turned_the_right_way_round() -> None:
    item = _item(editing.set_limits(_draft(), "c", 99, 18, "years"), "c")
    assert (item.minimum, item.maximum, item.unit) == (18, 99, "years")


def test_rows_keep_their_codes() -> None:
    first = editing.set_rows(_draft(), "c", ["Price", "Taste"])
    second = editing.set_rows(first, "c", ["Price", "Flavour", "Size"])
    assert _item(second, "c").rows == (
        Row(label="Price", code="1"),
        Row(label="Flavour", code="2"),
        Row(label="Size", code="3"),
    )


def test_conditions_rest_on_earlier_items_only() -> None:
    later = editing.set_shown_if(_draft(), "a", Condition(item_id="b", codes=("1",)))
    assert later == _draft()
    itself = editing.set_shown_if(_draft(), "a", Condition(item_id="a", codes=("1",)))
    assert itself == _draft()
    earlier = editing.set_shown_if(_draft(), "c", Condition(item_id="b", codes=("3",)))
    assert _item(earlier, "c").shown_if == Condition(item_id="b", codes=("3",))


def test_intents_are_those_of_the_brief() -> None:
    assert _item(editing.set_intents(_draft(), "a", ["i", "x", "i"]), "a").intents == ("i",)


def test_findings_are_dismissed_and_recalled() -> None:
    one = editing.dismiss_finding(editing.dismiss_finding(_draft(), "leading", "a"), "leading", "a")
    assert _item(one, "a").dismissed == ("leading",)
    assert editing.recall_finding(one, "leading", "a") == _draft()
    whole = editing.dismiss_finding(_draft(), "demographics_missing")
    assert whole.dismissed == ("demographics_missing",)
    assert editing.recall_finding(whole, "demographics_missing") == _draft()


def test_items_move_over_the_edges_of_sections() -> None:
    assert _order(arranging.move_item(_draft(), "a", 1)) == [["b", "a"], ["c"]]
    assert _order(arranging.move_item(_draft(), "a", 2)) == [["b"], ["a", "c"]]
    assert _order(arranging.move_item(_draft(), "c", -1)) == [["a", "b", "c"], []]
    assert _order(arranging.move_item(_draft(), "a", -1)) == [["a", "b"], ["c"]]
    assert _order(arranging.move_item(_draft(), "c", 5)) == [["a", "b"], ["c"]]


def test_items_move_to_a_section() -> None:
    assert _order(arranging.move_item_to(_draft(), "a", "t", 0)) == [["b"], ["a", "c"]]
    assert _order(arranging.move_item_to(_draft(), "a", "s")) == [["b", "a"], ["c"]]


@given(st.sampled_from("abc"), st.integers(-6, 6))
def test_moving_loses_nothing(item_id: str, by: int) -> None:
    moved = arranging.move_item(_draft(), item_id, by)
    assert sorted(item.id for item in moved.questionnaire.items) == ["a", "b", "c"]


def test_a_copy_stands_behind_with_an_id_of_its_own() -> None:
    copied = arranging.duplicate_item(editing.set_variable(_draft(), "a", "cycles"), "a")
    [first, second, _] = copied.questionnaire.sections[0].items
    assert (first.id, first.variable) == ("a", "cycles")
    assert second.id != "a"
    assert second.variable == ""
    assert second.text == first.text


def test_removing_an_item_frees_what_depended_on_it() -> None:
    removed = arranging.remove_item(_draft(), "a")
    assert _order(removed) == [["b"], ["c"]]
    assert _item(removed, "b").shown_if is None


def test_removing_a_section_removes_its_items() -> None:
    moved = arranging.move_item_to(_draft(), "b", "t")
    removed = arranging.remove_section(moved, "s")
    assert _order(removed) == [["c", "b"]]
    assert _item(removed, "b").shown_if is None


def test_sections_are_added_and_moved() -> None:
    added = arranging.add_section(_draft(), "New", 1)
    assert [s.title for s in added.questionnaire.sections] == ["Use", "New", "You"]
    moved = arranging.move_section(_draft(), "t", -5)
    assert [s.id for s in moved.questionnaire.sections] == ["t", "s"]


def test_an_item_is_added_where_it_is_wanted() -> None:
    added = arranging.add_item(_draft(), "s", Item(id="n", text="New?"), 1)
    assert _order(added) == [["a", "n", "b"], ["c"]]
    again = arranging.add_item(added, "t", Item(id="n", text="New?"))
    assert len({item.id for item in again.questionnaire.items}) == 5
