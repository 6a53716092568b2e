"""What makes a suggested question or its wrong answers unusable, as far as rules can tell."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from services.reading.item_flaws.finding import words
from services.reading.item_flaws.same_meaning import goes_on, same_but_for_wording, same_text
from services.reading.models import ComprehensionType
from services.text import spacy_english

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# An option of more words is a paragraph; a weak model runs on.
_LONGEST = 20
_STATEMENT = 4
# So many of the answer's content words must stand in the text that proves it.
_SUPPORTED_SHARE = 0.5
_MEANINGFUL = ("NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV")
# An answer with so much of its content in the question tells nothing.
_TOLD_SHARE = 0.8
_ABOUT_THE_TEXT = re.compile(r"\b(?:the|this) (?:passage|text|article|sentence)\b", re.IGNORECASE)
_YES_NO = re.compile(r"^(?:yes|no|true|false)\b[\s,.!]*", re.IGNORECASE)
_NEGATION = frozenset({"not", "no", "never", "n't", "none", "nobody", "nothing", "without"})
# A value worked out, an opinion on the whole and a conclusion need not stand in the text.
_FREE = (
    ComprehensionType.NUMERIC,
    ComprehensionType.GESTALT_ATTITUDE,
    ComprehensionType.LOGICAL,
)


def refused_question(
    question: str, answer: str, text: str, kind: ComprehensionType, asked: Sequence[str]
) -> str:
    """Why a question with its answer cannot be used, or nothing; `text` is what proves it."""
    if any(same_text(question, other) for other in asked):
        return "It repeats a question that is there already."
    said, wording = " ".join(words(answer)), " ".join(words(question))
    if not said:
        return "It has no answer."
    if _YES_NO.match(answer) or _asks_yes_or_no(question):
        return "It can be answered by yes or no, which leaves no three wrong answers."
    if kind is ComprehensionType.FACTUALITY and len(said.split()) < _STATEMENT:
        return "Its answer is no statement."
    if len(said.split()) > _LONGEST:
        return "Its answer is too long for an option."
    if len(said.split()) > 2 and said in wording:
        return "The question gives its own answer."
    known = _content(spacy_english.parse([text])[0])
    answered, asks = (_content(doc) for doc in spacy_english.parse([answer, question]))
    if _ABOUT_THE_TEXT.search(answer) and kind is not ComprehensionType.GESTALT_ATTITUDE:
        return "Its answer speaks of the passage, not of what the passage tells."
    if len(answered & asks) >= _TOLD_SHARE * max(1, len(answered)):
        return "The question gives its own answer."
    if kind not in _FREE and answered and len(answered & known) < _SUPPORTED_SHARE * len(answered):
        return "Its answer does not stand in the sentence that is to prove it."
    if not (answered | asks) & known:
        return "It has nothing in common with the sentence that is to prove it."
    return ""


def tells_apart(text: str, others: Sequence[str]) -> bool:
    """Whether a wrong answer differs from the key and the other wrong answers in what it says."""
    return 0 < len(words(text)) <= _LONGEST and not any(
        same(text, other) for other in others for same in (same_text, same_but_for_wording, goes_on)
    )


def fits_beside(text: str, key: str) -> bool:
    """Whether a wrong answer is of the key's kind and not the key said less exactly.

    Beside "five thousand kilometres" stands no "two weeks", beside "in the Sargasso Sea" no "in
    the sea".
    """
    wrong, right = spacy_english.parse([text, key])
    said = _content(wrong)
    if (said and said < _content(right)) or _ABOUT_THE_TEXT.search(text):
        return False
    units = _counted(right)
    return units is None or (
        any(map(_is_number, wrong)) and (not units or bool(units & (_counted(wrong) or set())))
    )


def _counted(doc: "Doc") -> set[str] | None:
    """What the numbers of an answer count (a year counts nothing); None without a number."""
    if not any(map(_is_number, doc)):
        return None
    return {token.lemma_.lower() for token in doc if token.pos_ == "NOUN" and token.is_alpha}


def _is_number(token: "Token") -> bool:
    return token.like_num or token.text[:1].isdigit()


def stated(text: str, sentences: Sequence[str]) -> bool:
    """Whether an answer that is meant to be wrong says no more than one sentence of the passage."""
    wanted = _content(spacy_english.parse([text])[0])
    if len(wanted) < 3 or set(words(text)) & _NEGATION:
        return False
    return any(wanted <= _content(doc) for doc in spacy_english.parse(sentences))


def _asks_yes_or_no(question: str) -> bool:
    first = next(iter(words(question)), "")
    openers = "is are was were do does did can could has have had will would should may might"
    return first in openers.split() and " or " not in question.lower()


def _content(doc: "Doc") -> set[str]:
    return {
        token.lemma_.lower()
        for token in doc
        if _is_number(token) or (token.is_alpha and token.pos_ in _MEANINGFUL and not token.is_stop)
    }
