import itertools
import threading
import time

import pytest

from services.errors import Busy, Cancelled, InvalidInput, NotFound, Unavailable
from services.jobs import DEFECT, JobQueue, JobState, Work

AUTHORS_WORDS = ("words", "of", "an", "author")


class Records:
    """Job records in memory, as the store would keep them."""

    def __init__(self):
        self.saved = {}
        self.history = []
        self.broken = False

    def save_job(self, view):
        if self.broken:
            raise Unavailable("The store is gone.")
        self.saved[view.id] = view
        self.history.append((view.id, view.state))

    def load_job(self, job_id):
        return self.saved.get(job_id)

    def jobs_of_draft(self, draft_id, limit):
        mine = [view for view in self.saved.values() if view.draft_id == draft_id]
        return mine[::-1][:limit]

    def jobs_without_draft(self, owner, limit):
        mine = [v for v in self.saved.values() if v.draft_id is None and v.owner == owner]
        return mine[::-1][:limit]


class Bench:
    """A queue with kinds of work that a test can steer."""

    def __init__(self, **options):
        self.ran = []
        self.gate = threading.Event()
        self.entered = threading.Event()
        self.records = Records()
        numbers = itertools.count(1)
        self.queue = JobQueue(
            {
                "note": Work(self._note),
                "hold": Work(self._hold),
                "fail": Work(self._fail),
                "defect": Work(self._defect),
                "exit": Work(self._exit),
                "fetch": Work(self._note, lane="transfer"),
            },
            self.records,
            lambda: f"job{next(numbers)}",
            **options,
        )

    def _note(self, job):
        self.ran.append((job.owner, job.payload.get("n")))

    def _hold(self, job):
        """Runs until the gate opens or it is cancelled."""
        self.entered.set()
        job.text("so far")
        while not self.gate.is_set():
            job.progress(1, 3, "holding")
            time.sleep(0.005)

    def _fail(self, job):
        raise InvalidInput("The topic is empty.", "Type one.")

    def _defect(self, job):
        raise KeyError(" ".join(AUTHORS_WORDS))

    def _exit(self, job):
        raise SystemExit(3)

    def hold(self, owner="holder"):
        view = self.queue.submit("hold", {}, owner=owner)
        assert self.entered.wait(5)
        return view


@pytest.fixture
def bench():
    made = Bench()
    yield made
    made.gate.set()
    made.queue.close()


def end(bench, view, seconds=5):
    ended = bench.queue.wait(view.id, seconds)
    assert not ended.live
    return ended


def test_owners_take_turns_and_each_owners_jobs_keep_their_order(bench):
    held = bench.hold()
    submitted = [
        bench.queue.submit("note", {"n": n}, owner=owner)
        for owner in "ABCDE"
        for n in range(4)  # A's four are in the line before B comes
    ]
    bench.gate.set()
    for view in [held, *submitted]:
        assert end(bench, view).state == JobState.DONE
    assert bench.ran == [(owner, n) for n in range(4) for owner in "ABCDE"]


def test_a_newcomer_waits_one_round_not_the_whole_line(bench):
    bench.hold()
    busy = [bench.queue.submit("note", {"n": n}, owner="A") for n in range(10)]
    late = bench.queue.submit("note", {"n": 0}, owner="B")
    assert late.place == 2
    assert [bench.queue.view(view.id).place for view in busy] == [1, *range(3, 12)]


def test_places_are_the_order_in_which_jobs_run(bench):
    bench.hold()
    submitted = [
        bench.queue.submit("note", {"n": n}, owner=owner)
        for owner, n in [("A", 0), ("A", 1), ("B", 0), ("C", 0), ("B", 1)]
    ]
    places = {
        (view.owner, view.payload["n"]): bench.queue.view(view.id).place for view in submitted
    }
    bench.gate.set()
    for view in submitted:
        end(bench, view)
        assert bench.queue.view(view.id).place == 0
    assert bench.ran == sorted(places, key=places.__getitem__)


@pytest.mark.parametrize(
    ("kind", "message"),
    [("fail", "The topic is empty. Type one."), ("defect", DEFECT), ("exit", DEFECT)],
)
def test_a_job_that_raises_fails_and_the_worker_goes_on(bench, kind, message, caplog):
    failed = end(bench, bench.queue.submit(kind, {}, owner="A"))
    assert (failed.state, failed.error) == (JobState.FAILED, message)
    assert " ".join(AUTHORS_WORDS) not in caplog.text
    assert end(bench, bench.queue.submit("note", {}, owner="A")).state == JobState.DONE


def test_a_store_that_fails_does_not_stop_the_worker(bench):
    held = bench.hold()
    waiting = bench.queue.submit("note", {"n": 1}, owner="A")
    bench.records.broken = True
    bench.gate.set()
    assert end(bench, held).state == JobState.DONE
    failed = end(bench, waiting)
    assert (failed.state, failed.error) == (JobState.FAILED, "The store is gone.")
    bench.records.broken = False
    assert end(bench, bench.queue.submit("note", {"n": 2}, owner="A")).state == JobState.DONE


def test_a_running_job_shows_progress_and_text_and_is_cancelled_soon(bench):
    held = bench.hold()
    deadline = time.monotonic() + 5
    while not (now := bench.queue.view(held.id)).note and time.monotonic() < deadline:
        time.sleep(0.005)
    assert (now.state, now.done, now.total, now.note) == (JobState.RUNNING, 1, 3, "holding")
    assert now.text == "so far"
    started = time.monotonic()
    bench.queue.cancel(held.id)
    assert end(bench, held).state == JobState.CANCELLED
    assert time.monotonic() - started < 1


def test_a_waiting_job_is_cancelled_at_once_and_never_runs(bench):
    bench.hold()
    first = bench.queue.submit("note", {"n": 1}, owner="A")
    second = bench.queue.submit("note", {"n": 2}, owner="A")
    bench.queue.cancel(first.id)
    assert bench.queue.view(first.id).state == JobState.CANCELLED
    assert bench.queue.view(second.id).place == 1
    bench.gate.set()
    end(bench, second)
    assert bench.ran == [("A", 2)]
    bench.queue.cancel(first.id)  # ended and unknown jobs are left alone
    bench.queue.cancel("nothing")
    assert bench.queue.view(first.id).state == JobState.CANCELLED


def test_a_double_click_gets_the_job_that_is_there(bench):
    bench.hold()
    first = bench.queue.submit("note", {"n": 1}, owner="A", draft_id="d")
    assert bench.queue.submit("note", {"n": 1}, owner="A", draft_id="d").id == first.id
    others = [
        bench.queue.submit("note", {"n": 2}, owner="A", draft_id="d"),
        bench.queue.submit("note", {"n": 1}, owner="A", draft_id="e"),
        bench.queue.submit("note", {"n": 1}, owner="B", draft_id="d"),
    ]
    assert len({first.id, *(view.id for view in others)}) == 4
    bench.gate.set()
    end(bench, first)
    again = bench.queue.submit("note", {"n": 1}, owner="A", draft_id="d")
    assert again.id != first.id


def test_a_full_line_refuses_and_other_lanes_go_on():
    bench = Bench(capacity=4)
    try:
        bench.hold()
        for owner in "ABCD":
            bench.queue.submit("note", {}, owner=owner)
        with pytest.raises(Busy, match="4 jobs are waiting"):
            bench.queue.submit("note", {}, owner="E")
        assert end(bench, bench.queue.submit("fetch", {}, owner="E")).state == JobState.DONE
    finally:
        bench.gate.set()
        bench.queue.close()


def test_nobody_may_take_all_the_places():
    bench = Bench(capacity=4)
    try:
        bench.hold()
        bench.queue.submit("note", {"n": 1}, owner="A")
        bench.queue.submit("note", {"n": 2}, owner="A")
        with pytest.raises(Busy, match="You have 2 jobs waiting"):
            bench.queue.submit("note", {"n": 3}, owner="A")
        assert bench.queue.submit("note", {}, owner="B").place == 2
    finally:
        bench.gate.set()
        bench.queue.close()


def test_several_workers_run_side_by_side():
    meeting = threading.Barrier(2)
    numbers = itertools.count()
    queue = JobQueue(
        {"meet": Work(lambda job: meeting.wait(5))},
        Records(),
        lambda: str(next(numbers)),
        workers={"model": 2},
    )
    try:
        views = [queue.submit("meet", {"n": n}, owner="A") for n in range(2)]
        assert [queue.wait(view.id, 5).state for view in views] == [JobState.DONE] * 2
    finally:
        queue.close()


def test_close_ends_the_threads_and_keeps_what_waits(bench):
    before = threading.active_count()
    held = bench.hold()
    waiting = bench.queue.submit("note", {}, owner="A")
    bench.queue.close()
    assert threading.active_count() == before - 2  # one worker a lane
    assert bench.queue.view(held.id).state == JobState.INTERRUPTED
    assert bench.records.saved[waiting.id].state == JobState.QUEUED
    assert bench.ran == []
    with pytest.raises(Busy, match="stopping"):
        bench.queue.submit("note", {"n": 9}, owner="A")


def test_states_are_written_down_in_order(bench):
    view = end(bench, bench.queue.submit("note", {}, owner="A"))
    states = [state for job_id, state in bench.records.history if job_id == view.id]
    assert states == [JobState.QUEUED, JobState.RUNNING, JobState.DONE]
    assert view.created <= view.started <= view.finished


def test_the_newest_job_of_a_draft_is_found_in_memory_or_in_the_store(bench):
    old = end(bench, bench.queue.submit("note", {"n": 1}, owner="A", draft_id="d"))
    new = end(bench, bench.queue.submit("fail", {}, owner="A", draft_id="d"))
    assert bench.queue.latest("d").id == new.id
    assert bench.queue.latest("d", "note").id == old.id
    assert bench.queue.latest("d", "hold") is None
    later = Bench()
    later.records.saved = dict(bench.records.saved)
    assert later.queue.latest("d").id == new.id
    assert later.queue.view(old.id).state == JobState.DONE
    later.queue.close()


def test_live_jobs_are_those_that_wait_or_run(bench):
    held = bench.hold()
    waiting = bench.queue.submit("note", {}, owner="A", draft_id="d")
    assert [view.id for view in bench.queue.live_jobs()] == [held.id, waiting.id]
    assert [view.id for view in bench.queue.live_jobs("d")] == [waiting.id]
    bench.gate.set()
    end(bench, waiting)
    assert bench.queue.live_jobs() == []


def test_unknown_work_and_unknown_jobs_are_refused(bench):
    with pytest.raises(InvalidInput, match="no work called 'dance'"):
        bench.queue.submit("dance", {}, owner="A")
    with pytest.raises(NotFound):
        bench.queue.view("nothing")


def test_what_a_job_says_after_its_end_changes_nothing(bench):
    kept = []

    def leave(job):
        kept.append(job)

    numbers = itertools.count()
    queue = JobQueue({"leave": Work(leave)}, Records(), lambda: str(next(numbers)))
    try:
        view = queue.submit("leave", {}, owner="A")
        assert queue.wait(view.id, 5).state == JobState.DONE
        kept[0].progress(5, 5, "late")
        assert queue.view(view.id).note == ""
        queue.cancel(view.id)
        kept[0].cancel.set()
        with pytest.raises(Cancelled):
            kept[0].check()
    finally:
        queue.close()


def test_old_ended_jobs_leave_memory_but_not_the_store(bench):
    views = [end(bench, bench.queue.submit("note", {"n": n}, owner="A")) for n in range(205)]
    assert len(bench.queue._views) == 200
    assert bench.queue.view(views[0].id).state == JobState.DONE
