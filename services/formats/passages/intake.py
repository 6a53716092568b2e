"""What the passage page takes in: files of texts, of questions or of both, and pasted questions."""

from dataclasses import dataclass
from pathlib import PurePath

from services.documents import require_moderate
from services.errors import InvalidInput
from services.formats import registry
from services.formats.base import Room, Unread
from services.formats.passages.texts import texts
from services.formats.sniffing import sniff
from services.reading.item_parsing import parse
from services.reading.models import LONGEST_PASSAGE, ComprehensionItem, Passage

# Files that hold questions by their nature; the others may.
_OF_QUESTIONS = ("json", "moodle", "qti3", "qti21", "gift", "aiken", "csv")


@dataclass(frozen=True, slots=True)
class Intake:
    """Passages with their items, in order, and the lines that were not understood."""

    passages: tuple[Passage, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def items(self) -> tuple[ComprehensionItem, ...]:
        return tuple(item for passage in self.passages for item in passage.items)


def passages_in(name: str, data: bytes) -> Intake:
    """The passages of a file called `name`, with the items that stand with them.

    A file without items is one text (or one a row of a table), read as `read` measures it.
    Raises `InvalidInput` naming the file.
    """
    if PurePath(name).suffix.lower() == ".csv" and not _is_of_questions(data):
        return _texts(name, data)
    try:
        loaded = registry.load(data, sniff(data, Room.PASSAGES))
    except InvalidInput as error:
        raise InvalidInput(f"{name} cannot be read: {error.message}", error.hint) from error
    found = Intake(loaded.document.passages, loaded.unread)
    return found if found.items or loaded.format.name in _OF_QUESTIONS else _texts(name, data)


def items_in(text: str) -> Intake:
    """The items in a pasted text: as people type them, or in GIFT, Aiken, CSV or Moodle XML."""
    data = text.encode("utf-8", "replace")
    if _is_of_questions(data):
        loaded = registry.load(data, sniff(data, Room.PASSAGES))
        return Intake(loaded.document.passages, loaded.unread)
    parsed = parse(text)
    unread = tuple(Unread(u.line, u.text, u.why) for u in parsed.unread)
    return Intake((Passage(items=parsed.items),), unread)


def _is_of_questions(data: bytes) -> bool:
    """Whether the content is of a format of questions other than plain text (Aiken is read so)."""
    try:
        return sniff(data, Room.PASSAGES).name in set(_OF_QUESTIONS) - {"aiken"}
    except InvalidInput:
        return False


def _texts(name: str, data: bytes) -> Intake:
    found = texts(name, data)
    try:
        require_moderate([text for _, text in found], LONGEST_PASSAGE)
    except InvalidInput as error:
        raise InvalidInput(f"{name} cannot be read: {error.message}", error.hint) from error
    return Intake(tuple(Passage(title=_title(name, label), text=text) for label, text in found))


def _title(name: str, label: str) -> str:
    """A file's name without its ending; what a table or document says of a part stays."""
    stem = PurePath(name).stem
    return stem if label == name else label.replace(f"{name}: ", f"{stem}: ", 1)
