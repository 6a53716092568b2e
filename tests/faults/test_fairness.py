"""Turns at the model over the whole way: people's own seats, drafts, the queue, a room's work."""

import itertools
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from services import settings
from services.errors import Busy
from services.jobs import JobState, JobView
from services.llm.base import Engine, Progress
from services.people import Person
from services.reading.example import RIVER
from services.reading.models import ComprehensionItem, Passage, PassageSet
from services.workshop import Workshop

WAIT = 60.0
SOLVE = "passages.solve"


class Seat:
    """Somebody at a shared workshop, with a draft of their own that has a question a job."""

    def __init__(self, shop: Workshop, name: str, questions: int) -> None:
        self.name = name
        self.shop = shop.seen_by(Person(name, name.capitalize()))
        items = tuple(
            ComprehensionItem(
                id=f"q{number}", question=f"What is {number}?", options=("a", "b", "c"), gold=0
            )
            for number in range(questions)
        )
        document = PassageSet(passages=(Passage(id="p", text=RIVER, items=items),))
        self.draft = self.shop.repository.create(document, owner=name, author=name, what="New").id

    def ask(self, number: int) -> JobView:
        return self.shop.jobs.submit(
            SOLVE, {"item_ids": [f"q{number}"]}, owner=self.name, draft_id=self.draft
        )

    @property
    def answered(self) -> int:
        document = self.shop.repository.get(self.draft).document
        return sum(item.solver is not None for item in document.passages[0].items)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Workshop]:
    configured = settings.load(
        data_dir=tmp_path, engine="deterministic", deterministic_delay=0.005, model=""
    )
    opened = Workshop(configured)
    yield opened
    opened.close()


def ended(seat: Seat, jobs: list[JobView]) -> list[JobView]:
    return [seat.shop.jobs.wait(job.id, WAIT) for job in jobs]


def began(job: JobView) -> datetime:
    assert job.started is not None
    return job.started


def test_whoever_asks_for_ten_first_does_not_hold_up_the_others(shop: Workshop) -> None:
    loaded = threading.Event()

    def load(*, progress: Progress | None, cancel: threading.Event | None) -> Engine:
        assert loaded.wait(WAIT)
        return shop._open_engine(progress=progress, cancel=cancel)

    shop.host.switch(load)
    ann = Seat(shop, "ann", 10)
    others = [Seat(shop, name, 3) for name in ("ben", "cyd", "dan", "eve")]
    many = [ann.ask(number) for number in range(10)]
    few = {seat.name: [seat.ask(number) for number in range(3)] for seat in others}
    loaded.set()
    done = {seat.name: ended(seat, few[seat.name]) for seat in others} | {"ann": ended(ann, many)}
    assert {job.state for jobs in done.values() for job in jobs} == {JobState.DONE}
    turns = [job.owner for job in sorted(itertools.chain(*done.values()), key=began)]
    # At most two of hers, the running one and her turn of a round, come before anybody's first.
    for seat in others:
        assert turns[: turns.index(seat.name)].count("ann") <= 2
    # By the time all have had three, she has had four at most: one a round.
    last = max(place for place, owner in enumerate(turns) if owner != "ann")
    assert turns[:last].count("ann") <= 4
    for jobs in done.values():
        assert [job.payload for job in sorted(jobs, key=began)] == [
            {"item_ids": [f"q{number}"]} for number in range(len(jobs))
        ]
    assert [seat.answered for seat in (ann, *others)] == [10, 3, 3, 3, 3]


def test_somebody_who_never_stops_asking_starves_nobody(shop: Workshop) -> None:
    greedy, patient = Seat(shop, "greedy", 400), Seat(shop, "patient", 4)
    stop, numbers = threading.Event(), itertools.count()
    asked: list[JobView] = []

    def ask_on() -> None:
        while not stop.is_set():
            try:
                asked.append(greedy.ask(next(numbers) % 400))
            except Busy:
                greedy.shop.jobs.wait(asked[-1].id, 0.01)

    thread = threading.Thread(target=ask_on)
    thread.start()
    try:
        while len(asked) < 15:
            stop.wait(0.01)
        jobs = [patient.ask(number) for number in range(4)]
        finished = ended(patient, jobs)
    finally:
        stop.set()
        thread.join()
    assert [job.state for job in finished] == [JobState.DONE] * 4
    first, last = finished[0].created, began(finished[-1])
    seen = [greedy.shop.jobs.view(job.id).started for job in asked]
    # One a round, where some twenty were waiting.
    assert sum(start is not None and first <= start <= last for start in seen) <= 8
    assert patient.answered == 4
    for job in asked:
        greedy.shop.jobs.cancel(job.id)
