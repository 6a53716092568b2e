"""Questions with their options in one go: the paper's prompts T and T+I (section 5).

They are there to be compared with the outline: the same checks and the same promises hold, and
what the model gives too little of is asked for again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Annotated

from pydantic import BaseModel, Field
from pydantic_core import from_json

from services.errors import UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import background, prompts
from services.questionnaire.leave_out import LeftOut
from services.questionnaire.likeness import Likeness
from services.questionnaire.models import Brief, Method
from services.questionnaire.wording_faults import LONGEST_QUESTION, doubles, usable_question
from services.text.embeddings import Embedder

# Questions asked for at once: a longer list runs into repetition.
LARGEST_REQUEST = 6
TOKENS_A_QUESTION = 90
HEAT = 0.7
# Requests in a row that bring nothing new before the model is given up.
PATIENCE = 3


class Question(BaseModel):
    """One question as the model writes it."""

    question: str = Field(max_length=LONGEST_QUESTION)
    options: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=10)


class Questions(BaseModel):
    """The answer to one request."""

    questions: list[Question] = Field(min_length=1, max_length=LARGEST_REQUEST)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the model wrote it, with its raw options."""

    text: str
    labels: tuple[str, ...]


def write(
    brief: Brief,
    engine: Engine,
    count: int,
    *,
    embedder: Embedder | None = None,
    cancel: Event | None = None,
    on_questions: Callable[[list[str]], None] | None = None,
) -> tuple[list[Asked], int]:
    """Up to `count` distinct questions, and how many answers had to be asked for again."""
    task = prompts.of(brief.language).direct
    likeness = Likeness(brief.language, embedder)
    left_out = LeftOut(brief.leave_out, brief.language, likeness)
    kept: list[Asked] = []
    repairs = idle = rounds = 0
    while len(kept) < count and idle < PATIENCE:
        texts = [asked.text for asked in kept]
        answer, failed = _ask(brief, engine, texts, count - len(kept), rounds, cancel, on_questions)
        before = len(kept)
        for entry in answer:
            text = (
                None
                if task.echoes(entry.question)
                else usable_question(entry.question, brief.language)
            )
            known = [asked.text for asked in kept]
            if text is None or background.matching(text, brief) or left_out.holds(text):
                continue
            if likeness.repeats(text, known):
                continue
            if not doubles(text, likeness.akin(text, known), brief, embedder):
                kept.append(Asked(text, tuple(entry.options)))
        idle = idle + 1 if len(kept) == before else 0
        rounds, repairs = rounds + 1, repairs + failed
    return kept[:count], repairs + max(0, rounds - -(-count // LARGEST_REQUEST))


def _ask(
    brief: Brief,
    engine: Engine,
    texts: list[str],
    missing: int,
    rounds: int,
    cancel: Event | None,
    on_questions: Callable[[list[str]], None] | None,
) -> tuple[list[Question], int]:
    """The questions of one answer, salvaged from it if it broke off."""
    words = prompts.of(brief.language)
    number = min(missing, LARGEST_REQUEST)

    def show(raw: str) -> None:
        if on_questions is not None:
            on_questions([*texts, *(entry.question for entry in _salvaged(raw))])

    heat = HEAT if rounds or brief.seed else 0.0
    sampling = Sampling(
        max_tokens=TOKENS_A_QUESTION * number + 40,
        temperature=heat,
        top_p=0.95,
        seed=brief.seed + rounds,
    )
    try:
        answer = generate(
            engine,
            words.direct.messages(request(brief, texts, number)),
            Questions,
            sampling,
            max_repairs=0,
            cancel=cancel,
            on_text=show,
        )
        return answer.value.questions, 0
    except UnusableAnswer as problem:
        return _salvaged(problem.raw), 1


def request(brief: Brief, texts: Sequence[str], number: int) -> str:
    """What is asked: `number` questions beside those there are (`texts`)."""
    words = prompts.of(brief.language)
    lines = [prompts.heading(brief, words)]
    intents = [intent.text for intent in brief.intents if intent.text.strip()]
    if brief.method is Method.TOPIC_INTENTS and intents:
        lines.append(f"{words.goals_label}:\n{prompts.listed(intents)}")
    if texts:
        lines.append(f"{words.asked}:\n{prompts.listed(texts[-20:])}")
    lines.append(f"{words.questions}: {number}")
    return "\n".join(lines)


def _salvaged(raw: str) -> list[Question]:
    """Whole questions in an answer that broke off."""
    try:
        found = from_json(raw, allow_partial=True)
    except ValueError:
        return []
    rows = found.get("questions") if isinstance(found, dict) else None
    kept = []
    for row in rows if isinstance(rows, list) else []:
        text = row.get("question") if isinstance(row, dict) else None
        labels = row.get("options") if isinstance(row, dict) else None
        if isinstance(text, str) and text.strip():
            options = [label for label in labels or [] if isinstance(label, str)][:10]
            kept.append(Question(question=text[:LONGEST_QUESTION], options=options))
    return kept
