"""Two questions that ask the same: the same meaning in the same or other words.

Cosines alone cannot tell: "Why do you buy ..." and "Why do you not buy ..." score 0.95. So the
words that carry the meaning are compared, synonyms as one; the encoder confirms.
"""

import re
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from services.questionnaire import lexicon
from services.questionnaire.encoders import calibration
from services.questionnaire.faults.finding import Hit, RemoveFix
from services.questionnaire.faults.registry import whole_rule
from services.questionnaire.faults.subject import Subject, Whole
from services.questionnaire.faults.wording import asks_whether
from services.questionnaire.metrics import stem
from services.text.embeddings import cosines

_HOW_LONG = re.compile(r"\bhow many (?:hours|minutes)\b", re.IGNORECASE)
_HOW_MANY_TIMES = re.compile(r"\bhow many times\b", re.IGNORECASE)


@whole_rule("duplicate")
def duplicate(whole: Whole) -> Iterator[Hit]:
    """Each later question that repeats an earlier one; the fix takes it out."""
    near = _cosines(whole)
    thresholds = calibration(whole.embedder, whole.questionnaire.language)
    surely = thresholds.paraphrase if thresholds else None
    reported: set[int] = set()
    for i, j in combinations(range(len(whole.subjects)), 2):
        cosine = None if near is None else float(near[i, j])
        first, second = whole.subjects[i], whole.subjects[j]
        if j not in reported and _same(first, second, cosine, surely):
            reported.add(j)
            yield Hit(_message(second, i), item=j, related=(i,), fix=RemoveFix())


def _same(first: Subject, second: Subject, cosine: float | None, surely: float | None) -> bool:
    if not first.text.strip():
        return False
    if " ".join(first.text.split()).casefold() == " ".join(second.text.split()).casefold():
        # A batch of statements may share its stem; then the options tell them apart.
        return set(first.labels) == set(second.labels) or not (first.labels and second.labels)
    left, right = _words(first), _words(second)
    if not left or not right:
        return False
    only_left, only_right = left - right, right - left
    if not only_left and not only_right:
        return _same_kind_of_answer(first, second)
    if cosine is None or surely is None or cosine < surely or (only_left and only_right):
        return False
    if not _same_order(first, second, left & right):
        return False
    extra = only_left | only_right
    contrasting = set(lexicon.entries("content", "contrasting"))
    return len(extra) <= 2 and not extra & contrasting and _same_kind_of_answer(first, second)


def _words(subject: Subject) -> frozenset[str]:
    """The words that carry the meaning; "how many times" is "how often", hours are "how long"."""
    words = subject.meaning_words
    if _HOW_LONG.search(subject.text):
        return (words - {"many", "hour", "hours", "minute", "minutes"}) | {"long"}
    if _HOW_MANY_TIMES.search(subject.text):
        return (words - {"many"}) | {"often"}
    return words


def _same_order(first: Subject, second: Subject, common: frozenset[str]) -> bool:
    """ "Every acid conducts" and "What conducts is an acid" share their words, not their order."""
    orders = [[w for w in each.meaning if w in common] for each in (first, second)]
    return orders[0] == orders[1]


def _same_kind_of_answer(first: Subject, second: Subject) -> bool:
    """ "Do you trust the press?" and "How much do you trust the press?" may well follow."""
    if asks_whether(first) != asks_whether(second):
        return False
    if not first.labels or not second.labels:
        return True
    return first.is_yes_no == second.is_yes_no and (first.bands is None) == (second.bands is None)


def _cosines(whole: Whole) -> NDArray[np.float32] | None:
    if whole.embedder is None:
        return None
    vectors = whole.embedder.encode([stem(subject.item) for subject in whole.subjects])
    return cosines(vectors, vectors)


def _message(subject: Subject, earlier: int) -> str:
    if subject.chinese:
        return f"与第{earlier + 1}题问的是同一件事。"
    return f"This asks the same as question {earlier + 1}."
