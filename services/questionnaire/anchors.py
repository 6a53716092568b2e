"""What a scale's labels say: on which dimension, on which side, how strongly.

"Somewhat dissatisfied" is the dimension satisfaction, the negative side, degree 1. The words lie
in anchors.toml; degrees are ordinal and serve only to compare labels of one list.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from services.questionnaire import ranges, rates, scales
from services.questionnaire.escape import is_substantive
from services.questionnaire.models import Option

# Degree of a bare word ("satisfied"): above "somewhat", below "very".
BARE = 1.5
# "Not very satisfied" lies between nothing and "slightly".
HARDLY = 0.3
# A plain "not satisfied" is a statement of the opposite, "not at all" is a zero.
PLAIN_NOT = -1.5
# Under a middle, "not at all" is the far end.
NOT_AT_ALL = -2.5

_LEADING_NUMBER = re.compile(r"^\(?\d{1,2}\)?\s*[-–—=:.、)）]\s*(?=\D)")
_TRAILING_NUMBER = re.compile(r"\s*[-–—=(（]\s*\d{1,2}\s*[)）]?$")
_ASIDE = re.compile(r"\s*[（(][^）)]*[)）]$")
_NEGATED = re.compile(
    r"^(not|不|没)\s*(?P<hardly>very|too|so|particularly|really|that|太|很|怎么)?\s*"
)
_NOT_AT_ALL = re.compile(
    r"^(not at all|not in the least|完全不|一点也不|一点都不|毫不|根本不|完全没)\s*"
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """One label read. `value` rises along the dimension; `side` is -1, 0 (neutral) or 1.

    `zero` marks the nothing of a unipolar scale ("not at all ...", "never").
    """

    dimension: str
    value: float
    side: int
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Ladder:
    name: str
    rungs: dict[str, int]
    middle: int | None

    def read(self, label: str) -> Anchor | None:
        if label not in self.rungs:
            return None
        rung = self.rungs[label]
        if self.middle is None:
            return Anchor(self.name, float(rung), 1 if rung else 0, zero=rung == 0)
        return Anchor(self.name, float(rung), (rung > self.middle) - (rung < self.middle))


def read_all(labels: Sequence[str]) -> tuple[Anchor, ...] | None:
    """The labels as anchors of one dimension; None if they are not all of one.

    Escape options are to be left out before. A neutral label belongs to any bipolar dimension.
    """
    texts = [_bare_label(label) for label in labels]
    if len(texts) < 2:
        return None
    for ladder in _ladders():
        rungs = [ladder.read(text) for text in texts]
        if all(rungs):
            return tuple(rung for rung in rungs if rung)
    return _read_pair(texts) or _read_catalogue(labels)


def substantive(options: Sequence[Option]) -> list[tuple[int, str]]:
    """Indices and labels of the options that are no escape options."""
    return [(i, option.label) for i, option in enumerate(options) if is_substantive(option)]


def _read_catalogue(labels: Sequence[str]) -> tuple[Anchor, ...] | None:
    """The labels of a catalogue scale whose words the lexicon cannot take apart."""
    scale = scales.recognise(labels)
    if scale is None or scale.polarity is scales.Polarity.NUMERIC or rates.read(labels):
        return None
    if ranges.read(labels):
        return None
    places = [_bare_label(label) for label in scale.labels]
    middle = (scale.points - 1) / 2 if scale.polarity is scales.Polarity.BIPOLAR else -1
    return tuple(
        Anchor(scale.name, float(place), (place > middle) - (place < middle), place == middle == -1)
        for place in (places.index(_bare_label(label)) for label in labels)
    )


def _read_pair(texts: list[str]) -> tuple[Anchor, ...] | None:
    read = [None if _is_neutral(text) else _graded(text) for text in texts]
    dimensions = {anchor.dimension for anchor in read if anchor}
    if len(dimensions) > 1:
        return None
    if not dimensions:
        return None
    dimension = dimensions.pop()
    anchors = []
    for text, anchor in zip(texts, read, strict=True):
        if anchor is None:
            if not _is_neutral(text) and text not in _quality_middle():
                return None
            anchor = Anchor(dimension, 0.0, 0)
        anchors.append(anchor)
    # "Not very satisfied" and "not at all satisfied" are low on a scale that starts at nothing, but
    # negative on one that has a middle or an opposite.
    if any(anchor.side <= 0 and not anchor.zero for anchor in anchors):
        anchors = [_below_the_middle(anchor) for anchor in anchors]
    return tuple(anchors)


def _below_the_middle(anchor: Anchor) -> Anchor:
    if anchor.value == HARDLY:
        return Anchor(anchor.dimension, -0.5, -1)
    return Anchor(anchor.dimension, NOT_AT_ALL, -1, zero=True) if anchor.zero else anchor


def _graded(text: str) -> Anchor | None:
    """A degree and a word of a pair, or a negation of one."""
    word = text
    if match := _NOT_AT_ALL.match(word):
        sided = _side(word[match.end() :])
        return sided and Anchor(sided[0], 0.0, 1, zero=True)
    exact = _side(word)
    if exact:
        return Anchor(exact[0], exact[1] * BARE, exact[1])
    if match := _NEGATED.match(word):
        sided = _side(word[match.end() :])
        if not sided or sided[1] < 0:
            return None
        hardly = match["hardly"]
        return Anchor(sided[0], HARDLY, 1) if hardly else Anchor(sided[0], PLAIN_NOT, -1)
    for intensifier, degree in _degrees():
        for rest in _without(word, intensifier):
            if sided := _side(rest):
                return Anchor(sided[0], sided[1] * degree, sided[1])
    return None


def _without(text: str, intensifier: str) -> list[str]:
    """What is left of a label when an intensifier before or after its word is taken away."""
    rests = []
    if text.startswith(intensifier):
        rests.append(text[len(intensifier) :].strip())
    # Chinese writes no space: 减少很多, 好了很多.
    if text.endswith(" " + intensifier) or (text.endswith(intensifier) and not text.isascii()):
        rests.append(text[: -len(intensifier)].strip().removesuffix("了"))
    return rests


def _side(word: str) -> tuple[str, int] | None:
    word = word.strip().removesuffix("的")
    return _pairs().get(word)


def _is_neutral(text: str) -> bool:
    return text in _neutral() or text.startswith("neither ") or text.startswith("既不")


def _bare_label(label: str) -> str:
    text = " ".join(label.casefold().replace("’", "'").split()).strip(" .。!！")
    text = _LEADING_NUMBER.sub("", text)
    text = _TRAILING_NUMBER.sub("", text)
    return _ASIDE.sub("", text).strip()


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(
        files("services.questionnaire").joinpath("anchors.toml").read_text("utf-8")
    )


@cache
def _ladders() -> tuple[Ladder, ...]:
    return tuple(
        Ladder(
            entry["name"],
            {word: height for height, words in enumerate(entry["rungs"]) for word in words},
            entry.get("middle"),
        )
        for entry in _read()["ladder"]
    )


@cache
def _pairs() -> dict[str, tuple[str, int]]:
    words: dict[str, tuple[str, int]] = {}
    for pair in _read()["pair"]:
        words.update(dict.fromkeys(pair["positive"], (pair["name"], 1)))
        words.update(dict.fromkeys(pair["negative"], (pair["name"], -1)))
    words.update({word: (f"degree of {word}", 1) for word in _read()["unipolar"]["words"]})
    return words


@cache
def _degrees() -> tuple[tuple[str, float], ...]:
    """Longest first, so that "very much" is not taken for "very"."""
    both = {**_read()["degrees"]["en"], **_read()["degrees"]["zh"]}
    return tuple(sorted(both.items(), key=lambda pair: -len(pair[0])))


@cache
def _neutral() -> frozenset[str]:
    return frozenset(_read()["neutral"]["en"]) | frozenset(_read()["neutral"]["zh"])


@cache
def _quality_middle() -> frozenset[str]:
    quality = next(ladder for ladder in _ladders() if ladder.name == "quality")
    return frozenset(word for word, rung in quality.rungs.items() if rung == quality.middle)
