"""Options and matrix rows that the model writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Annotated

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import judging, prompts
from services.questionnaire.models import Brief, Option, Row
from services.questionnaire.option_labels import LONGEST_LABEL, MOST, cleaned, with_escapes
from services.questionnaire.prompts import Task

FEWEST = 3
# With fewer plausible options than this the model is asked for more.
ENOUGH = 4
HEAT = 0.7
MAX_REPAIRS = 2


class _Options(BaseModel):
    options: list[Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL)]] = Field(
        min_length=FEWEST, max_length=MOST
    )


@dataclass(frozen=True, slots=True)
class Asking:
    """A question whose options are wanted. `fresh` above 0 seeds another sample."""

    text: str
    brief: Brief
    engine: Engine
    goal: str = ""
    fresh: int = 0
    cancel: Event | None = None


def labels(asking: Asking, *, several: bool) -> tuple[tuple[Option, ...], int]:
    """Options for a question of choice, and how often the model was asked again.

    The model judges what it wrote; what hardly anybody would answer is dropped as long as enough
    is left, after one more list if need be. Fewer than two distinct answers after the allowed
    repairs give no options at all.
    """
    words = prompts.of(asking.brief.language)
    heading = prompts.heading(asking.brief, words)
    found, repairs = _listed(words.options, heading, asking)
    if len(found) < 2:
        return (), repairs
    if judging.can_judge(asking.engine):
        found = _plausible(found, heading, asking)
    return with_escapes(found, asking.brief.language, several=several), repairs


def rows(asking: Asking) -> tuple[tuple[Row, ...], int]:
    """What a matrix rates one by one; none when the model gives fewer than two."""
    found, repairs = _listed(prompts.of(asking.brief.language).rows, "", asking)
    if len(found) < 2:
        return (), repairs
    numbered = enumerate(found, start=1)
    return tuple(Row(label=label, code=str(number)) for number, label in numbered), repairs


def _plausible(found: list[str], heading: str, asking: Asking) -> list[str]:
    """The labels that the model believes in, at least `ENOUGH` of them if there are so many."""
    margins = dict(zip(found, _margins(found, asking), strict=True))
    if sum(margin >= 0 for margin in margins.values()) < ENOUGH:
        task = prompts.of(asking.brief.language).options
        raw = _ask(task, _request(heading, asking), asking, HEAT, MAX_REPAIRS + 1)
        pool = cleaned([*found, *raw], asking.text, asking.brief.language, most=2 * MOST)
        new = [label for label in pool if label not in margins]
        margins |= dict(zip(new, _margins(new, asking), strict=True))
        margins = {label: margins[label] for label in pool}
    best = sorted(margins, key=lambda label: -margins[label])
    kept = {label for place, label in enumerate(best) if margins[label] >= 0 or place < ENOUGH}
    return [label for label in margins if label in kept][:MOST]


def _margins(found: Sequence[str], asking: Asking) -> list[float]:
    return judging.labels(found, asking.text, asking.engine, asking.cancel)


def _listed(task: Task, heading: str, asking: Asking) -> tuple[list[str], int]:
    """The best list of at most three attempts: the first with enough labels, else the longest."""
    best: list[str] = []
    for attempt in range(MAX_REPAIRS + 1):
        heat = HEAT if attempt or asking.fresh else 0.0
        raw = _ask(task, _request(heading, asking), asking, heat, attempt)
        best = max(best, cleaned(raw, asking.text, asking.brief.language), key=len)
        if len(best) >= FEWEST:
            return best, attempt
    return best, MAX_REPAIRS


def _request(heading: str, asking: Asking) -> str:
    """The goal is said since it often names the very options: "which support (fridge, recipes)"."""
    words = prompts.of(asking.brief.language)
    aim = f"{words.goal}: {asking.goal}" if asking.goal else ""
    lines = (heading, aim, f"{words.question}: {asking.text}")
    return "\n".join(line for line in lines if line)


def _ask(task: Task, request: str, asking: Asking, heat: float, attempt: int) -> list[str]:
    sampling = Sampling(
        max_tokens=140,
        temperature=heat,
        top_p=0.95,
        seed=asking.brief.seed + asking.fresh + attempt,
    )
    try:
        answer = generate(
            asking.engine,
            task.messages(request),
            _Options,
            sampling,
            max_repairs=0,
            cancel=asking.cancel,
        )
    except UnusableAnswer:
        return []
    return [label for label in answer.value.options if not task.echoes(label)]
