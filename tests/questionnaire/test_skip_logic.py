"""Who is shown what, and what is told about rules that cannot be met."""

import pytest

from services.questionnaire import skip_logic
from services.questionnaire.arranging import move_item
from services.questionnaire.example import example
from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Section,
)

YES_NO = (Option(label="Yes", code="1"), Option(label="No", code="2"))
OWNS = Item(id="owns", text="Do you own a bicycle?", format=ResponseFormat.YES_NO, options=YES_NO)
DAYS = Item(
    id="days",
    text="On how many days did you ride it?",
    format=ResponseFormat.NUMBER,
    shown_if=Condition(item_id="owns", codes=("1",)),
)
WHY = Item(id="why", text="Why so often?", shown_if=Condition(item_id="days", minimum=5))


def of(*items: Item) -> Questionnaire:
    return Questionnaire(sections=(Section(items=items),))


def ids(questionnaire: Questionnaire, **answers: skip_logic.Answer) -> list[str]:
    return [item.id for item in skip_logic.visible(questionnaire, answers)]


def test_nothing_is_shown_for_an_answer_that_was_not_given() -> None:
    assert ids(of(OWNS, DAYS, WHY)) == ["owns"]


def test_codes_and_bounds_decide() -> None:
    whole = of(OWNS, DAYS, WHY)
    assert ids(whole, owns=frozenset({"1"})) == ["owns", "days"]
    assert ids(whole, owns=frozenset({"2"})) == ["owns"]
    assert ids(whole, owns=frozenset({"1"}), days=5.0) == ["owns", "days", "why"]
    assert ids(whole, owns=frozenset({"1"}), days=4.9) == ["owns", "days"]


def test_an_answer_to_a_hidden_question_counts_for_nothing() -> None:
    assert ids(of(OWNS, DAYS, WHY), owns=frozenset({"2"}), days=7.0) == ["owns"]


def test_a_rule_on_a_later_question_is_told_and_never_met() -> None:
    whole = of(DAYS, OWNS)
    assert "stands after" in skip_logic.problem(whole, DAYS)
    assert ids(whole, owns=frozenset({"1"})) == ["owns"]


@pytest.mark.parametrize(
    ("items", "rule", "said"),
    [
        ((OWNS,), None, ""),
        ((OWNS,), Condition(item_id="owns", codes=("1",)), ""),
        ((), Condition(item_id="owns", codes=("1",)), "is gone"),
        ((OWNS,), Condition(item_id="owns", codes=("9",)), "answer"),
        ((DAYS,), Condition(item_id="days", maximum=3), ""),
        ((DAYS,), Condition(item_id="days"), "no number"),
    ],
)
def test_what_is_wrong_with_a_rule(
    items: tuple[Item, ...], rule: Condition | None, said: str
) -> None:
    asked = Item(id="asked", text="And then?", shown_if=rule)
    found = skip_logic.problem(of(*items, asked), asked)
    assert said in found
    assert bool(found) == bool(said)


def test_only_earlier_closed_items_and_numbers_can_be_depended_on() -> None:
    opened = Item(id="open", text="Anything else?")
    grid = Item(id="grid", text="Rate these.", format=ResponseFormat.MATRIX, options=YES_NO)
    found = skip_logic.sources(of(OWNS, opened, grid, DAYS, WHY), "why")
    assert [item.id for item in found] == ["owns", "days"]
    assert skip_logic.sources(of(OWNS, DAYS), "owns") == ()


def test_an_exclusive_answer_clashes_only_in_company() -> None:
    none = Option(label="None of these", code="3", role=OptionRole.NONE)
    item = Item(text="Which?", format=ResponseFormat.MULTIPLE, options=(*YES_NO, none))
    assert skip_logic.clash(item, ["3"]) == ()
    assert skip_logic.clash(item, ["1", "2"]) == ()
    assert skip_logic.clash(item, ["1", "3"]) == ("None of these",)


def test_moving_a_filter_behind_its_question_is_told_and_the_rule_is_kept() -> None:
    draft: QuestionnaireDraft = example()
    moved = move_item(draft, "borrowed", 2)
    told = [
        item.id
        for item in moved.questionnaire.items
        if skip_logic.problem(moved.questionnaire, item)
    ]
    assert told == ["how-many", "which"]
    assert all(item.shown_if for item in moved.questionnaire.items if item.id in told)
