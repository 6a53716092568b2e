"""Backups are tried on every database that the store is."""

from tests.store.conftest import repository, store_url

__all__ = ["repository", "store_url"]
