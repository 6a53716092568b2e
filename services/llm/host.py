"""Holds the one loaded model of the process: loads it when first needed, swaps it safely."""

import threading
from dataclasses import dataclass
from enum import StrEnum
from threading import Event
from typing import Protocol

from services.errors import AskwrightError, Cancelled
from services.llm.base import Engine, EngineInfo, Progress, Usage


class Open(Protocol):
    """How the host gets an engine: fetches what is missing, loads, and returns it."""

    def __call__(self, *, progress: Progress | None, cancel: Event | None) -> Engine: ...


class HostState(StrEnum):
    EMPTY = "empty"
    FETCHING = "fetching"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class HostStatus:
    """What the model is doing. `done` and `total` count bytes while weights are fetched;
    `error` is why the last attempt to load failed."""

    state: HostState = HostState.EMPTY
    info: EngineInfo | None = None
    usage: Usage | None = None
    done: int = 0
    total: int = 0
    error: str = ""

    @property
    def words(self) -> str:
        """The status as one line for people."""
        match self.state:
            case HostState.FETCHING:
                return f"Fetching the model: {self.done / 1e6:,.0f} of {self.total / 1e6:,.0f} MB"
            case HostState.LOADING:
                return "Loading the model"
            case HostState.FAILED:
                return f"The model could not be loaded: {self.error}"
            case HostState.READY if self.info is not None:
                return _described(self.info, self.usage)
        return "The model loads when it is first used"


class EngineHost:
    """`open_engine` builds the engine that the settings ask for; it is called at most once at a
    time, and never while an older engine is still loaded."""

    def __init__(self, open_engine: Open) -> None:
        self._open = open_engine
        self._engine: Engine | None = None
        self._status = HostStatus()
        self._lock = threading.Lock()

    @property
    def loaded(self) -> Engine | None:
        """The engine if it is loaded already; never loads."""
        return self._engine

    @property
    def status(self) -> HostStatus:
        """How it stands now; never loads and never waits."""
        engine = self._engine
        if engine is not None:
            return HostStatus(HostState.READY, engine.info, engine.usage)
        return self._status

    def engine(self, *, cancel: Event | None = None) -> Engine:
        """The engine, fetched and loaded now if need be; several callers wait for one loading.

        Raises `Unavailable` with the reason if it cannot be had, `Cancelled` when `cancel` is set
        while waiting or fetching.
        """
        while not self._lock.acquire(timeout=0.1):
            if cancel is not None and cancel.is_set():
                raise Cancelled
        try:
            if self._engine is None:
                self._engine = self._opened(cancel)
            return self._engine
        finally:
            self._lock.release()

    def switch(self, open_engine: Open) -> None:
        """Unload the present engine, then use `open_engine` from the next request on."""
        with self._lock:
            self._close()
            self._open = open_engine

    def close(self) -> None:
        with self._lock:
            self._close()

    def _opened(self, cancel: Event | None) -> Engine:
        self._status = HostStatus(HostState.LOADING)
        try:
            return self._open(progress=self._fetched, cancel=cancel)
        except AskwrightError as error:
            self._status = HostStatus(HostState.FAILED, error=str(error))
            raise
        # Cancelled, or a defect, which goes on to the job's log: no loading is shown for ever.
        except BaseException:
            self._status = HostStatus()
            raise

    def _fetched(self, done: int, total: int) -> None:
        fetching = done < total
        self._status = (
            HostStatus(HostState.FETCHING, done=done, total=total)
            if fetching
            else HostStatus(HostState.LOADING)
        )

    def _close(self) -> None:
        engine, self._engine = self._engine, None
        self._status = HostStatus()
        if engine is not None:
            engine.close()


def _described(info: EngineInfo, usage: Usage | None) -> str:
    parts = [f"{info.model}, {info.precision}, on {info.device}"]
    if info.memory_bytes:
        parts.append(f"{info.memory_bytes / 1e9:.1f} GB")
    speed = usage.tokens_per_second if usage is not None else None
    if speed is not None:
        parts.append(f"{speed:.0f} tokens a second")
    return "; ".join(parts)
