"""A draft as a whole, out of the store and into one: what a backup carries."""

import json
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field, model_validator

from services.documents import Frozen

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Name = Annotated[str, Field(max_length=255)]
Told = Annotated[str, Field(max_length=100_000)]
# In any other year some zone's clock, or some database, has no word for it.
Moment = Annotated[
    AwareDatetime, Field(ge=datetime(1970, 1, 1, tzinfo=UTC), lt=datetime(3000, 1, 1, tzinfo=UTC))
]


def _is_json(text: str) -> str:
    json.loads(text)
    return text


class RevisionRecord(Frozen):
    """One revision; `document` is as the store keeps it: zlib-compressed JSON."""

    # Later edits are numbered on from here, and a database's integers end at two thousand million.
    number: int = Field(ge=1, le=1_000_000_000)
    parent: int | None = None
    author: Name
    what: Told
    created: Moment
    document: bytes


class HeldRecord(Frozen):
    """What somebody wrote that waits for a choice; `value` is JSON."""

    person: Name
    field: Name
    label: Told
    value: Annotated[str, AfterValidator(_is_json)]
    created: Moment


class LinkRecord(Frozen):
    """A link to the draft, of which only its secret's hash is known, and who came by it."""

    id: Id
    right: int = Field(ge=1, le=2)
    secret_hash: str = Field(pattern=r"^[0-9a-f]{64}$")
    created: Moment
    revoked: Moment | None = None
    opened: tuple[tuple[Name, Moment], ...] = ()


class DraftRecord(Frozen):
    """Everything that is kept of one draft."""

    id: Id
    owner: Name
    room: str
    title: str = Field(max_length=300)
    current: int
    created: Moment
    updated: Moment
    archived: Moment | None = None
    deleted: Moment | None = None
    origin: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    held: tuple[HeldRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    revisions: tuple[RevisionRecord, ...]

    @model_validator(mode="after")
    def _is_a_tree(self) -> "DraftRecord":
        """Revisions are numbered upwards, each is made on an earlier one, and one is shown."""
        numbers: set[int] = set()
        for revision in self.revisions:
            if revision.number in numbers:
                raise ValueError(f"revision {revision.number} is there twice")
            if revision.parent is not None and revision.parent not in numbers:
                raise ValueError(f"revision {revision.number} is made on one that is not there")
            numbers.add(revision.number)
        if self.current not in numbers:
            raise ValueError("the revision that is shown is not there")
        return self


class PersonRecord(Frozen):
    id: Name
    name: str
    email: str = ""
    seen: Moment


class CacheRecord(Frozen):
    """An answer of an outside service, or a choice of the workspace."""

    namespace: str = Field(max_length=64)
    key: str = Field(max_length=512)
    value: str
    created: Moment
