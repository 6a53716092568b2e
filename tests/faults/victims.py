"""Work that is killed in the middle. Each tells by a pipe what it has finished, then goes on."""

import os
import sys
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from services import settings
from services.__main__ import main
from services.backup import handing_over
from services.hints.models import HintQuiz, TriviaQuestion
from services.job_states import JobState
from services.store.connection import open_store
from services.store.repository import Repository
from services.work.library import RESTORE
from services.workshop import Workshop

DRAFT_FILE, BACKUP_FILE = "draft.txt", "backup.zip"
QUESTIONS = tuple(
    TriviaQuestion(question=f"Which town lies on river number {n}?", answer=f"Town {n}")
    for n in range(1, 5)
)


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'askwright.db'}"


def edits(folder: Path, done: Connection) -> None:
    """Commit one edit after the other to one draft: the n-th is the name "n"."""
    repository = Repository(open_store(url(folder)))
    path = folder / DRAFT_FILE
    if path.exists():
        draft = repository.get(path.read_text("utf-8"))
    else:
        draft = repository.create(HintQuiz(name="0"), owner="local", author="local", what="Made")
        path.write_text(draft.id, "utf-8")
    for number in range(int(draft.document.name) + 1, 1_000_000):
        name = {"name": str(number)}
        repository.update(
            draft.id, partial(HintQuiz.model_copy, update=name), author="local", what="Renamed"
        )
        done.send(number)


def migration(folder: Path, done: Connection) -> None:
    """Bring the store that lies there to the newest schema."""
    done.send("begun")
    open_store(url(folder)).dispose()
    done.send("migrated")


def import_file(folder: Path, done: Connection) -> None:
    """Import one file over the same place again and again."""
    _quiet()
    while True:
        names = [str(folder / "in.csv"), "--out", str(folder / "out.json"), "--json"]
        assert main(["import", *names]) == 0
        done.send("imported")


def batch(folder: Path, done: Connection) -> None:
    """The command line's batch, begun or resumed."""
    _quiet()
    _light(folder)
    out = folder / "out"
    resume = ["--resume"] if out.exists() else []
    done.send("begun")
    names = [str(folder / "in.csv"), "--out", str(out), "--count", "2", *resume, "--json"]
    done.send(main(["batch", "hints", *names]))


def jobs(folder: Path, done: Connection) -> None:
    """A quiz's batch as the app's queue runs it; asked for again if a former process left it."""
    _quiet()
    _light(folder)
    workshop = Workshop(settings.load())
    path = folder / DRAFT_FILE
    if not path.exists():
        quiz = HintQuiz(count=2, questions=QUESTIONS)
        made = workshop.repository.create(quiz, owner="local", author="local", what="Made")
        path.write_text(made.id, "utf-8")
    draft_id = path.read_text("utf-8")
    job = workshop.jobs.submit("hints.batch", {}, owner="local", draft_id=draft_id)
    done.send(job.id)
    ended = workshop.jobs.wait(job.id, 60)
    done.send(str(ended.state))


def restore(folder: Path, done: Connection) -> None:
    """Restore the backup that lies there as the page does; one that was interrupted is tried again
    with the file that was handed over then."""
    _quiet()
    workshop = Workshop(settings.load(data_dir=folder, engine="deterministic"))
    before = workshop.jobs.latest_of("local", RESTORE)
    if before is not None and before.state is JobState.INTERRUPTED:
        payload = dict(before.payload)
    else:
        with (folder / BACKUP_FILE).open("rb") as source:
            payload = {"file": handing_over.hand_over(source, workshop.files_dir)}
    job = workshop.jobs.submit(RESTORE, payload, owner="local")
    done.send(job.id)
    done.send(str(workshop.jobs.wait(job.id, 60).state))
    workshop.close()


def _quiet() -> None:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.dup2(sink, sys.stderr.fileno())


def _light(folder: Path) -> None:
    """The test engine, slow enough to be hit, with no trained coefficients, encoder or spaCy: no
    time is lost on loading what is not what is tested."""
    from services import workshop
    from services.hints import familiarity, question_type
    from services.work import hint_tools
    from tests.hints.encoder import WordEncoder
    from tests.work.test_hints import Classifier

    os.environ.update(
        ASKWRIGHT_ENGINE="deterministic",
        ASKWRIGHT_DATA_DIR=str(folder),
        ASKWRIGHT_DETERMINISTIC_DELAY="0.002",
    )
    replaced: tuple[tuple[Any, str, Any], ...] = (
        (question_type, "load", Classifier),
        (hint_tools.popularity, "load", lambda: None),
        (workshop, "open_embedder", lambda name: WordEncoder()),
        (familiarity, "names_in", lambda texts, question: [[] for _ in texts]),
    )
    for module, name, value in replaced:
        setattr(module, name, value)
