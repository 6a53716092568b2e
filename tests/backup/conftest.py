"""Backups are tried on every database that the store is."""

from tests.store.conftest import (
    database,
    migrated_postgres,
    migrated_sqlite,
    repository,
    store_url,
)

__all__ = ["database", "migrated_postgres", "migrated_sqlite", "repository", "store_url"]
