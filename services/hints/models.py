"""What a hint quiz is made of. Scores are None where they are not available, never 0."""

from enum import StrEnum
from typing import Any, ClassVar, Literal

from pydantic import Field

from services.documents import Document, Frozen, new_id

SCHEMA_VERSION = 1


class ViewSource(StrEnum):
    """Where an entity's monthly page views come from."""

    MEASURED = "measured"
    SNAPSHOT = "snapshot"
    ESTIMATED = "estimated"
    GIVEN = "given"


class Entity(Frozen):
    """A named thing in a hint: `views` a month, `normalized` = clip(views / 57837, 0, 1)."""

    name: str
    title: str
    views: float | None = None
    normalized: float | None = None
    source: ViewSource | None = None


class ClueKind(StrEnum):
    """The kinds of clue that are asked for one by one, so that hints differ."""

    TYPE = "type"
    PLACE = "place"
    TIME = "time"
    RELATION = "relation"
    PROPERTY = "property"
    CONTRAST = "contrast"
    AUTHOR = "author"


class Hint(Frozen):
    """One hint and its grades.

    verdicts[i] is 1 if candidate i fits the hint, 0 if not, None if undecided; margins[i] is
    log p(Yes) - log p(No). `dropped` says why a filter took it out; `override` is the author's
    word against the filter (True: keep, False: drop, None: leave it to the filter). `stale` grades
    belong to a text that the author has changed since.
    """

    id: str = Field(default_factory=new_id)
    text: str
    kind: ClueKind | None = None
    source: str = ""
    verdicts: tuple[int | None, ...] = ()
    margins: tuple[float | None, ...] = ()
    hicos: float | None = None
    strength: float | None = None
    hifas: float | None = None
    hifas_min: float | None = None
    hifas_max: float | None = None
    entities: tuple[Entity, ...] = ()
    leak: str | None = None
    question_similarity: float | None = None
    fit_margin: float | None = None
    warnings: tuple[str, ...] = ()
    dropped: str = ""
    override: bool | None = None
    order: int | None = None
    remaining: int | None = None
    stale: bool = False

    @property
    def kept(self) -> bool:
        return self.override if self.override is not None else not self.dropped


class QuestionType(Frozen):
    """TREC class: `coarse` one of 6, `fine` one of 50 ("HUM:ind"), confidence 0 to 1."""

    coarse: str
    fine: str
    confidence: float


class TriviaQuestion(Frozen):
    """One question, its answer, who else it could be, and its hints.

    `candidates` includes the answer. `knows_answer` says whether the model, asked without help,
    gave the answer (None: not asked). With `own_order` the hints' numbers are the author's.
    """

    id: str = Field(default_factory=new_id)
    question: str = ""
    answer: str = ""
    aliases: tuple[str, ...] = ()
    question_type: QuestionType | None = None
    question_difficulty: float | None = None
    answer_popularity: float | None = None
    answer_source: ViewSource | None = None
    knows_answer: bool | None = None
    model_answer: str = ""
    candidates: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()
    own_order: bool = False
    notes: tuple[str, ...] = ()
    error: str = ""
    signature: str = ""

    @property
    def kept_hints(self) -> tuple[Hint, ...]:
        """Hints that are shown, in the order in which they are revealed."""
        kept = [hint for hint in self.hints if hint.kept]
        return tuple(sorted(kept, key=lambda h: (h.order is None, h.order or 0)))


class PlayRecord(Frozen):
    """One attempt at one question: how many hints were seen when it was solved or given up.

    `attempt` is the id of the run through the quiz that it belongs to.
    """

    question_id: str
    attempt: str = ""
    player: str = ""
    guesses: tuple[str, ...] = ()
    hints_seen: int = 0
    solved: bool = False
    when: str = ""


class HintQuiz(Document):
    """The document of a draft in the hint room: one or many trivia questions.

    What players did is no edit of the author's, and no undo takes it away.
    """

    lasting: ClassVar[frozenset[str]] = frozenset({"plays"})

    room: Literal["hints"] = "hints"
    version: int = SCHEMA_VERSION
    name: str = ""
    count: int = Field(default=10, ge=1, le=30)
    candidate_count: int = Field(default=11, ge=2, le=20)
    quick: bool = False
    seed: int = 0
    questions: tuple[TriviaQuestion, ...] = ()
    plays: tuple[PlayRecord, ...] = ()

    @property
    def title(self) -> str:
        return self.name or (self.questions[0].question if self.questions else "")


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """Bring a stored document of an older `version` to this one. Version 1 is the first."""
    return document
