"""From files to what a model is to learn: the app's own requests, each with a good answer.

Read are questionnaires in Qsnail's form, hints in TriviaHG's, and drafts exported from the app as
its own JSON; each as one JSON file, or one document a line (.jsonl). The requests are those that
the app makes when it drafts (`services.questionnaire.direct`, `services.hints.clues`), so that what
was learnt answers to them.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from services.errors import InvalidInput
from services.formats import own_json
from services.formats.hints import triviahg
from services.hints import clues, filters
from services.hints.models import ClueKind, Hint, HintQuiz, TriviaQuestion
from services.llm.base import Message
from services.questionnaire import direct, prompts, qsnail
from services.questionnaire.models import Brief, Intent, Method, Questionnaire, QuestionnaireDraft
from services.questionnaire.wording_faults import LONGEST_QUESTION

LONGEST_LABEL = 80
MOST_LABELS = 10


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is asked, and the answer (compact JSON) to learn."""

    messages: tuple[Message, ...]
    answer: str


# One questionnaire, or one trivia question: what is held out for validation is whole documents.
Document = tuple[Conversation, ...]


def read(path: Path) -> list[Document]:
    """The documents of a file, those without anything to learn from left out.

    Raises `InvalidInput` naming the file when it is of no form that is read.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix == ".jsonl":
            values = [json.loads(line) for line in text.splitlines() if line.strip()]
        else:
            values = [json.loads(text)]
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path.name} cannot be read as JSON: {error}.", "Check it.") from error
    found = [document for value in values for document in _documents(value, path.name)]
    return [document for document in found if document]


def _documents(value: Any, name: str) -> Iterator[Document]:
    if qsnail.looks_like_qsnail(value):
        parsed = qsnail.parse(value)
        yield of_questionnaire(_brief(parsed), parsed.questionnaire)
    elif triviahg.is_data(value):
        for question in triviahg.read(json.dumps(value).encode()).document.questions:
            yield of_question(question)
    elif own_json.room_of(value) is not None and not isinstance(value, list):
        yield from _own(own_json.read(json.dumps(value).encode()).document, name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for entry in value:
            yield from _documents(entry, name)
    else:
        raise InvalidInput(
            f"{name} holds neither questionnaires nor hints.",
            "Give Qsnail or TriviaHG JSON, or drafts exported as Askwright JSON.",
        )


def _brief(parsed: qsnail.QsnailFile) -> Brief:
    intents = tuple(Intent(text=text) for text in parsed.intents)
    return Brief(topic=parsed.topic, intents=intents, language=parsed.questionnaire.language)


def _own(document: Any, name: str) -> Iterator[Document]:
    if isinstance(document, QuestionnaireDraft):
        brief, made = document.brief, document.questionnaire
        topic = brief.topic or made.title
        update = {"topic": topic, "language": made.language}
        yield of_questionnaire(brief.model_copy(update=update), made)
    elif isinstance(document, HintQuiz):
        for question in document.questions:
            yield of_question(question)
    else:
        raise InvalidInput(
            f"{name} is a set of passages, which nothing is trained on here.",
            "Give questionnaires or hints.",
        )


def of_questionnaire(brief: Brief, questionnaire: Questionnaire) -> Document:
    """A questionnaire as the requests for it, each for as many questions as the app asks for.

    Empty for a language that the app does not draft in. Questions that no request may bring (too
    long, or with too many options) are left out.
    """
    if questionnaire.language.split("-")[0].lower() not in prompts.LANGUAGES:
        return ()
    brief = brief.model_copy(update={"method": Method.TOPIC_INTENTS})
    task = prompts.of(brief.language).direct
    rows = [
        {"question": item.text, "options": list(item.labels)}
        for item in questionnaire.items
        if 0 < len(item.text) <= LONGEST_QUESTION
        and len(item.labels) <= MOST_LABELS
        and all(0 < len(label) <= LONGEST_LABEL for label in item.labels)
    ]
    made = []
    for start in range(0, len(rows), direct.LARGEST_REQUEST):
        part = rows[start : start + direct.LARGEST_REQUEST]
        texts = [str(row["question"]) for row in rows[:start]]
        asked = task.messages(direct.request(brief, texts, len(part)))
        made.append(Conversation(asked, prompts.compact({"questions": part})))
    return tuple(made)


def of_question(question: TriviaQuestion) -> Document:
    """A trivia question as the requests for its hints, one kind of clue at a time.

    Only hints that are kept and that no filter drops are learnt: the author's word wins.
    """
    if not question.question.strip() or not question.answer.strip():
        return ()
    hints = sorted(_good(question), key=lambda hint: _clue(hint).value)
    made: list[Conversation] = []
    for clue, group in groupby(hints, key=_clue):
        texts = [hint.text for hint in group]
        for start in range(0, len(texts) - clues.PER_REQUEST + 1, clues.PER_REQUEST):
            asked = clues.prompt(
                question.question,
                question.answer,
                question.aliases,
                clue,
                kind=question.question_type,
                others=[name for name in question.candidates if name != question.answer],
                had=texts[:start],
            )
            answer = {"hints": texts[start : start + clues.PER_REQUEST]}
            made.append(Conversation(asked, prompts.compact(answer)))
    return tuple(made)


def _clue(hint: Hint) -> ClueKind:
    return hint.kind or ClueKind.AUTHOR


def _good(question: TriviaQuestion) -> Sequence[Hint]:
    kept = question.kept_hints
    found = filters.inspect(
        question.question,
        question.answer,
        question.aliases,
        [hint.text for hint in kept],
        None,
    )
    return [
        hint
        for hint, inspection in zip(kept, found, strict=True)
        if hint.override or not inspection.reason
    ]
