"""One transaction at a time, and what the database's own errors become."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.errors import Unavailable
from services.store.connection import READING
from services.store.rights import Right, require, right_of
from services.store.rows import no_such_draft, row_of
from services.store.tables import Base, DraftRow


class Transactions:
    """What every part of the repository stands on.

    `person` is who asks: None is the app itself (jobs, the command line), which may do everything;
    anybody else is held to their rights in every method that names a draft.
    """

    def __init__(self, engine: Engine, person: str | None = None) -> None:
        self._engine = engine
        self._person = person

    @property
    def person(self) -> str | None:
        return self._person

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with self._session(self._engine) as session:
            yield session

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        """A view of the store at one moment; on SQLite it waits for no writer."""
        with self._session(self._engine.execution_options(**{READING: True})) as session:
            yield session

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                yield session
        except PoolTimeout as error:
            raise Unavailable(
                "Too many people are saving at once.", "Nothing is lost; try again in a moment."
            ) from error
        except DBAPIError as error:
            raise Unavailable(
                f"The store of drafts did not answer: {_first_line(error)}.",
                "Nothing that was saved is lost; check the disk and try again.",
            ) from error

    def _row(
        self,
        session: Session,
        draft_id: str,
        wanted: Right,
        *,
        lock: bool = False,
        deleted: bool = False,
    ) -> DraftRow:
        """The draft's row, if whoever asks has the right `wanted`.

        Raises `NotFound` when there is none or they may not see it, `Forbidden` when they may see
        it but not do this. `deleted` finds those that were thrown away too.
        """
        row = row_of(session, draft_id, lock=lock, deleted=deleted)
        right = right_of(session, row, self._person)
        if right < Right.VIEW:
            raise no_such_draft(draft_id)
        require(right, wanted)
        return row


def put(session: Session, table: type[Base], **values: Any) -> None:
    """Insert a row, or give the one with the same primary key these values.

    Unlike a look followed by an insert it cannot collide with another process doing the same.
    """
    dialect = session.get_bind().dialect.name
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    keys = [column.name for column in table.__table__.primary_key]
    statement = insert(table).values(**values)
    rest = {name: statement.excluded[name] for name in values if name not in keys}
    if rest:
        statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    session.execute(statement)


def _first_line(error: DBAPIError) -> str:
    """What the database says is wrong, without the statement and the values in it."""
    said = str(error.orig).strip().splitlines()
    return said[0].rstrip(".") if said else type(error.orig).__name__
