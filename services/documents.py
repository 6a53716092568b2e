"""What every stored document is built from: frozen values and short names."""

import secrets
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from services.errors import InvalidInput

LONGEST_TEXT = 20_000


class Frozen(BaseModel):
    """A value: edit with `model_copy(update=...)`. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Document(Frozen, ABC):
    """The content of a draft. Each room's document says which room it is of and its title.

    `lasting` names fields that grow beside the author's work and are no edits of it: a change of
    them makes no revision, and undo and redo leave them as they are. `longest` is how many
    characters one text in it may have: with more, no page answers while somebody types.
    """

    lasting: ClassVar[frozenset[str]] = frozenset()
    longest: ClassVar[int] = LONGEST_TEXT

    room: str
    version: int

    @property
    @abstractmethod
    def title(self) -> str:
        """What the draft is called in lists."""


def require_moderate(content: Any, longest: int = LONGEST_TEXT) -> None:
    """Raise `InvalidInput` naming the place of the first text longer than `longest` characters.

    `content` is JSON-like data.
    """
    pending: list[tuple[str, Any]] = [("", content)]
    while pending:
        place, value = pending.pop()
        if isinstance(value, str) and len(value) > longest:
            raise InvalidInput(
                f"The text at {place.lstrip('.')[:200] or 'the top'} has {len(value):,} "
                f"characters, more than {longest:,}.",
                "Shorten it or split it.",
            )
        if isinstance(value, dict):
            pending += [(f"{place}.{name}", entry) for name, entry in value.items()]
        elif isinstance(value, (list, tuple)):
            pending += [(f"{place}.{number}", entry) for number, entry in enumerate(value, 1)]


def new_id() -> str:
    """12 URL-safe characters, 72 random bits: unguessable enough to be shared as a link."""
    return secrets.token_urlsafe(9)
