"""What a blind study is made of. Which arm made a sample is not in it: see `StudyKey`."""

from enum import StrEnum
from typing import Any, ClassVar, Literal

from pydantic import Field

from services.compare.models import ItemInput
from services.documents import Document, Frozen, new_id
from services.hints.models import PlayRecord, TriviaQuestion
from services.questionnaire.models import Brief, Questionnaire
from services.reading.models import LONGEST_PASSAGE

SCHEMA_VERSION = 1
SKIPPED = "skipped"


class StudyKind(StrEnum):
    """What people do in it."""

    RATE_QUESTIONNAIRES = "questionnaires rated"
    RATE_HINTS = "hints rated"
    ANSWER = "questions answered with hints"
    RATE_ITEMS = "reading questions rated"


class Sample(Frozen):
    """One thing to judge. Its id is random and tells nothing.

    A questionnaire with the brief it was to serve; or a hint (`text`) with its question; or, to be
    answered, a question with its hints; or a reading question (`item`) on its passage.
    """

    id: str = Field(default_factory=new_id)
    brief: Brief | None = None
    questionnaire: Questionnaire | None = None
    question: TriviaQuestion | None = None
    text: str = ""
    item: ItemInput | None = None

    @property
    def title(self) -> str:
        if self.brief is not None:
            return self.brief.topic
        if self.item is not None:
            return self.item.question
        return self.question.question if self.question is not None else ""


class Rater(Frozen):
    """Whoever rates. `id` is the secret of their address; `account` who they are signed in as."""

    id: str = Field(default_factory=new_id)
    name: str = ""
    account: str = ""


class Rating(Frozen):
    """One value by one rater on one criterion (`SKIPPED`: they pass this sample over).

    A later one of the same rater, sample and criterion takes the place of an earlier one.
    """

    rater: str
    sample: str
    criterion: str
    value: int
    when: str = ""


class Study(Document):
    """The document of a blind study. `ended` is the time (ISO 8601) from which results are told.

    `rotations` are for answering: lists of sample ids, of which each person gets one, so that
    nobody meets a question twice and each arm's hints are met equally often.
    """

    lasting: ClassVar[frozenset[str]] = frozenset({"raters", "ratings", "plays"})
    longest: ClassVar[int] = LONGEST_PASSAGE

    room: Literal["studies"] = "studies"
    version: int = SCHEMA_VERSION
    name: str = ""
    kind: StudyKind = StudyKind.RATE_QUESTIONNAIRES
    comparison: str = ""
    samples: tuple[Sample, ...] = ()
    rotations: tuple[tuple[str, ...], ...] = ()
    seed: int = 0
    ended: str = ""
    raters: tuple[Rater, ...] = ()
    ratings: tuple[Rating, ...] = ()
    plays: tuple[PlayRecord, ...] = ()

    @property
    def title(self) -> str:
        return self.name


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """Bring a stored document of an older `version` to this one. Version 1 is the first."""
    return document
