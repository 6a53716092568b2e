"""Answers of outside services and choices of the workspace, by namespace and key.

They belong to nobody: what is kept here must be found by its content or be meant for all.
"""

from datetime import UTC, datetime

from sqlalchemy import delete

from services.store.tables import CacheRow
from services.store.transactions import Transactions, put

LONGEST_KEY = 512


class Cache(Transactions):
    def cached(self, namespace: str, key: str) -> tuple[str, datetime] | None:
        """The value and when it was kept."""
        with self._reading() as session:
            row = session.get(CacheRow, (namespace, key[:LONGEST_KEY]))
            return (row.value, row.created) if row is not None else None

    def keep(self, namespace: str, key: str, value: str) -> None:
        with self._writing() as session:
            put(
                session,
                CacheRow,
                namespace=namespace,
                key=key[:LONGEST_KEY],
                value=value,
                created=datetime.now(UTC),
            )

    def forget(self, namespace: str) -> None:
        with self._writing() as session:
            session.execute(delete(CacheRow).where(CacheRow.namespace == namespace))
