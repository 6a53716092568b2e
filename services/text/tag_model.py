"""Surprisal of part-of-speech sequences: a trigram model of Penn tags.

Frank & Bod (Psychological Science 22, 2011) found that Markov models of part-of-speech tags
account for reading times as well as phrase-structure grammars do. Ours is of order two with
interpolated Witten-Bell smoothing (Chen & Goodman, Computer Speech & Language 13, 1999, eq. 15).
It stands in for an incremental parser: it sees word classes in order, no structure.
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("tag_model.json")
START = "<s>"

Counts = dict[tuple[str, ...], dict[str, int]]


@cache
def load() -> "TagModel":
    """The committed model, counted by `training/tag_model.py`."""
    stored = json.loads(TABLE.read_text(encoding="utf-8"))
    return TagModel({tuple(key.split()): row for key, row in stored["counts"].items()})


class TagModel:
    """`counts[history][tag]` for histories of two tags, one tag and none."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._totals = {history: sum(row.values()) for history, row in counts.items()}
        self._tags = max(1, len(counts.get((), {})))

    def probability(self, tag: str, history: tuple[str, ...]) -> float:
        """P(tag | history), above 0 for any tag; over known tags it sums to less than 1 by what
        is kept for unknown ones."""
        shorter = self.probability(tag, history[1:]) if history else 1 / (self._tags + 1)
        row = self._counts.get(history)
        if row is None:
            return shorter
        kinds = len(row)
        return (row.get(tag, 0) + kinds * shorter) / (self._totals[history] + kinds)

    def surprisals(self, tags: Sequence[str]) -> list[float]:
        """Bits of each tag of one sentence, given the two before it."""
        framed = [START, START, *tags]
        return [
            -math.log2(self.probability(tag, (framed[i], framed[i + 1])))
            for i, tag in enumerate(tags)
        ]


def count(sentences: Sequence[Sequence[str]]) -> Counts:
    """Count the tags of sentences for `TagModel`."""
    counts: Counts = {}
    for tags in sentences:
        framed = [START, START, *tags]
        for i, tag in enumerate(tags):
            for history in ((), (framed[i + 1],), (framed[i], framed[i + 1])):
                row = counts.setdefault(history, {})
                row[tag] = row.get(tag, 0) + 1
    return counts
