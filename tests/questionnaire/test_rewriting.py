"""Proposals: other versions beside the author's, which is never touched."""

import json

import pytest

from services.errors import InvalidInput, NotFound, UnusableAnswer
from services.llm.deterministic import DeterministicEngine
from services.questionnaire import proposals, rewriting
from services.questionnaire.models import (
    Brief,
    Condition,
    Intent,
    Item,
    Option,
    Proposal,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Section,
)
from services.questionnaire.rewriting import Desk, Request

from .engines import StubbornEngine

AGE = Item(id="age", text="How old are you?", format=ResponseFormat.NUMBER)
CARD = Item(
    id="card",
    text="Do you have a library card?",
    format=ResponseFormat.YES_NO,
    options=(Option(label="Yes", code="1"), Option(label="No", code="2")),
    intents=("use",),
)
STAFF = Item(
    id="staff",
    text="How satisfied are you with the speed and the friendliness of our staff?",
    format=ResponseFormat.SCALE,
    options=tuple(
        Option(label=label, code=str(code))
        for code, label in enumerate(["Low", "Middle", "High"], start=1)
    ),
    intents=("rate",),
    required=True,
    variable="staff",
    shown_if=Condition(item_id="card", codes=("1",)),
)


def _draft(*extra: Item) -> QuestionnaireDraft:
    return QuestionnaireDraft(
        brief=Brief(
            topic="Public library",
            intents=(
                Intent(id="use", text="Measure the use of the library"),
                Intent(id="rate", text="Rate satisfaction with staff"),
            ),
        ),
        questionnaire=Questionnaire(
            title="Public library",
            sections=(Section(id="s", title="Library", items=(CARD, STAFF, *extra, AGE)),),
        ),
    )


def _desk(engine: DeterministicEngine, *extra: Item) -> Desk:
    return Desk(_draft(*extra), engine)


def _asked(engine: StubbornEngine) -> str:
    return "\n".join(message.content for messages in engine.asked for message in messages)


def test_another_question_for_the_same_purpose(engine: DeterministicEngine) -> None:
    made = rewriting.propose("regenerate", "staff", _desk(engine))
    [item] = made.items
    assert (made.item_id, made.request) == ("staff", "regenerate")
    assert (item.id, item.intents, item.required) == ("staff", ("rate",), True)
    assert item.shown_if == STAFF.shown_if
    assert item.text != STAFF.text


def test_another_seed_gives_another_question(engine: DeterministicEngine) -> None:
    texts = {
        rewriting.propose("regenerate", "staff", Desk(_draft(), engine, seed=seed)).items[0].text
        for seed in (1, 2, 3)
    }
    assert len(texts) > 1


def test_questions_that_are_there_are_shown_and_not_repeated() -> None:
    engine = StubbornEngine("{}")
    with pytest.raises(UnusableAnswer, match="nothing better"):
        rewriting.propose("regenerate", "staff", _desk(engine))
    assert "Already asked" in _asked(engine)
    assert CARD.text in _asked(engine)


def test_other_options_for_the_same_text(engine: DeterministicEngine) -> None:
    [item] = rewriting.propose("options", "staff", _desk(engine)).items
    assert item.text == STAFF.text
    assert item.scale == "satisfaction"
    assert item.id == "staff"


def test_options_that_come_out_the_same_are_no_proposal(engine: DeterministicEngine) -> None:
    with pytest.raises(UnusableAnswer):
        rewriting.propose("options", "card", _desk(engine))


LEADING = Item(
    id="leading",
    text="Don't you agree that our wonderful new library is an improvement?",
    format=ResponseFormat.YES_NO,
    options=CARD.options,
)


def test_a_neutral_wording_has_fewer_faults(engine: DeterministicEngine) -> None:
    engine.enqueue(json.dumps({"question": "Is the new library better or worse than the old one?"}))
    [item] = rewriting.propose("neutral", "leading", _desk(engine, LEADING)).items
    assert item.text == "Is the new library better or worse than the old one?"
    assert item.id == "leading"


def test_a_wording_that_is_no_better_is_no_proposal() -> None:
    engine = StubbornEngine(json.dumps({"question": "Don't you just love our wonderful library?"}))
    with pytest.raises(UnusableAnswer):
        rewriting.propose("neutral", "leading", _desk(engine, LEADING))
    assert len(engine.asked) == 3


def test_a_double_barrelled_question_is_split(engine: DeterministicEngine) -> None:
    halves = {
        "first": "How satisfied are you with the speed of our staff?",
        "second": "How satisfied are you with the friendliness of our staff?",
    }
    engine.enqueue(json.dumps(halves))
    first, second = rewriting.propose("split", "staff", _desk(engine)).items
    assert (first.text, second.text) == tuple(halves.values())
    assert first.id == "staff"
    assert second.id != "staff"
    assert first.options[0].label == second.options[0].label == "Low"
    assert (first.variable, second.variable) == ("staff", "")


@pytest.mark.parametrize(
    "answer",
    [
        {"first": "Do you cycle?", "second": "Do you cycle?"},
        {"first": "Do you cycle?", "second": "Do you swim in the sea at night?"},
        {"first": "", "second": ""},
    ],
    ids=["the same twice", "about something else", "empty"],
)
def test_halves_that_are_not_of_the_question_are_refused(answer: dict[str, str]) -> None:
    # No rule splits this one, so that all depends on the model.
    plain = Item(id="plain", text="Do you read the newspaper?", format=ResponseFormat.YES_NO)
    engine = StubbornEngine(json.dumps(answer))
    with pytest.raises(UnusableAnswer):
        rewriting.propose("split", "plain", _desk(engine, plain))


def test_more_like_this_stands_after_the_item(engine: DeterministicEngine) -> None:
    desk = _desk(engine)
    made = rewriting.propose("more_like_this", "card", desk)
    assert len(made.items) == 2
    assert all(item.intents == ("use",) for item in made.items)
    taken = proposals.accept(proposals.add(desk.draft, made), made.id)
    ids = [item.id for item in taken.questionnaire.items]
    assert ids == ["card", *(item.id for item in made.items), "staff", "age"]


def test_a_section_is_made_anew_but_for_its_background_items(engine: DeterministicEngine) -> None:
    desk = _desk(engine)
    made = rewriting.propose("section", "s", desk)
    assert len(made.items) == 3
    assert made.items[-1] == AGE
    taken = proposals.accept(proposals.add(desk.draft, made), made.id)
    assert taken.questionnaire.items == made.items


def test_the_authors_draft_is_never_changed(engine: DeterministicEngine) -> None:
    desk = _desk(engine)
    for request, target in (("regenerate", "staff"), ("more_like_this", "card"), ("section", "s")):
        rewriting.propose(request, target, desk)
    assert desk.draft == _draft()


@pytest.mark.parametrize("request_name", list(Request))
def test_a_target_that_is_gone_is_said(engine: DeterministicEngine, request_name: Request) -> None:
    with pytest.raises(NotFound):
        rewriting.propose(request_name, "gone", _desk(engine))


def test_an_unknown_request_is_refused(engine: DeterministicEngine) -> None:
    with pytest.raises(InvalidInput, match="'sing'"):
        rewriting.propose("sing", "staff", _desk(engine))


def test_an_item_without_text_is_refused(engine: DeterministicEngine) -> None:
    with pytest.raises(InvalidInput, match="no text"):
        rewriting.propose("neutral", "empty", _desk(engine, Item(id="empty", text=" ")))


def test_proposals_are_taken_or_left() -> None:
    better = STAFF.model_copy(update={"text": "How fast are the staff?"})
    proposal = Proposal(id="p", item_id="staff", request="neutral", items=(better,))
    draft = proposals.add(_draft(), proposal)
    assert proposals.keep_own(draft, "p") == _draft()
    taken = proposals.accept(draft, "p")
    assert taken.proposals == ()
    assert taken.questionnaire.items[1] == better


def test_a_newer_proposal_takes_the_place_of_the_older() -> None:
    first = Proposal(id="p", item_id="staff", request="neutral", items=(STAFF,))
    second = Proposal(id="q", item_id="staff", request="neutral", items=(STAFF,))
    other = Proposal(id="r", item_id="staff", request="split", items=(STAFF,))
    draft = _draft()
    for proposal in (first, other, second):
        draft = proposals.add(draft, proposal)
    assert [proposal.id for proposal in draft.proposals] == ["r", "q"]


def test_a_proposal_whose_item_is_gone_changes_nothing() -> None:
    proposal = Proposal(id="p", item_id="gone", request="neutral", items=(STAFF,))
    draft = proposals.add(_draft(), proposal)
    assert proposals.accept(draft, "p") == _draft()
    assert proposals.accept(draft, "no such proposal") == draft
