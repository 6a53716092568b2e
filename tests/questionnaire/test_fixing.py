"""A fix is put in place only where things are as they were judged."""

from services.questionnaire import editing, faults
from services.questionnaire.arranging import remove_item
from services.questionnaire.editing import item_of
from services.questionnaire.example import example
from services.questionnaire.faults.finding import AddItemsFix, Finding, OrderFix, RemoveFix
from services.questionnaire.faults.kinds import Severity
from services.questionnaire.fixing import accept_fix
from services.questionnaire.models import Item

DRAFT = example()
JUDGED = DRAFT.questionnaire


def unsorted() -> Finding:
    found = [f for f in faults.find(JUDGED, DRAFT.brief) if f.code == "unsorted_options"]
    assert len(found) == 1
    return found[0]


def test_the_options_of_the_fix_replace_those_that_were_judged() -> None:
    fixed = item_of(accept_fix(DRAFT, unsorted(), JUDGED), "recommend")
    assert fixed is not None
    assert fixed.labels[0] == "Very unlikely"
    assert fixed.labels[-1] == "Very likely"
    assert [option.code for option in fixed.options] == ["5", "2", "3", "4", "1"]


def test_an_item_that_was_edited_meanwhile_stays_as_it_is() -> None:
    edited = editing.set_options(DRAFT, "recommend", ["Yes", "No"])
    assert accept_fix(edited, unsorted(), JUDGED) == edited


def test_an_item_that_is_gone_changes_nothing() -> None:
    without = remove_item(DRAFT, "recommend")
    assert accept_fix(without, unsorted(), JUDGED) == without


def test_other_edits_do_not_stand_in_the_way() -> None:
    edited = editing.set_text(DRAFT, "improve", "What first?")
    assert accept_fix(edited, unsorted(), JUDGED) != edited


def test_removal_takes_the_rules_along_that_rest_on_the_item() -> None:
    finding = Finding(
        "duplicate", "", Severity.WARNING, item=0, item_id="borrowed", fix=RemoveFix()
    )
    left = accept_fix(DRAFT, finding, JUDGED)
    assert item_of(left, "borrowed") is None
    assert all(item.shown_if is None for item in left.questionnaire.items)


def test_another_order_needs_the_same_items_in_the_judged_order() -> None:
    turned = tuple(reversed(range(len(JUDGED.items))))
    finding = Finding("topics_not_grouped", "", Severity.ADVICE, fix=OrderFix(turned))
    assert accept_fix(DRAFT, finding, JUDGED).questionnaire.items == JUDGED.items[::-1]
    fewer = remove_item(DRAFT, "improve")
    assert accept_fix(fewer, finding, JUDGED) == fewer


def test_items_are_added_whatever_else_was_edited() -> None:
    finding = Finding(
        "demographics_missing", "", Severity.ADVICE, fix=AddItemsFix((Item(text="Your age?"),))
    )
    edited = remove_item(DRAFT, "age")
    assert accept_fix(edited, finding, JUDGED).questionnaire.items[-1].text == "Your age?"
