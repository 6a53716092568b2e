"""Job records: the persistence that services.jobs asks for. Only the app itself may use it."""

import json
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import CursorResult, select, update

from services.errors import Forbidden
from services.job_states import JobState, JobView
from services.store.tables import JobRow
from services.store.transactions import Transactions, put


class JobRecords(Transactions):
    def save_job(self, view: JobView) -> None:
        self._require_app()
        with self._writing() as session:
            put(
                session,
                JobRow,
                id=view.id,
                kind=view.kind,
                owner=view.owner,
                draft_id=view.draft_id,
                payload=json.dumps(dict(view.payload)),
                state=str(view.state),
                done=view.done,
                total=view.total,
                note=view.note,
                text=view.text,
                error=view.error,
                created=view.created,
                started=view.started,
                finished=view.finished,
            )

    def load_job(self, job_id: str) -> JobView | None:
        self._require_app()
        with self._reading() as session:
            row = session.get(JobRow, job_id)
            return _job_of(row) if row is not None else None

    def jobs_of_draft(self, draft_id: str, limit: int) -> list[JobView]:
        """Newest first."""
        self._require_app()
        query = select(JobRow).where(JobRow.draft_id == draft_id)
        with self._reading() as session:
            rows = session.scalars(query.order_by(JobRow.created.desc()).limit(limit))
            return [_job_of(row) for row in rows]

    def jobs_without_draft(self, owner: str, limit: int) -> list[JobView]:
        """Newest first."""
        self._require_app()
        query = select(JobRow).where(JobRow.draft_id.is_(None), JobRow.owner == owner)
        with self._reading() as session:
            rows = session.scalars(query.order_by(JobRow.created.desc()).limit(limit))
            return [_job_of(row) for row in rows]

    def interrupt_unfinished_jobs(self) -> int:
        """At start: what an ended process left waiting or running is marked interrupted."""
        self._require_app()
        unfinished = (str(JobState.QUEUED), str(JobState.RUNNING))
        with self._writing() as session:
            found = session.execute(
                update(JobRow)
                .where(JobRow.state.in_(unfinished))
                .values(state=str(JobState.INTERRUPTED), finished=datetime.now(UTC))
            )
            return int(cast(CursorResult[Any], found).rowcount)

    def _require_app(self) -> None:
        """Records hold what people wrote: persons reach theirs by the queue, which asks first."""
        if self._person is not None:
            raise Forbidden("The records of jobs are not open to persons.")


def _job_of(row: JobRow) -> JobView:
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
