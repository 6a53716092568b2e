"""A small HTTP server that answers like an OpenAI-compatible one, or misbehaves on demand."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOP = [("Yes", -0.2), (" No", -1.9), ("no", -4.0), ("Maybe", -5.0)]


class Stub(ThreadingHTTPServer):
    """`misbehave` may be set to a function of the handler and the request's JSON; returning False
    leaves the answer to the stub. `requests` keeps (path, JSON, headers)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[tuple[str, dict[str, Any], Any]] = []
        self.misbehave: Callable[[Any, dict[str, Any]], bool] = lambda handler, asked: False
        self.lacks: set[str] = set()
        self.disconnected = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Stub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.server.requests.append((self.path, {}, self.headers))
        if not self.server.misbehave(self, {}):
            self.send_json({"object": "list", "data": [{"id": "stub-1", "max_model_len": 4096}]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, asked, self.headers))
        if self.server.misbehave(self, asked):
            return
        for lacking in self.server.lacks & set(asked):
            self.send_json({"error": {"message": f"unknown field {lacking}"}}, 400)
            return
        if self.path.endswith("/chat/completions"):
            self._stream(asked) if asked.get("stream") else self.send_json(self._chat(asked))
        else:
            self.send_json(self._echo(asked))

    def send_json(
        self, value: Any, status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()

    def send_chunk(self, text: str | None, finish: str | None = None) -> None:
        delta = {"content": text} if text is not None else {}
        chunk = {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "stub-1",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        }
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def _stream(self, asked: dict[str, Any]) -> None:
        self.begin_stream()
        for piece in ("One", " two", " three"):
            self.send_chunk(piece)
        self.send_chunk(None, "stop")
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def slow_stream(self) -> None:
        """A word every 20 ms until the client goes away."""
        self.begin_stream()
        try:
            for _ in range(1000):
                self.send_chunk("word ")
                time.sleep(0.02)
        except OSError:
            self.server.disconnected.set()
        self.close_connection = True

    def _chat(self, asked: dict[str, Any]) -> dict[str, Any]:
        content = "Yes"
        if "response_format" in asked:
            schema = asked["response_format"]["json_schema"]["schema"]
            content = json.dumps({"token": schema["properties"]["token"]["enum"][0]})
        choice: dict[str, Any] = {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": content},
        }
        if asked.get("logprobs"):
            top = [{"token": t, "logprob": p, "bytes": None} for t, p in TOP]
            choice["logprobs"] = {"content": [{**top[0], "top_logprobs": top}]}
        return {
            "id": "c",
            "object": "chat.completion",
            "created": 0,
            "model": "stub-1",
            "choices": [choice],
            "usage": {"prompt_tokens": 7, "completion_tokens": 1, "total_tokens": 8},
        }

    def _echo(self, asked: dict[str, Any]) -> dict[str, Any]:
        words = asked["prompt"].split(" ")
        tokens = [words[0], *(f" {word}" for word in words[1:]), "!"]
        values = [None, *(-float(place) for place in range(1, len(tokens)))]
        logprobs = {"tokens": tokens, "token_logprobs": values, "text_offset": []}
        text = "".join(tokens)
        choice = {"index": 0, "finish_reason": "length", "text": text, "logprobs": logprobs}
        return {
            "id": "c",
            "object": "text_completion",
            "created": 0,
            "model": "stub-1",
            "choices": [choice],
        }


@contextmanager
def stub_server() -> Iterator[Stub]:
    server = Stub()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
