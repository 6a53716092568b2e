"""Holds the one loaded model of the process: loads it when first needed, swaps it safely."""

import threading
from collections.abc import Callable

from services.llm.base import Engine


class EngineHost:
    """`open_engine` builds the engine that the settings ask for; it is called at most once at a
    time, and never while an older engine is still loaded."""

    def __init__(self, open_engine: Callable[[], Engine]) -> None:
        self._open = open_engine
        self._engine: Engine | None = None
        self._lock = threading.Lock()

    @property
    def loaded(self) -> Engine | None:
        """The engine if it is loaded already; never loads."""
        return self._engine

    def engine(self) -> Engine:
        """The engine, loaded now if need be. Raises `Unavailable` with the reason if it cannot."""
        with self._lock:
            if self._engine is None:
                self._engine = self._open()
            return self._engine

    def switch(self, open_engine: Callable[[], Engine]) -> None:
        """Unload the present engine, then use `open_engine` from the next request on."""
        with self._lock:
            self._close()
            self._open = open_engine

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None
