"""Stores of every released schema, as they were written then, are brought to this one."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, create_engine, insert, inspect

from services.errors import Unavailable
from services.hints.models import HintQuiz
from services.jobs import JobState
from services.questionnaire.models import QuestionnaireDraft
from services.reading.models import PassageSet
from services.store.connection import migrations, open_store
from services.store.repository import Repository, Search, Shelf
from services.store.tables import Base
from tests.paths import DATA

STORES = sorted((DATA / "stores").glob("*.sql"))


def lay(dump: Path, url: str, folder: Path) -> Engine:
    """The store in `dump` at `url`. Dumps are SQLite's; another database gets their rows."""
    is_sqlite = url.startswith("sqlite")
    path = folder / ("store.db" if is_sqlite else "dump.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
    engine = create_engine(url)
    if not is_sqlite:
        with engine.begin() as connection:
            configuration = migrations()
            configuration.attributes["connection"] = connection
            command.upgrade(configuration, dump.stem)
        _copy(create_engine(f"sqlite:///{path}"), engine)
    return engine


def _copy(source: Engine, target: Engine) -> None:
    described = MetaData()
    described.reflect(source)
    with source.connect() as reading, target.begin() as writing:
        for table in described.sorted_tables:
            rows = [dict(row._mapping) for row in reading.execute(table.select())]
            if table.name != "alembic_version" and rows:
                writing.execute(insert(table), rows)
    source.dispose()


@pytest.mark.parametrize("dump", STORES, ids=lambda path: path.stem)
def test_a_store_of_an_older_schema_keeps_everything(
    dump: Path, store_url: str, tmp_path: Path
) -> None:
    lay(dump, store_url, tmp_path).dispose()
    repository = Repository(open_store(store_url))
    drafts = {draft.room: repository.get(draft.id) for draft in repository.recent("local")}
    questionnaire, quiz, passages = (
        drafts[room].document for room in ("questionnaires", "hints", "passages")
    )
    assert isinstance(questionnaire, QuestionnaireDraft)
    assert isinstance(quiz, HintQuiz)
    assert isinstance(passages, PassageSet)

    first = questionnaire.questionnaire.items[0]
    assert first.text == "In the last 7 days, how often did you cycle to work?"
    assert first.labels == ("Daily", "Weekly", "Never")
    assert [(hint.id, hint.kept) for hint in quiz.questions[0].hints] == [("h1", True), ("h2", 0)]
    assert quiz.plays[0].guesses == ("The Congo", "The Nile")
    assert passages.passages[0].items[0].options[0] == "Into a tree"

    draft = drafts["questionnaires"]
    history = repository.history(draft.id)
    assert [(r.number, r.parent, r.author, r.current) for r in history] == [
        (3, 2, "model", False),
        (2, 1, "local", True),
        (1, None, "local", False),
    ]
    redone = repository.redo(draft.id).document.questionnaire.items[0]
    assert redone.text.endswith("on how many days did you cycle to work?")
    (deleted,) = repository.find(Search(shelf=Shelf.DELETED), "local").drafts
    repository.restore(deleted.id)
    assert repository.get(deleted.id).title == "Thrown away"
    assert repository.interrupt_unfinished_jobs() == 1
    states = {job.id: job.state for job in repository.jobs_of_draft(draft.id, 5)}
    assert states == {"job2": JobState.INTERRUPTED}
    assert repository.cached("preference", "model") is not None
    repository.close()


@pytest.mark.parametrize("dump", STORES, ids=lambda path: path.stem)
def test_a_migrated_store_can_do_what_a_new_one_can(
    dump: Path, store_url: str, tmp_path: Path
) -> None:
    lay(dump, store_url, tmp_path).dispose()
    engine = open_store(store_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        differences = compare_metadata(context, Base.metadata)
    assert differences == []
    found = Repository(engine).find(Search("delta MEDITERRANEAN"), "local")
    assert [draft.title for draft in found.drafts] == ["Rivers of Africa"]
    engine.dispose()


def test_every_schema_but_the_newest_has_a_stored_database() -> None:
    """Whoever adds a migration stores a database of the schema before it."""
    script = ScriptDirectory.from_config(migrations())
    older = {revision.revision for revision in script.walk_revisions()} - set(script.get_heads())
    assert {path.stem for path in STORES} == older
    assert len(script.get_heads()) == 1


def test_a_sqlite_store_is_copied_before_it_is_migrated(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    lay(STORES[0], url, tmp_path).dispose()
    open_store(url).dispose()
    (copy,) = tmp_path.glob("store.m001.*.backup.db")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("m001",)
        assert connection.execute("SELECT count(*) FROM revision").fetchone() == (7,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    open_store(url).dispose()
    assert len(list(tmp_path.glob("*.backup.db"))) == 1


def test_a_migration_that_fails_changes_nothing(store_url: str, tmp_path: Path) -> None:
    engine = lay(STORES[0], store_url, tmp_path)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE presence (anything INTEGER)")
    with pytest.raises(Unavailable, match="cannot be opened"):
        open_store(store_url)
    names = set(inspect(engine).get_table_names())
    assert "person" not in names
    with engine.connect() as connection:
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    assert version == "m001"
    engine.dispose()


class _Busy(sqlite3.Connection):
    """What a connection does while another process switches the same new file to WAL."""

    refusals = 3

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if "journal_mode=WAL" in sql and self.refusals:
            self.refusals -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return super().execute(sql, *parameters)


def test_a_store_that_another_process_is_making_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=_Busy))
    monkeypatch.setattr(sqlite3.dbapi2, "connect", partial(connect, factory=_Busy))
    engine = open_store(f"sqlite:///{tmp_path / 'askwright.db'}")
    with engine.connect() as connection:
        assert connection.connection.driver_connection.refusals == 0
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
