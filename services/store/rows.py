"""What the tables' rows hold, as values: drafts, revisions, jobs."""

import json
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from services.contents.rooms import ROOMS
from services.documents import Document, require_moderate
from services.errors import InvalidInput, NotFound
from services.store.rights import Right
from services.store.tables import DraftRow, RevisionRow


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as it is shown: its document at the current revision.

    `right` is what whoever asked for it may do with it.
    """

    id: str
    owner: str
    room: str
    title: str
    document: Any
    revision: int
    can_undo: bool
    can_redo: bool
    created: datetime
    updated: datetime
    right: Right = Right.OWN


@dataclass(frozen=True, slots=True)
class DraftSummary:
    """A line of the library."""

    id: str
    owner: str
    room: str
    title: str
    created: datetime
    updated: datetime
    archived: datetime | None
    deleted: datetime | None


@dataclass(frozen=True, slots=True)
class Glance:
    """A draft without its document: the revision that is shown, who made it and why, and when the
    draft last changed."""

    id: str
    room: str
    title: str
    right: Right
    revision: int
    author: str
    what: str
    when: datetime


@dataclass(frozen=True, slots=True)
class Revision:
    """Who or what made a revision, and when; `current` marks the one that is shown."""

    number: int
    parent: int | None
    author: str
    what: str
    created: datetime
    current: bool


def no_such_draft(draft_id: str) -> NotFound:
    return NotFound(
        f"There is no draft {draft_id[:40]!r} in this workspace.",
        "Open one from the list of recent drafts or start a new one.",
    )


def row_of(
    session: Session, draft_id: str, *, lock: bool = False, deleted: bool = False
) -> DraftRow:
    """The row, locked until the transaction ends if asked; `deleted` finds hidden ones too."""
    query = select(DraftRow).where(DraftRow.id == draft_id)
    if not deleted:
        query = query.where(DraftRow.deleted.is_(None))
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise no_such_draft(draft_id)
    return row


def draft_of(session: Session, row: DraftRow, right: Right = Right.OWN) -> Draft:
    return Draft(
        id=row.id,
        owner=row.owner,
        room=row.room,
        title=row.title,
        document=document_of(session, row),
        revision=row.current,
        can_undo=parent_of(session, row) is not None,
        can_redo=newest_child_of(session, row) is not None,
        created=row.created,
        updated=row.updated,
        right=right,
    )


def summary_of(row: DraftRow) -> DraftSummary:
    return DraftSummary(
        row.id, row.owner, row.room, row.title, row.created, row.updated, row.archived, row.deleted
    )


def document_of(session: Session, row: DraftRow, number: int | None = None) -> Document:
    """The document at revision `number`, or at the one that is shown."""
    wanted = row.current if number is None else number
    blob = session.scalar(
        select(RevisionRow.document).where(
            RevisionRow.draft_id == row.id, RevisionRow.number == wanted
        )
    )
    if blob is None:
        raise NotFound(
            f"This draft has no revision {wanted}.", "Choose one that its history lists."
        )
    return unpacked(blob, row.room, f"Revision {wanted} of draft {row.id}")


def unpacked(blob: bytes, room: str, what: str) -> Document:
    """The document in a stored revision; `what` names it should it be unreadable."""
    try:
        return ROOMS[room].read(json.loads(zlib.decompress(blob)))
    except (KeyError, ValidationError, ValueError, RecursionError, zlib.error) as error:
        raise InvalidInput(
            f"{what} cannot be read.", "Open an earlier revision from its history."
        ) from error


def parent_of(session: Session, row: DraftRow) -> int | None:
    return session.scalar(
        select(RevisionRow.parent).where(
            RevisionRow.draft_id == row.id, RevisionRow.number == row.current
        )
    )


def newest_child_of(session: Session, row: DraftRow) -> int | None:
    return session.scalar(
        select(func.max(RevisionRow.number)).where(
            RevisionRow.draft_id == row.id, RevisionRow.parent == row.current
        )
    )


def with_lasting_of(document: Document, other: Document) -> Document:
    """`document` with the fields that no undo touches as `other` has them."""
    return document.model_copy(update={name: getattr(other, name) for name in document.lasting})


def is_end(session: Session, row: DraftRow, number: int | None) -> bool:
    """Whether `number` is the revision that is shown, and nothing was made on it."""
    return number == row.current and newest_child_of(session, row) is None


def rewrite(session: Session, row: DraftRow, document: Document) -> None:
    """Put `document` in the place of the one that the shown revision has."""
    session.execute(
        update(RevisionRow)
        .where(RevisionRow.draft_id == row.id, RevisionRow.number == row.current)
        .values(document=packed(document))
    )


def packed(document: Document) -> bytes:
    """A document as it is stored; half of a surrogate pair, which no encoding takes, as "?".

    Raises `InvalidInput` naming the place of a text that is too long to be worked with.
    """
    try:
        text = document.model_dump_json().encode()
    except PydanticSerializationError:
        text = json.dumps(document.model_dump(), ensure_ascii=False).encode("utf-8", "replace")
    if len(text) > document.longest:
        require_moderate(document.model_dump(), document.longest)
    return zlib.compress(text)


def revision_row(
    draft_id: str,
    number: int,
    parent: int | None,
    author: str,
    what: str,
    document: Document,
    now: datetime,
) -> RevisionRow:
    return RevisionRow(
        draft_id=draft_id,
        number=number,
        parent=parent,
        author=author,
        what=what,
        document=packed(document),
        created=now,
    )


def title_of(document: Document) -> str:
    return document.title[:300]
