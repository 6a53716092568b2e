"""The jobs of the library: progress, cancelling, trying again, and who gets what."""

import io
import os
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from services import settings
from services.backup import handing_over
from services.backup.handing_over import FOLDER, KEPT_SECONDS, MOST_UPLOADS
from services.backup.reading import open_backup
from services.backup.restoring import Outcome, Restored, restore
from services.backup.writing import write
from services.errors import InvalidInput, NotFound
from services.jobs import JobState, JobView
from services.people import LOCAL, Person
from services.questionnaire.models import Brief, QuestionnaireDraft
from services.store.records import DraftRecord
from services.store.repository import Repository
from services.work.library import RESTORE, SAVE, restored_by, saved_by
from services.workshop import Workshop

ANN = Person("ann", "Ann")
Open = Callable[[str], Workshop]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Workshops, each with its own data folder."""
    made: list[Workshop] = []

    def open_one(name: str) -> Workshop:
        configured = settings.load(data_dir=tmp_path / name, engine="deterministic", model="")
        made.append(Workshop(configured))
        return made[-1]

    yield open_one
    for shop in made:
        shop.close()


def filled(shop: Workshop, drafts: int, owner: str = LOCAL) -> bytes:
    """A backup of so many new drafts."""
    for number in range(drafts):
        document = QuestionnaireDraft(brief=Brief(topic=f"Topic {number}"))
        shop.repository.create(document, owner=owner, author=owner, what="New")
    target = io.BytesIO()
    write(target, shop.repository, shop.files_dir)
    return target.getvalue()


def asked(shop: Workshop, data: bytes, owner: str = LOCAL) -> JobView:
    name = handing_over.hand_over(io.BytesIO(data), shop.files_dir)
    return shop.jobs.submit(RESTORE, {"file": name}, owner=owner)


def lying(shop: Workshop) -> list[str]:
    return sorted(path.name for path in shop.files_dir.glob(f"{FOLDER}/*"))


class Gate:
    """Lets so many drafts into the store and then holds the next one until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        real = Repository.put_whole
        left = iter(range(after))

        def put_whole(repository: Repository, draft: DraftRecord, **more: object) -> bool:
            if next(left, None) is None:
                self.reached.set()
                assert self.open.wait(20)
            return real(repository, draft, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(Repository, "put_whole", put_whole)


def test_a_cancel_leaves_whole_drafts_and_another_try_the_rest(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = filled(opened("there"), 8)
    here = opened("here")
    gate = Gate(monkeypatch, after=3)
    job = asked(here, data)
    assert gate.reached.wait(20)
    now = here.jobs.latest_of(LOCAL, RESTORE)
    assert now is not None
    assert (now.id, now.state, now.done, now.total) == (job.id, JobState.RUNNING, 3, 8)
    so_far = restored_by(now)
    assert so_far is not None
    assert so_far.added == 3
    here.jobs.cancel(job.id)
    gate.open.set()
    assert here.jobs.wait(job.id, 20).state is JobState.CANCELLED
    ids = here.repository.all_ids()
    assert len(ids) == 4
    assert all(here.repository.whole(draft).revisions for draft in ids)
    again = here.jobs.submit(RESTORE, job.payload, owner=LOCAL)
    found = restored_by(here.jobs.wait(again.id, 20))
    assert found is not None
    assert (found.added, found.there) == (4, 4)
    assert len(here.repository.all_ids()) == 8
    assert lying(here) == []


def test_what_was_interrupted_is_found_and_finished_after_the_start(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = filled(opened("there"), 5)
    here = opened("here")
    gate = Gate(monkeypatch, after=2)
    asked(here, data)
    assert gate.reached.wait(20)
    closing = threading.Thread(target=here.close)
    closing.start()
    while not here.jobs._closing:  # type: ignore[union-attr]
        time.sleep(0.01)
    gate.open.set()
    closing.join()
    later = opened("here")
    job = later.jobs.latest_of(LOCAL, RESTORE)
    assert job is not None
    assert job.state is JobState.INTERRUPTED
    so_far = restored_by(job)
    assert so_far is not None
    assert so_far.added == 3
    again = later.jobs.submit(RESTORE, job.payload, owner=LOCAL)
    assert later.jobs.wait(again.id, 20).state is JobState.DONE
    assert len(later.repository.all_ids()) == 5


def test_restores_of_several_windows_at_once_double_nothing(opened: Open) -> None:
    data = filled(opened("there"), 12)
    here = opened("here")
    jobs = [asked(here, data) for _ in range(4)]
    ended = [here.jobs.wait(job.id, 30) for job in jobs]
    assert [job.state for job in ended] == [JobState.DONE] * 4
    assert len(here.repository.all_ids()) == 12
    assert lying(here) == []


@pytest.mark.parametrize("apart", [False, True])
def test_processes_that_restore_the_same_at_once_double_nothing(
    apart: bool, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line beside the app: all have looked before one has added. Where the draft went
    on here and there `apart`, each would add it under another new id."""
    there = opened("there")
    data = filled(there, 1)
    shops = [opened("here") for _ in range(3)]
    if apart:
        restored(shops[0], data)
        for shop, topic in ((there, "one way"), (shops[0], "another way")):
            change_topic(shop, topic)
        data = filled(there, 0)
    meeting, met = threading.Barrier(3), set[int]()
    real = Repository.put_whole

    def together(repository: Repository, draft: DraftRecord, **more: object) -> bool:
        if threading.get_ident() not in met:
            met.add(threading.get_ident())
            meeting.wait(20)
        return real(repository, draft, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Repository, "put_whole", together)
    outcome = Outcome.BESIDE if apart else Outcome.ADDED

    def let_go(work: "Future[Restored]") -> None:
        """Where one fails, the others need not wait for it."""
        if work.exception() is not None:
            meeting.abort()

    with ThreadPoolExecutor(3) as pool:
        works = [pool.submit(restored, shop, data) for shop in shops]
        for work in works:
            work.add_done_callback(let_go)
    assert {type(work.exception()) for work in works} == {type(None)}, works
    assert sorted(work.result().count(outcome) for work in works) == [0, 0, 1]
    assert len(shops[0].repository.all_ids()) == (2 if apart else 1)


def restored(shop: Workshop, data: bytes) -> Restored:
    with open_backup(io.BytesIO(data)) as backup:
        return restore(backup, shop.repository, shop.files_dir, LOCAL)


def change_topic(shop: Workshop, topic: str) -> None:
    (draft,) = shop.repository.all_ids()
    shop.repository.update(
        draft,
        lambda now: now.model_copy(update={"brief": Brief(topic=topic)}),
        author=LOCAL,
        what="Topic",
    )


def test_a_deleted_draft_that_is_erased_meanwhile_is_added(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = opened("here")
    data = filled(here, 1)
    (draft,) = here.repository.all_ids()
    here.repository.delete(draft)
    real = Repository.restore

    def erased_first(repository: Repository, draft_id: str) -> None:
        repository.erase(draft_id)
        real(repository, draft_id)

    monkeypatch.setattr(Repository, "restore", erased_first)
    found = restored_by(here.jobs.wait(asked(here, data).id, 20))
    assert found is not None
    assert (found.added, found.brought_back) == (1, 0)
    assert here.repository.all_ids() == [draft]


def test_a_person_saves_and_restores_what_is_theirs_and_sees_no_others_jobs(
    opened: Open,
) -> None:
    shop = opened("here")
    filled(shop, 2, owner="ben")
    filled(shop, 1, owner="ann")
    seat = shop.seen_by(ANN)
    job = seat.jobs.submit(SAVE, {}, owner="ann")
    saved = saved_by(seat.jobs.wait(job.id, 20))
    assert saved is not None
    assert saved.drafts == 1
    path = handing_over.find(saved.name, seat.files_dir)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == saved.size_bytes
    with zipfile.ZipFile(path) as archive:
        assert "workspace.json" not in archive.namelist()
    assert shop.seen_by(Person("ben", "Ben")).jobs.latest_of("ann", SAVE) is None
    (mine,) = seat.repository.all_ids()
    seat.repository.delete(mine)
    seat.repository.erase(mine)
    asked_for = asked(seat, path.read_bytes(), owner="ann")
    assert seat.jobs.wait(asked_for.id, 20).state is JobState.DONE
    assert seat.repository.all_ids() == [mine]
    # Another person's file is not found, whatever name is asked for.
    name = handing_over.hand_over(io.BytesIO(path.read_bytes()), seat.files_dir)
    ben = shop.seen_by(Person("ben", "Ben"))
    taken = ben.jobs.submit(RESTORE, {"file": name}, owner="ben")
    assert "no longer here" in ben.jobs.wait(taken.id, 20).error


def test_the_next_backup_takes_the_place_of_the_last_and_old_files_go(
    opened: Open,
) -> None:
    shop = opened("here")
    filled(shop, 1)
    names = []
    for _ in range(2):
        job = shop.jobs.wait(shop.jobs.submit(SAVE, {}, owner=LOCAL).id, 20)
        saved = saved_by(job)
        assert saved is not None
        names.append(saved.name)
    assert lying(shop) == [names[1]]
    old = time.time() - KEPT_SECONDS - 60
    os.utime(handing_over.find(names[1], shop.files_dir), (old, old))
    left = handing_over.hand_over(io.BytesIO(b"x"), shop.seen_by(ANN).files_dir)
    handing_over.sweep(shop.settings.data_dir)
    assert lying(shop) == []
    assert lying(shop.seen_by(ANN)) == [left]


def test_whoever_uploads_without_end_fills_no_disk(tmp_path: Path) -> None:
    names = [handing_over.hand_over(io.BytesIO(b"x"), tmp_path) for _ in range(MOST_UPLOADS + 5)]
    lying = {path.name for path in (tmp_path / FOLDER).iterdir()}
    assert len(lying) == MOST_UPLOADS
    assert names[-1] in lying


def test_what_is_no_backup_is_refused_and_removed(opened: Open) -> None:
    shop = opened("here")
    job = shop.jobs.wait(asked(shop, b"PK nothing").id, 20)
    assert job.state is JobState.FAILED
    assert "no backup of Askwright" in job.error
    assert lying(shop) == []


def test_only_names_that_were_given_are_looked_up(tmp_path: Path) -> None:
    for name in ("../askwright.db", "uploaded-../x.zip", "", "uploaded-.zip", "x" * 300):
        with pytest.raises(InvalidInput, match="no file that was handed over"):
            handing_over.find(name, tmp_path)
    with pytest.raises(NotFound, match="no longer here"):
        handing_over.find("uploaded-abc.zip", tmp_path)
