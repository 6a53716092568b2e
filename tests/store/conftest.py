"""A fresh store for each test, on SQLite and, where one is given, on PostgreSQL.

`scripts/start_postgres.sh` starts a server and prints what ASKWRIGHT_TEST_POSTGRES wants.
"""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from services.store.connection import open_store
from services.store.repository import Repository

VARIABLE = "ASKWRIGHT_TEST_POSTGRES"


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty store of its own."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
        return
    server = os.environ.get(VARIABLE)
    if not server:
        pytest.skip(f"no PostgreSQL: set {VARIABLE} to what scripts/start_postgres.sh prints")
    name = f"askwright_{secrets.token_hex(6)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield engine.url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def repository(store_url: str) -> Iterator[Repository]:
    opened = Repository(open_store(store_url))
    yield opened
    opened.close()
