"""The questionnaires page: empty, example, edits with live checks, jobs, proposals, errors."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services.errors import Unavailable
from services.formats import registry
from services.questionnaire import editing, options
from services.questionnaire.editing import item_of
from services.questionnaire.example import example
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    OutlineQuestion,
    OutlineSection,
    Proposal,
    QuestionnaireDraft,
)
from services.questionnaire.options import Filled
from services.questionnaire.outline_editing import accept
from services.store.repository import Draft
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]


def draft(document: QuestionnaireDraft) -> Draft:
    return workshop().repository.create(document, owner="local", author="local", what="new")


def stored(found: Draft) -> QuestionnaireDraft:
    document = workshop().repository.get(found.id).document
    assert isinstance(document, QuestionnaireDraft)
    return document


def opened_at(
    app: Open, document: QuestionnaireDraft, view: str = "Questions", **state: str
) -> tuple[AppTest, Draft]:
    """The page on this document, at a view."""
    app("questionnaires")
    found = draft(document)
    page = app("questionnaires", draft=found.id, view=view)
    for name, value in state.items():
        page.session_state[name] = value
    if state:
        page.run()
    assert not page.exception
    return page, found


def said(page: AppTest) -> str:
    return "\n".join(e.value for e in (*page.markdown, *page.warning, *page.info, *page.success))


def button(page: AppTest, label: str) -> Any:
    return next(each for each in page.button if each.label == label)


def field(page: AppTest, label: str) -> Any:
    return next(each for each in page.text_input if each.label == label)


def with_outline() -> QuestionnaireDraft:
    intent = Intent(id="i", text="Find out how people travel")
    questions = tuple(
        OutlineQuestion(id=f"q{n}", text=text, intent="i")
        for n, text in enumerate(
            ("Do you own a bicycle?", "How satisfied are you with the bus?", "Why do you walk?")
        )
    )
    return QuestionnaireDraft(
        brief=Brief(topic="Travel", intents=(intent,), questions=3),
        outline=(OutlineSection(id="s", title="Ways", questions=questions),),
    )


def test_the_empty_room_says_what_it_is_for_and_how_to_begin(app: Open) -> None:
    page = app("questionnaires")
    assert "paste a questionnaire that you have" in said(page)
    assert [each.label for each in page.button] == ["Start", "Load an example", "Paste or import"]


def test_the_example_opens_with_figures_and_with_faults_beside_the_questions(app: Open) -> None:
    page = app("questionnaires")
    button(page, "Load an example").click()
    page.run()
    assert not page.exception
    assert [each.label for each in page.metric][:2] == ["Rep-2, word pairs", "Rep-3, word triples"]
    assert page.metric[0].value == "20.0"
    text = said(page)
    assert "Options not mutually exclusive" in text
    assert "3 errors" in text
    assert "Ask only if question 1" in text


def test_a_brief_is_kept_as_it_is_typed_and_needs_a_topic(app: Open) -> None:
    page, found = opened_at(app, QuestionnaireDraft(), "Brief")
    assert button(page, "Write the outline").disabled
    field(page, "Topic").set_value("Bees in the city").run()
    assert stored(found).brief.topic == "Bees in the city"
    assert not button(page, "Write the outline").disabled
    button(page, "Add an intent").click().run()
    field(page, "Intent 1").set_value("Count the hives").run()
    assert [intent.text for intent in stored(found).brief.intents] == ["Count the hives"]


def test_a_sixth_intent_is_not_offered(app: Open) -> None:
    five = tuple(Intent(text=f"Intent {n}") for n in range(5))
    page, _ = opened_at(app, QuestionnaireDraft(brief=Brief(intents=five)), "Brief")
    assert "Add an intent" not in [each.label for each in page.button]


def test_an_outline_is_written_accepted_and_filled_with_options(app: Open) -> None:
    brief = Brief(topic="Use of the library", intents=(Intent(text="Count visits"),), questions=4)
    page, found = opened_at(app, QuestionnaireDraft(brief=brief), "Brief")
    button(page, "Write the outline").click().run()
    run_until(page, lambda now: "Accept the outline and write the options" in labels(now))
    outlined = [q.text for section in stored(found).outline for q in section.questions]
    assert len(outlined) == 4
    button(page, "Accept the outline and write the options").click().run()
    run_until(page, lambda now: "The questionnaire is written" in said(now))
    assert [item.text for item in stored(found).questionnaire.items] == outlined


def labels(page: AppTest) -> list[str]:
    return [each.label for each in page.button]


def test_an_outline_is_edited_before_any_option_is_written(app: Open) -> None:
    page, found = opened_at(app, with_outline(), "Outline")
    field(page, "Question 2").set_value("How often do you take the bus?").run()
    button(page, "Add a question").click().run()
    questions = stored(found).outline[0].questions
    assert [question.text for question in questions][1:] == [
        "How often do you take the bus?",
        "Why do you walk?",
        "",
    ]
    assert questions[1].intent == "i"


def test_cancelling_keeps_the_options_that_are_written(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled = threading.Event()

    def fill_first_then_wait(question: OutlineQuestion, *args: Any, **known: Any) -> Filled:
        if question.id == "q0":
            item = Item(id="q0", text=question.text, intents=("i",), help="filled")
            return Filled(item, 0)
        filled.set()
        known["cancel"].wait(20)
        return Filled(Item(id=question.id, text=question.text), 0)

    monkeypatch.setattr(options, "fill", fill_first_then_wait)
    page, found = opened_at(app, accept(with_outline()))
    workshop().jobs.submit("questionnaires.options", {}, owner="local", draft_id=found.id)
    assert filled.wait(20)
    page.run()
    assert "Writing: How satisfied" in said(page)
    button(page, "Cancel").click().run()
    run_until(page, lambda now: "Cancelled. What was finished is kept." in said(now))
    first, second, _ = stored(found).questionnaire.items
    assert (first.help, second.help) == ("filled", "")
    assert "Try again" in labels(page)


def test_a_model_that_cannot_be_had_is_said_and_nothing_is_lost(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, found = opened_at(app, QuestionnaireDraft(brief=Brief(topic="Bees")), "Brief")

    def missing() -> None:
        raise Unavailable("The model is not on this machine.", "Fetch it on the Models page.")

    monkeypatch.setattr(workshop().host, "engine", missing)
    button(page, "Write the outline").click().run()
    run_until(page, lambda now: len(now.error) > 0)
    assert "not on this machine" in page.error[0].value
    assert "Try again" in labels(page)
    assert stored(found).brief.topic == "Bees"


def test_an_edit_of_a_question_is_checked_at_once(app: Open) -> None:
    page, found = opened_at(app, example())
    press(page, button_of(page, found, "improve", "edit"))
    before = page.metric[0].value
    field(page, "Question text").set_value("What do you always like most?").run()
    page.run()
    assert item_text(found, "improve") == "What do you always like most?"
    assert "Absolute term" in said(page)
    assert page.metric[0].value != before


def button_of(page: AppTest, found: Draft, item_id: str, name: str) -> Any:
    return next(each for each in page.button if each.key == f"{found.id}:{item_id}:{name}")


def press(page: AppTest, pressed: Any) -> None:
    """Click, then run the whole page: AppTest sees only the fragments that a click draws."""
    pressed.click().run()
    page.run()


def item_text(found: Draft, item_id: str) -> str:
    item = item_of(stored(found), item_id)
    return item.text if item else ""


def test_only_one_editor_is_open_and_done_closes_it(app: Open) -> None:
    page, found = opened_at(app, example())
    press(page, button_of(page, found, "improve", "edit"))
    press(page, button_of(page, found, "reason", "edit"))
    assert [each.value for each in page.text_input if each.label == "Question text"] == [
        "What is your main reason for not borrowing tools?"
    ]
    press(page, button_of(page, found, "reason", "edit"))
    assert "Question text" not in [each.label for each in page.text_input]


def test_a_fix_is_put_in_place_and_its_finding_goes(app: Open) -> None:
    page, found = opened_at(app, example())
    fixes = [each for each in page.button if ":recommend:unsorted_options" in (each.key or "")]
    press(page, next(each for each in fixes if each.label == "Accept fix"))
    item = item_of(stored(found), "recommend")
    assert item is not None
    assert item.labels[0] == "Very unlikely"
    assert "Illogical order of options" not in said(page)


def test_what_is_put_aside_stays_so_and_can_be_taken_back(app: Open) -> None:
    page, found = opened_at(app, example())
    aside = next(each for each in page.button if (each.key or "").endswith("loaded:1:not"))
    press(page, aside)
    item = item_of(stored(found), "workshop")
    assert item is not None
    assert item.dismissed == ("loaded",)
    assert "Loaded wording" not in said(page)
    page = app("questionnaires", draft=found.id, view="Questions")
    button(page, "Check again: loaded wording").click().run()
    assert "Loaded wording" in said(page)


@pytest.mark.parametrize(("answer", "text"), [("Accept", "Shorter?"), ("Keep mine", "")])
def test_a_proposal_stands_beside_the_question_until_it_is_decided(
    app: Open, answer: str, text: str
) -> None:
    document = example()
    own = document.questionnaire.items[9]
    shorter = own.model_copy(update={"text": "Shorter?"})
    proposal = Proposal(item_id=own.id, request="neutral", items=(shorter,))
    page, found = opened_at(app, document.model_copy(update={"proposals": (proposal,)}))
    assert "neutral wording" in said(page)
    button(page, answer).click().run()
    assert item_text(found, own.id) == (text or own.text)
    assert stored(found).proposals == ()


def test_questions_of_strangers_are_only_text(app: Open) -> None:
    evil = "Is :red[this] <b>bold</b> [link](http://example.org) $x^2$?"
    document = editing.set_text(example(), "improve", evil)
    for view in ("Questions", "Preview", "Checks"):
        page, _ = opened_at(app, document, view)
        text = said(page)
        assert ":red[this]" not in text
        assert "<b>" not in text.replace(r"\<b\>", "")


def test_the_preview_follows_the_skip_rules(app: Open) -> None:
    page, found = opened_at(app, example(), "Preview")
    assert "7 of 13 questions" in said(page)
    yes = next(each for each in page.radio if each.key == f"{found.id}:try:borrowed")
    yes.set_value("1").run()
    assert "12 of 13 questions" in said(page)
    page.run()
    no = next(each for each in page.radio if each.key == f"{found.id}:try:borrowed")
    no.set_value("2").run()
    text = said(page)
    assert "8 of 13 questions" in text
    assert "**6. What is your main reason" in text


def test_the_print_view_has_every_question_with_its_rule(app: Open) -> None:
    page, _ = opened_at(app, example(), "Preview", look="For print")
    text = said(page)
    assert "**13. What is your gender" in text
    assert "Ask only if question 1" in text


def test_coverage_names_the_intent_that_no_question_serves(app: Open) -> None:
    page, _ = opened_at(app, example(), "Checks", checks="Coverage")
    assert "Not covered] Estimate the yearly membership fee" in said(page)


def test_measures_that_cannot_be_made_say_why(app: Open) -> None:
    page, _ = opened_at(app, example().model_copy(update={"brief": Brief()}))
    assert "Rouge-L to the brief, Cohen-sem to the brief. The brief has neither topic" in said(page)


def test_every_format_is_offered_with_what_it_loses(app: Open) -> None:
    page, _ = opened_at(app, example(), "Export")
    saves = page.get("download_button")
    formats = [each for each in registry.for_room("questionnaires") if each.can_write]
    assert len(saves) == len(formats)
    assert r"The free\-text option has the code \-oth\- in LimeSurvey" in said(page)
    assert r"The variable name age is not stored\. (Question 12)" in said(page)


def test_another_method_writes_another_draft_of_the_same_brief(app: Open) -> None:
    page, found = opened_at(app, example(), "Checks", checks="Comparison")
    button(page, "Topic alone").click().run()
    run_until(page, lambda now: "the draft is written" in said(now), seconds=40)
    assert stored(found) == example()
    others = [d for d in workshop().repository.recent("local") if d.id != found.id]
    assert len(others) == 1
    made = workshop().repository.get(others[0].id).document
    assert (made.brief.method, made.brief.topic) == ("topic", "The neighbourhood tool library")
    assert len(made.questionnaire.items) == 13


def test_fields_hold_their_values_in_runs_that_do_not_set_them(app: Open) -> None:
    """The browser may never get the run that set them: the next one begins, and it is dropped."""
    brief = Brief(topic="Parks", audience="Visitors", language="zh", questions=7)
    page, found = opened_at(app, QuestionnaireDraft(brief=brief), "Brief")
    page.run()
    fields = {field.label: field for field in (*page.text_input, *page.number_input)}
    for label, value in {
        "Topic": "Parks",
        "Audience": "Visitors",
        "Number of questions": 7,
    }.items():
        assert fields[label].value == fields[label].proto.default == value
        assert not fields[label].proto.set_value
    language = next(group for group in page.button_group if group.label == "Language")
    assert list(language.proto.default) == [1]
    assert stored(found).brief == brief
