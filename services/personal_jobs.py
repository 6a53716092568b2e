"""The queue as one person may use it: their own jobs, and those on drafts they may open."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from services.errors import AskwrightError, Forbidden, NotFound
from services.job_states import JobView
from services.jobs import JobQueue
from services.people import Person
from services.store.repository import Repository, Right

# Jobs on the models that everybody uses; they hold nothing that anybody wrote.
OF_ALL = ("models.fetch", "models.use", "models.adapt")


class PersonalJobs:
    """Has the methods of `JobQueue` that pages use; each asks for the person's rights first."""

    def __init__(self, queue: JobQueue, repository: Repository, person: Person) -> None:
        self._queue = queue
        self._repository = repository
        self._person = person

    def submit(
        self, kind: str, payload: Mapping[str, Any], *, owner: str, draft_id: str | None = None
    ) -> JobView:
        """As `JobQueue.submit`. Raises `Forbidden` for work on what may not be changed."""
        if kind in OF_ALL:
            self._require_choice_of_model(owner)
        elif owner != self._person.id:
            raise Forbidden("Work can only be asked for in one's own name.")
        if draft_id is not None and self._right(draft_id) < Right.EDIT:
            raise Forbidden(
                "You may read this draft but not change it.", "Make a copy of your own."
            )
        return self._queue.submit(kind, payload, owner=owner, draft_id=draft_id)

    def view(self, job_id: str) -> JobView:
        """As `JobQueue.view`. Raises `NotFound` for a job of others."""
        job = self._queue.view(job_id)
        if not self._may(job, Right.VIEW):
            raise NotFound(f"Job {job_id[:40]} is not known.", "It may have been cleared away.")
        return job

    def live_jobs(self, draft_id: str | None = None) -> list[JobView]:
        """As `JobQueue.live_jobs`; of others' jobs nothing but that they are there and where."""
        if draft_id is not None:
            if self._right(draft_id) < Right.VIEW:
                return []
            return self._queue.live_jobs(draft_id)
        return [
            job if self._may(job, Right.VIEW) else _without_contents(job)
            for job in self._queue.live_jobs()
        ]

    def latest(self, draft_id: str, *kinds: str) -> JobView | None:
        if self._right(draft_id) < Right.VIEW:
            return None
        return self._queue.latest(draft_id, *kinds)

    def latest_of(self, owner: str, *kinds: str) -> JobView | None:
        """As `JobQueue.latest_of`; of others there is none."""
        return self._queue.latest_of(owner, *kinds) if owner == self._person.id else None

    def cancel(self, job_id: str) -> None:
        """As `JobQueue.cancel`; a job that is not the person's to cancel is left alone."""
        try:
            job = self._queue.view(job_id)
        except NotFound:
            return
        if self._may(job, Right.EDIT):
            self._queue.cancel(job_id)

    def wait(self, job_id: str, seconds: float) -> JobView:
        self.view(job_id)
        return self._queue.wait(job_id, seconds)

    def _require_choice_of_model(self, owner: str) -> None:
        # The app itself (another name than the person's) fetches what the settings name.
        if not self._person.is_local and owner == self._person.id:
            raise Forbidden(
                "The model of a shared workspace is chosen by its administrator.",
                "Ask for ASKWRIGHT_MODEL to be set to another one.",
            )

    def _may(self, job: JobView, wanted: Right) -> bool:
        if job.owner == self._person.id:
            return True
        if job.kind in OF_ALL:
            return self._person.is_local or wanted is Right.VIEW
        return job.draft_id is not None and self._right(job.draft_id) >= wanted

    def _right(self, draft_id: str) -> Right:
        try:
            return self._repository.right(draft_id)
        except AskwrightError:
            return Right.NONE


def _without_contents(job: JobView) -> JobView:
    return replace(job, id="", owner="", draft_id=None, payload={}, note="", text="", error="")
