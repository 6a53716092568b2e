"""Filter questions are proposed where a question presupposes what is not true of everybody."""

import json

from services.llm.deterministic import DeterministicEngine
from services.questionnaire import filters, proposals
from services.questionnaire.models import (
    Brief,
    Item,
    Option,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Section,
)
from services.questionnaire.options import Filling

DOG = Item(
    id="dog",
    text="Do you own a dog?",
    format=ResponseFormat.YES_NO,
    options=(Option(label="Yes", code="1"), Option(label="No", code="2")),
)
WALK = Item(
    id="walk",
    text="How many times a day do you walk your dog?",
    format=ResponseFormat.SINGLE,
    options=(
        Option(label="1", code="1"),
        Option(label="2", code="2"),
        Option(label="3 or more", code="3"),
    ),
)
BRIEF = Brief(topic="Pets")


def _questionnaire(*items: Item) -> Questionnaire:
    return Questionnaire(title="Pets", sections=(Section(id="s", items=items),))


def test_the_model_writes_a_filter_where_there_is_none(engine: DeterministicEngine) -> None:
    blanks = {"In the past 12 months, have you": "", "Do you have": "a dog?"}
    engine.enqueue(json.dumps({"title": "Dogs", **blanks}))
    [proposal] = filters.proposed(_questionnaire(WALK), Filling(BRIEF, engine))
    asked, shown = proposal.items
    assert asked.text == "Do you have a dog?"
    assert asked.format is ResponseFormat.YES_NO
    assert shown.id == "walk"
    assert shown.shown_if is not None
    assert (shown.shown_if.item_id, shown.shown_if.codes) == (asked.id, ("1",))


def test_taking_it_puts_the_filter_before_the_question(engine: DeterministicEngine) -> None:
    engine.enqueue(json.dumps({"title": "x", "Do you have": "a dog?"}))
    engine.enqueue(json.dumps({"title": "x", "Do you have": "a dog?"}))
    draft = QuestionnaireDraft(brief=BRIEF, questionnaire=_questionnaire(WALK))
    [proposal] = filters.proposed(draft.questionnaire, Filling(BRIEF, engine))
    taken = proposals.accept(proposals.add(draft, proposal), proposal.id)
    assert [item.text for item in taken.questionnaire.items] == ["Do you have a dog?", WALK.text]


def test_nothing_is_proposed_where_nothing_is_assumed(engine: DeterministicEngine) -> None:
    assert filters.proposed(_questionnaire(DOG), Filling(BRIEF, engine)) == ()


def test_a_question_that_has_its_filter_needs_none(engine: DeterministicEngine) -> None:
    shown = filters.shown_if_yes(WALK, DOG)
    assert filters.proposed(_questionnaire(DOG, shown), Filling(BRIEF, engine)) == ()


def test_a_model_that_gives_no_filter_gives_no_proposal(engine: DeterministicEngine) -> None:
    engine.enqueue("no")
    engine.enqueue("no")
    assert filters.proposed(_questionnaire(WALK), Filling(BRIEF, engine)) == ()
