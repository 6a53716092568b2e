"""How a quiz was solved, by class of question, as in the paper's answering study (section 5.3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from services.hints.models import HintQuiz, PlayRecord, QuestionType, TriviaQuestion

# Questions whose class has not been told are counted under this.
NO_CLASS = ""


@dataclass(frozen=True, slots=True)
class Solved:
    """Plays of some questions: how many were solved, at once or with hints.

    `median_hint` is the number of hints seen, over the plays solved with hints; None if none was.
    """

    plays: int
    without_hints: int
    with_hints: int
    median_hint: float | None

    @property
    def unsolved(self) -> int:
        return self.plays - self.without_hints - self.with_hints


Classify = Callable[[str], QuestionType | None]


def by_class(quiz: HintQuiz, classify: Classify = lambda text: None) -> dict[str, Solved]:
    """Coarse TREC class -> its plays, in the order in which classes come in the quiz.

    `classify` tells the class of a question that does not have one yet. Plays of questions that
    are no longer in the quiz do not count.
    """
    classes = {question.id: _class_of(question, classify) for question in quiz.questions}
    found: dict[str, list[PlayRecord]] = {}
    for question_id, coarse in classes.items():
        own = [play for play in quiz.plays if play.question_id == question_id]
        if own:
            found.setdefault(coarse, []).extend(own)
    return {coarse: solved(plays) for coarse, plays in found.items()}


def by_question(quiz: HintQuiz) -> list[tuple[TriviaQuestion, Solved]]:
    """Every question that was played, with its plays."""
    found = []
    for question in quiz.questions:
        own = [play for play in quiz.plays if play.question_id == question.id]
        if own:
            found.append((question, solved(own)))
    return found


def _class_of(question: TriviaQuestion, classify: Classify) -> str:
    kind = question.question_type or classify(question.question)
    return kind.coarse if kind is not None else NO_CLASS


def solved(plays: Sequence[PlayRecord]) -> Solved:
    seen = [play.hints_seen for play in plays if play.solved]
    with_hints = [count for count in seen if count > 0]
    return Solved(
        plays=len(plays),
        without_hints=len(seen) - len(with_hints),
        with_hints=len(with_hints),
        median_hint=float(median(with_hints)) if with_hints else None,
    )
