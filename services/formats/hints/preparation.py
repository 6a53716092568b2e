"""A hint quiz cut down to what a format can hold, with every difference named.

The same idea as for questionnaires: a format writes what `prepare` leaves and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from services.formats.base import Loss
from services.formats.rewriting import Rewrite, apply_rewrites
from services.hints.models import Hint, HintQuiz, TriviaQuestion


class Part(StrEnum):
    """Parts of a hint quiz that not every format has a place for."""

    NAME = "the quiz's name"
    ALIASES = "other accepted answers"
    HINTS = "hints"
    GRADES = "grades"


@dataclass(frozen=True)
class Target:
    """What a format holds. `blank` is written for a question without text.

    `max_hints` joins all hints into one where it is 1. Questions without an answer are left out
    where `needs_answer`, those without a text where `needs_question`.
    """

    label: str
    carries: frozenset[Part]
    texts: tuple[Rewrite, ...] = ()
    lines: tuple[Rewrite, ...] = ()
    answers: tuple[Rewrite, ...] = ()
    names: tuple[Rewrite, ...] = ()
    blank: str = ""
    max_hints: int | None = None
    needs_answer: bool = True
    needs_question: bool = False


@dataclass(frozen=True)
class Prepared:
    """The quiz as the file will hold it, and what that lost."""

    quiz: HintQuiz
    losses: tuple[Loss, ...]


def losses_for(target: Target) -> Callable[[HintQuiz], tuple[Loss, ...]]:
    """The `losses` function of a format with that target."""

    def losses(quiz: HintQuiz) -> tuple[Loss, ...]:
        """What the file cannot hold, question by question."""
        return prepare(quiz, target).losses

    return losses


def prepare(quiz: HintQuiz, target: Target) -> Prepared:
    """Cut `quiz` down to `target`: shown hints in their order, without grades."""
    lost: list[Loss] = []
    questions = []
    for index, question in enumerate(quiz.questions):
        kept = _question(index, question, target, lost)
        if target.needs_answer and not kept.answer.strip():
            lost.append(Loss(index, "It has no answer: left out.", "questions"))
        elif target.needs_question and not kept.question.strip():
            lost.append(Loss(index, "It has no question text: left out.", "questions"))
        else:
            questions.append(kept)
    name = quiz.name
    if name and Part.NAME not in target.carries:
        lost.append(Loss(None, "The quiz's name is not stored.", "name"))
        name = ""
    name = apply_rewrites(None, name, target.texts + target.lines + target.names, lost, "name")
    graded = any(hint.hicos is not None for q in quiz.questions for hint in q.hints)
    if (graded or quiz.plays) and Part.GRADES not in target.carries:
        lost.append(Loss(None, "Grades and plays stay in Askwright's own file.", "grades"))
    ordered = sorted(lost, key=lambda loss: -1 if loss.item is None else loss.item)
    return Prepared(
        quiz.model_copy(update={"name": name, "questions": tuple(questions)}), tuple(ordered)
    )


def _question(
    index: int, question: TriviaQuestion, target: Target, lost: list[Loss]
) -> TriviaQuestion:
    answers = target.texts + target.lines + target.answers
    aliases = question.aliases
    if aliases and Part.ALIASES not in target.carries:
        lost.append(Loss(index, "Other accepted answers are not stored.", "aliases"))
        aliases = ()
    rewritten = [apply_rewrites(index, a, answers, lost, "aliases") for a in aliases]
    kept = tuple(alias for alias in rewritten if alias)
    if len(kept) < len(aliases):
        lost.append(Loss(index, "Empty accepted answers are left out.", "aliases"))
    return question.model_copy(
        update={
            "question": apply_rewrites(
                index, question.question, target.texts, lost, "question", target.blank
            ),
            "answer": apply_rewrites(index, question.answer, answers, lost, "answer"),
            "aliases": kept,
            "hints": _hints(index, question, target, lost),
        }
    )


def _hints(
    index: int, question: TriviaQuestion, target: Target, lost: list[Loss]
) -> tuple[Hint, ...]:
    shown = question.kept_hints
    hidden = len(question.hints) - len(shown)
    if hidden:
        lost.append(Loss(index, f"{hidden} dropped hints are not written.", "hints"))
    if shown and Part.HINTS not in target.carries:
        lost.append(Loss(index, f"Its {len(shown)} hints are lost.", "hints"))
        return ()
    empty = sum(not hint.text for hint in shown)
    if empty:
        lost.append(Loss(index, f"{empty} hints without text are left out.", "hints"))
    hints = [
        hint.model_copy(
            update={"text": apply_rewrites(index, hint.text, target.texts, lost, "hints")}
        )
        for hint in shown
    ]
    hints = [hint for hint in hints if hint.text]
    if target.max_hints is not None and len(hints) > target.max_hints:
        lost.append(Loss(index, f"Its {len(hints)} hints become one.", "hints"))
        joined = " ".join(f"({n}) {hint.text}" for n, hint in enumerate(hints, start=1))
        hints = [hints[0].model_copy(update={"text": joined})]
    return tuple(hints)
