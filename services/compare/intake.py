"""Inputs from what an author types, and from documents of the three rooms."""

import re

from services.compare.models import BriefInput, Input, ItemInput, QuestionInput, Subject
from services.documents import Document
from services.errors import InvalidInput
from services.hints.models import HintQuiz
from services.questionnaire.models import Brief, Intent, QuestionnaireDraft
from services.questionnaire.wording import fits_language
from services.reading.models import PassageSet

_BULLET = re.compile(r"^\s*[-*•–]\s*")


def briefs(text: str, *, questions: int) -> tuple[BriefInput, ...]:
    """A topic a line; lines with a dash under it are its intents.

    The language is that of the topic. Raises `InvalidInput` for an intent without a topic.
    """
    found: list[tuple[str, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = " ".join(_BULLET.sub("", line).split())
        if not words:
            continue
        if not _BULLET.match(line):
            found.append((words, []))
        elif found:
            found[-1][1].append(words)
        else:
            raise InvalidInput(
                f"Line {number} is an intent without a topic.", "Put the topic on a line before it."
            )
    return tuple(
        BriefInput(
            brief=Brief(
                topic=topic,
                intents=tuple(Intent(text=intent) for intent in intents),
                language="zh" if fits_language(topic, "zh") else "en",
                questions=questions,
            )
        )
        for topic, intents in found
    )


def questions(text: str) -> tuple[QuestionInput, ...]:
    """A question a line, its answer behind a bar, and further accepted answers behind more bars.

    Raises `InvalidInput` naming the line that lacks one of the two.
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        parts = [" ".join(part.split()) for part in line.split("|")]
        if len(parts) < 2 or not parts[0] or not parts[1]:
            raise InvalidInput(
                f"Line {number} lacks a question or an answer.", "Write: question | answer."
            )
        aliases = tuple(part for part in parts[2:] if part)
        found.append(QuestionInput(question=parts[0], answer=parts[1], aliases=aliases))
    return tuple(found)


def from_document(document: Document, subject: Subject) -> tuple[Input, ...]:
    """What a draft of a room has for a comparison of `subject`; nothing from another room's.

    A questionnaire gives its brief, and itself as the reference if it has questions.
    """
    if subject is Subject.QUESTIONNAIRES and isinstance(document, QuestionnaireDraft):
        return _of_questionnaire(document)
    if subject is Subject.HINTS and isinstance(document, HintQuiz):
        return tuple(
            QuestionInput(
                question=q.question, answer=q.answer, aliases=q.aliases, candidates=q.candidates
            )
            for q in document.questions
            if q.question.strip() and q.answer.strip()
        )
    if subject is Subject.ITEMS and isinstance(document, PassageSet):
        return _of_passages(document)
    return ()


def _of_questionnaire(draft: QuestionnaireDraft) -> tuple[BriefInput, ...]:
    brief = draft.brief
    if not brief.topic.strip():
        brief = brief.model_copy(update={"topic": draft.questionnaire.title})
    if not brief.topic.strip():
        return ()
    written = draft.questionnaire if draft.questionnaire.items else None
    return (BriefInput(brief=brief, reference=written),)


def _of_passages(document: PassageSet) -> tuple[ItemInput, ...]:
    return tuple(
        ItemInput(
            passage=passage.text, question=item.question, options=item.options, gold=item.gold
        )
        for passage in document.passages
        for item in passage.items
        if passage.text.strip()
        and item.question.strip()
        and item.gold is not None
        and item.gold < len(item.options)
        and len({option.strip() for option in item.options}) >= 2
    )
