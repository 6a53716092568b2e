"""Putting what a model made into a quiz that its author may have changed meanwhile.

What the author wrote, changed, removed or ordered is never overwritten: a result goes only where
things are still as they were when the work began.
"""

from collections.abc import Set
from typing import Any

from services.hints import reveal
from services.hints.cautions import checked, is_unchecked
from services.hints.editing import change_question, hint_of
from services.hints.models import Hint, HintQuiz, TriviaQuestion

# Grades against candidates, and those of a hint by itself.
_AGAINST = ("verdicts", "margins", "hicos", "strength", "stale")
_ALONE = (
    *("hifas", "hifas_min", "hifas_max", "entities"),
    *("leak", "question_similarity", "fit_margin", "dropped"),
)
_ABOUT = (
    *("question_type", "question_difficulty", "answer_popularity", "answer_source"),
    *("knows_answer", "model_answer", "notes", "error", "signature"),
)


def merged(
    quiz: HintQuiz, read: TriviaQuestion, made: TriviaQuestion, put: Set[str] = frozenset()
) -> HintQuiz:
    """`quiz` with what was made of the question `read`.

    `put` are ids of hints that this work has put in before: one of them that is gone was removed
    by the author and stays out; one that the work no longer has goes, if nobody changed it. A
    question whose text, answer or aliases were changed is left alone.
    """

    def change(now: TriviaQuestion) -> TriviaQuestion:
        if any(getattr(now, f) != getattr(read, f) for f in ("question", "answer", "aliases")):
            return now
        about: dict[str, Any] = {name: getattr(made, name) for name in _ABOUT}
        fits = now.candidates in (made.candidates, read.candidates)
        if fits:
            about["candidates"] = made.candidates
        hints = [_hint(hint, made, read, fits) for hint in now.hints]
        left = [hint for hint in hints if hint is not None and not _withdrawn(hint, made, put)]
        there = {hint.id for hint in (*now.hints, *read.hints)} | put
        new = [hint for hint in made.hints if hint.id not in there]
        if not fits:
            unjudged = {"verdicts": (), "margins": (), "hicos": None}
            new = [hint.model_copy(update=unjudged) for hint in new]
        question = now.model_copy(update={**about, "hints": (*left, *new)})
        return reveal.ordered(question, keep_order=question.own_order)

    return change_question(quiz, read.id, change)


def _hint(now: Hint, made: TriviaQuestion, read: TriviaQuestion, fits: bool) -> Hint | None:
    """A hint that is there, with its new grades if it still says what was graded.

    None for one that was read and then left out by the work, if nobody touched it since.
    """
    graded = hint_of(made, now.id)
    if graded is None:
        return None if hint_of(read, now.id) == now else now
    if graded.text != now.text:
        return now
    names = (*_AGAINST, *_ALONE) if fits else _ALONE
    grades: dict[str, Any] = {name: getattr(graded, name) for name in names}
    # The author may have looked at it while the work went on.
    looked = graded if is_unchecked(now) else checked(graded)
    return now.model_copy(update={**grades, "warnings": looked.warnings})


def _withdrawn(hint: Hint, made: TriviaQuestion, put: Set[str]) -> bool:
    untouched = hint.override is None and not hint.stale
    return hint.id in put and hint_of(made, hint.id) is None and untouched
