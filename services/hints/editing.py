"""Edits of a hint quiz, as values: a quiz goes in, a quiz comes out.

An id that is not there (any more) changes nothing: another window may have removed it meanwhile.
Grades belong to one wording of hint, question and answer, and to one set of candidates: what an
edit makes out of date is marked or emptied, and everything that needs no model is found anew
(`rechecking`).
"""

from collections.abc import Callable, Sequence

from services.documents import new_id
from services.hints.candidates import MOST
from services.hints.cautions import CHECK, checked, is_unchecked
from services.hints.convergence import candidate_set
from services.hints.models import ClueKind, Hint, HintQuiz, TriviaQuestion
from services.hints.names import name_key
from services.hints.rechecking import answer_index_of, rechecked, with_cells_of
from services.text.embeddings import Embedder

MOST_QUESTIONS = 1_000


def question_of(quiz: HintQuiz, question_id: str) -> TriviaQuestion | None:
    """The question with that id."""
    return next((q for q in quiz.questions if q.id == question_id), None)


def hint_of(question: TriviaQuestion, hint_id: str) -> Hint | None:
    """The hint with that id."""
    return next((hint for hint in question.hints if hint.id == hint_id), None)


def change_question(
    quiz: HintQuiz, question_id: str, change: Callable[[TriviaQuestion], TriviaQuestion]
) -> HintQuiz:
    """The quiz with `change` made to one question."""
    questions = tuple(change(q) if q.id == question_id else q for q in quiz.questions)
    return quiz.model_copy(update={"questions": questions})


def change_hint(
    quiz: HintQuiz, question_id: str, hint_id: str, change: Callable[[Hint], Hint]
) -> HintQuiz:
    """The quiz with `change` made to one hint."""

    def within(question: TriviaQuestion) -> TriviaQuestion:
        hints = tuple(change(h) if h.id == hint_id else h for h in question.hints)
        return question.model_copy(update={"hints": hints})

    return change_question(quiz, question_id, within)


# The quiz.


def set_name(quiz: HintQuiz, name: str) -> HintQuiz:
    return quiz.model_copy(update={"name": name})


def set_count(quiz: HintQuiz, count: int) -> HintQuiz:
    """How many hints a question is to have."""
    return quiz.model_copy(update={"count": count})


def set_candidate_count(quiz: HintQuiz, count: int) -> HintQuiz:
    """How many candidates hints are graded against."""
    return quiz.model_copy(update={"candidate_count": count})


def set_quick(quiz: HintQuiz, quick: bool) -> HintQuiz:
    """Whether the judge is asked in the wording that reads faster, not in the paper's."""
    return quiz.model_copy(update={"quick": quick})


def add_questions(quiz: HintQuiz, questions: Sequence[TriviaQuestion]) -> HintQuiz:
    """The quiz with more questions behind its own, up to `MOST_QUESTIONS`; no id twice."""
    known = {question.id for question in quiz.questions}
    added: list[TriviaQuestion] = []
    for question in questions:
        fresh = question if question.id not in known else renamed(question)
        known.add(fresh.id)
        added.append(fresh)
    return quiz.model_copy(update={"questions": (*quiz.questions, *added)[:MOST_QUESTIONS]})


def renamed(question: TriviaQuestion) -> TriviaQuestion:
    """The same question under another id."""
    return question.model_copy(update={"id": new_id()})


def remove_question(quiz: HintQuiz, question_id: str) -> HintQuiz:
    left = tuple(q for q in quiz.questions if q.id != question_id)
    return quiz.model_copy(update={"questions": left})


def move_question(quiz: HintQuiz, question_id: str, step: int) -> HintQuiz:
    """The question `step` places further down (up if negative), as far as the list goes."""
    found = question_of(quiz, question_id)
    if found is None:
        return quiz
    questions = list(quiz.questions)
    place = questions.index(found)
    questions.insert(max(0, place + step), questions.pop(place))
    return quiz.model_copy(update={"questions": tuple(questions)})


# A question.


def set_question(
    quiz: HintQuiz, question_id: str, text: str, embedder: Embedder | None
) -> HintQuiz:
    """Change the wording; what was found out about the old one is forgotten."""

    def change(question: TriviaQuestion) -> TriviaQuestion:
        if question.question == text:
            return question
        about = {
            "question": text,
            "question_type": None,
            "question_difficulty": None,
            "knows_answer": None,
            "model_answer": "",
            "notes": (),
            "error": "",
        }
        return rechecked(question.model_copy(update=about), embedder)

    return change_question(quiz, question_id, change)


def set_answer(
    quiz: HintQuiz, question_id: str, answer: str, embedder: Embedder | None
) -> HintQuiz:
    """Change the answer; it takes the old one's place among the candidates, to be judged anew.

    While the answer is blank a blank candidate keeps that place.
    """

    def change(question: TriviaQuestion) -> TriviaQuestion:
        if question.answer == answer:
            return question
        own = answer_index_of(question)
        about = {
            "answer": answer,
            "answer_popularity": None,
            "answer_source": None,
            "knows_answer": None,
            "model_answer": "",
            "notes": (),
            "error": "",
            "hints": tuple(h.model_copy(update={"fit_margin": None}) for h in question.hints),
        }
        changed = question.model_copy(update=about)
        if own is not None:
            names = list(question.candidates)
            names[own] = answer
            blank = not answer.strip()
            changed = with_cells_of(changed, names) if blank else _with_names(changed, names)
        return rechecked(changed, embedder)

    return change_question(quiz, question_id, change)


def set_aliases(
    quiz: HintQuiz, question_id: str, aliases: Sequence[str], embedder: Embedder | None
) -> HintQuiz:
    """Other accepted answers; blank and doubled ones are left out."""
    distinct = {name_key(alias): alias.strip() for alias in reversed(aliases) if alias.strip()}

    def change(question: TriviaQuestion) -> TriviaQuestion:
        others = tuple(reversed(distinct.values()))
        changed = question.model_copy(update={"aliases": others})
        whole = _with_names(changed, question.candidates) if question.candidates else changed
        return rechecked(whole, embedder)

    return change_question(quiz, question_id, change)


def set_candidates(
    quiz: HintQuiz, question_id: str, names: Sequence[str], embedder: Embedder | None
) -> HintQuiz:
    """Change who else it could be: verdicts on candidates that stay are kept, new ones are open.

    Spellings of one name are folded, the answer is put in if it is missing, and no more than
    `MOST` are taken.
    """

    def change(question: TriviaQuestion) -> TriviaQuestion:
        return rechecked(_with_names(question, names), embedder)

    return change_question(quiz, question_id, change)


def _with_names(question: TriviaQuestion, names: Sequence[str]) -> TriviaQuestion:
    if not question.answer.strip() or not any(name.strip() for name in names):
        return with_cells_of(question, ())
    found = candidate_set(question.answer, question.aliases, names)
    others = [name for place, name in enumerate(found.names) if place != found.answer_index]
    allowed = {found.names[found.answer_index], *others[: MOST - 1]}
    return with_cells_of(question, [name for name in found.names if name in allowed])


# Hints.


def set_hint_text(
    quiz: HintQuiz, question_id: str, hint_id: str, text: str, embedder: Embedder | None
) -> HintQuiz:
    """Change a hint: the filters look at once, its grades are marked as of the old text."""

    def edit(hint: Hint) -> Hint:
        if hint.text == text:
            return hint
        warnings = (CHECK,) if is_unchecked(hint) else ()
        graded = bool(hint.verdicts) or hint.hifas is not None or hint.strength is not None
        about = {"text": text, "warnings": warnings, "fit_margin": None, "stale": graded}
        return hint.model_copy(update=about)

    changed = change_hint(quiz, question_id, hint_id, edit)
    return change_question(changed, question_id, lambda q: rechecked(q, embedder))


def add_hint(
    quiz: HintQuiz,
    question_id: str,
    text: str,
    embedder: Embedder | None,
    hint_id: str | None = None,
) -> HintQuiz:
    """A hint of the author's own. Its text is taken as it is, the filters look at once."""
    hint = Hint(id=hint_id or new_id(), text=" ".join(text.split()), kind=ClueKind.AUTHOR)

    def change(question: TriviaQuestion) -> TriviaQuestion:
        if hint_of(question, hint.id) is not None:
            return question
        there = (*question.hints, hint)
        return rechecked(question.model_copy(update={"hints": there}), embedder)

    return change_question(quiz, question_id, change)


def remove_hint(
    quiz: HintQuiz, question_id: str, hint_id: str, embedder: Embedder | None
) -> HintQuiz:
    def change(question: TriviaQuestion) -> TriviaQuestion:
        left = tuple(hint for hint in question.hints if hint.id != hint_id)
        return rechecked(question.model_copy(update={"hints": left}), embedder)

    return change_question(quiz, question_id, change)


def set_override(
    quiz: HintQuiz, question_id: str, hint_id: str, keep: bool | None, embedder: Embedder | None
) -> HintQuiz:
    """The author's word against the filters: keep, set aside, or None for what they say."""
    changed = change_hint(
        quiz, question_id, hint_id, lambda hint: hint.model_copy(update={"override": keep})
    )
    return change_question(changed, question_id, lambda q: rechecked(q, embedder))


def mark_checked(quiz: HintQuiz, question_id: str, hint_id: str) -> HintQuiz:
    """The author has looked whether the hint is true."""
    return change_hint(quiz, question_id, hint_id, checked)
