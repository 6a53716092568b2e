"""Many browser sessions on one real server, spoken to in Streamlit's own protocol.

A `Window` does what a browser tab does: it opens a page, sends the values of its widgets and
takes in what the page sends back. No browser is needed, so that twenty fit on a laptop.
"""

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import httpx
import psutil
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from services.hints.models import HintQuiz, TriviaQuestion
from services.store.connection import open_store
from services.store.repository import Repository
from tests.faults.kills import require_sound

ROOT = Path(__file__).parents[2]
TEXT = ("text_input", "text_area")
BUTTONS = ("button",)
# The page or a part of it has run to its end; 2 is a run that is at once followed by another.
FINISHED = (0, 1, 3)
QUESTION, WRITE = "Question", "Write 10 hints"


class Server:
    """The app on a free port with its own data folder."""

    def __init__(self, data_dir: Path, **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._log = (data_dir / "server.log").open("a", encoding="utf-8")
        own = {"ASKWRIGHT_DATA_DIR": str(data_dir), "ASKWRIGHT_ENGINE": "deterministic"}
        command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
        place = ["--server.port", str(self.port), "--server.address", "127.0.0.1"]
        self._process = subprocess.Popen(
            [*command, *place],
            cwd=ROOT,
            env=os.environ | own | environment,
            stdout=self._log,
            stderr=self._log,
        )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            assert self._process.poll() is None, "the server ended at once; see server.log"
            try:
                url = f"http://127.0.0.1:{self.port}/_stcore/health"
                if httpx.get(url, timeout=2).status_code == httpx.codes.OK:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        raise AssertionError("the server did not answer within 90 s")

    def kill(self) -> None:
        """As a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(20)
        self._log.close()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._log.close()

    @property
    def megabytes(self) -> float:
        return float(psutil.Process(self._process.pid).memory_info().rss) / 1e6


@contextmanager
def serving(data_dir: Path, **environment: str) -> Iterator[Server]:
    server = Server(data_dir, **environment)
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Window:
    """One tab. `widgets` are those drawn last, by label: (kind, id, form id)."""

    server: Server
    page: str
    query: str = ""
    widgets: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    exceptions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        address = f"ws://127.0.0.1:{self.server.port}/_stcore/stream"
        self._socket = connect(address, max_size=None, open_timeout=30, proxy=None)
        self._values: dict[str, Any] = {}

    def close(self) -> None:
        self._socket.close()

    def run(self, *, press: str = "", seconds: float = 60) -> float:
        """Run the page with what has been entered; how long it took, in seconds."""
        from streamlit.proto.BackMsg_pb2 import BackMsg

        message = BackMsg()
        client = message.rerun_script
        client.page_name, client.query_string = self.page, self.query
        for name, value in self._values.items():
            state = client.widget_states.widgets.add()
            state.id, state.string_value = name, value
        if press:
            state = client.widget_states.widgets.add()
            state.id, state.trigger_value = self.widgets[press][1], True
        started = time.monotonic()
        self._socket.send(message.SerializeToString())
        self._take_in(started + seconds)
        return time.monotonic() - started

    def enter(self, label: str, text: str) -> None:
        """What a field with that label holds from the next run on."""
        self._values[self.widgets[label][1]] = text

    def _take_in(self, deadline: float) -> None:
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

        while True:
            message = ForwardMsg()
            left = deadline - time.monotonic()
            received = self._socket.recv(timeout=max(left, 0.01))
            assert isinstance(received, bytes)
            message.ParseFromString(received)
            kind = message.WhichOneof("type")
            if kind == "delta":
                self._learn(message.delta.new_element)
            if kind == "script_finished" and message.script_finished in FINISHED:
                return

    def _learn(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.exceptions.append(element.exception.message)
        if kind in (*TEXT, *BUTTONS):
            widget = getattr(element, kind)
            self.widgets[widget.label] = (kind, widget.id, widget.form_id)


def new_drafts(data_dir: Path, count: int) -> list[str]:
    """Quizzes with one question each; their names."""
    question = TriviaQuestion(question="Which town lies on the river?", answer="Oban")
    with closing(Repository(open_store(f"sqlite:///{data_dir / 'askwright.db'}"))) as repository:
        return [
            repository.create(
                HintQuiz(name=f"Quiz {n}", questions=(question,)),
                owner="local",
                author="local",
                what="Made",
            ).id
            for n in range(count)
        ]


def stored_question(data_dir: Path, draft_id: str) -> str:
    with closing(Repository(open_store(f"sqlite:///{data_dir / 'askwright.db'}"))) as repository:
        found: str = repository.get(draft_id).document.questions[0].question
        return found


def open_draft(server: Server, draft_id: str) -> Window:
    """A window with the draft drawn in it."""
    window = Window(server, "hints", f"draft={draft_id}")
    while QUESTION not in window.widgets:
        window.run(seconds=120)
        assert not window.exceptions, window.exceptions[0]
    return window


@dataclass
class Typed:
    """`waits` are seconds from each entry to the page's answer; `last` counts entries answered."""

    waits: list[float] = field(default_factory=list)
    last: int = 0


def type_until(
    window: Window, stop: Callable[[], bool], think: float, *, write_every: int
) -> Typed:
    """Enter one text after the other, as an author does, asking the model now and then."""
    typed = Typed()
    while not stop():
        text = f"Which town number {typed.last + 1} lies on the river?"
        window.enter(QUESTION, text)
        typed.waits.append(window.run())
        typed.last += 1
        if write_every and typed.last % write_every == 0 and WRITE in window.widgets:
            typed.waits.append(window.run(press=WRITE))
        assert not window.exceptions, window.exceptions[0]
        time.sleep(think)
    return typed


def server_kills(
    data_dir: Path, times: int, luck: random.Random, **environment: str
) -> dict[str, int]:
    """Kill the server while somebody types; what the page had answered must be in the store."""
    [draft_id] = new_drafts(data_dir, 1)
    entries = 0
    for _ in range(times):
        server = Server(data_dir, **environment)
        window = open_draft(server, draft_id)
        timer = threading.Timer(luck.uniform(0.2, 3.0), server.kill)
        timer.start()
        answered, number = "", 0
        try:
            while True:
                number += 1
                text = f"{luck.random()} of {number}"
                window.enter(QUESTION, text)
                window.run(seconds=30)
                answered, entries = text, entries + 1
        except ConnectionClosed:
            timer.join()
        kept = stored_question(data_dir, draft_id)
        assert kept in (answered, text) or not answered, f"{answered!r} was saved, {kept!r} is kept"
        require_sound(data_dir / "askwright.db")
    return {"kills": times, "entries": entries}


def soak(
    data_dir: Path, *, windows: int, seconds: float, warm: float, **environment: str
) -> dict[str, Any]:
    """Let `windows` authors type for `seconds`; how long they wait and how the memory grows after
    `warm` seconds. Raises `AssertionError` when an entry is lost or a job never ends."""
    drafts = new_drafts(data_dir, windows)
    memory: list[tuple[float, float]] = []
    typed: list[Typed] = [Typed()] * windows
    with serving(data_dir, **environment) as server:
        opened = [open_draft(server, draft) for draft in drafts]
        began = time.monotonic()

        def author(place: int) -> None:
            time.sleep(place * 0.1)
            typed[place] = type_until(
                opened[place], lambda: time.monotonic() - began > seconds, 1.0, write_every=10
            )

        def watch() -> None:
            while (now := time.monotonic() - began) < seconds:
                memory.append((now, server.megabytes))
                time.sleep(1)

        together([watch, *(partial(author, place) for place in range(windows))])
        for window in opened:
            window.close()
    waits = sorted(wait for each in typed for wait in each.waits)
    early = [size for at, size in memory if warm <= at < warm + 20] or [memory[-1][1]]
    late = [size for at, size in memory if at >= seconds - 20] or [memory[-1][1]]
    lost = [
        draft
        for draft, each in zip(drafts, typed, strict=True)
        if f"number {each.last} " not in stored_question(data_dir, draft)
    ]
    assert not lost, f"{len(lost)} of {windows} windows lost their last entry"
    return {
        "windows": windows,
        "seconds": round(seconds),
        "entries": len(waits),
        "wait_median": round(median(waits), 3),
        "wait_95": round(waits[int(0.95 * len(waits))], 3),
        "memory_mb": round(mean(late)),
        "memory_growth": round(mean(late) / mean(early) - 1, 4),
        "jobs": jobs_by_state(data_dir),
    }


def jobs_by_state(data_dir: Path) -> dict[str, int]:
    with closing(sqlite3.connect(data_dir / "askwright.db")) as connection:
        return dict(connection.execute("SELECT state, count(*) FROM job GROUP BY state"))


def together(work: list[Callable[[], object]]) -> None:
    """Run the callables at the same time, each in a thread; raise what the first raised."""
    problems: list[BaseException] = []

    def guarded(one: Any) -> None:
        try:
            one()
        except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
            problems.append(error)

    threads = [threading.Thread(target=guarded, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
