"""A small stand-in for Wikimedia's two services on loopback; what it answers, tests decide."""

import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

VIEWS = "/metrics/pageviews/per-article/en.wikipedia/all-access/all-agents/"


@dataclass
class Stub:
    """`months[title]` are (timestamp, views); `statuses[title]` are codes to send before data."""

    address: str = ""
    months: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    statuses: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    api: dict[str, dict[str, Any]] = field(default_factory=dict)
    api_statuses: list[int] = field(default_factory=list)
    retry_after: str | None = None
    requests: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)

    @property
    def views_service(self) -> str:
        return f"{self.address}/metrics/pageviews"

    @property
    def api_address(self) -> str:
        return f"{self.address}/w/api.php"

    def answer(self, path: str) -> tuple[int, Any]:
        if path.startswith(VIEWS):
            return self._views(path.removeprefix(VIEWS))
        if self.api_statuses:
            return self.api_statuses.pop(0), {}
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        kind = asked.get("list") or asked.get("generator") or asked.get("prop", "")
        subject = asked.get("srsearch") or asked.get("titles", "")
        return 200, {"query": self.api.get(f"{kind}:{subject}", {})}

    def _views(self, rest: str) -> tuple[int, Any]:
        title = unquote(rest.split("/")[0])
        if self.statuses[title]:
            return self.statuses[title].pop(0), {"title": "Too many requests"}
        if title not in self.months:
            return 404, {"title": "Not found."}
        items = [
            {"project": "en.wikipedia", "article": title, "timestamp": stamp, "views": views}
            for stamp, views in self.months[title]
        ]
        return 200, {"items": items}


@contextmanager
def serving() -> Iterator[Stub]:
    stub = Stub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            stub.requests.append(self.path)
            stub.agents.add(self.headers["User-Agent"])
            status, content = stub.answer(self.path)
            body = json.dumps(content).encode()
            self.send_response(status)
            if stub.retry_after is not None and status == 429:
                self.send_header("Retry-After", stub.retry_after)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    stub.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
