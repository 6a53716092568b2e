"""Askwright's own files: a document of any room as versioned JSON, nothing lost.

Also read: what the command line gives or takes (`draft` results, graded hint sets, single items).
"""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from services.documents import Document
from services.errors import InvalidInput
from services.formats.base import Imported, Loss, Room, Unread
from services.formats.guarded_text import parse_json
from services.hints import models as hints
from services.questionnaire import models as questionnaire
from services.reading import models as reading

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
_ROOMS: dict[str, tuple[type[Document], Upgrade]] = {
    Room.QUESTIONNAIRES.value: (questionnaire.QuestionnaireDraft, questionnaire.upgrade),
    Room.HINTS.value: (hints.HintQuiz, hints.upgrade),
    Room.PASSAGES.value: (reading.PassageSet, reading.upgrade),
}


def write(document: Document) -> bytes:
    """The whole document as UTF-8 JSON."""
    return document.model_dump_json(indent=1).encode()


def losses(document: Document) -> tuple[Loss, ...]:
    """None: the file holds the document as it is."""
    return ()


def room_of(value: Any) -> Room | None:
    """The room whose document, result or input this parsed JSON is; None if it is another."""
    if isinstance(value, list) and value:
        return room_of(value[0])
    if not isinstance(value, dict):
        return None
    if str(value.get("room")) in _ROOMS:
        return Room(str(value["room"]))
    if "questionnaire" in value or ("sections" in value and "title" in value):
        return Room.QUESTIONNAIRES
    if "question" in value and "answer" in value:
        return Room.HINTS
    if {"question", "options"} <= set(value):
        return Room.PASSAGES
    return None


def read(data: bytes) -> Imported[Any]:
    """The document. Raises `InvalidInput` naming the field that does not fit."""
    value = parse_json(data)
    room = room_of(value)
    if room is None:
        raise InvalidInput(
            "The file is JSON, but no document of Askwright.",
            'It needs a "room", a "questionnaire", or a "question".',
        )
    if isinstance(value, dict) and "room" in value:
        model, upgrade = _ROOMS[room.value]
        return Imported(_validated(model, _of_this_version(upgrade(value), model)))
    if room is Room.QUESTIONNAIRES:
        content = value.get("questionnaire", value) if isinstance(value, dict) else value
        made = _validated(questionnaire.Questionnaire, content)
        beside = [name for name in value if content is not value and name in ("outline", "brief")]
        unread = tuple(Unread(None, name, "only the questionnaire is taken.") for name in beside)
        return Imported(questionnaire.QuestionnaireDraft(questionnaire=made), unread)
    entries = value if isinstance(value, list) else [value]
    if room is Room.HINTS:
        found = [_trivia(entry, place) for place, entry in enumerate(entries, start=1)]
        unread = tuple(line for _, lines in found for line in lines)
        return Imported(hints.HintQuiz(questions=tuple(q for q, _ in found)), unread)
    return Imported(reading.PassageSet(passages=tuple(_passage(entry) for entry in entries)))


def _of_this_version(value: dict[str, Any], model: type[Document]) -> dict[str, Any]:
    newest = model.model_fields["version"].default
    if isinstance(value.get("version"), int) and value["version"] > newest:
        raise InvalidInput(
            f"The file is of version {value['version']}, this program knows up to {newest}.",
            "Update Askwright.",
        )
    return value


def _validated(model: type[Any], value: Any) -> Any:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the top level"
        raise InvalidInput(
            f"The file does not fit at {place}: {first['msg']}.", "Correct that field."
        ) from error


def _trivia(entry: Any, place: int) -> tuple[hints.TriviaQuestion, list[Unread]]:
    """A graded set, or what `grade` takes: fields that a question has are taken over."""
    if not isinstance(entry, dict):
        raise InvalidInput(f"Entry {place} is no object with question and answer.")
    names = set(hints.TriviaQuestion.model_fields)
    fields = {name: value for name, value in entry.items() if name in names}
    fields["hints"] = [_hint(hint, place) for hint in entry.get("hints") or []]
    fields.pop("question_type", None)
    if isinstance(entry.get("question_type"), dict):
        fields["question_type"] = entry["question_type"]
    unread = [
        Unread(place, name, "this field has no place in a hint quiz.")
        for name, value in entry.items()
        if name not in names and value and name not in ("model", "signature")
    ]
    return _validated(hints.TriviaQuestion, fields), unread


def _hint(hint: Any, place: int) -> dict[str, Any]:
    if isinstance(hint, str):
        return {"text": hint}
    if not isinstance(hint, dict) or not isinstance(hint.get("text"), str):
        raise InvalidInput(f"A hint of question {place} has no text.")
    names = set(hints.Hint.model_fields)
    fields = {name: value for name, value in hint.items() if name in names}
    if hint.get("kept") is False:
        fields.setdefault("dropped", "dropped")
    return fields


def _passage(entry: Any) -> reading.Passage:
    """The item form of the command line: passage, question, options, gold."""
    if not isinstance(entry, dict):
        raise InvalidInput("Each item must be an object with question and options.")
    fields = {name: entry.get(name) for name in ("question", "options", "gold", "feedback")}
    fields = {name: value for name, value in fields.items() if value is not None}
    item = _validated(reading.ComprehensionItem, fields)
    return reading.Passage(text=str(entry.get("passage") or ""), items=(item,))
