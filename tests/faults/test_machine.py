"""What the machine does to the app: disk, rights, open files, clock, parts that are missing.

Whoever sees it gets one sentence, what was saved stays, and the same process goes on when the
cause has gone.
"""

import errno
import random
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from services import settings
from services.__main__ import main
from services.commands.results import write_whole
from services.errors import AskwrightError, Unavailable, of_the_machine
from services.hints.models import HintQuiz, TriviaQuestion
from services.job_states import JobState
from services.jobs import JobQueue, Work
from services.store.connection import open_store
from services.store.repository import Repository
from services.workshop import Workshop
from tests.faults.fuzzing import require_sentence
from tests.pages.conftest import app  # noqa: F401 - a fixture
from tests.test_jobs import Records

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Repository]:
    opened = Repository(open_store(f"sqlite:///{tmp_path / 'askwright.db'}"))
    yield opened
    opened.close()


def named(repository: Repository, draft_id: str, name: str) -> None:
    repository.update(
        draft_id, lambda quiz: quiz.model_copy(update={"name": name}), author="a", what="Renamed"
    )


def test_a_full_disk_loses_nothing_and_is_over_when_there_is_space(store: Repository) -> None:
    draft = store.create(HintQuiz(name="kept"), owner="local", author="a", what="Made")
    _limit_pages(store, full=True)

    def write_until_it_fails() -> None:
        noise = random.Random(1)
        for _ in range(200):
            named(store, draft.id, noise.randbytes(4_000).hex())

    with pytest.raises(Unavailable, match="full") as caught:
        write_until_it_fails()
    require_sentence(caught.value)
    last = store.get(draft.id)
    assert last.document.name
    assert len(store.history(draft.id)) == last.revision
    _limit_pages(store, full=False)
    named(store, draft.id, "after")
    assert store.get(draft.id).document.name == "after"
    with sqlite3.connect(str(store._engine.url.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_store_that_may_only_be_read_is_read(store: Repository) -> None:
    draft = store.create(HintQuiz(name="kept"), owner="local", author="a", what="Made")
    locked = ["ON"]

    def lock(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA query_only = {locked[0]}")

    event.listen(store._engine, "checkout", lock)
    with pytest.raises(Unavailable, match="readonly") as caught:
        named(store, draft.id, "not kept")
    require_sentence(caught.value)
    assert store.get(draft.id).document.name == "kept"
    locked[0] = "OFF"
    named(store, draft.id, "after")
    assert store.get(draft.id).document.name == "after"


def _limit_pages(store: Repository, *, full: bool) -> None:
    """SQLite's own way to have no space left: its error is that of a full disk."""

    def limit(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {60 if full else 1 << 30}")

    store._engine.dispose()
    event.listen(store._engine, "checkout", limit)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EMFILE])
def test_a_file_that_cannot_be_written_leaves_the_old_one(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.json"
    target.write_text("old", encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", _raising(code))
        with pytest.raises(Unavailable) as caught:
            write_whole(target, b"new")
    require_sentence(caught.value)
    assert target.read_text(encoding="utf-8") == "old"
    write_whole(target, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def _raising(code: int) -> Callable[..., Any]:
    def fail(*_: object) -> None:
        raise OSError(code, "so it is")

    return fail


def test_what_the_machine_lacks_is_said_and_a_defect_is_not_taken_for_it() -> None:
    for code in (errno.ENOSPC, errno.EROFS, errno.EMFILE):
        said = of_the_machine(OSError(code, ""))
        assert said is not None
        require_sentence(said)
    assert of_the_machine(MemoryError()) is not None
    assert of_the_machine(OSError(errno.ENOENT, "")) is None


def test_a_job_says_what_the_machine_lacks_and_the_next_one_runs() -> None:
    failing = [OSError(errno.ENOSPC, "No space left on device"), MemoryError(), None]

    def work(_: object) -> None:
        if (error := failing.pop(0)) is not None:
            raise error

    names = iter("abc")
    queue = JobQueue({"work": Work(work)}, Records(), lambda: next(names))
    try:
        ended = [queue.wait(queue.submit("work", {"n": n}, owner="A").id, 5) for n in range(3)]
    finally:
        queue.close()
    assert [job.state for job in ended] == [JobState.FAILED, JobState.FAILED, JobState.DONE]
    assert "disk is full" in ended[0].error
    assert "memory" in ended[1].error


def test_a_data_folder_that_cannot_be_used_is_said_on_the_page_and_used_once_it_can(
    app: Callable[..., AppTest],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = tmp_path / "data"
    there.write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(there))
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30).run()
    assert not page.exception
    assert any("store of drafts cannot be opened" in str(e.proto) for e in page.error)
    there.unlink()
    page.run()
    assert not page.exception
    assert not page.error


def test_a_setting_that_is_wrong_is_said_on_the_page(
    app: Callable[..., AppTest],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ASKWRIGHT_WORKERS", "many")
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30).run()
    assert not page.exception
    assert "ASKWRIGHT" in str(page.error[0].proto)


def test_a_store_that_is_no_store_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "askwright.db"
    path.write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 40)
    with pytest.raises(Unavailable) as caught:
        open_store(f"sqlite:///{path}")
    require_sentence(caught.value)


def test_without_file_handles_nothing_is_lost_and_the_store_answers_again(
    store: Repository,
) -> None:
    draft = store.create(HintQuiz(name="kept"), owner="local", author="a", what="Made")
    store._engine.dispose()
    taken: list[BinaryIO] = []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        _take_all(taken)
        with pytest.raises(AskwrightError) as caught:
            store.get(draft.id)
    finally:
        for handle in taken:
            handle.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    require_sentence(caught.value)
    named(store, draft.id, "after")
    assert store.get(draft.id).document.name == "after"


def _take_all(taken: list[BinaryIO]) -> None:
    with suppress(OSError):
        while True:
            taken.append(Path("/dev/null").open("rb"))  # noqa: SIM115 - to be held


def test_a_clock_that_is_put_back_changes_no_order(
    store: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = store.create(HintQuiz(name="first"), owner="local", author="a", what="Made")
    named(store, draft.id, "second")

    class Yesterday(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz or UTC) - timedelta(days=400)

    monkeypatch.setattr("services.store.drafts.datetime", Yesterday)
    named(store, draft.id, "third")
    assert store.get(draft.id).document.name == "third"
    assert [entry.number for entry in store.history(draft.id)] == [3, 2, 1]
    assert store.undo(draft.id).document.name == "second"
    assert store.redo(draft.id).document.name == "third"


def test_a_clock_that_is_put_back_shows_nobody_who_left(
    store: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = store.create(HintQuiz(), owner="local", author="a", what="Made")
    store.be_present(draft.id, "left without a word")

    class AnHourAgo(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz or UTC) - timedelta(hours=1)

    monkeypatch.setattr("services.store.presence.datetime", AnHourAgo)
    assert store.be_present(draft.id, "here") == []
    assert [other.window for other in store.be_present(draft.id, "there")] == ["here"]


def test_without_spacy_or_encoder_a_page_is_one_sentence_poorer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(**_: object) -> None:
        raise Unavailable("No English spaCy pipeline is installed.", "Install one.")

    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("services.text.spacy_english._pipeline", gone)
    text = tmp_path / "text.txt"
    text.write_text("Dr. Smith left at 5 p.m. He was tired.", encoding="utf-8")
    assert main(["read", str(text), "--json"]) == 3
    assert capsys.readouterr().err.strip().count("\n") == 0


def test_a_model_file_that_is_cut_off_is_one_sentence_and_the_next_one_is_used(
    tmp_path: Path,
) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\x03\x00\x00\x00" + b"\xff" * 60)
    workshop = Workshop(settings.load(data_dir=tmp_path, engine="llama.cpp", model=str(broken)))
    try:
        with pytest.raises(Unavailable) as caught:
            _ = workshop.engine
        require_sentence(caught.value)
        workshop.host.switch(
            Workshop(settings.load(data_dir=tmp_path, engine="deterministic"))._open_engine
        )
        assert workshop.engine.info.engine == "deterministic"
    finally:
        workshop.close()


def test_a_text_too_long_to_be_worked_with_is_refused_and_the_draft_stays(
    store: Repository,
) -> None:
    draft = store.create(HintQuiz(), owner="local", author="a", what="Made")
    long = TriviaQuestion(question="a" * 1_000_000)
    with pytest.raises(AskwrightError, match=r"questions\.1\.question has 1,000,000") as caught:
        store.update(
            draft.id,
            lambda now: now.model_copy(update={"questions": (long,)}),
            author="a",
            what="Pasted",
        )
    require_sentence(caught.value)
    assert store.get(draft.id).document == draft.document
