"""What a questionnaire format can hold, declared once, so that preparing for it is one function.

A writer declares a `Target`; `preparation.prepare` cuts a questionnaire down to it and says what
was lost; the writer then has nothing left to drop.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from services.formats.names import NameRule
from services.formats.rewriting import Rewrite
from services.questionnaire.models import Item


class Part(StrEnum):
    """Parts of a questionnaire that not every format has a place for."""

    TITLE = "title"
    INTRODUCTION = "introduction"
    LANGUAGE = "language"
    SECTIONS = "sections"
    SECTION_INTRODUCTION = "section introductions"
    EMPTY_SECTIONS = "sections without questions"
    UNTITLED_SECTIONS = "sections without a title after the first"
    HELP = "help texts"
    MATRIX_HELP = "help texts of matrix questions"
    UNIT = "units"
    REQUIRED = "required answers"
    RULES = "skip logic"
    LIMITS = "number limits"
    DECIMALS = "numbers that need not be whole"
    NUMBER = "number questions"
    DATE = "date questions"
    MATRIX = "matrix questions"
    MULTIPLE = "multiple choice"
    SCALE = "rating scales"
    EXCLUSIVE = "exclusive options"
    OTHER = "free-text options"


EVERYTHING = frozenset(Part)


Derived = Callable[[Item, str], Sequence[str]]


def nothing_derived(item: Item, name: str) -> Sequence[str]:
    """For writers that make no further names."""
    return ()


@dataclass(frozen=True)
class Target:
    """What a format holds.

    A rule of None means that the format has no place for that kind of name: variables are left
    out, codes count from 1. `derived(item, name)` are the further names its writer makes from a
    variable. `texts` apply to every text, `lines` besides to labels and units, `titles` instead
    to the titles of questionnaire and sections. `blank` (for titles `blank_title`) is written for
    a text that must not be empty. `other_code` is the code a target forces on the free-text
    option, which it may also put before the exclusive ones.
    """

    label: str
    carries: frozenset[Part]
    variables: NameRule | None = None
    codes: NameRule | None = None
    rows: NameRule | None = None
    derived: Derived = nothing_derived
    texts: tuple[Rewrite, ...] = ()
    lines: tuple[Rewrite, ...] = ()
    titles: tuple[Rewrite, ...] = ()
    blank: str = ""
    blank_title: str = ""
    distinct_labels: bool = False
    other_code: str = ""

    def holds(self, part: Part) -> bool:
        return part in self.carries
