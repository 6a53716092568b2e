"""Hint quizzes in Aiken: multiple choice among the candidates; no hints, no feedback."""

from services.formats import aiken
from services.formats.base import Imported, Loss
from services.formats.guarded_text import decode
from services.formats.hints.preparation import Prepared, Target, prepare
from services.formats.rewriting import (
    LINE_ENDS,
    NOT_HTML,
    ONE_LINE,
    TRIMMED,
    apply_rewrites,
    rewrite,
)
from services.hints.models import HintQuiz, TriviaQuestion

NOTICE = "Aiken has no hints: the question is asked with the candidates as choices."
_LINE = (
    NOT_HTML,
    LINE_ENDS,
    ONE_LINE,
    TRIMMED,
    rewrite(r"\A(?=[A-Z][.)]\s)", "- ", "it would be read as an option"),
    rewrite(r"(?i)\AANSWER(?=\s*:)", "Answer -", "it would be read as the answer"),
)
TARGET = Target(label="Aiken", carries=frozenset(), texts=_LINE, blank="(empty)")


def write(quiz: HintQuiz) -> bytes:
    """UTF-8 text."""
    kept = _with_choices(quiz).quiz
    blocks = [
        aiken.render(q.question, q.candidates, q.candidates.index(q.answer)) for q in kept.questions
    ]
    return ("\n\n".join(blocks) + "\n").encode()


def losses(quiz: HintQuiz) -> tuple[Loss, ...]:
    """Hints and aliases; and questions that have no candidates to choose from."""
    return _with_choices(quiz).losses


def _with_choices(quiz: HintQuiz) -> Prepared:
    """Questions that can be asked as a choice: at least one candidate besides the answer."""
    prepared = prepare(quiz, TARGET)
    lost = list(prepared.losses)
    places = {question.id: place for place, question in enumerate(quiz.questions)}
    kept = []
    for question in prepared.quiz.questions:
        choices = _choices(question, places[question.id], lost)
        if len(choices) < 2:
            what = "It has no candidates to choose from: left out."
            lost.append(Loss(places[question.id], what, "questions"))
        else:
            kept.append(question.model_copy(update={"candidates": choices}))
    ordered = sorted(lost, key=lambda loss: -1 if loss.item is None else loss.item)
    return Prepared(prepared.quiz.model_copy(update={"questions": tuple(kept)}), tuple(ordered))


def _choices(question: TriviaQuestion, index: int, lost: list[Loss]) -> tuple[str, ...]:
    """Distinct candidates on one line each, the answer among them where it stood."""
    lines = [apply_rewrites(index, c, _LINE, lost, "candidates") for c in question.candidates]
    lines = lines if question.answer in lines else [*lines, question.answer]
    distinct = tuple(dict.fromkeys(line for line in lines if line))
    if len(distinct) <= aiken.MAX_OPTIONS:
        return distinct
    lost.append(Loss(index, "Only 26 candidates can be written.", "candidates"))
    others = [line for line in distinct if line != question.answer]
    return (*others[: aiken.MAX_OPTIONS - 1], question.answer)


def read(data: bytes) -> Imported[HintQuiz]:
    """Each question with its right option as the answer and all options as candidates."""
    found, unread = aiken.parse(decode(data))
    questions = [
        TriviaQuestion(question=q.text, answer=q.options[q.gold], candidates=q.options)
        for q in found
    ]
    return Imported(HintQuiz(questions=tuple(questions)), tuple(unread))
