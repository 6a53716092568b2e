"""Drafts, revisions and job records: the only code that touches the tables."""

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from pydantic import ValidationError
from sqlalchemy import CursorResult, Engine, delete, func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from services.documents import Document, new_id
from services.errors import InvalidInput, NotFound, Unavailable
from services.hints import models as hints
from services.jobs import JobState, JobView
from services.questionnaire import models as questionnaire
from services.reading import models as reading
from services.store.tables import CacheRow, DraftRow, JobRow, RevisionRow

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


class Repository:
    """All methods may be called from any thread. Errors of the database become `Unavailable`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def create(self, document: Document, *, owner: str, author: str, what: str) -> Draft:
        """Store a new draft with its first revision."""
        now = datetime.now(UTC)
        draft_id = new_id()
        with self._transaction() as session:
            session.add(
                DraftRow(
                    id=draft_id,
                    owner=owner,
                    room=document.room,
                    title=_title_of(document),
                    current=1,
                    created=now,
                    updated=now,
                )
            )
            session.flush()
            session.add(_revision(draft_id, 1, None, author, what, document, now))
        return self.get(draft_id)

    def get(self, draft_id: str) -> Draft:
        """Raises `NotFound` when there is no such draft or it was deleted."""
        with self._transaction() as session:
            return _draft(session, _row(session, draft_id))

    def update(
        self, draft_id: str, change: Callable[[Any], Document], *, author: str, what: str
    ) -> Draft:
        """Apply `change` to the newest document and commit the result as a revision.

        Read and write are one transaction, so two writers never lose each other's edits: each
        `change` sees what the other committed. A change that changes nothing makes no revision.
        """
        now = datetime.now(UTC)
        with self._transaction() as session:
            row = _row(session, draft_id, lock=True)
            before = _document(session, row)
            after = change(before)
            if after == before:
                return _draft(session, row)
            newest = session.scalar(
                select(func.max(RevisionRow.number)).where(RevisionRow.draft_id == draft_id)
            )
            number = int(newest or 0) + 1
            session.add(_revision(draft_id, number, row.current, author, what, after, now))
            row.current, row.title, row.updated = number, _title_of(after), now
            session.flush()
            return _draft(session, row)

    def undo(self, draft_id: str) -> Draft:
        """Show the revision before this one; at the first it stays where it is."""
        return self._move(draft_id, _parent_of)

    def redo(self, draft_id: str) -> Draft:
        """Show the revision that was last made on this one; at the newest it stays."""
        return self._move(draft_id, _newest_child_of)

    def history(self, draft_id: str, limit: int = 200) -> list[Revision]:
        """Newest first."""
        with self._transaction() as session:
            row = _row(session, draft_id)
            rows = session.scalars(
                select(RevisionRow)
                .where(RevisionRow.draft_id == draft_id)
                .order_by(RevisionRow.number.desc())
                .limit(limit)
            )
            return [
                Revision(r.number, r.parent, r.author, r.what, r.created, r.number == row.current)
                for r in rows
            ]

    def recent(self, owner: str, room: str | None = None, limit: int = 20) -> list[DraftSummary]:
        """An owner's drafts that are neither archived nor deleted, last edited first."""
        query = select(DraftRow).where(
            DraftRow.owner == owner, DraftRow.archived.is_(None), DraftRow.deleted.is_(None)
        )
        if room is not None:
            query = query.where(DraftRow.room == room)
        with self._transaction() as session:
            rows = session.scalars(query.order_by(DraftRow.updated.desc()).limit(limit))
            return [
                DraftSummary(r.id, r.room, r.title, r.created, r.updated, r.archived, r.deleted)
                for r in rows
            ]

    def delete(self, draft_id: str) -> None:
        """Hide a draft; `restore` brings it back."""
        self._stamp(draft_id, deleted=datetime.now(UTC))

    def restore(self, draft_id: str) -> None:
        self._stamp(draft_id, deleted=None)

    # Job records: the persistence that services.jobs asks for.

    def save_job(self, view: JobView) -> None:
        values = {
            "kind": view.kind,
            "owner": view.owner,
            "draft_id": view.draft_id,
            "payload": json.dumps(dict(view.payload)),
            "state": str(view.state),
            "done": view.done,
            "total": view.total,
            "note": view.note,
            "text": view.text,
            "error": view.error,
            "created": view.created,
            "started": view.started,
            "finished": view.finished,
        }
        with self._transaction() as session:
            session.merge(JobRow(id=view.id, **values))

    def load_job(self, job_id: str) -> JobView | None:
        with self._transaction() as session:
            row = session.get(JobRow, job_id)
            return _job(row) if row is not None else None

    def jobs_of_draft(self, draft_id: str, limit: int) -> list[JobView]:
        """Newest first."""
        query = select(JobRow).where(JobRow.draft_id == draft_id)
        with self._transaction() as session:
            rows = session.scalars(query.order_by(JobRow.created.desc()).limit(limit))
            return [_job(row) for row in rows]

    def interrupt_unfinished_jobs(self) -> int:
        """At start: what an ended process left waiting or running is marked interrupted."""
        unfinished = (str(JobState.QUEUED), str(JobState.RUNNING))
        with self._transaction() as session:
            found = session.execute(
                update(JobRow)
                .where(JobRow.state.in_(unfinished))
                .values(state=str(JobState.INTERRUPTED), finished=datetime.now(UTC))
            )
            return int(cast(CursorResult[Any], found).rowcount)

    # Cache of outside answers.

    def cached(self, namespace: str, key: str) -> tuple[str, datetime] | None:
        with self._transaction() as session:
            row = session.get(CacheRow, (namespace, key[:512]))
            return (row.value, row.created) if row is not None else None

    def keep(self, namespace: str, key: str, value: str) -> None:
        now = datetime.now(UTC)
        with self._transaction() as session:
            session.merge(CacheRow(namespace=namespace, key=key[:512], value=value, created=now))

    def forget(self, namespace: str) -> None:
        with self._transaction() as session:
            session.execute(delete(CacheRow).where(CacheRow.namespace == namespace))

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        try:
            with Session(self._engine, expire_on_commit=False) as session, session.begin():
                yield session
        except DBAPIError as error:
            raise Unavailable(
                f"The store of drafts did not answer: {error.orig}.",
                "Nothing that was saved is lost; check the disk and try again.",
            ) from error

    def _move(self, draft_id: str, target: Callable[[Session, DraftRow], int | None]) -> Draft:
        with self._transaction() as session:
            row = _row(session, draft_id, lock=True)
            number = target(session, row)
            if number is not None:
                row.current, row.updated = number, datetime.now(UTC)
                row.title = _title_of(_document(session, row))
                session.flush()
            return _draft(session, row)

    def _stamp(self, draft_id: str, **values: Any) -> None:
        with self._transaction() as session:
            found = session.execute(
                update(DraftRow).where(DraftRow.id == draft_id).values(**values)
            )
            if cast(CursorResult[Any], found).rowcount == 0:
                raise _no_such_draft(draft_id)


def _no_such_draft(draft_id: str) -> NotFound:
    return NotFound(
        f"There is no draft {draft_id[:40]!r} in this workspace.",
        "Open one from the list of recent drafts or start a new one.",
    )


def _row(session: Session, draft_id: str, *, lock: bool = False) -> DraftRow:
    query = select(DraftRow).where(DraftRow.id == draft_id, DraftRow.deleted.is_(None))
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise _no_such_draft(draft_id)
    return row


def _draft(session: Session, row: DraftRow) -> Draft:
    return Draft(
        id=row.id,
        owner=row.owner,
        room=row.room,
        title=row.title,
        document=_document(session, row),
        revision=row.current,
        can_undo=_parent_of(session, row) is not None,
        can_redo=_newest_child_of(session, row) is not None,
        created=row.created,
        updated=row.updated,
    )


def _document(session: Session, row: DraftRow) -> Document:
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


def _parent_of(session: Session, row: DraftRow) -> int | None:
    return session.scalar(
        select(RevisionRow.parent).where(
            RevisionRow.draft_id == row.id, RevisionRow.number == row.current
        )
    )


def _newest_child_of(session: Session, row: DraftRow) -> int | None:
    return session.scalar(
        select(func.max(RevisionRow.number)).where(
            RevisionRow.draft_id == row.id, RevisionRow.parent == row.current
        )
    )


def _revision(
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
        document=zlib.compress(document.model_dump_json().encode()),
        created=now,
    )


def _title_of(document: Document) -> str:
    return document.title[:300]


def _job(row: JobRow) -> JobView:
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
