"""The words of a question that name what it is about, as against those that ask."""

from functools import cache

from services.questionnaire import lexicon
from services.questionnaire.faults.subject import Subject
from services.questionnaire.tokens import words

FAMILY = "content"


def topic_words(subject: Subject) -> tuple[str, ...]:
    """What the question is about, in order: neither how it asks nor how it is answered."""
    frame = _words("measuring_zh") if subject.chinese else _words("measuring")
    return tuple(
        word for word in meaning(subject, merge=False) if word not in frame and not word.isdigit()
    )


def meaning_words(subject: Subject) -> frozenset[str]:
    """What the question asks, in words of which one stands for all that mean the same."""
    return frozenset(meaning(subject))


def meaning(subject: Subject, *, merge: bool = True) -> tuple[str, ...]:
    """Words that carry meaning, in order, with `merge` synonyms as one."""
    same = _same() if merge else {}
    if subject.doc is not None:
        asking = _words("asking")
        forms = ((t.lower_, t.lemma_.casefold()) for t in subject.doc if not t.is_punct)
        return tuple(
            same.get(form) or same.get(lemma, lemma)
            for form, lemma in forms
            if lemma.strip("-' ") and form not in asking and lemma not in asking
        )
    asking = _words("asking_zh") if subject.chinese else _words("asking")
    return tuple(
        same.get(word, word)
        for word in words(subject.text, subject.language)
        if word not in asking and any(char.isalnum() for char in word)
    )


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(lexicon.entries(FAMILY, name))


@cache
def _same() -> dict[str, str]:
    groups: dict[str, list[str]] = lexicon.table(FAMILY, "same")
    return {word: name for name, members in groups.items() for word in members}
