"""Drafts, revisions and job records: the only code that touches the tables."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import CursorResult, Engine, delete, func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from services.documents import Document, new_id
from services.errors import Unavailable
from services.jobs import JobState, JobView
from services.store.rows import (
    Draft,
    DraftSummary,
    Revision,
    document_of,
    draft_of,
    is_end,
    job_of,
    newest_child_of,
    no_such_draft,
    parent_of,
    revision_row,
    rewrite,
    row_of,
    title_of,
    with_lasting_of,
)
from services.store.tables import CacheRow, DraftRow, JobRow, RevisionRow

__all__ = ["Draft", "DraftSummary", "Repository", "Revision"]


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
                    title=title_of(document),
                    current=1,
                    created=now,
                    updated=now,
                )
            )
            session.flush()
            session.add(revision_row(draft_id, 1, None, author, what, document, now))
        return self.get(draft_id)

    def get(self, draft_id: str) -> Draft:
        """Raises `NotFound` when there is no such draft or it was deleted."""
        with self._transaction() as session:
            return draft_of(session, row_of(session, draft_id))

    def update(
        self,
        draft_id: str,
        change: Callable[[Any], Document],
        *,
        author: str,
        what: str,
        onto: int | None = None,
    ) -> Draft:
        """Apply `change` to the newest document and commit the result as a revision.

        Read and write are one transaction, so two writers never lose each other's edits: each
        `change` sees what the other committed. A change that changes nothing makes no revision,
        and one of `lasting` fields alone is written into the revision that is shown. Work that is
        saved piece by piece names its own last revision as `onto`: while that is still the newest,
        it is written over, so that one undo takes back the whole.
        """
        now = datetime.now(UTC)
        with self._transaction() as session:
            row = row_of(session, draft_id, lock=True)
            before = document_of(session, row)
            after = change(before)
            if after == before:
                return draft_of(session, row)
            if with_lasting_of(after, before) == before or is_end(session, row, onto):
                rewrite(session, row, after)
                row.title, row.updated = title_of(after), now
                session.flush()
                return draft_of(session, row)
            newest = session.scalar(
                select(func.max(RevisionRow.number)).where(RevisionRow.draft_id == draft_id)
            )
            number = int(newest or 0) + 1
            session.add(revision_row(draft_id, number, row.current, author, what, after, now))
            row.current, row.title, row.updated = number, title_of(after), now
            session.flush()
            return draft_of(session, row)

    def undo(self, draft_id: str) -> Draft:
        """Show the revision before this one; at the first it stays where it is."""
        return self._move(draft_id, parent_of)

    def redo(self, draft_id: str) -> Draft:
        """Show the revision that was last made on this one; at the newest it stays."""
        return self._move(draft_id, newest_child_of)

    def history(self, draft_id: str, limit: int = 200) -> list[Revision]:
        """Newest first."""
        with self._transaction() as session:
            row = row_of(session, draft_id)
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
            return job_of(row) if row is not None else None

    def jobs_of_draft(self, draft_id: str, limit: int) -> list[JobView]:
        """Newest first."""
        query = select(JobRow).where(JobRow.draft_id == draft_id)
        with self._transaction() as session:
            rows = session.scalars(query.order_by(JobRow.created.desc()).limit(limit))
            return [job_of(row) for row in rows]

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
            row = row_of(session, draft_id, lock=True)
            number = target(session, row)
            if number is not None:
                left = document_of(session, row)
                row.current, row.updated = number, datetime.now(UTC)
                shown = document_of(session, row)
                if (kept := with_lasting_of(shown, left)) != shown:
                    rewrite(session, row, kept)
                row.title = title_of(kept)
                session.flush()
            return draft_of(session, row)

    def _stamp(self, draft_id: str, **values: Any) -> None:
        with self._transaction() as session:
            found = session.execute(
                update(DraftRow).where(DraftRow.id == draft_id).values(**values)
            )
            if cast(CursorResult[Any], found).rowcount == 0:
                raise no_such_draft(draft_id)
