"""The words the model is given, English and Chinese.

Each task is a system line, worked examples as earlier turns, and the request. Everything that
does not change within a draft comes first, so that the engine reads it once and keeps it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from services.errors import InvalidInput
from services.llm.base import Message
from services.questionnaire.models import Brief
from services.questionnaire.wording import normal

LANGUAGES = {"en": "English", "zh": "Chinese"}

Example = tuple[str, Mapping[str, Any]]


# Compared by identity: the answers of its examples are read out once.
@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What the model is told to do, and how it was done well before."""

    system: str
    examples: tuple[Example, ...] = ()

    def echoes(self, text: str) -> bool:
        """Whether `text` is an answer of the examples, which the model sometimes gives again.

        Short ones ("Home", "家里") may well be right.
        """
        wanted = normal(text)
        long_enough = wanted.count(" ") >= 2 if wanted.isascii() else len(wanted) >= 4
        return long_enough and wanted in _answers(self)

    def messages(self, request: str) -> tuple[Message, ...]:
        """The conversation that ends with `request`."""
        turns = [Message("system", self.system)]
        for asked, answered in self.examples:
            turns += [Message("user", asked), Message("assistant", compact(answered))]
        return (*turns, Message("user", request))


@cache
def _answers(task: Task) -> frozenset[str]:
    """Every text in the answers of a task's examples, normalised."""
    found: list[str] = []
    pending: list[Any] = [answered for _, answered in task.examples]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            found.append(normal(value))
        elif isinstance(value, Mapping):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Prompts:
    """The tasks and the field names of one language."""

    finish: Task
    goals: Task
    options: Task
    limits: Task
    rows: Task
    direct: Task
    adapt: Task
    rewrite: Task
    split: Task
    topic: str
    audience: str
    goal: str
    goals_label: str
    asked: str
    question: str
    questions: str
    title: str


def compact(value: Any) -> str:
    """JSON without spaces: the model follows its example, and spaces cost tokens."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def of(language: str) -> Prompts:
    """The prompts of a language. Raises `InvalidInput` where there are none."""
    from services.questionnaire.prompts_en import ENGLISH
    from services.questionnaire.prompts_zh import CHINESE

    known = {"en": ENGLISH, "zh": CHINESE}
    code = language.split("-")[0].lower()
    if code not in known:
        raise InvalidInput(
            f"Questionnaires cannot be drafted in the language {language!r}.",
            f"Choose {' or '.join(f'{code} ({name})' for code, name in LANGUAGES.items())}.",
        )
    return known[code]


def heading(brief: Brief, prompts: Prompts) -> str:
    """Topic and audience, as every request begins.

    What to leave out is not said: a small model asks about what it reads. Code sees to it.
    """
    lines = [f"{prompts.topic}: {brief.topic.strip()}"]
    if brief.audience.strip():
        lines.append(f"{prompts.audience}: {brief.audience.strip()}")
    return "\n".join(lines)


def listed(texts: Sequence[str]) -> str:
    """Texts one a line with a dash."""
    return "\n".join(f"- {text}" for text in texts)
