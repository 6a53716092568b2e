"""What a questionnaire is made of. Frozen: an edit makes a new value (see `editing`)."""

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from services.documents import Document, Frozen, new_id

SCHEMA_VERSION = 1


class Method(StrEnum):
    """How a draft is made: the prompts the Qsnail paper compares (section 5), and retrieval."""

    TOPIC = "topic"
    TOPIC_INTENTS = "topic-intents"
    OUTLINE = "outline"
    RETRIEVE = "retrieve"


class ResponseFormat(StrEnum):
    """How an item is answered."""

    YES_NO = "yes_no"
    SINGLE = "single"
    MULTIPLE = "multiple"
    SCALE = "scale"
    NUMBER = "number"
    DATE = "date"
    OPEN = "open"
    MATRIX = "matrix"


CLOSED = frozenset(
    {
        ResponseFormat.YES_NO,
        ResponseFormat.SINGLE,
        ResponseFormat.MULTIPLE,
        ResponseFormat.SCALE,
        ResponseFormat.MATRIX,
    }
)


class OptionRole(StrEnum):
    """What an option is for. All but `ordinary` and `other` exclude the rest."""

    ORDINARY = "ordinary"
    OTHER = "other"
    NONE = "none"
    DONT_KNOW = "dont_know"
    NOT_APPLICABLE = "not_applicable"
    REFUSAL = "refusal"


class Option(Frozen):
    """One answer. `code` is what is stored in data: it stays when the label's typo is mended."""

    label: str
    code: str = ""
    role: OptionRole = OptionRole.ORDINARY


class Row(Frozen):
    """One statement of a matrix."""

    label: str
    code: str = ""


class Condition(Frozen):
    """Show an item only if an earlier item was answered in one of these ways.

    `codes` are option codes of `item_id`; for a number item `minimum`/`maximum` bound its value.
    """

    item_id: str
    codes: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None


class Origin(StrEnum):
    AUTHOR = "author"
    MODEL = "model"
    IMPORT = "import"
    CATALOGUE = "catalogue"


class Item(Frozen):
    """One question.

    `options` holds the answers of a closed item (for a matrix: its columns). `scale` names the
    catalogue scale the options came from. `intents` are ids of intents the item serves.
    `dismissed` are fault codes the author has said do not apply here. `marks` say what a draft's
    own checks could not repair. `variable` is the item's name in data files. `decimals` says that
    an answer in numbers need not be whole.
    """

    id: str = Field(default_factory=new_id)
    text: str
    format: ResponseFormat = ResponseFormat.OPEN
    options: tuple[Option, ...] = ()
    rows: tuple[Row, ...] = ()
    scale: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    decimals: bool = False
    unit: str = ""
    required: bool = False
    help: str = ""
    variable: str = ""
    shown_if: Condition | None = None
    intents: tuple[str, ...] = ()
    dismissed: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    origin: Origin = Origin.AUTHOR

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(option.label for option in self.options)


class Section(Frozen):
    id: str = Field(default_factory=new_id)
    title: str = ""
    introduction: str = ""
    items: tuple[Item, ...] = ()


class Intent(Frozen):
    id: str = Field(default_factory=new_id)
    text: str


class Brief(Frozen):
    """What the author wants. `minutes`, when given, wins over `questions`."""

    topic: str = ""
    intents: tuple[Intent, ...] = ()
    audience: str = ""
    language: str = "en"
    questions: int = Field(default=12, ge=1, le=100)
    minutes: float | None = Field(default=None, gt=0, le=120)
    leave_out: str = ""
    method: Method = Method.OUTLINE
    seed: int = 0


class OutlineQuestion(Frozen):
    id: str = Field(default_factory=new_id)
    text: str
    intent: str | None = None


class OutlineSection(Frozen):
    id: str = Field(default_factory=new_id)
    title: str
    questions: tuple[OutlineQuestion, ...] = ()


class Questionnaire(Frozen):
    """Sections of items. The 0-based index used in findings counts items over all sections."""

    title: str = ""
    introduction: str = ""
    sections: tuple[Section, ...] = ()
    language: str = "en"

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for section in self.sections for item in section.items)


class Proposal(Frozen):
    """A rewriting of one item by the model, shown beside the author's; never applied unasked.

    `request` is what the author asked for (regenerate, options, neutral, split, more_like_this).
    `items` are what would stand in place of (or, for more_like_this, after) item `item_id`.
    """

    id: str = Field(default_factory=new_id)
    item_id: str
    request: str
    items: tuple[Item, ...]
    note: str = ""


class QuestionnaireDraft(Document):
    """The document of a draft in the questionnaire room."""

    room: Literal["questionnaires"] = "questionnaires"
    version: int = SCHEMA_VERSION
    brief: Brief = Field(default_factory=Brief)
    outline: tuple[OutlineSection, ...] = ()
    questionnaire: Questionnaire = Field(default_factory=Questionnaire)
    proposals: tuple[Proposal, ...] = ()
    dismissed: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.questionnaire.title or self.brief.topic


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """Bring a stored document of an older `version` to this one. Version 1 is the first."""
    return document
