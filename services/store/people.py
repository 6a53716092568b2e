"""People who have signed in, by the names that others are told."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import select

from services.store.tables import PersonRow
from services.store.transactions import Transactions, put


class People(Transactions):
    def remember(self, person: str, name: str, email: str = "") -> None:
        """Somebody has signed in: keep the name that others are told."""
        with self._writing() as session:
            put(session, PersonRow, id=person, name=name, email=email, seen=datetime.now(UTC))

    def names(self, people: Iterable[str]) -> dict[str, str]:
        """Names by id, of those that are known."""
        wanted = set(people)
        with self._reading() as session:
            rows = session.scalars(select(PersonRow).where(PersonRow.id.in_(wanted)))
            return {row.id: row.name for row in rows}
