"""A whole quiz: what is left to do of it, and doing it question by question.

A finished question is told by itself, so that work that was broken off, wherever, goes on with
what is missing and does nothing twice.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from threading import Event

from services.errors import AskwrightError, Unavailable, UnusableAnswer
from services.hints import answer_kinds, candidates, cautions, grading
from services.hints.generation import Report, Wanted, make_hints
from services.hints.grading import Tools
from services.hints.judging import Show, unseen
from services.hints.models import ClueKind, Hint, HintQuiz, TriviaQuestion
from services.hints.rechecking import is_pending

_UNJUDGED = {"verdicts": (), "margins": (), "fit_margin": None, "stale": False}


class Stage(StrEnum):
    """How far a question is. `BLANK`: it has no text or no answer, so nothing can be done."""

    BLANK = "blank"
    WAITING = "waiting"
    TO_GRADE = "to_grade"
    DONE = "done"
    FAILED = "failed"


UNFINISHED = (Stage.WAITING, Stage.TO_GRADE)


def stage_of(question: TriviaQuestion) -> Stage:
    if question.error:
        return Stage.FAILED
    if not question.question.strip() or not question.answer.strip():
        return Stage.BLANK
    if not question.hints:
        return Stage.WAITING
    graded = question.signature and not any(is_pending(question, hint) for hint in question.hints)
    return Stage.DONE if graded else Stage.TO_GRADE


def unfinished(quiz: HintQuiz) -> list[TriviaQuestion]:
    """Questions with something to do, in order; failed ones wait until they are asked for."""
    return [q for q in quiz.questions if stage_of(q) in UNFINISHED]


def run(
    quiz: HintQuiz,
    questions: Iterable[TriviaQuestion],
    tools: Callable[[], Tools],
    *,
    seed: int = 0,
    cancel: Event | None = None,
    report: Callable[[TriviaQuestion, int, int, str], None] = lambda *_: None,
) -> Iterator[tuple[TriviaQuestion, TriviaQuestion]]:
    """Finish `questions` one after the other, with `quiz`'s settings. Each is given as it was and
    as it is when it is done, or with `error` saying why it could not be.

    `tools()` is asked anew for each, because its finder collects one question's problems.
    `report(question, done, total, what)` follows the work within one. Raises `Unavailable` when
    the model itself is gone, so that not every question fails for it, and `Cancelled`.
    """
    for question in questions:

        def follow(done: int, total: int, what: str, at: TriviaQuestion = question) -> None:
            report(at, done, total, what)

        try:
            made = finished(question, quiz, tools(), seed=seed, cancel=cancel, report=follow)
        except Unavailable:
            raise
        except AskwrightError as error:
            made = question.model_copy(update={"error": str(error)})
        yield question, made


def finished(
    question: TriviaQuestion,
    quiz: HintQuiz,
    tools: Tools,
    *,
    seed: int = 0,
    cancel: Event | None = None,
    report: Report = lambda done, total, what: None,
) -> TriviaQuestion:
    """One question with its hints, written if it has none, and their grades.

    Raises `UnusableAnswer` when none of the hints can be shown.
    """
    fresh = question.model_copy(update={"error": ""})
    if fresh.kept_hints:
        return graded(fresh, quiz, tools, cancel=cancel, report=report)
    own = tuple(hint for hint in fresh.hints if is_own(hint))
    made = make_hints(
        wanted(fresh, quiz, seed=seed),
        tools,
        onto=fresh.model_copy(update={"hints": own}),
        cancel=cancel,
        report=report,
    )
    if not made.kept_hints:
        raise UnusableAnswer(
            f"None of the {len(made.hints)} hints that the model wrote can be shown.",
            "Try again, or write some yourself.",
        )
    return made


def is_own(hint: Hint) -> bool:
    """Whether the author wrote, brought or judged a hint: the model's are replaced, these not."""
    return hint.kind in (None, ClueKind.AUTHOR) or hint.override is not None


def wanted(
    question: TriviaQuestion, quiz: HintQuiz, *, count: int | None = None, seed: int = 0
) -> Wanted:
    """What is asked for, by the quiz's settings. Another `seed` gives other hints."""
    return Wanted(
        question=question.question,
        answer=question.answer,
        aliases=question.aliases,
        count=quiz.count if count is None else count,
        candidate_count=quiz.candidate_count,
        seed=quiz.seed + seed,
    )


def graded(
    question: TriviaQuestion,
    quiz: HintQuiz,
    tools: Tools,
    *,
    cancel: Event | None = None,
    report: Report = lambda done, total, what: None,
    show: Show = unseen,
) -> TriviaQuestion:
    """What is missing of the grades: candidates, verdicts, whether hints are true of the answer.

    Hints whose text was changed since they were judged are judged anew.
    """
    hints = [h.model_copy(update=_UNJUDGED) if h.stale else h for h in question.hints]
    question = question.model_copy(update={"hints": tuple(hints)})
    if tools.engine is not None and not question.candidates:
        report(0, len(hints), "looking for other answers")
        names = candidates.propose(
            question.question,
            question.answer,
            question.aliases,
            tools.engine,
            kind=answer_kinds.many(question.question_type),
            used=quiz.candidate_count,
            seed=quiz.seed,
            cancel=cancel,
        )
        question = question.model_copy(update={"candidates": names})
    if tools.engine is not None:
        report(0, len(hints), "asking back")
        question = _asked_back(question, tools, cancel)
    return grading.grade(
        cautions.warned(question, tools.embedder),
        tools,
        cancel=cancel,
        progress=lambda done, total: report(done, total, "judging candidates"),
        show=show,
        keep_order=question.own_order,
        judge_dropped=False,
    )


def _asked_back(question: TriviaQuestion, tools: Tools, cancel: Event | None) -> TriviaQuestion:
    assert tools.engine is not None
    unasked = [hint for hint in question.hints if hint.kept and hint.fit_margin is None]
    texts = [hint.text for hint in unasked]
    found = cautions.fit_margins(question.answer, texts, tools.engine, cancel=cancel)
    margins = {hint.id: margin for hint, margin in zip(unasked, found, strict=True)}

    def asked(hint: Hint) -> Hint:
        return hint.model_copy(update={"fit_margin": margins.get(hint.id, hint.fit_margin)})

    return question.model_copy(update={"hints": tuple(map(asked, question.hints))})
