"""What every stored document is built from: frozen values and short names."""

import secrets
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value: edit with `model_copy(update=...)`. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Document(Frozen):
    """The content of a draft. Each room's document says which room it is of and its title.

    `lasting` names fields that grow beside the author's work and are no edits of it: a change of
    them makes no revision, and undo and redo leave them as they are.
    """

    lasting: ClassVar[frozenset[str]] = frozenset()

    room: str
    version: int

    @property
    def title(self) -> str:
        raise NotImplementedError


def new_id() -> str:
    """12 URL-safe characters, 72 random bits: unguessable enough to be shared as a link."""
    return secrets.token_urlsafe(9)
