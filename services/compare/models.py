"""What a comparison is made of: arms, inputs, and a cell for each arm on each input."""

import hashlib
import json
from enum import StrEnum
from typing import Any, ClassVar, Literal

from pydantic import Field

from services.documents import Document, Frozen, new_id
from services.hints.models import TriviaQuestion
from services.questionnaire.models import Brief, Method, Questionnaire
from services.reading.models import LONGEST_PASSAGE, SolverResult

SCHEMA_VERSION = 1


class Subject(StrEnum):
    """What the arms are to make, or to answer."""

    QUESTIONNAIRES = "questionnaires"
    HINTS = "hints"
    ITEMS = "items"


class Arm(Frozen):
    """One way of making things.

    `model` is a name of the catalogue, "" for the model in use; `adapter` the path of a LoRA.
    `temperature` None leaves each step of a method the one that it was made for. `method` counts
    for questionnaires alone.
    """

    id: str = Field(default_factory=new_id)
    name: str = ""
    method: Method = Method.OUTLINE
    model: str = ""
    adapter: str = ""
    temperature: float | None = Field(default=None, ge=0, le=2)
    seed: int = 0


class BriefInput(Frozen):
    """A brief to write a questionnaire for; with a `reference`, BLEU is measured too.

    The brief's own method and seed do not count: they are the arms'.
    """

    kind: Literal["brief"] = "brief"
    id: str = Field(default_factory=new_id)
    brief: Brief
    reference: Questionnaire | None = None

    @property
    def title(self) -> str:
        return self.brief.topic


class QuestionInput(Frozen):
    """A question to write hints for. Without `candidates` those found first serve every arm."""

    kind: Literal["question"] = "question"
    id: str = Field(default_factory=new_id)
    question: str
    answer: str
    aliases: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.question


class ItemInput(Frozen):
    """A multiple-choice question on a passage; `gold` is the place of the key, from 0."""

    kind: Literal["item"] = "item"
    id: str = Field(default_factory=new_id)
    passage: str
    question: str
    options: tuple[str, ...]
    gold: int

    @property
    def title(self) -> str:
        return self.question


Input = BriefInput | QuestionInput | ItemInput


class Provenance(Frozen):
    """What made a cell: enough to make it again and to see that it is the same.

    `model` is what the engine says of itself; `prompts` are the first distinct ones as they were
    sent, `prompts_sha256` the hash of all of them with their sampling, in order; `signature` says
    how the measures were made, `judge` which model gave verdicts on hints.
    """

    model: dict[str, Any] = Field(default_factory=dict)
    versions: dict[str, str] = Field(default_factory=dict)
    signature: str = ""
    judge: str = ""
    prompts: tuple[str, ...] = ()
    prompt_count: int = 0
    prompts_sha256: str = ""
    when: str = ""


class Cell(Frozen):
    """What one arm made of one input, or why it could not.

    `settings` is the fingerprint of all that it depends on (`fingerprint`). Measures are None
    where they are not available. `seconds` leave out what is loaded first, and the
    measuring of questionnaires.
    """

    settings: str
    arm: str
    input: str
    questionnaire: Questionnaire | None = None
    question: TriviaQuestion | None = None
    solved: SolverResult | None = None
    measures: dict[str, float | None] = Field(default_factory=dict)
    seconds: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    error: str = ""
    made: Provenance = Field(default_factory=Provenance)


class KeyEntry(Frozen):
    """What a study does not tell: who made a sample, from what, and how it was measured."""

    sample: str
    arm: str
    input: str
    gold: bool = False
    measures: dict[str, float | None] = Field(default_factory=dict)


class StudyKey(Frozen):
    """The key to a blind study. It stays here, so that the study itself holds no arm."""

    study: str
    entries: tuple[KeyEntry, ...]


class Comparison(Document):
    """The document of a comparison. What was made is no edit, and no undo takes it away."""

    lasting: ClassVar[frozenset[str]] = frozenset({"cells", "keys"})
    longest: ClassVar[int] = LONGEST_PASSAGE

    room: Literal["comparisons"] = "comparisons"
    version: int = SCHEMA_VERSION
    name: str = ""
    subject: Subject = Subject.QUESTIONNAIRES
    arms: tuple[Arm, ...] = ()
    inputs: tuple[Input, ...] = ()
    hint_count: int = Field(default=5, ge=1, le=30)
    candidate_count: int = Field(default=11, ge=2, le=20)
    bootstrap_seed: int = 0
    cells: tuple[Cell, ...] = ()
    keys: tuple[StudyKey, ...] = ()

    @property
    def title(self) -> str:
        return self.name or (self.inputs[0].title if self.inputs else "")


def arm_name(comparison: Comparison, arm: Arm) -> str:
    """An arm's own name, or its number."""
    places = [each.id for each in comparison.arms]
    return arm.name.strip() or f"Arm {places.index(arm.id) + 1 if arm.id in places else '?'}"


def fingerprint(comparison: Comparison, arm: Arm, source: Input) -> str:
    """The same for the same work, whatever arm and input are called: 16 hexadecimal digits."""
    left_out = {"id", "name"}
    if comparison.subject is not Subject.QUESTIONNAIRES:
        left_out.add("method")
    told: dict[str, Any] = {
        "subject": comparison.subject,
        "arm": arm.model_dump(mode="json", exclude=left_out),
        "input": source.model_dump(mode="json", exclude={"id"}),
    }
    if comparison.subject is Subject.HINTS:
        told["hints"] = [comparison.hint_count, comparison.candidate_count]
    text = json.dumps(told, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cell_of(comparison: Comparison, arm: Arm, source: Input) -> Cell | None:
    """What this arm, with its present settings, made of this input, as it is at present."""
    wanted = fingerprint(comparison, arm, source)
    return next((cell for cell in comparison.cells if cell.settings == wanted), None)


def pending(comparison: Comparison) -> list[tuple[Arm, Input]]:
    """Pairs that nothing has been made of yet, failed ones among them; arm by arm."""
    done = finished(comparison)
    return [
        (arm, source)
        for arm in comparison.arms
        for source in comparison.inputs
        if source.id not in done[arm.id]
    ]


def finished(comparison: Comparison) -> dict[str, dict[str, Cell]]:
    """Arm id -> input id -> cell, of those that were made without an error."""
    made = {cell.settings: cell for cell in comparison.cells if not cell.error}
    found: dict[str, dict[str, Cell]] = {}
    for arm in comparison.arms:
        cells = (
            (each.id, made.get(fingerprint(comparison, arm, each))) for each in comparison.inputs
        )
        found[arm.id] = {name: cell for name, cell in cells if cell is not None}
    return found


def with_cell(comparison: Comparison, cell: Cell) -> Comparison:
    """The comparison with a cell in the place of the one of the same settings, if there is one."""
    others = tuple(kept for kept in comparison.cells if kept.settings != cell.settings)
    return comparison.model_copy(update={"cells": (*others, cell)})


def upgrade(document: dict[str, Any]) -> dict[str, Any]:
    """Bring a stored document of an older `version` to this one. Version 1 is the first."""
    return document
