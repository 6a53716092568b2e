"""Kinds of survey question: their frames, how they are answered, and which a goal calls for.

A weak model writes good questions when it only fills the blank of a well-made one: "How satisfied
or dissatisfied are you with …?". Code chooses the kinds by the words of the goal, so that a
section moves from facts to views and no wording is worn out; the wording then decides how the
question is answered. The entries lie in question_kinds.toml.
"""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from services.questionnaire.models import ResponseFormat

BLANK = "…"
# A kind used this often in a questionnaire stands back behind kinds that are still fresh.
WORN_OUT = 2


class Stage(IntEnum):
    """The order of questions inside a section."""

    FACT = 0
    REASON = 1
    VIEW = 2
    WISH = 3
    OPEN = 4


class Make(StrEnum):
    """Where the options of a question come from."""

    SCALE = "scale"
    YES_NO = "yes_no"
    COUNT = "count"
    AMOUNT = "amount"
    DAYTIME = "daytime"
    LABELS = "labels"
    ROWS = "rows"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One kind; `scale` names a scale of the catalogue, `group` kinds that ask nearly the same."""

    name: str
    stage: Stage
    format: ResponseFormat
    make: Make
    scale: str | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The wording of a kind in one language, with a blank to fill."""

    kind: QuestionKind
    before: str
    after: str

    @property
    def key(self) -> str:
        """What the model is shown: the words before the blank, or all if words follow it."""
        return f"{self.before}{BLANK}{self.after}" if self._has_tail else self.before.strip()

    def filled(self, blank: str) -> str:
        """The whole question."""
        text = f"{self.before}{blank}{self.after}"
        return text[:1].upper() + text[1:]

    def matches(self, text: str) -> bool:
        """Whether `text` is this frame with its blank filled."""
        middle = len(text) - len(self.before) - len(self.after)
        return middle > 0 and _begins(text, self.before) and text.endswith(self.after)

    @property
    def _has_tail(self) -> bool:
        return len(self.after) > 1


def plan(goal: str, language: str, used: Counter[str], topic: str = "") -> list[Frame]:
    """All frames, the most fitting for the goal first.

    The goal's cues take turns, in the order in which the goal names them; kinds that the
    questionnaire has worn out come after fresh ones, kinds for any goal last.
    """
    frames = frames_of(language)
    named = _cued(goal, language)
    fresh = [name for name in named if used[name] < WORN_OUT]
    # A matrix needs aspects to rate, and the goal names them.
    skipped = set() if _lists_aspects(goal) else {n for n in frames if n.endswith("_each")}
    seldom = _tables()["seldom"]
    if re.search(seldom[_known(language)], f"{topic} {goal}", re.IGNORECASE):
        skipped |= set(seldom["kinds"])
    general = sorted(_tables()["general"]["kinds"], key=lambda name: used[name])
    order = dict.fromkeys([*fresh, *general, *named, *frames])
    return [frames[name] for name in order if name in frames and name not in skipped]


def stock(language: str) -> list[Frame]:
    """Frames that can be asked about the bare topic."""
    return [frames_of(language)[name] for name in _tables()["stock"]["kinds"]]


def recognise(text: str, language: str) -> QuestionKind | None:
    """The kind a question's wording shows; None when the wording leaves it open."""
    text = " ".join(text.split())
    for frame in sorted(frames_of(language).values(), key=lambda f: -len(f.before + f.after)):
        if frame.matches(text):
            return frame.kind
    for pattern, kind in _wordings(_known(language)):
        if pattern.search(text):
            return kind
    return None


def kind_named(name: str) -> QuestionKind:
    return _kinds()[name]


@cache
def frames_of(language: str) -> dict[str, Frame]:
    """Every kind that has a frame in this language, by name."""
    language = _known(language)
    frames = {}
    for entry in _tables()["kind"]:
        if language in entry:
            before, _, after = entry[language].partition(BLANK)
            frames[entry["name"]] = Frame(_kinds()[entry["name"]], before, after)
    return frames


def _cued(goal: str, language: str) -> list[str]:
    """Kinds of every cue in the goal, taking turns, earliest cue first."""
    hits = []
    for position, cue in enumerate(_tables()["cue"]):
        if found := re.search(cue[_known(language)], goal, re.IGNORECASE):
            hits.append((found.start(), position, cue["kinds"]))
    rows = [kinds for _, _, kinds in sorted(hits)]
    longest = max((len(row) for row in rows), default=0)
    turns = [row[turn] for turn in range(longest) for row in rows if turn < len(row)]
    return list(dict.fromkeys(turns))


def _lists_aspects(goal: str) -> bool:
    return bool(re.search(r"\w, \w.*\band\b|\w、\w|，\w.*和", goal))


def _begins(text: str, start: str) -> bool:
    return text.casefold().startswith(start.casefold())


def _known(language: str) -> str:
    return "zh" if language.split("-")[0] == "zh" else "en"


@cache
def _wordings(language: str) -> tuple[tuple[re.Pattern[str], QuestionKind], ...]:
    return tuple(
        (re.compile(entry[f"also_{language}"], re.IGNORECASE), _kinds()[entry["name"]])
        for entry in _tables()["kind"]
        if f"also_{language}" in entry
    )


@cache
def _kinds() -> dict[str, QuestionKind]:
    return {
        entry["name"]: QuestionKind(
            name=entry["name"],
            stage=Stage[entry["stage"].upper()],
            format=ResponseFormat(entry["format"]),
            make=Make(entry["make"]),
            scale=entry.get("scale"),
            group=entry.get("group", ""),
        )
        for entry in _tables()["kind"]
    }


@cache
def _tables() -> dict[str, Any]:
    source = files("services.questionnaire").joinpath("question_kinds.toml")
    return tomllib.loads(source.read_text("utf-8"))
