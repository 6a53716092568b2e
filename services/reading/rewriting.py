"""An easier version of one hard sentence: written by the model, checked by rules, a proposal.

The checks refuse what a weak model gets wrong: a lost name or number, a lost or added "not", a
text that is no easier, much longer, or about something else. Nothing is put into the passage
here: `apply` does that when the author accepts.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.llm.base import Engine, Message, Sampling
from services.llm.structured import generate
from services.reading import counting
from services.reading.counting import Counts
from services.reading.readability import flesch_kincaid_grade
from services.reading.sentence_view import SentenceView
from services.text.embeddings import Embedder, cosines
from services.text.spoken_numbers import cardinal

TRIES = 4
# The proposal must be easier by this many grades, or it is not worth the change.
EASIER_BY = 0.5
LONGER_BY = 1.35
# Cosine of all-MiniLM-L6-v2 below which two English sentences say different things: good easier
# versions lie above 0.87, one that made larvae "a tiny fish" at 0.79.
SAME_MEANING = 0.82
# Without an encoder: this share of the longer words must stand in the new version, by their stem.
SAME_WORDS = 0.2
_NOT = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE
)
# Words that deny without "not": "insufficient" may become "not enough".
_DENYING = re.compile(
    r"\b(?:un|in|im|ir|il|dis|non)[a-z]{4,}|\b(?:lack|fail|refus|den[iy]|prevent|hardly|few|little|"
    r"barely|avoid|stop|forb[iao]d)[a-z]*",
    re.IGNORECASE,
)
_LONGER_WORD = 5
_TITLES = {"Mr", "Mrs", "Ms", "Dr", "Prof"}

SYSTEM = (
    "You make sentences easier to read for school pupils. Use short sentences and everyday words. "
    "Keep the meaning and keep every name and every number. Add nothing."
)
_TASK = "Write this in easier words, as one to three short sentences"
_EXAMPLE = (
    f"{_TASK}. Keep: Peru, 1911.\nThe ruins, which had been concealed by dense vegetation, were "
    "discovered in Peru in 1911.",
    '{"sentences": ["Thick plants had hidden the ruins.", "They were found in Peru in 1911."]}',
)


class EasierSentences(BaseModel):
    """What the model is asked for."""

    sentences: list[str] = Field(min_length=1, max_length=4)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rewritten sentence (one or several) and what it does to the score of that sentence."""

    original: str
    rewritten: str
    grade_before: float
    grade_after: float
    words_before: int
    words_after: int

    @property
    def grade_change(self) -> float:
        """Below 0: easier."""
        return self.grade_after - self.grade_before


def rewrite(
    view: SentenceView,
    engine: Engine,
    *,
    embedder: Embedder | None = None,
    cancel: Event | None = None,
    on_text: Callable[[str], None] | None = None,
) -> Proposal:
    """A checked proposal for one sentence, after at most four tries.

    Raises `UnusableAnswer` saying what was wrong with the last try, `Cancelled`, `Unavailable`.
    """
    before = counting.count(view.text)
    messages = [
        Message("system", SYSTEM),
        Message("user", _EXAMPLE[0]),
        Message("assistant", _EXAMPLE[1]),
        Message("user", _prompt(view.text, before)),
    ]
    complaint = rewritten = ""
    for attempt in range(TRIES):
        sampling = Sampling(max_tokens=300, temperature=0.7 if attempt else 0.0, seed=attempt)
        answer = generate(
            engine, messages, EasierSentences, sampling, cancel=cancel, on_text=on_text
        )
        rewritten = " ".join(_closed(s) for s in answer.value.sentences if s.strip())
        after = counting.count(rewritten)
        complaint = _complaint(view.text, before, rewritten, after, embedder)
        if not complaint:
            return _proposal(view.text, rewritten, before, after)
    raise UnusableAnswer(
        f"The model found no easier version of this sentence: {complaint}.",
        "Try again, or rewrite it by hand.",
        raw=rewritten,
    )


def apply(passage: str, view: SentenceView, proposal: Proposal) -> str:
    """The passage with an accepted proposal in the place of its sentence."""
    return passage[: view.start] + proposal.rewritten + passage[view.end :]


def _prompt(sentence: str, counts: Counts) -> str:
    facts = ", ".join(_facts(counts))
    return f"{_TASK}.{f' Keep: {facts}.' if facts else ''}\n{sentence}"


def _closed(sentence: str) -> str:
    sentence = " ".join(sentence.split())
    return sentence if sentence[-1] in ".!?…\"'”’" else sentence + "."


def _proposal(original: str, rewritten: str, before: Counts, after: Counts) -> Proposal:
    return Proposal(
        original,
        rewritten,
        flesch_kincaid_grade(before),
        flesch_kincaid_grade(after),
        before.words,
        after.words,
    )


def _complaint(
    original: str, before: Counts, rewritten: str, after: Counts, embedder: Embedder | None
) -> str:
    """Why a version cannot be proposed; "" if it can."""
    if not after.words:
        return "it has no words"
    lost = [fact for fact in _facts(before) if fact.lower() not in rewritten.lower()]
    if lost:
        return f"{', '.join(lost)} must be kept"
    added = [number for number in _numbers(after) if not _says(original, number)]
    if added:
        return f"{', '.join(added)} is not in the sentence"
    if _denies(original, rewritten) or _denies(rewritten, original):
        return "a negation was lost or added"
    if after.words > LONGER_BY * before.words + 2:
        return "it is much longer"
    if flesch_kincaid_grade(after) > flesch_kincaid_grade(before) - EASIER_BY:
        return "it is not easier to read"
    if not _same_meaning(original, rewritten, before, after, embedder):
        return "it says something else"
    return ""


def _denies(text: str, other: str) -> bool:
    """Whether `text` says "not" and `other` nothing of the kind."""
    return bool(_NOT.search(text)) and not (_NOT.search(other) or _DENYING.search(other))


def _facts(counts: Counts) -> list[str]:
    """Names and numbers, each once, without a possessive ending."""
    found = [
        re.sub("['’]s$", "", word.word.text)
        for word in counts.all_words
        if word.is_name or word.word.is_number
    ]
    return list(dict.fromkeys(fact for fact in found if fact not in _TITLES))


def _says(sentence: str, number: str) -> bool:
    """Whether the sentence has the number, in digits or in words: 5, five."""
    if number in sentence:
        return True
    if not (number.isascii() and number.isdigit()):
        return False
    spelt = " ".join(cardinal(int(number[:18])))
    return f" {spelt} " in f" {' '.join(re.findall(r'[a-z]+', sentence.lower()))} "


def _numbers(counts: Counts) -> list[str]:
    return [word.word.text for word in counts.all_words if word.word.is_number]


def _same_meaning(
    original: str, rewritten: str, before: Counts, after: Counts, embedder: Embedder | None
) -> bool:
    if embedder is not None:
        vectors = embedder.encode([original, rewritten])
        return float(cosines(vectors[:1], vectors[1:])[0, 0]) >= SAME_MEANING
    longer = _stems(before)
    return len(longer & _stems(after)) >= SAME_WORDS * len(longer)


def _stems(counts: Counts) -> set[str]:
    return {
        word.word.text.lower()[:_LONGER_WORD]
        for word in counts.all_words
        if word.letters >= _LONGER_WORD
    }
