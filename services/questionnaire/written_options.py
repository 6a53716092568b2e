"""Options the model writes: cleaned, made distinct, closed with the escapes their kind needs."""

from collections.abc import Sequence
from threading import Event
from typing import Annotated

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import escape, prompts, ranges
from services.questionnaire.models import Brief, Option, OptionRole, Row
from services.questionnaire.numbering import strip_letters
from services.questionnaire.prompts import Prompts, Task
from services.questionnaire.wording import (
    fits_language,
    is_whole,
    normal,
    sentence_case,
    trimmed,
    without_asides,
)

LONGEST_LABEL = 60
FEWEST, MOST = 3, 7
HEAT = 0.7
MAX_REPAIRS = 2


class _Options(BaseModel):
    options: list[Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL)]] = Field(
        min_length=FEWEST, max_length=MOST
    )


def labels(
    text: str,
    brief: Brief,
    engine: Engine,
    *,
    several: bool,
    goal: str = "",
    fresh: int = 0,
    cancel: Event | None = None,
) -> tuple[tuple[Option, ...], int]:
    """Options for a question of choice, and how often the model was asked again.

    Fewer than two distinct answers after the allowed repairs give no options at all. `fresh`
    above 0 seeds another sample.
    """
    words = prompts.of(brief.language)
    lines = [prompts.heading(brief, words), *_aim(goal, words), f"{words.question}: {text}"]
    request = "\n".join(lines)
    found, repairs = _listed(words.options, request, text, brief, engine, fresh, cancel)
    if len(found) < 2:
        return (), repairs
    return with_escapes(found, brief.language, several=several), repairs


def rows(
    text: str,
    brief: Brief,
    engine: Engine,
    *,
    goal: str = "",
    fresh: int = 0,
    cancel: Event | None = None,
) -> tuple[tuple[Row, ...], int]:
    """What a matrix rates one by one; none when the model gives fewer than two."""
    words = prompts.of(brief.language)
    request = "\n".join([*_aim(goal, words), f"{words.question}: {text}"])
    found, repairs = _listed(words.rows, request, text, brief, engine, fresh, cancel)
    if len(found) < 2:
        return (), repairs
    numbered = enumerate(found, start=1)
    return tuple(Row(label=label, code=str(number)) for number, label in numbered), repairs


def _aim(goal: str, words: Prompts) -> list[str]:
    """The goal often names the very options: "which support (shared fridge, recipes)"."""
    return [f"{words.goal}: {goal}"] if goal else []


def with_escapes(found: Sequence[str], language: str, *, several: bool) -> tuple[Option, ...]:
    """Labels as options, sorted if they are bands, closed by Other (and None of these)."""
    texts = list(found)
    roles = [escape.role_of(text) for text in texts]
    bands = ranges.read(texts)
    if bands is not None:
        texts = [texts[place] for place in bands.order()]
        extra: list[Option] = []
    else:
        wanted = [OptionRole.OTHER, *([OptionRole.NONE] if several else [])]
        extra = [escape.escape_option(role, language) for role in wanted if role not in roles]
    options = [Option(label=text, role=escape.role_of(text)) for text in texts]
    return coded(escape.in_closing_order([*options, *extra]))


def coded(options: Sequence[Option]) -> tuple[Option, ...]:
    """Options with the codes 1 to n, in their order."""
    return tuple(
        option.model_copy(update={"code": str(number)})
        for number, option in enumerate(options, start=1)
    )


def cleaned(raw: Sequence[str], question: str, language: str) -> list[str]:
    """Whole, distinct labels in the language; those that repeat the question are dropped."""
    kept: dict[str, str] = {}
    for text in strip_letters([" ".join(entry.split()) for entry in raw]):
        is_number = ranges.is_number(text)
        label = text if is_number else sentence_case(trimmed(without_asides(text)))
        usable = is_number or fits_language(label, language)
        whole = is_whole(label, LONGEST_LABEL) and len(text) < LONGEST_LABEL
        if usable and whole and normal(label) != normal(question):
            kept.setdefault(normal(label), label)
    substantive = [
        label
        for label in kept.values()
        if escape.role_of(label) in (OptionRole.ORDINARY, OptionRole.NONE)
    ]
    return _apart(substantive)[:MOST]


def _apart(labels: Sequence[str]) -> list[str]:
    """Labels of which none holds another: "Pizza" goes before "Pizza and burgers"."""
    return [
        label
        for label in labels
        if ranges.is_number(label)
        or not any(other != label and _holds(label, other) for other in labels)
    ]


def _holds(label: str, other: str) -> bool:
    """Whether all of `other` stands in `label`: as words, in Chinese as characters."""
    whole, part = normal(label), normal(other)
    return part in whole if not part.isascii() else f" {part} " in f" {whole} "


def _listed(
    task: Task,
    request: str,
    question: str,
    brief: Brief,
    engine: Engine,
    fresh: int,
    cancel: Event | None,
) -> tuple[list[str], int]:
    """The best list of at most three attempts: the first with enough labels, else the longest."""
    best: list[str] = []
    for attempt in range(MAX_REPAIRS + 1):
        heat = HEAT if attempt or fresh else 0.0
        sampling = Sampling(
            max_tokens=140, temperature=heat, top_p=0.95, seed=brief.seed + fresh + attempt
        )
        raw = _ask(task, request, engine, sampling, cancel)
        found = cleaned(raw, question, brief.language)
        best = max(best, found, key=len)
        if len(best) >= FEWEST:
            return best, attempt
    return best, MAX_REPAIRS


def _ask(
    task: Task, request: str, engine: Engine, sampling: Sampling, cancel: Event | None
) -> list[str]:
    try:
        answer = generate(
            engine, task.messages(request), _Options, sampling, max_repairs=0, cancel=cancel
        )
    except UnusableAnswer:
        return []
    return answer.value.options
