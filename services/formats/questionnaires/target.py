"""What a questionnaire format can hold, declared once, so that preparing for it is one function.

A writer declares a `Target`; `preparation.prepare` cuts a questionnaire down to it and says what
was lost; the writer then has nothing left to drop.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from services.formats.names import NameRule
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
    NUMBER = "number questions"
    DATE = "date questions"
    MATRIX = "matrix questions"
    MULTIPLE = "multiple choice"
    SCALE = "rating scales"
    EXCLUSIVE = "exclusive options"
    OTHER = "free-text options"


EVERYTHING = frozenset(Part)


@dataclass(frozen=True)
class Rewrite:
    """A sequence of characters that a target would act on, and what is written for it."""

    pattern: re.Pattern[str]
    replacement: str
    why: str


Derived = Callable[[Item, str], Sequence[str]]


def nothing_derived(item: Item, name: str) -> Sequence[str]:
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


def rewrite(pattern: str, replacement: str, why: str) -> Rewrite:
    return Rewrite(re.compile(pattern), replacement, why)


# What XML 1.0 cannot hold; a lone carriage return would come back as a line feed.
NOT_XML = rewrite(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
    "",
    "control characters cannot be stored",
)
# HTML besides reads a reference to a C1 control as something else.
NOT_HTML = rewrite(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]",
    "",
    "control characters cannot be stored",
)
LINE_ENDS = rewrite("\r\n?", "\n", "line ends are stored as line feeds")
ONE_LINE = rewrite(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*", " ", "it must stay on one line")
TRIMMED = rewrite(r"\A\s+|\s+\Z", "", "blanks around it are not kept")
