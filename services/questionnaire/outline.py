"""The outline: sections of questions, each with the intent it serves, before any options.

Every intent gets a section of its own, so that none is forgotten; background questions close the
outline and count within the number asked for. Outline-first is the paper's T+I+O prompt
(section 5), taken apart into requests that a small model can answer.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

from pydantic import BaseModel, Field
from pydantic_core import from_json

from services.errors import InvalidInput, UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import background, prompts
from services.questionnaire.models import Brief, OutlineQuestion, OutlineSection
from services.questionnaire.question_writing import QuestionWriter, Written
from services.questionnaire.section_titles import without_aim
from services.questionnaire.wording import fits_language, normal, trimmed
from services.text.embeddings import Embedder

# A closed question takes a respondent about this long to read and answer.
SECONDS_A_QUESTION = 15
MOST_QUESTIONS = 100
MOST_GOALS = 8


@dataclass(frozen=True, slots=True)
class Outlined:
    """`repairs` counts answers of the model that had to be asked for again or rewritten."""

    sections: tuple[OutlineSection, ...]
    repairs: int


@dataclass(frozen=True, slots=True)
class _Goal:
    text: str
    intent: str | None


class _Goals(BaseModel):
    goals: list[str] = Field(min_length=3, max_length=4)


def question_count(brief: Brief) -> int:
    """How many questions the brief asks for; its minutes, when given, win."""
    if brief.minutes is None:
        return brief.questions
    return max(1, min(MOST_QUESTIONS, round(brief.minutes * 60 / SECONDS_A_QUESTION)))


def require_topic(brief: Brief) -> None:
    """Raises `InvalidInput` for a brief without a topic."""
    if not brief.topic.strip():
        raise InvalidInput("The topic is empty.", "Say in a few words what the survey is about.")


def draft(
    brief: Brief,
    engine: Engine,
    *,
    embedder: Embedder | None = None,
    cancel: Event | None = None,
    on_text: Callable[[str], None] | None = None,
) -> Outlined:
    """An outline of exactly `question_count(brief)` questions, none doubled.

    `on_text` gets the outline so far as JSON text, unfinished at its end; `partial` reads it.
    Raises `InvalidInput` for a brief without a topic or in a language there are no prompts for,
    `UnusableAnswer` (with the outline so far in `raw`) when the model gives too few questions.
    """
    require_topic(brief)
    total = question_count(brief)
    closing = _background(brief, total)
    writer = QuestionWriter(
        brief,
        engine,
        embedder=embedder,
        asked=[question.text for section in closing for question in section.questions],
        cancel=cancel,
    )
    sections = _written(brief, engine, writer, total - _size(closing), cancel, on_text)
    missing = total - _size(closing) - _size(sections)
    if missing > 0:
        sections = _with_stock(sections, writer.stock(missing), brief)
    sections = (*sections, *closing)
    if _size(sections) < total:
        raise UnusableAnswer(
            f"The model gave {_size(sections)} usable questions of {total}.",
            "Ask for fewer, add intents, or choose a larger model on the Models page.",
            raw=_as_text(sections),
        )
    return Outlined(sections, writer.repairs)


def partial(text: str) -> tuple[OutlineSection, ...]:
    """The sections in an outline that is still being written; empty while there is nothing."""
    try:
        found = from_json(text, allow_partial="trailing-strings")
    except ValueError:
        return ()
    entries = found.get("sections") if isinstance(found, dict) else None
    listed = entries if isinstance(entries, list) else []
    rows = [entry for entry in listed if isinstance(entry, dict)]
    return tuple(
        OutlineSection(
            id=f"partial-{place}",
            title=_as_str(row.get("title")),
            questions=_partial_questions(row.get("questions"), place),
        )
        for place, row in enumerate(rows)
    )


def _written(
    brief: Brief,
    engine: Engine,
    writer: QuestionWriter,
    wanted: int,
    cancel: Event | None,
    on_text: Callable[[str], None] | None,
) -> tuple[OutlineSection, ...]:
    """A section a goal; goals that gave too little are asked again at the end."""
    goals = _goals(brief, engine, cancel)[: max(wanted, 1)]
    sections: list[OutlineSection] = []
    for goal, share in zip(goals, _shares(wanted, len(goals)), strict=True):
        written = writer.write(goal.text, share, on_partial=_shown(sections, on_text))
        sections.append(_section(written, goal, [section.title for section in sections]))
        _shown(sections, on_text)("", ())
    for place, goal in enumerate(goals):
        missing = wanted - _size(sections)
        if missing > 0:
            more = _section(writer.write(goal.text, missing, fresh=True), goal)
            both = (*sections[place].questions, *more.questions)
            sections[place] = sections[place].model_copy(update={"questions": both})
    return tuple(section for section in sections if section.questions)


def _goals(brief: Brief, engine: Engine, cancel: Event | None) -> list[_Goal]:
    """The intents of the brief; without any, what the model would want to find out."""
    intents = [_Goal(i.text.strip(), i.id) for i in brief.intents if i.text.strip()]
    if intents:
        return intents[:MOST_GOALS]
    words = prompts.of(brief.language)
    try:
        answer = generate(
            engine,
            words.goals.messages(prompts.heading(brief, words)),
            _Goals,
            Sampling(max_tokens=160),
            max_repairs=1,
            cancel=cancel,
        )
    except UnusableAnswer:
        return [_Goal(brief.topic.strip(), None)]
    texts = {normal(text): trimmed(text) for text in answer.value.goals}
    usable = [text for text in texts.values() if fits_language(text, brief.language)]
    return [_Goal(text, None) for text in usable or [brief.topic.strip()]]


def _shares(wanted: int, goals: int) -> list[int]:
    """`wanted` questions over the goals as evenly as can be, the first ones a question more."""
    return [wanted // goals + (place < wanted % goals) for place in range(goals)]


def _section(written: Written, goal: _Goal, titles: Sequence[str] = ()) -> OutlineSection:
    """A title that another section has already gives way to the goal."""
    taken = {normal(title) for title in titles}
    return OutlineSection(
        title=without_aim(goal.text) if normal(written.title) in taken else written.title,
        questions=tuple(OutlineQuestion(text=t, intent=goal.intent) for t in written.questions),
    )


def _background(brief: Brief, total: int) -> tuple[OutlineSection, ...]:
    items = background.proposed(brief, total)
    if not items:
        return ()
    questions = tuple(OutlineQuestion(text=item.text) for item in items)
    return (OutlineSection(title=background.title(brief.language), questions=questions),)


def _with_stock(
    sections: tuple[OutlineSection, ...], texts: Sequence[str], brief: Brief
) -> tuple[OutlineSection, ...]:
    questions = tuple(OutlineQuestion(text=text) for text in texts)
    return (*sections, OutlineSection(title=brief.topic.strip(), questions=questions))


def _shown(
    sections: Sequence[OutlineSection], on_text: Callable[[str], None] | None
) -> Callable[[str, tuple[str, ...]], None]:
    """Reports the sections so far and the one that is being written."""

    def show(title: str, questions: tuple[str, ...]) -> None:
        if on_text is None:
            return
        now = OutlineSection(
            title=title, questions=tuple(OutlineQuestion(text=text) for text in questions)
        )
        on_text(_as_text([*sections, *([now] if title or questions else [])]))

    return show


def _as_text(sections: Sequence[OutlineSection]) -> str:
    rows = [
        {
            "title": section.title,
            "questions": [{"text": q.text, "intent": q.intent} for q in section.questions],
        }
        for section in sections
    ]
    return json.dumps({"sections": rows}, ensure_ascii=False)


def _partial_questions(entries: Any, place: int) -> tuple[OutlineQuestion, ...]:
    rows = entries if isinstance(entries, list) else []
    texts = [(_as_str(r.get("text")), r.get("intent")) for r in rows if isinstance(r, dict)]
    return tuple(
        OutlineQuestion(
            id=f"partial-{place}-{number}",
            text=text,
            intent=intent if isinstance(intent, str) else None,
        )
        for number, (text, intent) in enumerate(texts)
        if text
    )


def _as_str(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _size(sections: Sequence[OutlineSection]) -> int:
    return sum(len(section.questions) for section in sections)
