"""The catalogue of balanced response scales and of background items, English and Chinese.

The entries lie in scales.toml and background.toml with their sources.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from services.errors import NotFound
from services.questionnaire.escape import is_substantive, role_of
from services.questionnaire.models import Item, Option, Origin, ResponseFormat

LANGUAGES = ("en", "zh")


class Polarity(StrEnum):
    """Bipolar scales mirror round a middle, unipolar ones rise from zero, numeric ones count."""

    BIPOLAR = "bipolar"
    UNIPOLAR = "unipolar"
    NUMERIC = "numeric"


@dataclass(frozen=True, slots=True)
class Scale:
    """A fully labelled scale; `labels` rise from the low or negative end."""

    name: str
    language: str
    polarity: Polarity
    labels: tuple[str, ...]
    measures: str
    source: str

    @property
    def points(self) -> int:
        return len(self.labels)

    @property
    def midpoint(self) -> int | None:
        """Index of the neutral point; None where there is none."""
        if self.polarity is not Polarity.BIPOLAR or self.points % 2 == 0:
            return None
        return self.points // 2

    @property
    def options(self) -> tuple[Option, ...]:
        """The labels as options of an item, coded 1 to n (a numeric scale by its numbers)."""
        numeric = self.polarity is Polarity.NUMERIC
        return tuple(
            Option(label=label, code=label if numeric else str(position))
            for position, label in enumerate(self.labels, start=1)
        )


def names() -> tuple[str, ...]:
    """The names of all scales, in the order of the catalogue."""
    return tuple(dict.fromkeys(scale.name for scale in catalogue()))


def named(name: str, points: int | None = None, language: str = "en") -> Scale:
    """The scale of that name; without `points` its 5-point form, or else its first.

    Raises `NotFound` naming what there is instead.
    """
    language = language.split("-")[0]
    forms = [s for s in catalogue() if s.name == name and s.language == language]
    wanted = [scale for scale in forms if scale.points == (points or 5)]
    if wanted or (forms and points is None):
        return (wanted or forms)[0]
    have = ", ".join(f"{scale.points} points" for scale in forms) or "no form in that language"
    raise NotFound(
        f"There is no scale {name!r} with {points or 'any'} points in {language!r}.",
        f"It has {have}; the scales are {', '.join(names())}.",
    )


def recognise(labels: Sequence[str]) -> Scale | None:
    """The catalogue scale that these labels spell out, in either direction.

    Case, spacing and escape options (Don't know, ...) do not matter; a label missing does.
    """
    key = tuple(_normal(label) for label in labels if is_substantive(Option(label=label)))
    return _by_labels().get(key)


def background_items(language: str = "en", audience: str = "") -> tuple[Item, ...]:
    """Background items that suit an audience, in the order in which to ask them.

    `audience` is free text; items are chosen by words of it (a student is asked for the year of
    study, not for the highest degree). Every item carries its `variable` name.
    """
    language = language.split("-")[0] if language.split("-")[0] in LANGUAGES else "en"
    words = audience.casefold()
    return tuple(
        _background_item(entry, language) for entry in _background() if _suits(entry, words)
    )


@cache
def catalogue() -> tuple[Scale, ...]:
    """Every scale, each language and number of points on its own."""
    return tuple(
        Scale(
            name=entry["name"],
            language=language,
            polarity=Polarity(entry["polarity"]),
            labels=tuple(labels),
            measures=entry["measures"],
            source=entry["source"],
        )
        for entry in _read("scales.toml")["scale"]
        for language in LANGUAGES
        for labels in entry[language]
    )


@cache
def _by_labels() -> dict[tuple[str, ...], Scale]:
    found: dict[tuple[str, ...], Scale] = {}
    for scale in catalogue():
        key = tuple(_normal(label) for label in scale.labels)
        found.setdefault(key, scale)
        found.setdefault(key[::-1], scale)
    return found


@cache
def _background() -> tuple[dict[str, Any], ...]:
    return tuple(_read("background.toml")["item"])


def _suits(entry: dict[str, Any], audience: str) -> bool:
    if any(word in audience for word in entry.get("not_for", ())):
        return False
    return entry.get("usual", True) or any(word in audience for word in entry["suits"])


def _background_item(entry: dict[str, Any], language: str) -> Item:
    labels = entry[f"options_{language}"]
    return Item(
        text=entry[language],
        format=ResponseFormat.SINGLE,
        options=tuple(
            Option(label=label, code=str(position), role=role_of(label))
            for position, label in enumerate(labels, start=1)
        ),
        variable=entry["variable"],
        origin=Origin.CATALOGUE,
    )


def _normal(label: str) -> str:
    return " ".join(label.casefold().split())


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("services.questionnaire").joinpath(name).read_text("utf-8"))
