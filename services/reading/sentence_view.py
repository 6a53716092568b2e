"""What makes each sentence of a passage hard, in words and numbers.

Five reasons: length, clauses, rare words, passive voice, nominalisation. They are advice for a
writer, each with what it was seen on; none of them is a score.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from services.reading.counting import CountedSentence, Counts
from services.reading.readability import flesch_kincaid_grade
from services.text import spacy_english
from services.text.frequency import zipf

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Code = Literal["length", "clauses", "rare_words", "passive", "nominalisation"]

LONG = 25
VERY_LONG = 35
MANY_CLAUSES = 4
RARE_ZIPF = 3.5
MANY_RARE = 2
# A word that stands so often in a passage is what the passage is about.
TOPIC_TIMES = 4
MANY_NOMINALISATIONS = 2
_CLAUSES = {"ccomp", "advcl", "relcl", "acl", "csubj", "csubjpass", "pcomp"}
_SUBJECTS = {"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"}
_PASSIVE = {"auxpass", "nsubjpass"}
_NOMINAL = ("tion", "sion", "ment", "ance", "ence", "ity", "ness", "ism")
# Everyday words with such an ending that nobody could turn back into a verb or adjective.
_NOT_NOMINAL = frozenset(
    {"nation", "station", "section", "question", "mention", "position", "condition", "moment"}
    | {"element", "document", "comment", "garment", "cement", "city", "community", "university"}
    | {"quality", "quantity", "charity", "identity", "distance", "science", "audience", "sentence"}
    | {"instance", "circumstance", "entrance", "balance", "chance", "dance", "finance", "france"}
    | {"romance", "fence", "violence", "silence", "evidence", "experience", "conscience", "tense"}
    | {"witness", "business", "harness", "passion", "mission", "pension", "mansion", "million"}
    | {"version", "vision", "television", "apartment", "department", "instrument", "fraction"}
    | {"basement", "parliament", "monument", "ornament", "opportunity", "organism", "fiction"}
    | {"generation", "tradition", "caution", "lotion", "ration", "emotion", "motion", "option"}
)


@dataclass(frozen=True, slots=True)
class Reason:
    """`message` for the reader ("31 words", "passive: was built"); `words` are what it is on."""

    code: Code
    message: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence at `passage[start:end]`, its grade as if it were the text, and its reasons."""

    text: str
    start: int
    end: int
    words: int
    grade: float
    reasons: tuple[Reason, ...]

    @property
    def level(self) -> int:
        """For colouring: 0 plain, 1 look at it, 2 hard (very long, or three reasons)."""
        return 2 if self.words >= VERY_LONG or len(self.reasons) >= 3 else int(bool(self.reasons))


def view(counts: Counts) -> list[SentenceView]:
    """Every sentence in order. Raises `Unavailable` if spaCy is missing."""
    docs = spacy_english.parse([s.sentence.text for s in counts.sentences_counted])
    topic = _topic_words(counts)
    met: set[str] = set()
    views = []
    for counted, doc in zip(counts.sentences_counted, docs, strict=True):
        views.append(
            SentenceView(
                counted.sentence.text,
                counted.sentence.start,
                counted.sentence.end,
                len(counted.words),
                flesch_kincaid_grade(Counts((counted,))),
                tuple(_reasons(counted, doc, met)),
            )
        )
        met |= topic & {_stem(word.word.text) for word in counted.words}
    return views


def _topic_words(counts: Counts) -> set[str]:
    """What the passage says again and again: the reader learns it where it first stands."""
    said = Counter(_stem(w.word.text) for s in counts.sentences_counted for w in s.words)
    return {word for word, times in said.items() if times >= TOPIC_TIMES}


def _stem(word: str) -> str:
    return word.casefold().removesuffix("'s").removesuffix("’s").removesuffix("s")


def _reasons(counted: CountedSentence, doc: "Doc", met: Set[str]) -> list[Reason]:
    found = []
    words = len(counted.words)
    if words >= LONG:
        found.append(Reason("length", f"{words} words"))
    clauses = [token for token in doc if is_clause(token)]
    if len(clauses) >= MANY_CLAUSES:
        verbs = tuple(token.text for token in clauses)
        found.append(Reason("clauses", f"{len(clauses)} clauses", verbs))
    rare = rare_words(counted, met)
    if len(rare) >= MANY_RARE:
        found.append(Reason("rare_words", f"{len(rare)} rare words: {', '.join(rare)}", rare))
    passives = tuple(passive for token in doc if (passive := _passive(token)))
    if passives:
        found.append(Reason("passive", f"passive: {', '.join(passives)}", passives))
    nominal = tuple(token.text for token in doc if is_nominalisation(token))
    if len(nominal) >= MANY_NOMINALISATIONS:
        message = f"{len(nominal)} nouns made from verbs or adjectives: {', '.join(nominal)}"
        found.append(Reason("nominalisation", message, nominal))
    return found


def is_clause(token: "Token") -> bool:
    """The verb of a main or dependent clause; a second verb counts if it has its own subject."""
    if token.pos_ not in {"VERB", "AUX"}:
        return False
    if token.dep_ == "conj":
        return any(child.dep_ in _SUBJECTS for child in token.children)
    return token.dep_ == "ROOT" or token.dep_ in _CLAUSES


def rare_words(counted: CountedSentence, met: Set[str] = frozenset()) -> tuple[str, ...]:
    """Words rarer than three in a million, names and numbers left out, each once.

    `met` are words of the topic that the reader knows from earlier sentences, without their s.
    """
    rare = [
        word.word.text
        for word in counted.words
        if not (word.is_name or word.word.is_number or _stem(word.word.text) in met)
        and (zipf(word.word.text) or 0.0) < RARE_ZIPF
        and not _parts_are_common(word.word.text)
    ]
    return tuple(dict.fromkeys(rare))


def _parts_are_common(word: str) -> bool:
    parts = word.split("-")
    return len(parts) > 1 and all((zipf(part) or 0.0) >= RARE_ZIPF for part in parts if part)


def _passive(token: "Token") -> str:
    """ "was built" for the participle of a passive, else "" ."""
    if token.tag_ != "VBN" or not any(child.dep_ in _PASSIVE for child in token.children):
        return ""
    auxiliaries = [child.text for child in token.lefts if child.dep_ == "auxpass"]
    return " ".join([*auxiliaries, token.text])


def is_nominalisation(token: "Token") -> bool:
    """A common noun with an ending that makes nouns of verbs and adjectives."""
    if token.tag_ not in {"NN", "NNS"}:
        return False
    singular = token.lemma_.lower()
    return len(singular) > 6 and singular.endswith(_NOMINAL) and singular not in _NOT_NOMINAL


def hardest(views: Sequence[SentenceView], count: int = 3) -> list[SentenceView]:
    """The sentences to look at first: by number of reasons, then by length."""
    ranked = sorted(views, key=lambda view: (len(view.reasons), view.words), reverse=True)
    return [view for view in ranked if view.reasons][:count]
