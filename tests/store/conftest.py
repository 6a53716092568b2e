"""A fresh store for each test, on SQLite and, where one is given, on PostgreSQL.

`scripts/start_postgres.sh` starts a server and prints what ASKWRIGHT_TEST_POSTGRES wants.
"""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from services.store.connection import open_store
from services.store.repository import Repository
from services.store.tables import Base

VARIABLE = "ASKWRIGHT_TEST_POSTGRES"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database that a test runs on: each runs on both."""
    if request.param == "postgresql" and not os.environ.get(VARIABLE):
        pytest.skip(f"no PostgreSQL: set {VARIABLE} to what scripts/start_postgres.sh prints")
    return str(request.param)


@pytest.fixture
def store_url(database: str, tmp_path: Path) -> Iterator[str]:
    """The address of an empty store of its own: without a table."""
    if database == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
        return
    with _new_postgres() as url:
        yield url


@pytest.fixture
def repository(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Repository]:
    """A store without a draft."""
    if database == "sqlite":
        path = tmp_path / "store.db"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), path)
        opened = Repository(open_store(f"sqlite:///{path}"))
    else:
        opened = Repository(open_store(request.getfixturevalue("migrated_postgres")))
    yield opened
    if database == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in Base.metadata.sorted_tables)
        with opened._writing() as session:
            session.execute(text(f"TRUNCATE {names} CASCADE"))
    opened.close()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store to be copied: migrating is most of what making one takes."""
    path = tmp_path_factory.mktemp("migrated") / "store.db"
    open_store(f"sqlite:///{path}").dispose()
    return path


@pytest.fixture(scope="session")
def migrated_postgres() -> Iterator[str]:
    """One database for all tests: emptying it is much quicker than making another."""
    with _new_postgres() as url:
        open_store(url).dispose()
        yield url


@contextmanager
def _new_postgres() -> Iterator[str]:
    name = f"askwright_{secrets.token_hex(6)}"
    engine = create_engine(os.environ[VARIABLE], isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield engine.url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()
