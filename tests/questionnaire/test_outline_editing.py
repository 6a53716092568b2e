"""The brief and the outline under edit, and the questionnaire that is made of it."""

import pytest
from pydantic import ValidationError

from services.questionnaire import outline_editing as editing
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Option,
    OutlineQuestion,
    OutlineSection,
    Questionnaire,
    QuestionnaireDraft,
    Section,
)


def _draft() -> QuestionnaireDraft:
    return QuestionnaireDraft(
        brief=Brief(
            topic="Cycling", intents=(Intent(id="i", text="Why"), Intent(id="j", text="Who"))
        ),
        outline=(
            OutlineSection(
                id="s",
                title="Use",
                questions=(
                    OutlineQuestion(id="a", text="Do you cycle?", intent="i"),
                    OutlineQuestion(id="b", text="Where?", intent="j"),
                ),
            ),
            OutlineSection(id="t", title="You", questions=(OutlineQuestion(id="c", text="Age?"),)),
        ),
    )


def _order(draft: QuestionnaireDraft) -> list[list[str]]:
    return [[question.id for question in section.questions] for section in draft.outline]


EDITS = [
    lambda d, i: editing.set_intent(d, i, "New"),
    lambda d, i: editing.remove_intent(d, i),
    lambda d, i: editing.move_intent(d, i, 1),
    lambda d, i: editing.set_question_text(d, i, "New"),
    lambda d, i: editing.set_question_intent(d, i, "i"),
    lambda d, i: editing.set_question_intent(d, "a", i),
    lambda d, i: editing.add_question(d, i, "New"),
    lambda d, i: editing.remove_question(d, i),
    lambda d, i: editing.move_question(d, i, 1),
    lambda d, i: editing.move_question_to(d, i, "s"),
    lambda d, i: editing.move_question_to(d, "a", i),
    lambda d, i: editing.set_outline_section_title(d, i, "New"),
    lambda d, i: editing.remove_outline_section(d, i),
    lambda d, i: editing.move_outline_section(d, i, 1),
]


@pytest.mark.parametrize("edit", EDITS)
def test_an_id_that_is_gone_changes_nothing(edit) -> None:  # type: ignore[no-untyped-def]
    assert edit(_draft(), "gone") == _draft()


def test_texts_and_intents_are_set() -> None:
    edited = editing.set_question_text(_draft(), "b", "Where do you cycle?")
    assert edited.outline[0].questions[1].text == "Where do you cycle?"
    assert editing.set_question_intent(_draft(), "b", None).outline[0].questions[1].intent is None


def test_questions_are_added_removed_and_moved() -> None:
    assert _order(editing.remove_question(_draft(), "a")) == [["b"], ["c"]]
    assert len(editing.add_question(_draft(), "t", "How?").outline[1].questions) == 2
    assert _order(editing.move_question(_draft(), "b", 1)) == [["a"], ["b", "c"]]
    assert _order(editing.move_question(_draft(), "c", -2)) == [["a", "c", "b"], []]
    assert _order(editing.move_question_to(_draft(), "a", "t", 0)) == [["b"], ["a", "c"]]


def test_sections_are_added_removed_and_moved() -> None:
    assert [s.title for s in editing.add_outline_section(_draft(), "More").outline][-1] == "More"
    assert _order(editing.move_outline_section(_draft(), "t", -1)) == [["c"], ["a", "b"]]
    assert _order(editing.remove_outline_section(_draft(), "s")) == [["c"]]


def test_a_removed_intent_is_served_by_nothing() -> None:
    accepted = editing.accept(_draft())
    removed = editing.remove_intent(accepted, "i")
    assert [intent.id for intent in removed.brief.intents] == ["j"]
    assert removed.outline[0].questions[0].intent is None
    assert removed.questionnaire.items[0].intents == ()
    assert removed.questionnaire.items[1].intents == ("j",)


def test_intents_are_reordered_and_limited_to_five() -> None:
    moved = editing.move_intent(_draft(), "j", -1)
    assert [intent.id for intent in moved.brief.intents] == ["j", "i"]
    full = _draft()
    for number in range(6):
        full = editing.add_intent(full, f"Intent {number}")
    assert len(full.brief.intents) == 5


def test_a_value_out_of_range_is_refused() -> None:
    assert editing.set_brief(_draft(), questions=20).brief.questions == 20
    with pytest.raises(ValidationError):
        editing.set_brief(_draft(), questions=0)


def test_accepting_makes_an_item_of_every_question() -> None:
    made = editing.accept(_draft()).questionnaire
    assert made.title == "Cycling"
    assert [s.title for s in made.sections] == ["Use", "You"]
    assert [(i.id, i.text, i.intents) for i in made.items] == [
        ("a", "Do you cycle?", ("i",)),
        ("b", "Where?", ("j",)),
        ("c", "Age?", ()),
    ]


def test_questions_without_text_are_not_made_items() -> None:
    emptied = editing.set_question_text(_draft(), "c", "  ")
    assert [s.title for s in editing.accept(emptied).questionnaire.sections] == ["Use"]


def test_accepting_again_keeps_what_was_made_of_the_same_question() -> None:
    done = Item(id="a", text="Do you cycle?", options=(Option(label="Yes", code="1"),))
    other = Item(id="b", text="An older wording?", options=(Option(label="Yes", code="1"),))
    draft = _draft().model_copy(
        update={"questionnaire": Questionnaire(sections=(Section(items=(done, other)),))}
    )
    items = editing.accept(draft).questionnaire.items
    assert items[0].options == done.options
    assert items[1].options == ()
    assert items[1].text == "Where?"
