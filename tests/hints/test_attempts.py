"""A run through a quiz: what is shown when, and what is recorded."""

from services.hints import attempts
from services.hints.answers import Fit
from services.hints.attempts import Outcome
from services.hints.models import Hint, HintQuiz, QuestionType, TriviaQuestion
from services.hints.results import NO_CLASS, Solved, by_class, by_question

QUIZ = HintQuiz(
    questions=(
        TriviaQuestion(
            id="q",
            question="Which town is nearest to Ben Nevis?",
            answer="Fort William",
            question_type=QuestionType(coarse="LOC", fine="LOC:city", confidence=0.9),
            candidates=("Oban", "Fort William"),
            hints=(
                Hint(id="b", text="Trains leave from here.", order=2),
                Hint(id="x", text="William built it.", dropped="Gives the answer away."),
                Hint(id="a", text="It lies on a loch.", order=1),
                Hint(id="e", text="  ", order=3),
            ),
        ),
        TriviaQuestion(id="blank", question="No answer?"),
        TriviaQuestion(id="r", question="Which planet has rings?", answer="Saturn"),
    )
)


def test_hints_come_one_by_one_in_their_order_and_never_a_dropped_one() -> None:
    run = attempts.begin(QUIZ, "  Ann \n B ")
    assert run.player == "Ann B"
    assert [turn.question_id for turn in run.turns] == ["q", "r"]
    question = attempts.question_on_table(run, QUIZ)
    assert question is not None
    assert run.turn is not None
    assert attempts.revealed(run.turn, question) == ()
    assert attempts.hints_left(run.turn, question) == 2
    shown = []
    for _ in range(4):
        run = attempts.reveal(run, question)
        assert run.turn is not None
        shown.append([hint.text for hint in attempts.revealed(run.turn, question)])
    both = ["It lies on a loch.", "Trains leave from here."]
    assert shown == [both[:1], both, both, both]


def test_a_question_ends_once_and_is_recorded_once() -> None:
    question = QUIZ.questions[0]
    run = attempts.reveal(attempts.begin(QUIZ), question)
    run, first = attempts.guess(run, question, "Oban")
    assert first is Fit.WRONG
    assert attempts.recorded(QUIZ, run, "now") == QUIZ
    run, second = attempts.guess(run, question, "fort wiliam")
    assert second is Fit.MISSPELT
    late, _ = attempts.guess(attempts.reveal(run, question), question, "Oban")
    assert attempts.give_up(late, question) == run
    played = attempts.recorded(QUIZ, run, "2026-01-01T00:00:00")
    (play,) = played.plays
    assert (play.hints_seen, play.solved, play.guesses) == (1, True, ("Oban", "fort wiliam"))
    assert attempts.recorded(played, run, "later") == played


def test_an_empty_guess_is_none() -> None:
    run = attempts.begin(QUIZ)
    assert attempts.guess(run, QUIZ.questions[0], "  ") == (run, Fit.WRONG)


def test_one_goes_on_only_from_a_question_that_has_ended() -> None:
    run = attempts.begin(QUIZ)
    assert attempts.go_on(run) == run
    run = attempts.go_on(attempts.give_up(run, QUIZ.questions[0]))
    assert attempts.question_on_table(run, QUIZ) == QUIZ.questions[2]
    run = attempts.go_on(attempts.give_up(run, QUIZ.questions[2]))
    assert run.turn is None
    assert [turn.outcome for turn in run.turns] == [Outcome.GIVEN_UP] * 2


def test_a_question_that_was_taken_out_is_passed_over() -> None:
    run = attempts.begin(QUIZ)
    left = QUIZ.model_copy(update={"questions": QUIZ.questions[1:]})
    assert attempts.question_on_table(run, left) is None
    assert attempts.skip_missing(run, left).place == 1


def test_results_by_class_and_question() -> None:
    quiz = QUIZ
    for hints, solves, which in (
        (0, True, 0),
        (1, True, 0),
        (2, True, 0),
        (2, False, 0),
        (0, 1, 2),
    ):
        question = QUIZ.questions[which]
        run = attempts.begin(QUIZ)
        if which:
            run = attempts.go_on(attempts.give_up(run, QUIZ.questions[0]))
        for _ in range(hints):
            run = attempts.reveal(run, question)
        ended = attempts.guess(run, question, question.answer)[0]
        quiz = attempts.recorded(quiz, ended if solves else attempts.give_up(run, question), "t")
    assert by_class(quiz) == {
        "LOC": Solved(plays=4, without_hints=1, with_hints=2, median_hint=1.5),
        NO_CLASS: Solved(plays=1, without_hints=1, with_hints=0, median_hint=None),
    }
    assert by_class(quiz)["LOC"].unsolved == 1
    assert [question.id for question, _ in by_question(quiz)] == ["q", "r"]
    assert by_class(quiz.model_copy(update={"questions": ()})) == {}
