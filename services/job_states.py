"""What is told of a job: its state, a snapshot of it, what its handler sees, and what is kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from threading import Event
from typing import Any, Protocol

from services.errors import Cancelled


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.INTERRUPTED})


@dataclass(frozen=True, slots=True)
class JobView:
    """A snapshot of one job. `place` is 1 for the next to run, 0 when not waiting.

    `text` is what the work has brought so far; `total` is None while it is not known. `lane` is
    told of jobs of this process: whom it waits for.
    """

    id: str
    kind: str
    owner: str
    draft_id: str | None
    payload: Mapping[str, Any]
    state: JobState = JobState.QUEUED
    done: int = 0
    total: int | None = None
    note: str = ""
    text: str = ""
    place: int = 0
    error: str = ""
    lane: str = "model"
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    started: datetime | None = None
    finished: datetime | None = None

    @property
    def live(self) -> bool:
        return self.state not in ENDED


class JobContext:
    """What a handler sees of its job: its payload, its way to report, and the cancel event."""

    def __init__(self, view: JobView, report: Callable[..., None], cancel: Event) -> None:
        self.id = view.id
        self.owner = view.owner
        self.draft_id = view.draft_id
        self.payload = view.payload
        self.cancel = cancel
        self._report = report

    def progress(self, done: int, total: int | None = None, note: str = "") -> None:
        """Say how far the work is. Raises `Cancelled` when it is to stop."""
        self._report(done=done, total=total, note=note)
        self.check()

    def text(self, text: str) -> None:
        """Show the whole partial text so far."""
        self._report(text=text)

    def check(self) -> None:
        if self.cancel.is_set():
            raise Cancelled


class JobRecords(Protocol):
    """Where jobs are kept beyond the process (services.store)."""

    def save_job(self, view: JobView) -> None: ...
    def load_job(self, job_id: str) -> JobView | None: ...
    def jobs_of_draft(self, draft_id: str, limit: int) -> list[JobView]: ...
    def jobs_without_draft(self, owner: str, limit: int) -> list[JobView]: ...
