"""`kill -9` at random moments, again and again, and what must be true of what is left.

Each function kills `times` and raises `AssertionError` where a promise is broken; it gives back
counts for a report. The victims are forked from a process that has loaded everything.
"""

import json
import multiprocessing
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from services.backup.writing import write
from services.hints.batch import Stage, stage_of
from services.hints.models import HintQuiz
from services.store.connection import open_store
from services.store.records import RevisionRecord
from services.store.repository import Repository
from tests.faults import victims
from tests.paths import DATA

ROWS = 6
Counts = dict[str, int]


class Victim:
    """A forked process at work; `seen` is what it has said so far."""

    def __init__(self, work: Callable[[Path, Connection], None], folder: Path) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.faults.victims", "tests.work.test_hints"])
        self._hears, says = context.Pipe(duplex=False)
        self._process = context.Process(target=work, args=(folder, says), daemon=True)
        self._process.start()
        says.close()
        self.seen: list[Any] = []

    def hear(self, seconds: float) -> bool:
        """Wait for one more word; False if none came in time or it has ended."""
        try:
            if self._hears.poll(seconds):
                self.seen.append(self._hears.recv())
                return True
        except EOFError:
            pass
        return False

    def kill_after(self, seconds: float) -> None:
        """Let it work for so long after its first word, then end it as a power cut would."""
        assert self.hear(60), "the victim never began"
        while self._hears.poll(seconds) and self.hear(0):
            seconds *= 0.8
        self._process.kill()
        self._process.join()
        while self.hear(0):
            pass

    def finish(self, seconds: float) -> None:
        """Let it come to its end."""
        while self.hear(seconds):
            pass
        self._process.join(10)
        assert not self._process.is_alive(), "it does not end"


def edits(folder: Path, times: int, luck: random.Random) -> Counts:
    """No edit that was committed is lost, and at most the one in hand is more."""
    last = 0
    for _ in range(times):
        victim = Victim(victims.edits, folder)
        victim.kill_after(luck.uniform(0.0, 0.05))
        told = int(victim.seen[-1])
        with closing(Repository(open_store(victims.url(folder)))) as repository:
            draft = repository.get((folder / victims.DRAFT_FILE).read_text("utf-8"))
            kept = int(draft.document.name)
            assert told <= kept <= told + 1, f"told of {told}, kept {kept}"
            assert kept > last
            newest = repository.history(draft.id, limit=30)
            for entry in newest:
                document = repository.document_at(draft.id, entry.number)
                assert isinstance(document, HintQuiz)
                assert document.name == str(entry.number - 1)
            assert newest[0].number == draft.revision == kept + 1
        require_sound(folder / "askwright.db")
        last = kept
    return {"kills": times, "edits": last}


def migrations(folder: Path, times: int, luck: random.Random) -> Counts:
    """A store of an older schema is the old one or the new one, and opens; its copies are whole."""
    dumps = sorted((DATA / "stores").glob("*.sql"))
    for number in range(times):
        place = folder / f"store {number}"
        place.mkdir()
        path = place / "askwright.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(luck.choice(dumps).read_text(encoding="utf-8"))
            drafts = connection.execute("SELECT count(*) FROM draft").fetchone()
        victim = Victim(victims.migration, place)
        victim.kill_after(luck.uniform(0.0, 0.25))
        with closing(Repository(open_store(victims.url(place)))) as repository:
            for draft in repository.recent("local"):
                assert repository.get(draft.id).document is not None
        for copy in (path, *place.glob("*.backup.db")):
            require_sound(copy)
            with closing(sqlite3.connect(copy)) as connection:
                assert connection.execute("SELECT count(*) FROM draft").fetchone() == drafts
    return {"kills": times, "stores": times}


def imports(folder: Path, times: int, luck: random.Random) -> Counts:
    """A file that is written over is the old one or the new one."""
    _table(folder, 400)
    for _ in range(times):
        victim = Victim(victims.import_file, folder)
        victim.kill_after(luck.uniform(0.0, 0.1))
        quiz = HintQuiz.model_validate_json((folder / "out.json").read_text("utf-8"))
        assert len(quiz.questions) == 400
    return {"kills": times}


def batches(folder: Path, times: int, luck: random.Random) -> Counts:
    """What is finished stays as it is, and the batch goes on with what is missing."""
    _table(folder, ROWS)
    stored = folder / "out" / "quiz.json"
    done: dict[str, Any] = {}
    kills = 0
    while kills < times:
        victim = Victim(victims.batch, folder)
        victim.kill_after(luck.uniform(0.0, 0.4))
        kills += 1
        if stored.exists():
            done = _grown(done, HintQuiz.model_validate_json(stored.read_text("utf-8")))
        if len(done) == ROWS:
            _start_anew(folder)
            done = {}
    victim = Victim(victims.batch, folder)
    victim.finish(60)
    assert victim.seen[-1] == 0, victim.seen
    done = _grown(done, HintQuiz.model_validate_json(stored.read_text("utf-8")))
    assert len(done) == ROWS
    for number in range(1, ROWS + 1):
        assert json.loads((folder / "out" / f"{number:04}.json").read_text("utf-8"))["hints"]
    return {"kills": kills, "rows": ROWS}


def queued_jobs(folder: Path, times: int, luck: random.Random) -> Counts:
    """Each job is in the store once and has ended; questions that are finished stay as they are;
    asked for again, the rest is done."""
    done: dict[str, Any] = {}
    asked: list[str] = []
    for last in (*(False for _ in range(times)), True):
        victim = Victim(victims.jobs, folder)
        if last:
            victim.finish(60)
            assert victim.seen[-1] == "done", victim.seen
        else:
            victim.kill_after(luck.uniform(0.0, 0.4))
        asked.append(victim.seen[0])
        with closing(Repository(open_store(victims.url(folder)))) as repository:
            repository.interrupt_unfinished_jobs()
            draft = repository.get((folder / victims.DRAFT_FILE).read_text("utf-8"))
            done = _grown(done, draft.document)
            records = repository.jobs_of_draft(draft.id, 1_000)
            assert {record.id for record in records} == set(asked)
            assert len(records) == len(asked)
            assert not any(record.live for record in records)
        require_sound(folder / "askwright.db")
    assert len(done) == len(victims.QUESTIONS)
    return {"kills": times, "jobs": len(asked)}


def restores(folder: Path, times: int, luck: random.Random) -> Counts:
    """Of a backup there are whole drafts or none, each once; tried again, all of them."""
    wanted = _backup(folder, 60)
    for number in range(times + 1):
        victim = Victim(victims.restore, folder)
        if number == times:
            victim.finish(60)
            assert victim.seen[-1] == "done", victim.seen
        else:
            victim.kill_after(luck.uniform(0.0, 0.4))
        with closing(Repository(open_store(victims.url(folder)))) as repository:
            found = {draft: repository.whole(draft) for draft in repository.all_ids()}
            assert all(entry.revisions == wanted[draft] for draft, entry in found.items())
        require_sound(folder / "askwright.db")
    assert found.keys() == wanted.keys()
    # Of an upload that was cut off nobody knows; it is swept away after a day.
    return {"kills": times, "drafts": len(wanted)}


def _backup(folder: Path, drafts: int) -> dict[str, tuple[RevisionRecord, ...]]:
    """A backup of another workspace; the revisions of each of its drafts."""
    (folder / "other").mkdir()
    with closing(Repository(open_store(victims.url(folder / "other")))) as repository:
        for number in range(drafts):
            quiz = HintQuiz(name=str(number), questions=victims.QUESTIONS)
            repository.create(quiz, owner="local", author="local", what="Made")
        with (folder / victims.BACKUP_FILE).open("wb") as target:
            write(target, repository, folder / "other")
        return {draft: repository.whole(draft).revisions for draft in repository.all_ids()}


def require_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], path
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == [], path


def _grown(before: dict[str, Any], quiz: HintQuiz) -> dict[str, Any]:
    """The finished questions; those that were finished `before` must be the same."""
    now = {q.question: q.hints for q in quiz.questions if stage_of(q) is Stage.DONE}
    for question, hints in before.items():
        assert now.get(question) == hints, f"{question} was finished and is not the same any more"
    return now


def _table(folder: Path, rows: int) -> None:
    lines = "".join(f"Which town is number {n} on the map?,Town {n},\n" for n in range(rows))
    (folder / "in.csv").write_text(f"question,answer,aliases\n{lines}", encoding="utf-8")


def _start_anew(folder: Path) -> None:
    for path in (folder / "out").iterdir():
        path.unlink()
    (folder / "out").rmdir()
