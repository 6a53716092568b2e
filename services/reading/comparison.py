"""Before and after: what an edit of a passage changed, measure by measure and edit by edit."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from services.reading import counting
from services.reading.counting import CountedSentence, Counts
from services.reading.readability import MEASURES, flesch_kincaid_grade, scores


@dataclass(frozen=True, slots=True)
class Change:
    """One measure of both versions; `difference` is after - before. None: withheld for one."""

    key: str
    name: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Edit:
    """Sentences that were changed together. `grade_change`: Flesch-Kincaid if only this edit
    were made, minus before; below 0 it made the passage easier. None if a side has no words."""

    before: str
    after: str
    grade_change: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    measures: tuple[Change, ...]
    words: tuple[int, int]
    edits: tuple[Edit, ...]


def compare(before: str, after: str) -> Comparison:
    """Compare two versions of a passage."""
    old, new = counting.count(before), counting.count(after)
    old_scores, new_scores = scores(old), scores(new)
    return Comparison(
        tuple(_change(measure.key, measure.name, old_scores, new_scores) for measure in MEASURES),
        (old.words, new.words),
        tuple(_edits(before, after, old, new)),
    )


def _change(
    key: str, name: str, old: Mapping[str, float | None], new: Mapping[str, float | None]
) -> Change:
    return Change(key, name, old[key], new[key])


def _edits(before: str, after: str, old: Counts, new: Counts) -> list[Edit]:
    left, right = old.sentences_counted, new.sentences_counted
    matcher = SequenceMatcher(None, [_plain(s) for s in left], [_plain(s) for s in right], False)
    found = []
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            continue
        alone = Counts((*left[:i], *right[k:m], *left[j:]))
        found.append(
            Edit(_text(before, left[i:j]), _text(after, right[k:m]), _grade_change(old, alone))
        )
    return found


def _grade_change(old: Counts, new: Counts) -> float | None:
    if not (old.words and new.words):
        return None
    return flesch_kincaid_grade(new) - flesch_kincaid_grade(old)


def _plain(counted: CountedSentence) -> str:
    return " ".join(counted.sentence.text.split())


def _text(whole: str, sentences: tuple[CountedSentence, ...]) -> str:
    if not sentences:
        return ""
    return whole[sentences[0].sentence.start : sentences[-1].sentence.end]
