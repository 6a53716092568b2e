"""Wikipedia that is slow, endless or silent: one sentence within bounds, and used again after."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from services.errors import Unavailable
from services.hints import page_views
from services.hints.wikipedia import Wikipedia
from tests.faults.fuzzing import require_sentence

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
SOUND = {
    "query": {"pages": [{"title": "Rome"}]},
    "items": [{"article": "Rome", "timestamp": "2020010100", "views": 7}],
}


class Service:
    """Answers every request by `behave`, which it may be told anew at any time."""

    def __init__(self) -> None:
        self.behave: Callable[[socket.socket], None] = _sound
        self.closing = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        self.closing.set()
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=self._answer, args=self._listener.accept()[:1]).start()

    def _answer(self, caller: socket.socket) -> None:
        with caller, suppress(OSError):
            caller.recv(65_536)
            self.behave(caller)


def _sound(caller: socket.socket) -> None:
    body = json.dumps(SOUND).encode()
    caller.sendall(HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)


def _silent(caller: socket.socket) -> None:
    time.sleep(1.5)


def _dripping(caller: socket.socket) -> None:
    caller.sendall(HEAD + b"\r\n{")
    for _ in range(60):
        time.sleep(0.05)
        caller.sendall(b" ")


def _endless(caller: socket.socket) -> None:
    caller.sendall(HEAD + b"\r\n[")
    for _ in range(200):
        caller.sendall(b"0," * 50_000)


def _cut_off(caller: socket.socket) -> None:
    caller.sendall(HEAD + b"Content-Length: 500\r\n\r\n{")


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(page_views, "TIMEOUT", 0.2)
    monkeypatch.setattr(page_views, "LONGEST", 0.3)
    opened = Service()
    yield opened
    opened.close()


@pytest.mark.parametrize("behave", [_silent, _dripping, _endless, _cut_off])
def test_it_is_given_up_in_time_and_asked_again_later(
    behave: Callable[[socket.socket], None], service: Service
) -> None:
    pages = Wikipedia(
        "a@example.org", api=service.address, views_service=service.address, wait=lambda _: None
    )
    for ask in (lambda: pages.titles(["Rome"], ""), lambda: pages.monthly_views(["Rome"])):
        service.behave = behave
        began = time.monotonic()
        with pytest.raises(Unavailable) as caught:
            ask()
        require_sentence(caught.value)
        assert time.monotonic() - began < 4
        service.behave = _sound
        assert ask() in ({"Rome": "Rome"}, {"Rome": 7.0})
