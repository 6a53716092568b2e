"""A hint quiz in words: questions, their hints with the grades, what players did."""

from collections.abc import Iterator

from services.contents.parts import Line, Part, lines, spelled
from services.hints.models import Hint, HintQuiz, TriviaQuestion


def renamed(quiz: HintQuiz, title: str) -> HintQuiz:
    return quiz.model_copy(update={"name": title})


def parts(quiz: HintQuiz) -> tuple[Part, ...]:
    """Everything of the quiz that an author sees, in the order of the page."""
    return tuple(_parts(quiz))


def _parts(quiz: HintQuiz) -> Iterator[Part]:
    yield Part(
        "quiz",
        "The quiz",
        lines(
            ("Name", quiz.name),
            ("Hints for each question", quiz.count),
            ("Candidates for each question", quiz.candidate_count),
            ("Quick judging", quiz.quick),
            ("Plays recorded", len(quiz.plays) or None),
        ),
    )
    for number, question in enumerate(quiz.questions, start=1):
        yield Part(f"question:{question.id}", f"Question {number}", _question(question))
        for place, hint in enumerate(question.hints, start=1):
            yield Part(
                f"hint:{question.id}:{hint.id}",
                f"Question {number}, hint {place}",
                _hint(hint),
                depth=1,
            )


def _question(question: TriviaQuestion) -> tuple[Line, ...]:
    return lines(
        ("Question", question.question),
        ("Answer", question.answer),
        ("Other accepted answers", question.aliases),
        ("Candidates", question.candidates),
        ("Asks for", question.question_type.fine if question.question_type else ""),
        ("Difficulty without hints", question.question_difficulty),
        ("Order chosen by hand", question.own_order),
        ("Notes", question.notes),
        ("Problem", question.error),
    )


def _hint(hint: Hint) -> tuple[Line, ...]:
    return lines(
        ("Wording", hint.text),
        ("Kind of clue", spelled(hint.kind or "")),
        ("Place in the order", hint.order),
        ("HICOS", hint.hicos),
        ("Strength", hint.strength),
        ("HIFAS", hint.hifas),
        ("Grades out of date", hint.stale),
        ("Left out because", hint.dropped),
        ("Decided by hand", {True: "kept", False: "left out", None: ""}[hint.override]),
        ("Warnings", hint.warnings),
    )
