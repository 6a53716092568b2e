"""Options edited as a table: labels, codes and roles, with data and rules in mind."""

from typing import Any

import pytest

from services.errors import InvalidInput
from services.questionnaire import option_table
from services.questionnaire.editing import item_of
from services.questionnaire.example import example
from services.questionnaire.models import Item, OptionRole, QuestionnaireDraft
from services.questionnaire.option_table import Cells

DRAFT = example()


def item(draft: QuestionnaireDraft, name: str = "which") -> Item:
    found = item_of(draft, name)
    assert found is not None
    return found


def edited(name: str = "which", **edits: Any) -> QuestionnaireDraft:
    return option_table.edit(DRAFT, name, judged=item(DRAFT, name), **edits)


def test_a_mended_label_keeps_its_code() -> None:
    first = item(edited(changed={0: Cells(label="Drills, saws")})).options[0]
    assert (first.label, first.code) == ("Drills, saws", "1")


def test_a_new_row_gets_the_next_code_and_the_role_its_words_say() -> None:
    last = item(edited(added=[Cells(label="None of these")])).options[-1]
    assert (last.code, last.role) == ("6", OptionRole.NONE)


def test_a_role_that_was_chosen_stays_when_the_label_changes() -> None:
    draft = edited(changed={0: Cells(role=OptionRole.NONE)})
    again = option_table.edit(
        draft, "which", judged=item(draft), changed={0: Cells(label="Nothing")}
    )
    assert item(again).options[0].role is OptionRole.NONE


def test_removed_and_emptied_rows_go() -> None:
    assert item(edited(removed=[1], changed={0: Cells(label="  ")})).labels == (
        "Ladders",
        "Cleaning machines",
        "Other",
    )


@pytest.mark.parametrize(
    "edits",
    [
        {"changed": {0: Cells(code="2")}},
        {"added": [Cells(label="More", code="3")]},
        {"added": [Cells(label="Ladders")]},
    ],
)
def test_answers_that_data_could_not_tell_apart_are_refused(edits: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="Two answers"):
        edited(**edits)


def test_rules_follow_a_code_that_is_renamed() -> None:
    draft = edited("borrowed", changed={0: Cells(code="y")})
    rule = item(draft, "how-many").shown_if
    assert rule is not None
    assert rule.codes == ("y",)


def test_swapped_codes_do_not_swap_what_a_rule_means() -> None:
    draft = edited("borrowed", changed={0: Cells(code="2"), 1: Cells(code="1")})
    rule = item(draft, "how-many").shown_if
    assert rule is not None
    named = [o.label for o in item(draft, "borrowed").options if o.code in rule.codes]
    assert named == ["Yes"]


def test_a_table_that_is_out_of_date_changes_nothing() -> None:
    newer = edited(changed={0: Cells(label="Drills")})
    again = option_table.edit(newer, "which", judged=item(DRAFT), changed={0: Cells(label="Saws")})
    assert again == newer
