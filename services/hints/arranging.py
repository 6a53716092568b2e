"""The order in which a question's hints are revealed, as the author wants it."""

from collections.abc import Sequence

from services.hints.editing import change_question
from services.hints.models import HintQuiz, TriviaQuestion
from services.hints.rechecking import rechecked, renumbered
from services.text.embeddings import Embedder


def move_hint(quiz: HintQuiz, question_id: str, hint_id: str, step: int) -> HintQuiz:
    """A shown hint `step` places later (earlier if negative); the order is then the author's."""

    def change(question: TriviaQuestion) -> TriviaQuestion:
        ids = [hint.id for hint in question.kept_hints]
        return _at(question, hint_id, ids.index(hint_id) + step) if hint_id in ids else question

    return change_question(quiz, question_id, change)


def place_hint(quiz: HintQuiz, question_id: str, hint_id: str, number: int) -> HintQuiz:
    """A shown hint at the 1-based place `number`; the order is then the author's."""
    return change_question(quiz, question_id, lambda q: _at(q, hint_id, number - 1))


def _at(question: TriviaQuestion, hint_id: str, place: int) -> TriviaQuestion:
    ids = [hint.id for hint in question.kept_hints]
    if hint_id not in ids:
        return question
    ids.remove(hint_id)
    ids.insert(min(max(place, 0), len(ids)), hint_id)
    return renumbered(question, ids)


def automatic_order(quiz: HintQuiz, question_id: str, embedder: Embedder | None) -> HintQuiz:
    """Back to the order from faint to strong."""

    def change(question: TriviaQuestion) -> TriviaQuestion:
        return rechecked(question.model_copy(update={"own_order": False}), embedder)

    return change_question(quiz, question_id, change)


def show_only(
    quiz: HintQuiz, question_id: str, hint_ids: Sequence[str], embedder: Embedder | None
) -> HintQuiz:
    """Show these hints in this order, and set the other shown ones aside."""

    def change(question: TriviaQuestion) -> TriviaQuestion:
        shown = {hint.id for hint in question.kept_hints}
        wanted = [hint_id for hint_id in hint_ids if hint_id in shown]
        if not wanted:
            return question
        hints = tuple(
            hint.model_copy(update={"override": False})
            if hint.id in shown and hint.id not in wanted
            else hint
            for hint in question.hints
        )
        found = rechecked(question.model_copy(update={"hints": hints}), embedder)
        return renumbered(found, wanted)

    return change_question(quiz, question_id, change)
