"""The built-in example shows what the room can do, and says so by the room's own checks."""

from services.questionnaire import faults, skip_logic
from services.questionnaire.example import PRICE, example
from services.questionnaire.models import QuestionnaireDraft, ResponseFormat


def test_it_survives_being_stored() -> None:
    draft = example()
    assert QuestionnaireDraft.model_validate_json(draft.model_dump_json()) == draft


def test_it_has_every_response_format_and_rules_that_can_be_met() -> None:
    questionnaire = example().questionnaire
    assert {item.format for item in questionnaire.items} == set(ResponseFormat)
    assert any(item.shown_if for item in questionnaire.items)
    assert not any(skip_logic.problem(questionnaire, item) for item in questionnaire.items)


def test_one_intent_is_served_by_no_question() -> None:
    draft = example()
    served = {intent for item in draft.questionnaire.items for intent in item.intents}
    assert {intent.id for intent in draft.brief.intents} - served == {PRICE.id}


def test_its_faults_are_found_where_they_were_put() -> None:
    draft = example()
    items = draft.questionnaire.items
    found = {
        (items[f.item].id, f.code)
        for f in faults.find(draft.questionnaire, draft.brief)
        if f.item is not None
    }
    assert {
        ("how-many", "overlapping_ranges"),
        ("how-many", "gap_in_ranges"),
        ("website", "double_barrelled"),
        ("workshop", "leading"),
        ("recommend", "unsorted_options"),
    } <= found
    assert {name for name, _ in found} <= {"how-many", "website", "workshop", "recommend"}


def test_its_outline_has_its_questions() -> None:
    draft = example()
    outlined = [question.text for section in draft.outline for question in section.questions]
    assert outlined == [item.text for item in draft.questionnaire.items]
