"""The queue as one person may use it: others' work is neither seen nor stopped."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.documents import new_id
from services.errors import Forbidden, NotFound
from services.hints.models import HintQuiz
from services.job_states import JobContext
from services.jobs import JobQueue, JobState, Work
from services.people import AT_THIS_MACHINE, Person
from services.personal_jobs import PersonalJobs
from services.store.connection import open_store
from services.store.repository import Repository, Right

ANN, BEN, EVE = (Person(name, name.capitalize()) for name in ("ann", "ben", "eve"))


class Office:
    """A queue whose one worker is held up, a store, and three people at it."""

    def __init__(self, folder: Path) -> None:
        self.gate = threading.Event()
        self.store = Repository(open_store(f"sqlite:///{folder / 'store.db'}"))
        kinds = ("write", "models.fetch", "models.use")
        self.queue = JobQueue(dict.fromkeys(kinds, Work(self._work)), self.store, new_id)

    def _work(self, job: JobContext) -> None:
        self.gate.wait(10)
        job.check()

    def seat(self, person: Person) -> PersonalJobs:
        return PersonalJobs(self.queue, self.store.seen_by(person.id), person)

    def draft(self, owner: str) -> str:
        return self.store.create(HintQuiz(), owner=owner, author=owner, what="New").id

    def let_in(self, draft_id: str, person: Person, right: Right) -> None:
        secret = self.store.share(draft_id, right)
        self.store.seen_by(person.id).open_link(draft_id, secret)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path)
    yield made
    made.gate.set()
    made.queue.close()
    made.store.close()


def test_a_stranger_neither_sees_nor_stops_a_job(office: Office) -> None:
    draft = office.draft("ann")
    job = office.seat(ANN).submit("write", {"text": "secret"}, owner="ann", draft_id=draft)
    eve = office.seat(EVE)
    with pytest.raises(NotFound):
        eve.view(job.id)
    with pytest.raises(NotFound):
        eve.wait(job.id, 0)
    assert eve.live_jobs(draft) == []
    assert eve.latest(draft, "write") is None
    eve.cancel(job.id)
    assert office.seat(ANN).view(job.id).live
    (seen,) = eve.live_jobs()
    assert (seen.id, seen.owner, seen.draft_id, dict(seen.payload)) == ("", "", None, {})


def test_work_is_asked_for_in_ones_own_name_on_what_one_may_change(office: Office) -> None:
    draft = office.draft("ann")
    office.let_in(draft, BEN, Right.VIEW)
    for person, owner, wanted in ((EVE, "eve", draft), (BEN, "ben", draft), (EVE, "ann", None)):
        with pytest.raises(Forbidden):
            office.seat(person).submit("write", {}, owner=owner, draft_id=wanted)
    assert office.queue.live_jobs() == []


def test_who_may_read_a_draft_sees_its_jobs_and_who_may_edit_it_stops_them(office: Office) -> None:
    draft = office.draft("ann")
    job = office.seat(ANN).submit("write", {}, owner="ann", draft_id=draft)
    office.let_in(draft, BEN, Right.VIEW)
    ben = office.seat(BEN)
    assert ben.view(job.id).draft_id == draft
    ben.cancel(job.id)
    assert office.queue.view(job.id).live
    office.let_in(draft, BEN, Right.EDIT)
    ben.cancel(job.id)
    office.gate.set()
    assert office.queue.wait(job.id, 10).state is JobState.CANCELLED


def test_the_model_of_a_shared_workspace_is_not_chosen_by_its_visitors(office: Office) -> None:
    with pytest.raises(Forbidden, match="administrator"):
        office.seat(ANN).submit("models.use", {"name": "x"}, owner="ann")
    fetch = office.seat(ANN).submit("models.fetch", {"name": "x"}, owner="askwright")
    ann = office.seat(ANN)
    assert ann.view(fetch.id).kind == "models.fetch"
    ann.cancel(fetch.id)
    assert office.queue.view(fetch.id).live
    local = PersonalJobs(office.queue, office.store.seen_by("local"), AT_THIS_MACHINE)
    local.cancel(fetch.id)
    office.gate.set()
    assert office.queue.wait(fetch.id, 10).state is JobState.CANCELLED
