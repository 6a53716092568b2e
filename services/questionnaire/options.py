"""Options, question by question: the response format first, then its options, then the checks.

The paper found that outlines alone cost rationality: this stage may not be skipped. The wording
decides the format where it can ("How many", "How satisfied"); scales come from the catalogue,
bands are built by code, and only the answers of a choice are written by the model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from threading import Event
from typing import Any

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import (
    background,
    numeric_options,
    prompts,
    question_kinds,
    scales,
    written_options,
)
from services.questionnaire.models import (
    Brief,
    Item,
    Option,
    Origin,
    OutlineQuestion,
    ResponseFormat,
)
from services.questionnaire.option_labels import coded
from services.questionnaire.question_kinds import Make, QuestionKind
from services.questionnaire.response_choice import choose, worded_scale
from services.questionnaire.settling import settled
from services.questionnaire.wording_faults import yes_no
from services.questionnaire.written_options import Asking
from services.text.embeddings import Embedder

# What a draft's own checks could not repair beside the codes of faults: no usable options.
OPTIONS_MISSING = "options_missing"

SEVERAL = ResponseFormat.MULTIPLE
# Formats whose options are answers of a kind, which Other (and None of these) may close.
CHOICES = (ResponseFormat.SINGLE, ResponseFormat.MULTIPLE)

_DAYTIMES = {
    "en": ("Before 9:00", "9:00 to 11:59", "12:00 to 16:59", "17:00 to 20:59", "21:00 or later"),
    "zh": ("9:00以前", "9:00至11:59", "12:00至16:59", "17:00至20:59", "21:00以后"),
}
_SEVERAL = {"en": "Select all that apply.", "zh": "可多选。"}
_OWN_CURRENCY = {"en": "In your own currency; 0 if nothing.", "zh": "单位：元；没有请填0。"}


@dataclass(frozen=True, slots=True)
class Filled:
    """A whole item, and how many answers of the model had to be repaired for it."""

    item: Item
    repairs: int


@dataclass(frozen=True, slots=True)
class Filling:
    """What all questions of one draft share. `fresh` above 0 asks the model for another sample."""

    brief: Brief
    engine: Engine
    embedder: Embedder | None = None
    cancel: Event | None = None
    fresh: int = 0


class _Limits(BaseModel):
    unit: str = Field(max_length=20)
    most: float = Field(gt=0, le=1_000_000)


def fill(
    question: OutlineQuestion,
    brief: Brief,
    engine: Engine,
    *,
    embedder: Embedder | None = None,
    cancel: Event | None = None,
) -> Filled:
    """The item of an outline's question: its id and text, a format, and checked options.

    A closed item has at least two distinct options. Options are repaired at most twice; what
    stays is named in `Item.marks`. Without usable options the question is left open and marked.
    """
    known = background.matching(question.text, brief)
    intents = (question.intent,) if question.intent else ()
    if known is not None:
        own = {"id": question.id, "text": question.text, "intents": intents}
        return Filled(known.model_copy(update=own), 0)
    item = Item(id=question.id, text=question.text, intents=intents, origin=Origin.MODEL)
    return refilled(item, Filling(brief, engine, embedder, cancel))


def refilled(item: Item, filling: Filling) -> Filled:
    """`item` with a format and options made anew from its text; the rest of it stays."""
    brief = filling.brief
    kind = question_kinds.recognise(item.text, brief.language)
    kind = kind or choose(item.text, brief, filling.engine, filling.embedder, filling.cancel)
    bare = item.model_copy(
        update={"options": (), "rows": (), "scale": None, "minimum": None, "maximum": None}
    )
    made, repairs = _made(bare, kind, filling)
    if made is None:
        marked = (*bare.marks, OPTIONS_MISSING)
        opened = bare.model_copy(update={"format": ResponseFormat.OPEN, "marks": marked})
        return Filled(opened, repairs)
    checked, more = settled(made, filling.brief)
    return Filled(checked, repairs + more)


def _made(item: Item, kind: QuestionKind, filling: Filling) -> tuple[Item | None, int]:
    """The item with its format and options; None when the model gave none that can be used."""
    language = filling.brief.language
    update: dict[str, Any] = {"format": kind.format}
    repairs = 0
    match kind.make:
        case Make.SCALE:
            options, update["scale"] = _scale(item.text, kind, language)
        case Make.YES_NO:
            options = yes_no(language)
        case Make.COUNT | Make.AMOUNT:
            options, repairs = _bands(item.text, filling)
        case Make.DAYTIME:
            options = labelled(_DAYTIMES[_known(language)])
        case Make.LABELS:
            several = kind.format is ResponseFormat.MULTIPLE
            options, repairs = written_options.labels(_asking(item, filling), several=several)
            update["help"] = item.help or (_SEVERAL[_known(language)] if several else "")
        case Make.ROWS:
            update["rows"], repairs = written_options.rows(_asking(item, filling))
            options, update["scale"] = _scale(item.text, kind, language)
            options = options if update["rows"] else ()
        case Make.NONE:
            return item.model_copy(update=update | _limits_of(item, kind, language)), 0
    if len(options) < 2:
        return None, repairs
    return item.model_copy(update=update | {"options": options}), repairs


def _asking(item: Item, filling: Filling) -> Asking:
    """The request for written options, with the first intent the item serves."""
    named = {intent.id: intent.text.strip() for intent in filling.brief.intents}
    goal = next((named[intent] for intent in item.intents if intent in named), "")
    return Asking(item.text, filling.brief, filling.engine, goal, filling.fresh, filling.cancel)


def _scale(text: str, kind: QuestionKind, language: str) -> tuple[tuple[Option, ...], str | None]:
    """Options of the kind's scale, or of one made of the question's own adjective."""
    if kind.scale is None:
        return labelled(worded_scale(text, language) or ()), None
    return scales.named(kind.scale, language=language).options, kind.scale


def _bands(text: str, filling: Filling) -> tuple[tuple[Option, ...], int]:
    """Bands by the period the question names, else by limits the model gives."""
    language = filling.brief.language
    unit = numeric_options.unit_in(text)
    if unit is None and (options := numeric_options.period_counts(text, language)):
        return options, 0
    words = prompts.of(language)
    try:
        answer = generate(
            filling.engine,
            words.limits.messages(f"{words.question}: {text}"),
            _Limits,
            Sampling(max_tokens=40),
            max_repairs=1,
            cancel=filling.cancel,
        )
    except UnusableAnswer:
        return numeric_options.count_bands(10, language), 1
    unit = unit or numeric_options.known_unit(answer.value.unit)
    most = numeric_options.possible(answer.value.most, unit, text)
    if unit is None:
        return numeric_options.count_bands(round(most), language), answer.repairs
    return numeric_options.measure_bands(most, unit, language), answer.repairs


def _limits_of(item: Item, kind: QuestionKind, language: str) -> dict[str, Any]:
    """Limits and help of a question that is answered in a box."""
    if kind.name == "year":
        return {"minimum": 1900.0, "maximum": float(date.today().year)}
    if kind.format is ResponseFormat.NUMBER:
        help_text = item.help or (_OWN_CURRENCY[_known(language)] if kind.name == "money" else "")
        return {"minimum": 0.0, "help": help_text}
    return {}


def labelled(labels: Sequence[str]) -> tuple[Option, ...]:
    """Plain options with the codes 1 to n."""
    return coded([Option(label=label) for label in labels])


def _known(language: str) -> str:
    return "zh" if language.split("-")[0] == "zh" else "en"
