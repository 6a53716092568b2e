"""Against a small server that speaks the hub's protocol on loopback, with the real client."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from services.errors import Cancelled, Unavailable
from services.llm import model_hub
from services.llm.catalog import HubSource

CONTENT = {
    "model.gguf": b"weights" * 5000,
    "config.json": b"{}",
    "model.safetensors": b"tensors" * 4000,
    "pytorch_model.bin": b"the same in another format",
}
COMMIT = "a" * 40


class Hub(BaseHTTPRequestHandler):
    published: ClassVar[dict[str, str]] = {}

    def do_HEAD(self):
        self._answer(body=False)

    def do_GET(self):
        self._answer(body=True)

    def log_message(self, *_):
        pass

    def _answer(self, body):
        path = self.path.split("?")[0]
        if path.startswith("/api/models/maker/model/tree/"):
            self._send(
                json.dumps(list(self._tree())).encode(), {"Content-Type": "application/json"}
            )
        elif path.startswith("/maker/model/resolve/"):
            name = path.rsplit("/", 1)[1]
            data = CONTENT[name]
            etag = self.published.get(name, hashlib.sha1(data).hexdigest())
            self._send(
                data if body else b"",
                {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT, "X-Linked-Size": str(len(data))},
                length=len(data),
            )
        else:
            self.send_error(404)

    def _tree(self):
        for name, data in CONTENT.items():
            entry = {"type": "file", "path": name, "size": len(data), "oid": "0" * 40}
            if name in self.published:
                lfs = {"oid": self.published[name], "size": len(data), "pointerSize": 100}
                entry["lfs"] = lfs
            yield entry

    def _send(self, data, headers, length=None):
        self.send_response(200)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def hub(monkeypatch):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("HF_ENDPOINT", address)
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    Hub.published = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in CONTENT.items()
        if not name.endswith(".json")
    }
    yield server
    server.shutdown()
    server.server_close()


def test_one_file_is_fetched_and_matches_the_published_hash(hub, tmp_path):
    partial = tmp_path / "model.gguf.partial"
    source = HubSource(repo="maker/model", file="model.gguf")
    found = model_hub.fetch(source, partial, seen=lambda size: None)
    assert partial.read_bytes() == CONTENT["model.gguf"]
    assert found == hashlib.sha256(CONTENT["model.gguf"]).hexdigest()
    assert [path.name for path in tmp_path.iterdir()] == ["model.gguf.partial"]


def test_a_file_that_is_not_what_was_published_is_refused_and_deleted(hub, tmp_path):
    Hub.published["model.gguf"] = "f" * 64
    source = HubSource(repo="maker/model", file="model.gguf")
    with pytest.raises(Unavailable, match="does not match its published SHA-256"):
        model_hub.fetch(source, tmp_path / "model.partial", seen=lambda size: None)
    assert not list(tmp_path.rglob("model.gguf"))


def test_a_whole_model_leaves_out_other_formats_of_the_same_weights(hub, tmp_path):
    partial = tmp_path / "model"
    model_hub.fetch(HubSource(repo="maker/model"), partial, seen=lambda size: None)
    assert sorted(path.name for path in partial.iterdir()) == ["config.json", "model.safetensors"]


def test_a_file_that_is_not_there_is_said(hub, tmp_path):
    source = HubSource(repo="maker/model", file="missing.gguf")
    with pytest.raises(Unavailable, match=r"does not hold missing\.gguf"):
        model_hub.fetch(source, tmp_path / "p", seen=lambda size: None)


def test_a_model_the_hub_does_not_have_is_one_sentence(hub, tmp_path):
    source = HubSource(repo="maker/other", file="model.gguf")
    with pytest.raises(Unavailable, match="maker/other could not be fetched") as caught:
        model_hub.fetch(source, tmp_path / "p", seen=lambda size: None)
    assert "\n" not in str(caught.value)


def test_cancel_ends_the_client(hub, tmp_path):
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        model_hub.fetch(
            HubSource(repo="maker/model"), tmp_path / "p", seen=lambda size: None, cancel=cancel
        )
