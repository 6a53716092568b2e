"""One player's run through a quiz: hints revealed on request, guesses, and how each question ended.

A run is kept apart from the quiz until a question has ended; then a `PlayRecord` goes into it.
"""

from collections.abc import Callable
from enum import StrEnum

from pydantic import Field

from services.documents import Frozen, new_id
from services.hints.answers import Fit, fit
from services.hints.models import Hint, HintQuiz, PlayRecord, TriviaQuestion

NAMESPACE = "hints.attempt"
MOST_GUESSES = 50
LONGEST_GUESS = 200


class Outcome(StrEnum):
    OPEN = "open"
    SOLVED = "solved"
    GIVEN_UP = "given_up"


class Turn(Frozen):
    """One question of a run: the ids of the hints shown so far, in order, and what was guessed."""

    question_id: str
    shown: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    outcome: Outcome = Outcome.OPEN

    @property
    def ended(self) -> bool:
        return self.outcome is not Outcome.OPEN


class Attempt(Frozen):
    """A run: its turns in order, and which of them is on the table (the number of turns: done)."""

    id: str = Field(default_factory=new_id)
    player: str = ""
    turns: tuple[Turn, ...] = ()
    place: int = 0

    @property
    def turn(self) -> Turn | None:
        """What is on the table, None at the end."""
        return self.turns[self.place] if self.place < len(self.turns) else None


def playable(quiz: HintQuiz) -> tuple[TriviaQuestion, ...]:
    """Questions with a text and an answer, in order."""
    return tuple(q for q in quiz.questions if q.question.strip() and q.answer.strip())


def hints_of(question: TriviaQuestion) -> tuple[Hint, ...]:
    """Hints with a text, in the order in which they are revealed."""
    return tuple(hint for hint in question.kept_hints if hint.text.strip())


def begin(quiz: HintQuiz, player: str = "") -> Attempt:
    """A new run through all questions that can be played."""
    turns = tuple(Turn(question_id=question.id) for question in playable(quiz))
    return Attempt(player=" ".join(player.split())[:80], turns=turns)


def question_on_table(attempt: Attempt, quiz: HintQuiz) -> TriviaQuestion | None:
    """The question of the turn; None at the end, or when it has been taken out of the quiz."""
    turn = attempt.turn
    if turn is None:
        return None
    return next((q for q in playable(quiz) if q.id == turn.question_id), None)


def revealed(turn: Turn, question: TriviaQuestion) -> tuple[Hint, ...]:
    """The hints that the player has asked for, those that are still there."""
    by_id = {hint.id: hint for hint in hints_of(question)}
    return tuple(by_id[hint_id] for hint_id in turn.shown if hint_id in by_id)


def hints_left(turn: Turn, question: TriviaQuestion) -> int:
    return sum(hint.id not in turn.shown for hint in hints_of(question))


def reveal(attempt: Attempt, question: TriviaQuestion) -> Attempt:
    """Show the next hint; nothing happens when there is none or the question has ended."""

    def change(turn: Turn) -> Turn:
        following = [hint.id for hint in hints_of(question) if hint.id not in turn.shown]
        return turn.model_copy(update={"shown": (*turn.shown, *following[:1])})

    return _changed(attempt, question, change)


def guess(attempt: Attempt, question: TriviaQuestion, text: str) -> tuple[Attempt, Fit]:
    """Take an answer. An empty one, one too many, or one after the end changes nothing."""
    said = " ".join(text.split())[:LONGEST_GUESS]
    found = fit(said, question.answer, question.aliases, question.candidates)
    if not said:
        return attempt, Fit.WRONG

    def change(turn: Turn) -> Turn:
        if len(turn.guesses) >= MOST_GUESSES and not found.solves:
            return turn
        outcome = Outcome.SOLVED if found.solves else Outcome.OPEN
        return turn.model_copy(update={"guesses": (*turn.guesses, said), "outcome": outcome})

    return _changed(attempt, question, change), found


def give_up(attempt: Attempt, question: TriviaQuestion) -> Attempt:
    """End the question unsolved."""
    return _changed(
        attempt, question, lambda turn: turn.model_copy(update={"outcome": Outcome.GIVEN_UP})
    )


def go_on(attempt: Attempt) -> Attempt:
    """To the next question, if this one has ended."""
    turn = attempt.turn
    if turn is None or not turn.ended:
        return attempt
    return attempt.model_copy(update={"place": attempt.place + 1})


def skip_missing(attempt: Attempt, quiz: HintQuiz) -> Attempt:
    """Past questions that have been taken out of the quiz meanwhile."""
    there = {question.id for question in playable(quiz)}
    place = attempt.place
    while place < len(attempt.turns) and attempt.turns[place].question_id not in there:
        place += 1
    return attempt.model_copy(update={"place": place})


def recorded(quiz: HintQuiz, attempt: Attempt, when: str) -> HintQuiz:
    """`quiz` with a record of the turn on the table if that has ended; never a second one.

    `when` is an ISO 8601 time.
    """
    turn = attempt.turn
    known = {(play.attempt, play.question_id) for play in quiz.plays}
    if turn is None or not turn.ended or (attempt.id, turn.question_id) in known:
        return quiz
    play = PlayRecord(
        question_id=turn.question_id,
        attempt=attempt.id,
        player=attempt.player,
        guesses=turn.guesses,
        hints_seen=len(turn.shown),
        solved=turn.outcome is Outcome.SOLVED,
        when=when,
    )
    return quiz.model_copy(update={"plays": (*quiz.plays, play)})


def _changed(attempt: Attempt, question: TriviaQuestion, change: Callable[[Turn], Turn]) -> Attempt:
    turn = attempt.turn
    if turn is None or turn.ended or turn.question_id != question.id:
        return attempt
    turns = list(attempt.turns)
    turns[attempt.place] = change(turn)
    return attempt.model_copy(update={"turns": tuple(turns)})
