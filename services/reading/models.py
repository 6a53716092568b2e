"""What the passage room works on: passages and the items written about them."""

from enum import StrEnum
from typing import Any, ClassVar, Literal

from pydantic import Field

from services.documents import Document, Frozen, new_id

SCHEMA_VERSION = 1
# Characters of one text: some 60 pages, which is as much as is measured while somebody types.
LONGEST_PASSAGE = 100_000


class ComprehensionType(StrEnum):
    """The seven types of Sugawara et al. (2022), section 4.5."""

    FACTUALITY = "factuality"
    FACTOID = "factoid"
    NON_FACTOID = "non_factoid"
    GESTALT_ATTITUDE = "gestalt_attitude"
    NUMERIC = "numeric"
    SPATIAL_TEMPORAL = "spatial_temporal"
    LOGICAL = "logical"


class SolverResult(Frozen):
    """Probability of each option (sums to 1) under four views of the item; None: not run.

    `note` says, in one sentence, what the solver did not read (a long passage is cut).
    """

    solver: str
    note: str = ""
    passage: tuple[float, ...] | None = None
    without_passage: tuple[float, ...] | None = None
    without_question: tuple[float, ...] | None = None
    options_only: tuple[float, ...] | None = None


class Attempt(Frozen):
    """One try at beating the reader: what the solver answered and with what probability."""

    question: str
    options: tuple[str, ...]
    gold: int
    answer: int
    probability: float
    when: str = ""


class ComprehensionItem(Frozen):
    """A multiple-choice question on a passage. `gold` is the 0-based index of the key.

    `types` is what the author set; None means: as the rules and the classifier say. `observed` is
    the share (0 to 1) of the author's own readers who answered right; None: not known.
    """

    id: str = Field(default_factory=new_id)
    question: str = ""
    options: tuple[str, ...] = ()
    gold: int | None = None
    types: tuple[ComprehensionType, ...] | None = None
    feedback: str = ""
    dismissed: tuple[str, ...] = ()
    solver: SolverResult | None = None
    attempts: tuple[Attempt, ...] = ()
    observed: float | None = None
    origin: Literal["author", "model", "import"] = "author"


class SentenceRewrite(Frozen):
    """A proposed version of one sentence. `original` stood at `start` when it was asked for.

    The grades are Flesch-Kincaid grades of the two as if each were a text.
    """

    id: str = Field(default_factory=new_id)
    original: str
    start: int
    rewritten: str
    grade_before: float
    grade_after: float


class Passage(Frozen):
    """`edited` is a version being compared with `text` (before/after); None when there is none."""

    id: str = Field(default_factory=new_id)
    title: str = ""
    text: str = ""
    edited: str | None = None
    target_grade: float | None = None
    items: tuple[ComprehensionItem, ...] = ()
    proposals: tuple[ComprehensionItem, ...] = ()
    rewrites: tuple[SentenceRewrite, ...] = ()


class PassageSet(Document):
    """The document of a draft in the passage room."""

    longest: ClassVar[int] = LONGEST_PASSAGE

    room: Literal["passages"] = "passages"
    version: int = SCHEMA_VERSION
    name: str = ""
    passages: tuple[Passage, ...] = ()

    @property
    def title(self) -> str:
        if self.name or not self.passages:
            return self.name
        first = self.passages[0]
        return first.title or first.text.strip().split("\n")[0][:80]


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """Bring a stored document of an older `version` to this one. Version 1 is the first."""
    return document
