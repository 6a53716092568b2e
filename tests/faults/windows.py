"""Many browser sessions on one real server, spoken to in Streamlit's own protocol.

A `Window` does what a browser tab does: it opens a page, sends the values of its widgets and
takes in what the page sends back. No browser is needed, so that twenty fit on a laptop.
"""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
TEXT = ("text_input", "text_area")
BUTTONS = ("button",)
# The page or a part of it has run to its end; 2 is a run that is at once followed by another.
FINISHED = (0, 1, 3)


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

    @contextmanager
    def limited(self, what: int, most: int) -> Iterator[None]:
        """With at most so many file handles (RLIMIT_NOFILE; what is open stays open), or bytes in a
        file (RLIMIT_FSIZE; what is written stays there, and no more can be)."""
        before = resource.prlimit(self._process.pid, what)
        resource.prlimit(self._process.pid, what, (most, before[1]))
        try:
            yield
        finally:
            resource.prlimit(self._process.pid, what, before)

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
    """One tab. `widgets` are those drawn last, by label: (kind, id, form id); `said` is what the
    last run drew as text."""

    server: Server
    page: str
    query: str = ""
    widgets: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    exceptions: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

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
        self.said = []
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
        if kind in ("markdown", "alert"):
            self.said.append(getattr(element, kind).body)
        if kind in (*TEXT, *BUTTONS):
            widget = getattr(element, kind)
            self.widgets[widget.label] = (kind, widget.id, widget.form_id)


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
