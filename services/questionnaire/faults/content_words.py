"""The words of a question that name what it is about, as against those that ask."""

from functools import cache
from typing import TYPE_CHECKING

from services.questionnaire import lexicon
from services.questionnaire.tokens import words

if TYPE_CHECKING:
    from spacy.tokens import Doc

FAMILY = "content"


def topic_words(text: str, language: str, doc: "Doc | None") -> tuple[str, ...]:
    """What a question is about, in order: neither how it asks nor how it is answered."""
    frame = _words("measuring_zh" if language == "zh" else "measuring")
    found = _meaning(text, language, doc, merge=False)
    return tuple(word for word in found if word not in frame and not word.isdigit())


def meaning(text: str, language: str, doc: "Doc | None") -> tuple[str, ...]:
    """What a question asks, in order, in words of which one stands for all that mean the same."""
    return _meaning(text, language, doc, merge=True)


def _meaning(text: str, language: str, doc: "Doc | None", *, merge: bool) -> tuple[str, ...]:
    """Lemmas of the parse (English) or words, without the words that ask."""
    same = _same() if merge else {}
    if doc is not None:
        asking = _words("asking")
        forms = ((t.lower_, t.lemma_.casefold(), t.pos_) for t in doc if not t.is_punct)
        return tuple(
            same.get(form) or same.get(lemma, lemma)
            for form, lemma, pos in forms
            # "What make of phone" names something, "does it make you happy" asks.
            if (pos == "NOUN" and form in same)
            or (lemma.strip("-' ") and form not in asking and lemma not in asking)
        )
    asking = _words("asking_zh" if language == "zh" else "asking")
    return tuple(
        same.get(word, word)
        for word in words(text, language)
        if word not in asking and any(char.isalnum() for char in word)
    )


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(lexicon.entries(FAMILY, name))


@cache
def _same() -> dict[str, str]:
    groups: dict[str, list[str]] = lexicon.table(FAMILY, "same")
    return {word: name for name, members in groups.items() for word in members}
