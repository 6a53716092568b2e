"""The values formats speak in: what is lost, what was not understood, what a format is."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

Content = TypeVar("Content")


class Room(StrEnum):
    """The rooms by the name their documents carry in `room`."""

    QUESTIONNAIRES = "questionnaires"
    HINTS = "hints"
    PASSAGES = "passages"


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that the file will not hold as the document has it.

    `item` is the 0-based index of the item over all sections (of the question in a hint quiz, of
    the item over all passages), or None for the document as a whole. `field` names the field of
    the model that comes back different, or "" for a plain remark.
    """

    item: int | None
    what: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line (1-based; or row, or element number) that was not taken over, and why."""

    line: int | None
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Imported(Generic[Content]):
    """What a file was understood to say."""

    document: Content
    unread: tuple[Unread, ...] = ()


@dataclass(frozen=True)
class Format:
    """A file format of one room.

    `recognise` looks at the guarded beginnings of a file and says whether it is one of these;
    `notice` is shown before every download in it.
    """

    name: str
    room: Room
    label: str
    extension: str
    mime: str
    write: Callable[[Any], bytes] | None = None
    losses: Callable[[Any], tuple[Loss, ...]] | None = None
    read: Callable[[bytes], Imported[Any]] | None = None
    experimental: bool = False
    notice: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def can_read(self) -> bool:
        return self.read is not None

    @property
    def can_write(self) -> bool:
        return self.write is not None
