"""Two people at one draft: nobody's words are written over unseen.

The rule is tried on random pairs of edits: what was entered gets into the draft exactly where the
other one did nothing, and is held back exactly where both did something else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.concurrent_edits import Entry, Overtaken
from services.questionnaire import arranging, editing
from services.questionnaire.example import example
from services.questionnaire.models import QuestionnaireDraft

START = example()
ITEMS = ("borrowed", "how-many", "which", "recommend")


@dataclass(frozen=True)
class Field:
    """A field of the page: where its value stands, and how a new one gets there."""

    item: str
    name: str

    def value(self, draft: QuestionnaireDraft) -> Any:
        item = editing.item_of(draft, self.item)
        return None if item is None else getattr(item, self.name)

    def setter(self, value: Any) -> Callable[[QuestionnaireDraft], QuestionnaireDraft]:
        change = {
            "text": editing.set_text,
            "help": editing.set_help,
            "required": editing.set_required,
        }[self.name]
        return lambda now: change(now, self.item, value)


fields = st.builds(Field, st.sampled_from(ITEMS), st.sampled_from(("text", "help", "required")))


@st.composite
def edits(draw: st.DrawFn) -> tuple[Field, Any]:
    field = draw(fields)
    values = st.booleans() if field.name == "required" else st.sampled_from(("x", "y", "a b", ""))
    return field, draw(values)


def entered(field: Field, value: Any, seen: QuestionnaireDraft = START) -> Entry:
    return Entry(field.setter, value, field.value(seen), lambda: seen)


@given(edits(), st.lists(edits(), max_size=4))
def test_an_entry_gets_in_unless_somebody_else_changed_that_field(
    mine: tuple[Field, Any], theirs: list[tuple[Field, Any]]
) -> None:
    now = START
    for field, value in theirs:
        now = field.setter(value)(now)
    field, value = mine
    here = field.value(now)
    if here in (field.value(START), value):
        after = entered(field, value).onto(now)
        assert field.value(after) == value
        # Nothing but this field is another one than before.
        assert field.setter(here)(after) == now
    else:
        with pytest.raises(Overtaken):
            entered(field, value).onto(now)


@given(edits(), st.sampled_from(ITEMS))
def test_an_entry_in_a_question_that_is_gone_is_held_back(
    mine: tuple[Field, Any], gone: str
) -> None:
    field, value = mine
    now = arranging.remove_item(START, gone)
    if field.item == gone and value != field.value(START):
        with pytest.raises(Overtaken):
            entered(field, value).onto(now)
    else:
        assert field.value(entered(field, value).onto(now)) == (
            None if field.item == gone else value
        )


@given(edits(), st.sampled_from(ITEMS), st.integers(-3, 3))
def test_an_entry_finds_its_question_wherever_it_was_moved_to(
    mine: tuple[Field, Any], moved: str, by: int
) -> None:
    field, value = mine
    now = arranging.move_item(START, moved, by)
    after = entered(field, value).onto(now)
    assert field.value(after) == value
    assert [item.id for item in after.questionnaire.items] == [
        item.id for item in now.questionnaire.items
    ]


@given(st.lists(edits(), min_size=2, max_size=2, unique_by=lambda edit: edit[0]))
def test_two_entries_in_different_fields_come_to_the_same_in_either_order(
    both: list[tuple[Field, Any]],
) -> None:
    (one, first), (other, second) = both
    forth = entered(other, second).onto(entered(one, first).onto(START))
    back = entered(one, first).onto(entered(other, second).onto(START))
    assert forth == back
