"""Topics that are not grouped: questions on one topic split by another topic.

Two questions are split when they are closer to each other than either is to anything between
them. One such pair may be chance; two that cross (A B A B), one of them clear, are not, nor is a
very clear one that crosses two faint ones (A B A B A).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from services.questionnaire.encoders import calibration
from services.questionnaire.faults.finding import Hit, OrderFix
from services.questionnaire.faults.registry import whole_rule
from services.questionnaire.faults.subject import Subject, Whole
from services.text.embeddings import cosines

# A word in most of the questions is the questionnaire's topic and tells no two apart.
COMMON_SHARE = 0.6
# One of the split pairs must be split by this much more than the margin.
CLEAR = 1.5
VERY_CLEAR, FAINT = 2.0, 0.5
# Among many questions chance splits some pairs: more is asked for, but of a battery.
LONG, LONG_MARGIN = 8, 1.75
Matrix = NDArray[np.float32]


@whole_rule("topics_not_grouped")
def topics_not_grouped(whole: Whole) -> Iterator[Hit]:
    """At least two split pairs; the fix moves each split question up to its topic."""
    known = calibration(whole.embedder, whole.questionnaire.language)
    if whole.embedder is None or known is None or known.split is None:
        return
    places = whole.content
    if len(places) < 4:
        return
    near = closeness(whole, places)
    splits = _interleaved(near, known.split)
    split = [whole.subjects[places[k]] for _, i, j in splits for k in (i, j)]
    if len(places) > LONG and not _is_battery(split):
        splits = _interleaved(near, LONG_MARGIN * known.split)
    if not splits:
        return
    _, i, j = max(splits)
    first, second = places[i], places[j]
    order = _grouped(len(whole.subjects), places, splits)
    related = tuple(sorted({places[k] for _, a, b in splits for k in (a, b)}))
    yield Hit(
        _message(whole.subjects[second], first), item=second, related=related, fix=OrderFix(order)
    )


def _is_battery(subjects: Sequence[Subject]) -> bool:
    """Questions with the same answers, asked one after the other."""
    return len({subject.labels for subject in subjects}) == 1


def closeness(whole: Whole, places: Sequence[int]) -> Matrix:
    """Cosines of what the questions at `places` are about."""
    assert whole.embedder is not None
    subjects = [whole.subjects[place] for place in places]
    vectors = whole.embedder.encode(topics(subjects))
    return cosines(vectors, vectors)


def topics(subjects: Sequence[Subject]) -> list[str]:
    """What each question is about in a few words, common words of the set left out."""
    words = [subject.topic_words for subject in subjects]
    counts = Counter(word for found in words for word in set(found))
    most = max(1.0, COMMON_SHARE * len(subjects))
    return [
        " ".join(word for word in found if counts[word] <= most) or " ".join(found) or subject.text
        for found, subject in zip(words, subjects, strict=True)
    ]


def split_pairs(near: Matrix, margin: float) -> list[tuple[float, int, int]]:
    """(how much closer than anything between, first, second) of each split pair."""
    count = len(near)
    found = []
    for i in range(count):
        for j in range(i + 2, count):
            between = range(i + 1, j)
            closest = max(max(near[i, k], near[k, j]) for k in between)
            gap = float(near[i, j] - closest)
            if gap >= margin:
                found.append((gap, i, j))
    return found


def _interleaved(near: Matrix, margin: float) -> list[tuple[float, int, int]]:
    """Split pairs that cross their neighbour: A B A B. A single A B A may be chance."""
    faint = _crossing(split_pairs(near, FAINT * margin))
    plain = _crossing([pair for pair in faint if pair[0] >= margin])
    if max((gap for gap, _, _ in plain), default=0.0) >= CLEAR * margin:
        return plain
    known = {(i, j) for _, i, j in faint}
    return [
        (gap, i, j)
        for gap, i, j in faint
        if gap >= VERY_CLEAR * margin and {(i - 1, j - 1), (i + 1, j + 1)} <= known
    ]


def _crossing(splits: Sequence[tuple[float, int, int]]) -> list[tuple[float, int, int]]:
    places = {(i, j) for _, i, j in splits}
    return [
        (gap, i, j)
        for gap, i, j in splits
        if {(i + 1, j + 1), (i - 1, j - 1)} & places and j - i == 2
    ]


def _grouped(
    total: int, places: Sequence[int], splits: Sequence[tuple[float, int, int]]
) -> tuple[int, ...]:
    """An order of all items in which split questions follow the first of their topic."""
    order = list(range(total))
    for _, i, j in sorted(splits, reverse=True):
        first, second = places[i], places[j]
        order.remove(second)
        order.insert(order.index(first) + 1, second)
    return tuple(order)


def _message(subject: Subject, first: int) -> str:
    if subject.chinese:
        return f"与第{first + 1}题同一话题，却被其他话题隔开，请放在一起。"
    return f"This is on the topic of question {first + 1}, split from it by another topic."
