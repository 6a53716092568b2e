"""All formats by room and name, and the two things done with them: export and import."""

import re
from dataclasses import dataclass
from typing import Any

from services.documents import Document, require_moderate
from services.errors import InvalidInput
from services.formats import own_json
from services.formats.base import Format, Imported, Loss, Room, Unread
from services.formats.hints import catalogue as hints
from services.formats.media_types import JSON
from services.formats.passages import catalogue as passages
from services.formats.questionnaires import catalogue as questionnaires
from services.questionnaire.models import Questionnaire, QuestionnaireDraft


def _own(room: Room) -> Format:
    return Format(
        "json",
        room,
        "Askwright's own file",
        ".json",
        JSON,
        own_json.write,
        own_json.losses,
        own_json.read,
        aliases=("askwright",),
    )


FORMATS = (
    *questionnaires.FORMATS,
    *hints.FORMATS,
    *passages.FORMATS,
    *(_own(room) for room in Room),
)


@dataclass(frozen=True, slots=True)
class Exported:
    """A file ready to be saved, and what it does not hold."""

    format: Format
    data: bytes
    filename: str
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document out of a file, and the lines of it that were not understood."""

    format: Format
    document: Any
    unread: tuple[Unread, ...]


def for_room(room: Room | str) -> tuple[Format, ...]:
    """The formats of a room, its own file first."""
    found = [each for each in FORMATS if each.room == room]
    return tuple(sorted(found, key=lambda each: each.name != "json"))


def get(room: Room | str, name: str) -> Format:
    """The format of that name or alias. Raises `InvalidInput` naming those there are."""
    wanted = name.strip().lower()
    for each in for_room(room):
        if wanted == each.name or wanted in each.aliases:
            return each
    names = ", ".join(each.name for each in for_room(room))
    raise InvalidInput(f"There is no format {name!r} for {room}.", f"Formats: {names}.")


def has(room: Room, name: str) -> bool:
    """Whether the room has a format of that name or alias."""
    wanted = name.strip().lower()
    return any(wanted in (each.name, *each.aliases) for each in for_room(room))


def export(document: Document, name: str) -> Exported:
    """Write a room's document. Raises `InvalidInput` if there is no such format to write."""
    format = get(document.room, name)
    if format.write is None or format.losses is None:
        raise InvalidInput(f"{format.label} is only read, not written.")
    content = _content(document, format)
    losses = format.losses(content)
    return Exported(format, format.write(content), filename(document, format), losses)


def filename(document: Document, format: Format) -> str:
    """What the file of a document is called in a format."""
    return f"{_slug(document.title)}{format.extension}"


def losses(document: Document, format: Format) -> tuple[Loss, ...]:
    """What an export would lose; nothing is written."""
    return format.losses(_content(document, format)) if format.losses else ()


def _content(document: Document, format: Format) -> Any:
    """What the format's module takes: of a questionnaire draft, its questionnaire."""
    if isinstance(document, QuestionnaireDraft) and format.name != "json":
        return document.questionnaire
    return document


def _slug(title: str) -> str:
    """A file name that no system stumbles over."""
    words = re.sub(r"(?:[^\w]|_)+", "-", title, flags=re.UNICODE).strip("-").lower()
    return words[:60].strip("-") or "untitled"


def load(data: bytes, format: Format) -> Loaded:
    """Read a file in a known format. Raises `InvalidInput` with one sentence, also for a text
    in it that is too long to be worked with."""
    if format.read is None:
        raise InvalidInput(f"{format.label} is only written, not read.")
    imported: Imported[Any] = format.read(data)
    document = imported.document
    if isinstance(document, Questionnaire):
        document = QuestionnaireDraft(questionnaire=document)
    require_moderate(document.model_dump(), document.longest)
    return Loaded(format, document, imported.unread)
