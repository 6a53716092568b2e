"""What the tables' rows hold, as values: drafts, revisions, jobs."""

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from services.documents import Document
from services.errors import InvalidInput, NotFound
from services.hints import models as hints
from services.jobs import JobState, JobView
from services.questionnaire import models as questionnaire
from services.reading import models as reading
from services.store.tables import DraftRow, JobRow, RevisionRow

ROOMS: dict[str, tuple[type[Document], Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "questionnaires": (questionnaire.QuestionnaireDraft, questionnaire.upgrade),
    "hints": (hints.HintQuiz, hints.upgrade),
    "passages": (reading.PassageSet, reading.upgrade),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as it is shown: its document at the current revision."""

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


@dataclass(frozen=True, slots=True)
class DraftSummary:
    """A line of the library."""

    id: str
    room: str
    title: str
    created: datetime
    updated: datetime
    archived: datetime | None
    deleted: datetime | None


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


def row_of(session: Session, draft_id: str, *, lock: bool = False) -> DraftRow:
    query = select(DraftRow).where(DraftRow.id == draft_id, DraftRow.deleted.is_(None))
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise no_such_draft(draft_id)
    return row


def draft_of(session: Session, row: DraftRow) -> Draft:
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
    )


def document_of(session: Session, row: DraftRow) -> Document:
    blob = session.scalar(
        select(RevisionRow.document).where(
            RevisionRow.draft_id == row.id, RevisionRow.number == row.current
        )
    )
    document_type, upgrade = ROOMS[row.room]
    try:
        return document_type.model_validate(upgrade(json.loads(zlib.decompress(blob or b""))))
    except (ValidationError, ValueError, zlib.error) as error:
        raise InvalidInput(
            f"Revision {row.current} of draft {row.id} cannot be read.",
            "Open an earlier revision from its history.",
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
        .values(document=_packed(document))
    )


def _packed(document: Document) -> bytes:
    return zlib.compress(document.model_dump_json().encode())


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
        document=_packed(document),
        created=now,
    )


def title_of(document: Document) -> str:
    return document.title[:300]


def job_of(row: JobRow) -> JobView:
    return JobView(
        id=row.id,
        kind=row.kind,
        owner=row.owner,
        draft_id=row.draft_id,
        payload=json.loads(row.payload),
        state=JobState(row.state),
        done=row.done,
        total=row.total,
        note=row.note,
        text=row.text,
        error=row.error,
        created=row.created,
        started=row.started,
        finished=row.finished,
    )
