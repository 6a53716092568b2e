"""The one path from a schema to an object: constrain, validate, repair at most twice, or say so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from services.errors import UnusableAnswer
from services.llm.base import Engine, Message, Sampling

MAX_REPAIRS = 2
# A runaway answer is cut here whatever max_tokens says: no answer we ask for is this long.
MAX_CHARACTERS = 60_000

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Structured(Generic[T]):
    """A validated answer: `value`, the text it came from, and how many repairs it took (0-2)."""

    value: T
    raw: str
    repairs: int


def generate(
    engine: Engine,
    messages: Sequence[Message],
    answer_type: type[T],
    sampling: Sampling = Sampling(),
    *,
    constrained: bool = True,
    max_repairs: int = MAX_REPAIRS,
    cancel: Event | None = None,
    on_text: Callable[[str], None] | None = None,
) -> Structured[T]:
    """Ask for one `answer_type` and give it back validated.

    `on_text` receives the whole text so far of the current attempt, for live display.
    Each repair shows the model its own answer and the first validation error.
    Raises `UnusableAnswer` (with `raw`) when the last attempt does not validate, `Cancelled`
    when `cancel` is set.
    """
    schema = answer_type.model_json_schema() if constrained and _can_constrain(engine) else None
    conversation = list(messages)
    for attempt in range(max_repairs + 1):
        raw = _collect(engine, conversation, sampling, schema, cancel, on_text)
        try:
            return Structured(answer_type.model_validate_json(_json_part(raw)), raw, attempt)
        except ValidationError as error:
            complaint = _first_complaint(error)
        conversation = [
            *messages,
            Message("assistant", raw[:4000] or "{}"),
            Message("user", f"That cannot be used: {complaint}. Answer with valid JSON only."),
        ]
    raise UnusableAnswer(
        f"The model's answer could not be used after {max_repairs} repairs: {complaint}.",
        "Try again, or choose a larger model on the Models page.",
        raw=raw,
    )


def _can_constrain(engine: Engine) -> bool:
    return engine.info.capabilities.schema


def _collect(
    engine: Engine,
    messages: Sequence[Message],
    sampling: Sampling,
    schema: dict | None,
    cancel: Event | None,
    on_text: Callable[[str], None] | None,
) -> str:
    text = ""
    for piece in engine.stream(messages, sampling, schema=schema, cancel=cancel):
        text += piece
        if on_text is not None:
            on_text(text)
        if len(text) > MAX_CHARACTERS:
            break
    return text


def _json_part(raw: str) -> str:
    """The outermost {...} of an answer that may be wrapped in prose or a code fence."""
    start, end = raw.find("{"), raw.rfind("}")
    return raw[start : end + 1] if 0 <= start < end else raw


def _first_complaint(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"]) or "the answer"
    return f"{place}: {first['msg']}"
