"""What makes a question fit for hints (TriviaHG paper section 3.1), as advice, not as a wall."""

from collections.abc import Sequence

from services.hints.models import QuestionType
from services.hints.words import words
from services.text.language import UNKNOWN, detect

FEWEST_WORDS, MOST_WORDS = 6, 20
SURE = 0.5
# Latin, full-width, Arabic.
QUESTION_MARKS = "?？؟"
# A short question full of names is easily taken for another language; these words settle it.
_ENGLISH = frozenset({"who", "whom", "whose", "what", "which", "where", "when", "why", "how"})

OTHER_LANGUAGE = (
    "It does not look English; what it asks for, forms of words and names are told by English "
    "rules, so read the hints with more care."
)


def advice(
    question: str,
    answer: str,
    kind: QuestionType | None = None,
    *,
    answer_has_page: bool | None = None,
) -> list[str]:
    """Sentences that say what may go wrong and why; empty when nothing is amiss.

    `answer_has_page` says whether the answer names something with a page of its own; None if that
    is not known.
    """
    english = is_english(question)
    return [
        *([] if english else [OTHER_LANGUAGE]),
        *(_length(question) if english else []),
        *_form(question),
        *(_kind(kind) if english else []),
        *_answer(question, answer, answer_has_page),
    ]


def is_english(question: str) -> bool:
    """Whether a question may be English: sure of another language only when it is."""
    if any(word.key in _ENGLISH for word in words(question)):
        return True
    return detect(question) in ("en", UNKNOWN)


def _length(question: str) -> Sequence[str]:
    count = len(question.split())
    if count < FEWEST_WORDS:
        return [f"The question has {count} words; with fewer than 6 it may have several answers."]
    if count > MOST_WORDS:
        return [f"The question has {count} words; with more than 20 it may give hints itself."]
    return []


def _form(question: str) -> Sequence[str]:
    if any(mark in question for mark in QUESTION_MARKS):
        return []
    return ["There is no question mark; a statement gives hints nothing to ask for."]


def _kind(kind: QuestionType | None) -> Sequence[str]:
    if kind is None or kind.confidence < SURE:
        return []
    if kind.coarse == "DESC":
        return ["It asks for a description; hints need an answer of a few words."]
    return []


def _answer(question: str, answer: str, has_page: bool | None) -> Sequence[str]:
    found = []
    if len(answer.split()) > 6:
        found.append("The answer is long; hints can hardly avoid all of its words.")
    asked = {form for word in words(question) if word.is_content for form in word.forms}
    own = [word for word in words(answer) if word.is_content]
    if own and all(word.forms & asked for word in own):
        found.append("The answer stands in the question.")
    if has_page is False:
        found.append("The answer has no page of its own, so how well known it is cannot be said.")
    return found
