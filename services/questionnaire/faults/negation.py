"""Double negation: two in a sentence, or one that a respondent may have to disagree with."""

import re
from collections.abc import Iterator

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject

FAMILY = "negation"
_EXPLICIT = re.compile(
    r"\b(?:should|must|may|can|do|does|did|is|are|was|were|has|have|had|will|would|could)"
    r"(?: not\b|n't\b| never\b)|\bcannot\b|\bnever\b",
    re.IGNORECASE,
)


@item_rule("double_negative")
def double_negative(subject: Subject) -> Iterator[Hit]:
    """Two negations, or a negative statement under an agree/disagree scale."""
    if subject.chinese:
        yield from _chinese(subject)
    if not subject.english:
        return
    for offset, sentence in subject.sentences:
        spans = _negations(sentence)
        if len(spans) >= 2:
            start, end = spans[0][0], spans[1][1]
            message = f"“{sentence[start:end]}” makes the reader undo two negations."
            yield Hit(message, span=(offset + start, offset + end))
            return
    yield from _negative_to_disagree_with(subject)


def _negative_to_disagree_with(subject: Subject) -> Iterator[Hit]:
    """ "Nurses should not work at night": disagreeing means negating a negation."""
    graded = subject.anchors
    agreement = graded is not None and graded[0].dimension == "agreement"
    if not (agreement and subject.is_statement):
        return
    match = _EXPLICIT.search(_without_harmless(subject.text))
    if match:
        message = f"To disagree with “{match[0]}” is a double negation; say it the positive way."
        yield Hit(message, span=match.span())


def _negations(sentence: str) -> list[tuple[int, int]]:
    """Spans of what negates, those that do not count taken out."""
    text = _without_harmless(sentence)
    plain = [m.span() for m in lexicon.whole_words(FAMILY, "negator").finditer(text)]
    denying = [m.span() for m in lexicon.whole_words(FAMILY, "denying").finditer(text)]
    if re.search(r"\b(or|agree|support|favou?r|for) (oppose|disagree|against)|agree or dis", text):
        denying = []
    prefixed = [m.span() for m in lexicon.whole_words(FAMILY, "negative_prefix").finditer(text)]
    if not plain:
        return []
    # A negative prefix or a denying verb is plain English by itself ("unhappy", "oppose"); with a
    # negator in the same clause it is the second negation.
    near = [span for span in prefixed if any(_close(text, other, span) for other in plain)]
    found = sorted({*plain, *denying, *near})
    if len(plain) == 1 and not near and denying and _separate(text, plain[0], denying[0]):
        return []
    if len(plain) >= 2 and not near and not denying and _separate(text, plain[0], plain[1]):
        return []
    return found


def _without_harmless(text: str) -> str:
    """The text with negations that do not count blanked out, length kept."""
    return lexicon.whole_words(FAMILY, "harmless").sub(lambda match: " " * len(match[0]), text)


def _close(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """At most four words between, and no clause boundary but "that" or "to"."""
    between = text[min(first[1], second[1]) : max(first[0], second[0])]
    return len(between.split()) <= 4 and not re.search(r"[,;:.]", between)


def _separate(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Negations in different clauses that are understood one after the other."""
    between = text[min(first[1], second[1]) : max(first[0], second[0])]
    return bool(re.search(r"[,;:]|\b(because|when|if|who|which|and|or|but)\b", between))


def _chinese(subject: Subject) -> Iterator[Hit]:
    text = lexicon.pattern(FAMILY, "zh_not_double").sub(lambda m: "□" * len(m[0]), subject.text)
    if match := lexicon.pattern(FAMILY, "zh_double").search(text):
        yield Hit("双重否定难以理解，请改用肯定的说法。", span=match.span())
        return
    graded = subject.anchors
    if graded is not None and graded[0].dimension == "agreement" and subject.is_statement:
        negated = re.search(r"不应|不能|不得|不必|不该|没有必要|不要", text)
        if negated:
            yield Hit("不同意一个否定句就成了双重否定，请改用肯定的说法。", span=negated.span())
