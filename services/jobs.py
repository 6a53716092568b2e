"""The queue between pages and the model.

Pages submit work and poll; workers run it. Each lane has its own workers, so that fetching a
model never waits for the model. Within a lane owners take turns, each owner's jobs in order.
A job is a kind and a JSON payload, never a closure: what was waiting or running when the process
died is found in the store at the next start and offered again.
"""

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import Any

from services import logs
from services.errors import (
    AskwrightError,
    Busy,
    Cancelled,
    InvalidInput,
    NotFound,
    of_the_machine,
)
from services.job_states import JobContext, JobRecords, JobState, JobView

log = logging.getLogger("askwright.jobs")

DEFECT = "Something went wrong in Askwright itself; the log says what."

Handler = Callable[[JobContext], None]


@dataclass(frozen=True, slots=True)
class Work:
    """How a kind of job is run: its handler and the lane it waits in."""

    handler: Handler
    lane: str = "model"


class JobQueue:
    """Bounded, fair, persistent. Call `close()` when the app ends."""

    def __init__(
        self,
        work: Mapping[str, Work],
        records: JobRecords,
        new_id: Callable[[], str],
        *,
        workers: Mapping[str, int] | None = None,
        capacity: int = 40,
    ) -> None:
        self._work = dict(work)
        self._records = records
        self._new_id = new_id
        self._capacity = capacity
        self._changed = threading.Condition()
        self._waiting: dict[str, OrderedDict[str, deque[str]]] = {}
        self._views: dict[str, JobView] = {}
        self._cancels: dict[str, Event] = {}
        self._closing = False
        self._threads: list[threading.Thread] = []
        for lane in sorted({entry.lane for entry in work.values()}):
            self._waiting[lane] = OrderedDict()
            for number in range((workers or {}).get(lane, 1)):
                thread = threading.Thread(
                    target=self._serve, args=(lane,), name=f"{lane}-{number}", daemon=True
                )
                thread.start()
                self._threads.append(thread)

    def submit(
        self, kind: str, payload: Mapping[str, Any], *, owner: str, draft_id: str | None = None
    ) -> JobView:
        """Queue a job. Raises `Busy` when the lane is full, `InvalidInput` for an unknown kind.

        The same kind of work on the same draft with the same payload is not queued twice: a
        double click gets the job that is already there.
        """
        if kind not in self._work:
            raise InvalidInput(f"There is no work called {kind!r}.", "Choose a known kind.")
        lane = self._work[kind].lane
        with self._changed:
            for view in self._views.values():
                if (
                    view.live
                    and view.kind == kind
                    and view.draft_id == draft_id
                    and view.owner == owner
                    and view.payload == payload
                ):
                    return self._placed(view)
            if self._closing:
                raise Busy("The app is stopping.", "Start it again, then repeat this.")
            self._require_room(lane, owner)
            view = JobView(self._new_id(), kind, owner, draft_id, dict(payload), lane=lane)
            self._records.save_job(view)
            self._views[view.id] = view
            self._cancels[view.id] = Event()
            self._waiting[lane].setdefault(owner, deque()).append(view.id)
            self._changed.notify_all()
            return self._placed(view)

    def _require_room(self, lane: str, owner: str) -> None:
        lines = self._waiting[lane]
        if sum(len(line) for line in lines.values()) >= self._capacity:
            raise Busy(
                f"The model is busy: {self._capacity} jobs are waiting.",
                "Your text is saved; try again in a few minutes.",
            )
        # Nobody may take all the places, or others would be refused however fair the turns are.
        fair = max(1, self._capacity // 2)
        if len(lines.get(owner, ())) >= fair:
            raise Busy(
                f"You have {fair} jobs waiting already.",
                "Wait until some are done, or cancel what you no longer need.",
            )

    def view(self, job_id: str) -> JobView:
        """The job as it is now. Raises `NotFound`."""
        with self._changed:
            if job_id in self._views:
                return self._placed(self._views[job_id])
        view = self._records.load_job(job_id)
        if view is None:
            raise NotFound(f"Job {job_id} is not known.", "It may have been cleared away.")
        return view

    def live_jobs(self, draft_id: str | None = None) -> list[JobView]:
        """Jobs waiting or running, oldest first; of one draft when given."""
        with self._changed:
            return [
                self._placed(view)
                for view in self._views.values()
                if view.live and (draft_id is None or view.draft_id == draft_id)
            ]

    def latest(self, draft_id: str, *kinds: str) -> JobView | None:
        """The newest job of this draft (of one of `kinds`, if given), in memory or in the store."""
        stored = partial(self._records.jobs_of_draft, draft_id, 50)
        return self._newest(lambda view: view.draft_id == draft_id, stored, kinds)

    def latest_of(self, owner: str, *kinds: str) -> JobView | None:
        """The same of the jobs that `owner` has asked for and that belong to no draft."""
        stored = partial(self._records.jobs_without_draft, owner, 50)
        return self._newest(
            lambda view: view.draft_id is None and view.owner == owner, stored, kinds
        )

    def _newest(
        self,
        wanted: Callable[[JobView], bool],
        stored: Callable[[], list[JobView]],
        kinds: tuple[str, ...],
    ) -> JobView | None:
        with self._changed:
            mine = [
                view
                for view in self._views.values()
                if wanted(view) and (not kinds or view.kind in kinds)
            ]
            if mine:
                return self._placed(mine[-1])
        return next((view for view in stored() if not kinds or view.kind in kinds), None)

    def cancel(self, job_id: str) -> None:
        """Ask a job to stop; a waiting one ends at once. Ended or unknown jobs are left alone."""
        with self._changed:
            view = self._views.get(job_id)
            if view is None or not view.live:
                return
            self._cancels[job_id].set()
            if view.state == JobState.QUEUED:
                self._drop_from_line(view)
                self._end(view, JobState.CANCELLED)
            self._changed.notify_all()

    def wait(self, job_id: str, seconds: float) -> JobView:
        """Block until the job has ended or `seconds` have passed."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while job_id in self._views and self._views[job_id].live:
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    break
        return self.view(job_id)

    def close(self, seconds: float = 5.0) -> None:
        """Stop taking work, interrupt what runs, keep what waits for the next start."""
        with self._changed:
            self._closing = True
            for job_id, view in self._views.items():
                if view.live:
                    self._cancels[job_id].set()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(seconds)

    def _serve(self, lane: str) -> None:
        while True:
            with self._changed:
                while not self._closing and not self._waiting[lane]:
                    self._changed.wait()
                if self._closing:
                    return
                view = self._take(lane)
            self._run(view)

    def _take(self, lane: str) -> JobView:
        """Next job: the first owner's oldest; that owner then goes to the end of the round."""
        lines = self._waiting[lane]
        owner, line = next(iter(lines.items()))
        job_id = line.popleft()
        del lines[owner]
        if line:
            lines[owner] = line
        view = replace(self._views[job_id], state=JobState.RUNNING, started=datetime.now(UTC))
        self._views[job_id] = view
        return view

    def _run(self, view: JobView) -> None:
        def report(**news: Any) -> None:
            self._report(view.id, news)

        context = JobContext(view, report, self._cancels[view.id])
        state, error = JobState.DONE, ""
        try:
            self._records.save_job(view)
            context.check()
            self._work[view.kind].handler(context)
        except Cancelled:
            state = JobState.INTERRUPTED if self._closing else JobState.CANCELLED
        except AskwrightError as problem:
            state, error = JobState.FAILED, str(problem)
        except (OSError, MemoryError) as problem:
            known = of_the_machine(problem)
            if known is None:
                logs.defect(log, _named(view))
            state, error = JobState.FAILED, str(known) if known else DEFECT
        # A defect of ours, even one that asks the process to end, must not stop the worker.
        except BaseException:  # noqa: BLE001
            logs.defect(log, _named(view))
            state, error = JobState.FAILED, DEFECT
        with self._changed:
            self._end(self._views[view.id], state, error)
            self._changed.notify_all()

    def _report(self, job_id: str, news: dict[str, Any]) -> None:
        with self._changed:
            view = self._views.get(job_id)
            # A handler's own thread may outlive its job: what it says then changes nothing.
            if view is not None and view.live:
                self._views[job_id] = replace(view, **news)

    def _end(self, view: JobView, state: JobState, error: str = "") -> None:
        now = datetime.now(UTC)
        ended = replace(view, state=state, error=error, finished=now)
        try:
            self._records.save_job(ended)
        # The end of a job is shown even when it cannot be written down.
        except Exception:  # noqa: BLE001
            logs.defect(log, _named(ended))
        self._views[view.id] = ended
        # A clock that was put back meanwhile makes no job end before it began.
        seconds = max(0.0, (now - ended.started).total_seconds()) if ended.started else 0.0
        log.info("%s state=%s seconds=%.1f", _named(ended), state, seconds)
        self._forget_old()

    def _forget_old(self) -> None:
        ended = [view.id for view in self._views.values() if not view.live]
        for job_id in ended[:-200]:
            del self._views[job_id], self._cancels[job_id]

    def _drop_from_line(self, view: JobView) -> None:
        lines = self._waiting[self._work[view.kind].lane]
        lines[view.owner].remove(view.id)
        if not lines[view.owner]:
            del lines[view.owner]

    def _placed(self, view: JobView) -> JobView:
        if view.state != JobState.QUEUED:
            return view
        order = _turns(self._waiting[self._work[view.kind].lane])
        return replace(view, place=order.index(view.id) + 1 if view.id in order else 0)


def _named(view: JobView) -> str:
    return f"job {view.id} kind={view.kind}"


def _turns(lines: Mapping[str, deque[str]]) -> list[str]:
    """The order in which waiting jobs will run when owners take turns."""
    rows = [list(line) for line in lines.values()]
    longest = max((len(row) for row in rows), default=0)
    return [row[turn] for turn in range(longest) for row in rows if turn < len(row)]
