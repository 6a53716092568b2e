"""The hints page: empty, example, live checks while one edits, jobs, failures, the other views."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop as opened_workshop
from services import workshop
from services.errors import UnusableAnswer
from services.hints import clues, question_type
from services.hints.example import example
from services.hints.leaks import find_leak
from services.hints.models import Hint, HintQuiz, QuestionType, TriviaQuestion
from services.store.repository import Draft
from tests.hints.encoder import WordEncoder
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]
PLAY = TriviaQuestion(
    id="play", question="Who wrote the play Romeo and Juliet?", answer="William Shakespeare"
)


class Classifier:
    def classify(self, texts: list[str]) -> list[QuestionType]:
        return [QuestionType(coarse="HUM", fine="HUM:ind", confidence=0.9) for _ in texts]


@pytest.fixture(autouse=True)
def light_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "open_embedder", lambda name: WordEncoder())
    monkeypatch.setattr(question_type, "load", Classifier)


def stored(found: Draft) -> HintQuiz:
    document = opened_workshop().repository.get(found.id).document
    assert isinstance(document, HintQuiz)
    return document


def opened_at(app: Open, quiz: HintQuiz, **query: str) -> tuple[AppTest, Draft]:
    app("hints")
    repository = opened_workshop().repository
    found = repository.create(quiz, owner="local", author="local", what="new")
    page = app("hints", draft=found.id, **query)
    assert not page.exception
    return page, found


def said(page: AppTest) -> str:
    shown = (*page.markdown, *page.warning, *page.info, *page.error, *page.success)
    # Author and model text is escaped where Markdown is read.
    return "\n".join(element.value for element in shown).replace("\\", "")


def button(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(each for each in page.button if each.label == label)


def field(page: AppTest, label: str):  # type: ignore[no-untyped-def]
    return next(each for each in page.text_input if each.label == label)


def test_the_empty_room_says_what_it_is_for_and_how_to_begin(app: Open) -> None:
    page = app("hints")
    assert "lead there step by step" in said(page)
    button(page, "Start").click().run()
    assert not page.exception
    assert field(page, "Question").value == ""
    assert button(page, "Write 10 hints").disabled


def test_the_example_shows_graded_hints_and_the_dropped_one_with_its_reason(app: Open) -> None:
    page = app("hints")
    button(page, "Load an example").click().run()
    assert not page.exception
    assert "6 hints shown" in said(page)
    # True of five of eight planets: 1 - 4/8.
    assert "Narrows down somewhat 0.50 (3.0 of 5)" in said(page)
    assert "Only the answer of 8 is left" in said(page)
    assert "Gives the answer away: it contains “Saturn” of the answer." in said(page)
    # Found from its verdicts and its names, without a model, as a part of the draft's beginning.
    assert re.search(r"Faint 0\.\d\d", said(page))
    assert "Fame not measured yet" not in said(page)
    assert "Verdicts came with the question" in said(page)
    assert not [each for each in page.button if each.label.startswith("Grade")]
    assert button(page, "Undo").disabled
    button(page, "Keep anyway").click().run()
    assert "7 hints shown" in said(page)
    assert "Kept by you" in said(page)


def test_grades_that_came_from_a_file_stay_as_they_are(app: Open) -> None:
    quiz = example()
    rings = quiz.questions[0]
    hints = tuple(hint.model_copy(update={"hifas": 0.321}) for hint in rings.hints)
    rings = rings.model_copy(update={"hints": hints})
    page, found = opened_at(app, quiz.model_copy(update={"questions": (rings,)}))
    page.run()
    assert not page.exception
    assert {hint.hifas for hint in stored(found).questions[0].hints} == {0.321}
    assert button(page, "Grade them")


def test_advice_follows_what_is_typed(app: Open) -> None:
    page, found = opened_at(app, HintQuiz(questions=(PLAY,)))
    assert "A question that hints go well with" in said(page)
    field(page, "Question").set_value("Who wrote Hamlet").run()
    assert "The question has 3 words" in said(page)
    assert "There is no question mark" in said(page)
    assert stored(found).questions[0].question == "Who wrote Hamlet"


def test_a_hint_that_comes_to_name_the_answer_is_marked_while_it_is_typed(app: Open) -> None:
    page, found = opened_at(app, example())
    next(each for each in page.button if each.label == "Edit").click().run()
    field(page, "Text of the hint").set_value("Saturn's neighbours are far away.").run()
    assert "A filter would drop it" in said(page)
    assert "Judged before your edit" in said(page)
    (edited,) = (h for h in stored(found).questions[0].hints if "neighbours" in h.text)
    assert (edited.leak, edited.stale, edited.kept) == ("saturn", True, False)


def test_hints_are_written_judged_and_ordered(app: Open) -> None:
    page, found = opened_at(app, HintQuiz(count=4, questions=(PLAY,)))
    button(page, "Write 4 hints").click().run()
    run_until(page, lambda p: "The hints are written and judged." in said(p), seconds=60)
    assert not page.exception
    question = stored(found).questions[0]
    assert [hint.order for hint in question.kept_hints] == [1, 2, 3, 4]
    for hint in question.kept_hints:
        assert len(hint.verdicts) == len(hint.margins) == len(question.candidates) > 1
        assert find_leak(question.answer, question.aliases, hint.text) is None
    assert "Judged by " in said(page)
    assert question.kept_hints[0].text.split()[0] in said(page)


def test_what_fails_is_said_and_can_be_tried_again(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **options: object) -> list[str]:
        raise RuntimeError("out of ink")

    page, found = opened_at(app, HintQuiz(questions=(PLAY,)))
    monkeypatch.setattr(clues, "write", broken)
    button(page, "Write 10 hints").click().run()
    run_until(page, lambda p: bool(p.error), seconds=60)
    assert "ink" not in page.error[0].value
    assert button(page, "Try again")
    # What was found out before the failure is kept.
    assert stored(found).questions[0].candidates
    assert not button(page, "Write 10 hints").disabled


def test_cancelling_keeps_what_was_written(app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_DETERMINISTIC_DELAY", "0.02")
    page, found = opened_at(app, HintQuiz(questions=(PLAY,)))
    button(page, "Write 10 hints").click().run()
    run_until(page, lambda _: bool(stored(found).questions[0].hints), seconds=60)
    page.run()
    button(page, "Cancel").click().run()
    run_until(page, lambda p: not button(p, "Write 5 more").disabled, seconds=60)
    assert not page.exception
    assert stored(found).questions[0].hints
    assert not opened_workshop().jobs.live_jobs(found.id)


def test_a_quiz_lists_what_failed_and_tries_only_that_again(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = clues.write

    def picky(messages: object, *args: object, **options: object) -> list[str]:
        if "Wellington" in str(messages):
            raise UnusableAnswer("It cannot be read.")
        return written(messages, *args, **options)  # type: ignore[arg-type]

    capital = TriviaQuestion(
        id="capital", question="What is the capital city of New Zealand?", answer="Wellington"
    )
    monkeypatch.setattr(clues, "write", picky)
    quiz = HintQuiz(count=2, questions=(PLAY, capital))
    page, found = opened_at(app, quiz, show="Whole quiz")
    button(page, "Finish 2 questions").click().run()
    run_until(page, lambda p: "1 question failed" in said(p), seconds=60)
    assert "None of the 0 hints that the model wrote can be shown." in said(page)
    before = stored(found).questions[0]
    monkeypatch.setattr(clues, "write", written)
    button(page, "Try again").click().run()
    run_until(page, lambda _: bool(stored(found).questions[1].kept_hints), seconds=60)
    assert stored(found).questions[0] == before


@pytest.mark.parametrize("view", ["Candidates", "Order", "Whole quiz", "Export"])
def test_every_view_of_the_example_opens(app: Open, view: str) -> None:
    page, _ = opened_at(app, example(), show=view)
    shown = {
        "Candidates": "A hint rules out whom the judge says",
        "Order": "with 95% confidence",
        "Whole quiz": "Waiting",
        "Export": "dropped ones left out",
    }
    assert shown[view] in said(page)
    if view == "Order":
        assert "is the first that leaves only the answer" in said(page)


def test_author_text_is_shown_as_it_is_written(app: Open) -> None:
    hint = Hint(text="It is **bold** :red[x] <b>and</b> $a$ [link](http://x)")
    page, _ = opened_at(app, HintQuiz(questions=(PLAY.model_copy(update={"hints": (hint,)}),)))
    card = next(each.value for each in page.markdown if "bold" in each.value)
    assert "**bold**" not in card
    assert ":red[x]" not in card
    assert "[link](http" not in card
