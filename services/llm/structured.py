"""The one path from a schema to an object: constrain, validate, repair at most twice, or say so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from services.errors import UnusableAnswer
from services.llm.base import Engine, Message, Sampling

MAX_REPAIRS = 2
# A runaway answer is cut here whatever max_tokens says: no answer we ask for is this long.
MAX_CHARACTERS = 60_000
# How much of a wrong answer is shown to the model again.
SHOWN_CHARACTERS = 4_000
_LEFT_OUT = frozenset({"title", "default", "description", "examples"})

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
    Each repair shows the model its own answer and the first validation error; an answer that was
    cut off gets twice the room instead. Raises `UnusableAnswer` (with `raw`) when the last attempt
    does not validate, `Cancelled` when `cancel` is set.
    """
    schema = schema_of(answer_type) if constrained and engine.info.capabilities.schema else None
    conversation: Sequence[Message] = messages
    for attempt in range(max_repairs + 1):
        raw = _collect(engine, conversation, sampling, schema, cancel, on_text)
        try:
            return Structured(answer_type.model_validate_json(_json_part(raw)), raw, attempt)
        except ValidationError as error:
            complaint = _first_complaint(error)
            if _was_cut_off(error):
                sampling = replace(sampling, max_tokens=2 * sampling.max_tokens)
                continue
        conversation = [
            *messages,
            Message("assistant", raw[:SHOWN_CHARACTERS] or "{}"),
            Message("user", f"That cannot be used: {complaint}. Answer with valid JSON only."),
        ]
    raise UnusableAnswer(
        f"The model's answer could not be used after {max_repairs} repairs: {complaint}.",
        "Try again, or choose a larger model on the Models page.",
        raw=raw,
    )


def schema_of(answer_type: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of `answer_type` as engines get it: every field is asked for, no other is
    allowed, and words for people are left out."""
    schema: dict[str, Any] = _strict(answer_type.model_json_schema())
    return schema


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(entry) for entry in part]
    if not isinstance(part, dict):
        return part
    properties = part.get("properties")
    kept = {key: _strict(value) for key, value in part.items() if key not in _LEFT_OUT}
    if isinstance(properties, dict) and part.get("type") == "object":
        # Inside `properties` the keys are field names, and a field may be called "title".
        kept["properties"] = {name: _strict(value) for name, value in properties.items()}
        kept["required"] = list(properties)
        kept["additionalProperties"] = False
    return kept


def _collect(
    engine: Engine,
    messages: Sequence[Message],
    sampling: Sampling,
    schema: dict[str, Any] | None,
    cancel: Event | None,
    on_text: Callable[[str], None] | None,
) -> str:
    text = ""
    for piece in engine.stream(messages, sampling, schema=schema, cancel=cancel):
        text = (text + piece)[:MAX_CHARACTERS]
        if on_text is not None:
            on_text(text)
        if len(text) == MAX_CHARACTERS:
            break
    return text


def _json_part(raw: str) -> str:
    """The outermost object or array of an answer that may be wrapped in prose or a code fence."""
    starts = [place for bracket in "{[" if (place := raw.find(bracket)) >= 0]
    if not starts:
        return raw
    start = min(starts)
    end = raw.rfind("}" if raw[start] == "{" else "]")
    return raw[start : end + 1] if end > start else raw[start:]


def _was_cut_off(error: ValidationError) -> bool:
    first = error.errors()[0]
    return first["type"] == "json_invalid" and "EOF" in first["msg"]


def _first_complaint(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"]) or "the answer"
    return f"{place}: {first['msg']}"
