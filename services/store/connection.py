"""Opening the store: the engine, SQLite's safety settings, and the migrations."""

import logging
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from services.errors import InvalidInput, Unavailable

log = logging.getLogger("askwright.store")

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 15
# Execution option of transactions that only read: on SQLite they need not wait for a writer.
READING = "askwright_reading"
# Any number that no other program using the same PostgreSQL server is likely to lock.
MIGRATION_LOCK = 0x41736B77


def open_store(url: str) -> Engine:
    """Connect to `url`, check the store's integrity and bring it to the newest schema.

    A SQLite file that needs a migration is copied beside itself first. Raises `Unavailable` when
    the store cannot be opened, is damaged, or was written by a newer Askwright.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise InvalidInput(
            "The setting ASKWRIGHT_DATABASE_URL is not a database address.",
            "Write it like sqlite:////path/file.db or postgresql+pg8000://user@host/name.",
        ) from error
    path = None
    if parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:"):
        path = Path(str(parsed.database))
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        engine = _engine(url)
        if path is not None:
            _check_integrity(engine, path)
        _migrate(engine, path)
    except (DBAPIError, OSError, ModuleNotFoundError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise Unavailable(
            f"The store of drafts cannot be opened: {reason}.",
            f"Check that {path or 'the database server'} can be read and written.",
        ) from error
    return engine


def _engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: object) -> None:
        # Transactions are begun by hand below: the driver's own begin is too late to keep a
        # read and the write that follows from it together.
        connection.isolation_level = None
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get(READING, False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to WAL. For this SQLite does not wait by itself while another process does the same,
    as when the app and a command are started at once on an empty folder."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _check_integrity(engine: Engine, path: Path) -> None:
    with engine.connect() as connection:
        verdict = connection.execute(text("PRAGMA quick_check")).scalar_one()
    if verdict != "ok":
        raise Unavailable(
            f"The store {path} is damaged: {verdict}.",
            "Restore the newest backup that lies beside it.",
        )


def migrations() -> Config:
    """Alembic's configuration; whoever upgrades gives it a connection as an attribute."""
    configuration = Config()
    configuration.set_main_option("script_location", str(MIGRATIONS))
    return configuration


def _migrate(engine: Engine, path: Path | None) -> None:
    configuration = migrations()
    script = ScriptDirectory.from_config(configuration)
    head = script.get_current_head()
    with engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    if current == head:
        return
    if current is not None and current not in {s.revision for s in script.walk_revisions()}:
        raise Unavailable(
            "The store was written by a newer Askwright.", "Update Askwright, then start it again."
        )
    if current is not None and path is not None:
        _back_up(engine, path, current)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two servers that start together must not both migrate: the second waits and finds
            # nothing left to do.
            lock = text("SELECT pg_advisory_xact_lock(:number)")
            connection.execute(lock, {"number": MIGRATION_LOCK})
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "head")
    log.info("store migrated from=%s to=%s", current, head)


def _back_up(engine: Engine, path: Path, current: str) -> None:
    """Copy the store by SQLite's own backup, which is whole even while others write."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    copy = path.with_name(f"{path.stem}.{current}.{stamp}.backup.db")
    # Under another name until it is whole: half a copy must not pass for a backup.
    partial = copy.with_suffix(".partial")
    with engine.connect() as connection, closing(sqlite3.connect(partial)) as target:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(target)
    partial.replace(copy)
    log.info("store copied before its migration to=%s", copy.name)
