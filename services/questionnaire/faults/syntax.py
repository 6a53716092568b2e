"""Long and nested sentences (QUAID's complex syntax and working-memory load)."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject

if TYPE_CHECKING:
    from spacy.tokens import Span as SpacySpan

# Above this a sentence is long for a question whatever its structure (20 to 25 words are the
# usual advice; the margin keeps well-built questions with a long object out).
LONG_WORDS = 36
# Shorter ones count when they are nested: clauses within clauses, or much before the question.
NESTED_WORDS = 26
NESTED_CLAUSES = 3
WORDS_AHEAD = 14
# Stems by people: the longest 5% have more than 30 characters, the longest here 54.
LONG_CHARACTERS = 45
CLAUSES = {"advcl", "relcl", "acl", "ccomp", "csubj", "pcomp", "acl:relcl"}

_BRACKETS = re.compile(r"[（(][^）)]*[）)]")
_LETTERS = re.compile(r"[\w\u4e00-\u9fff]")


@item_rule("too_long_complex")
def too_long_complex(subject: Subject) -> Iterator[Hit]:
    """A sentence too long, or long and nested, to keep in mind while answering."""
    if subject.chinese:
        for offset, sentence in subject.sentences:
            characters = len(_LETTERS.findall(_BRACKETS.sub("", sentence)))
            if characters > LONG_CHARACTERS:
                message = f"这句话有{characters}个字，请拆成短句。"
                yield Hit(message, span=(offset, offset + len(sentence)))
                return
    if subject.doc is None:
        return
    for offset, sentence in subject.sentences:
        words = len(re.findall(r"[\w'-]+", _BRACKETS.sub("", sentence)))
        span = subject.doc.char_span(offset, offset + len(sentence), alignment_mode="expand")
        clauses, ahead = _nesting(span) if span is not None else (0, 0)
        nested = clauses >= NESTED_CLAUSES or (ahead >= WORDS_AHEAD and clauses >= 1)
        if words >= LONG_WORDS or (words >= NESTED_WORDS and nested):
            message = f"{words} words in one sentence are hard to hold in mind; split it."
            yield Hit(message, span=(offset, offset + len(sentence)))
            return


def _nesting(span: "SpacySpan") -> tuple[int, int]:
    """Number of dependent clauses, and of words before the main verb's subject or wh-word."""
    clauses = sum(token.dep_ in CLAUSES for token in span)
    root = span.root
    starts = [child.left_edge.i for child in root.children if child.dep_.startswith("nsubj")]
    first = min([*starts, root.i]) - span.start
    return clauses, first
