"""Word lists and patterns of the checks, one TOML file a family, English and Chinese together.

Each entry is a list of regular expressions, matched without regard to case.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def pattern(family: str, name: str) -> re.Pattern[str]:
    """The expressions of `name` in `family`.toml as one alternation, in their order.

    What stands between two parts of one is at most a long sentence: without an end, the time for a
    text that says the first part again and again would grow with the square of its length.
    """
    bounded = (entry.replace(".*", ".{0,300}") for entry in entries(family, name))
    return re.compile("|".join(f"(?:{entry})" for entry in bounded), re.IGNORECASE)


@cache
def whole_words(family: str, name: str) -> re.Pattern[str]:
    """As `pattern`, each entry a plain English word or phrase bounded by no further letters.

    Chinese entries have no word bounds and match anywhere.
    """
    alternatives = [
        rf"(?<![\w-]){entry}(?![\w-])" if entry.isascii() else entry
        for entry in entries(family, name)
    ]
    return re.compile("|".join(alternatives), re.IGNORECASE)


@cache
def entries(family: str, name: str) -> tuple[str, ...]:
    return tuple(_read(family)[name])


@cache
def table(family: str, name: str) -> dict[str, Any]:
    return dict(_read(family)[name])


@cache
def _read(family: str) -> dict[str, Any]:
    source = files("services.questionnaire.lexicon").joinpath(f"{family}.toml")
    return tomllib.loads(source.read_text("utf-8"))
