"""The play page: choosing, hints on request, forgiving answers, giving up, and results."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop as opened_workshop
from services import workshop
from services.hints import question_type
from services.hints.models import Hint, HintQuiz, PlayRecord, QuestionType, TriviaQuestion
from services.store.repository import Draft
from tests.hints.encoder import WordEncoder

Open = Callable[..., AppTest]
QUIZ = HintQuiz(
    name="Two questions",
    questions=(
        TriviaQuestion(
            id="play",
            question="Who wrote the play Romeo and Juliet?",
            answer="William Shakespeare",
            aliases=("The Bard",),
            hints=(
                Hint(id="a", text="He was born in Stratford.", order=1),
                Hint(id="b", text="He owned a part of the Globe.", order=2),
                Hint(id="c", text="Shakespeare he was.", dropped="Gives the answer away."),
            ),
        ),
        TriviaQuestion(
            id="moon", question="Which planet does the moon Titan circle?", answer="Saturn"
        ),
    ),
)


class Classifier:
    def classify(self, texts: list[str]) -> list[QuestionType]:
        return [QuestionType(coarse="HUM", fine="HUM:ind", confidence=0.9) for _ in texts]


@pytest.fixture(autouse=True)
def light_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "open_embedder", lambda name: WordEncoder())
    monkeypatch.setattr(question_type, "load", Classifier)


def opened_at(app: Open, quiz: HintQuiz, **query: str) -> tuple[AppTest, Draft]:
    app("play")
    found = opened_workshop().repository.create(quiz, owner="local", author="local", what="new")
    page = app("play", draft=found.id, **query)
    assert not page.exception
    return page, found


def plays(found: Draft) -> tuple[PlayRecord, ...]:
    document = opened_workshop().repository.get(found.id).document
    assert isinstance(document, HintQuiz)
    return document.plays


def said(page: AppTest) -> str:
    shown = (*page.markdown, *page.warning, *page.info, *page.error, *page.success, *page.header)
    # Author and model text is escaped where Markdown is read.
    return "\n".join(element.value for element in shown).replace("\\", "")


def press(page: AppTest, label: str) -> AppTest:
    button = next(each for each in page.button if each.label == label)
    found: AppTest = button.click().run()
    assert not found.exception
    return found


def answer(page: AppTest, text: str) -> AppTest:
    next(each for each in page.text_input if each.label == "Your answer").set_value(text)
    return press(page, "Answer")


def test_without_a_quiz_it_says_where_to_make_one(app: Open) -> None:
    page = app("play")
    assert not page.exception
    assert "There is no quiz with a question and its answer yet" in said(page)


def test_hints_come_one_by_one_and_the_answer_only_at_the_end(app: Open) -> None:
    page, _ = opened_at(app, QUIZ)
    page = press(page, "Begin")
    assert "Who wrote the play Romeo and Juliet?" in said(page)
    assert "Stratford" not in said(page)
    page = press(page, "Show a hint (2 left)")
    assert "Stratford" in said(page)
    assert "Globe" not in said(page)
    page = press(page, "Show a hint (1 left)")
    assert "Globe" in said(page)
    assert next(each for each in page.button if each.label == "No hint is left").disabled
    assert "Shakespeare" not in said(page)


def test_a_run_is_recorded_with_the_hint_it_was_solved_at(app: Open) -> None:
    page, found = opened_at(app, QUIZ)
    page = press(page, "Begin")
    page = answer(page, "Christopher Marlowe")
    assert "That is not it" in said(page)
    page = answer(page, "Shakespeare")
    assert "Near: that is a part of it" in said(page)
    page = press(page, "Show a hint (2 left)")
    page = answer(page, "wiliam SHAKESPEARE")
    assert "Right, after 1 hint" in said(page)
    page = press(page, "Next question")
    page = press(page, "Give up")
    assert "The answer is **Saturn**" in said(page)
    page = press(page, "See how it went")
    assert "1 of 2 questions solved" in said(page)
    first, second = plays(found)
    assert (first.question_id, first.hints_seen, first.solved) == ("play", 1, True)
    assert first.guesses == ("Christopher Marlowe", "Shakespeare", "wiliam SHAKESPEARE")
    assert (second.question_id, second.hints_seen, second.solved) == ("moon", 0, False)


def test_a_reload_goes_on_where_it_was(app: Open) -> None:
    page, found = opened_at(app, QUIZ)
    page = press(press(page, "Begin"), "Show a hint (2 left)")
    run = page.query_params["play"]
    again = app("play", draft=found.id, play=run[0] if isinstance(run, list) else run)
    assert "Stratford" in said(again)
    assert "Show a hint (1 left)" in [each.label for each in again.button]


def test_results_by_class_and_by_question(app: Open) -> None:
    played = [
        PlayRecord(question_id="play", attempt="1", hints_seen=0, solved=True),
        PlayRecord(question_id="play", attempt="2", hints_seen=2, solved=True),
        PlayRecord(question_id="moon", attempt="2", hints_seen=0, solved=False),
    ]
    page, _ = opened_at(app, QUIZ.model_copy(update={"plays": tuple(played)}), play_part="Results")
    assert "3 questions played, in 2 runs through the quiz." in said(page)
    by_class, by_question = (table.value for table in page.table)
    assert by_class.iloc[0].tolist() == ["People", "3", "1 (33%)", "1 (33%)", "1 (33%)", "2"]
    assert by_question["How they went"].tolist() == [
        "1 without a hint, 1 with hints (median 2)",
        "1 not solved",
    ]


def test_a_quiz_that_nobody_played_says_so(app: Open) -> None:
    page, _ = opened_at(app, QUIZ, play_part="Results")
    assert "Nobody has played this quiz yet" in said(page)
