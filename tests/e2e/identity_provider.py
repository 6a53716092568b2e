"""A small OpenID provider: it asks who one is, believes it, and signs that.

Authorization code flow with PKCE, discovery, and keys of its own, as OpenID Connect Core 1.0 and
RFC 7636 describe them. Codes work once and only for the client, address and verifier they are for.
"""

import base64
import hashlib
import html
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "askwright-tests", "a-client-secret-of-the-tests"
PEOPLE = {"ann": "Ann Example", "ben": "Ben Example", "eve": "Eve Example"}


class Provider(ThreadingHTTPServer):
    """Listens on a free port of this machine; `address` is its issuer."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.key = RSAKey.generate_key(2048, {"kid": "tests", "use": "sig", "alg": "RS256"})
        self.codes: dict[str, dict[str, str]] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def token(self, asked: dict[str, str], person: str) -> str:
        """The signed claims about a person, for whoever asked."""
        now = int(time.time())
        claims = {
            "iss": self.address,
            "sub": f"subject-of-{person}",
            "aud": CLIENT,
            "iat": now,
            "exp": now + 600,
            "nonce": asked["nonce"],
            "name": PEOPLE[person],
            "email": f"{person}@example.org",
        }
        return jwt.encode({"alg": "RS256", "kid": "tests"}, claims, self.key)


@contextmanager
def running_provider() -> Iterator[Provider]:
    provider = Provider()
    thread = threading.Thread(target=provider.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.shutdown()
        provider.server_close()


class _Requests(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = dict(parse_qsl(parts.query))
        if parts.path == "/.well-known/openid-configuration":
            self._json(self._configuration())
        elif parts.path == "/keys":
            self._json({"keys": [self.server.key.as_dict(private=False)]})
        elif parts.path == "/authorize":
            self._authorize(asked)
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if urlsplit(self.path).path != "/token":
            self.send_error(404)
            return
        said = dict(parse_qsl(body)) | self._basic()
        asked = self.server.codes.pop(said.get("code", ""), None)
        if asked is None or not _may_have_token(asked, said):
            self._json({"error": "invalid_grant"}, status=400)
            return
        self._json(
            {
                "access_token": secrets.token_urlsafe(16),
                "token_type": "Bearer",
                "expires_in": 600,
                "id_token": self.server.token(asked, asked["person"]),
            }
        )

    def _authorize(self, asked: dict[str, str]) -> None:
        """A page that asks who one is; then back with a code for that person."""
        if asked.get("client_id") != CLIENT or asked.get("response_type") != "code":
            self.send_error(400)
            return
        if "person" not in asked:
            links = "".join(
                f'<p><a href="?{html.escape(urlencode(asked | {"person": person}))}">'
                f"{html.escape(name)}</a></p>"
                for person, name in PEOPLE.items()
            )
            self._send(200, "text/html", f"<title>Who are you?</title>{links}".encode())
            return
        code = secrets.token_urlsafe(16)
        self.server.codes[code] = asked
        answer = urlencode({"code": code, "state": asked["state"]})
        self.send_response(302)
        self.send_header("Location", f"{asked['redirect_uri']}?{answer}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _configuration(self) -> dict[str, Any]:
        here = self.server.address
        return {
            "issuer": here,
            "authorization_endpoint": f"{here}/authorize",
            "token_endpoint": f"{here}/token",
            "jwks_uri": f"{here}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        }

    def _basic(self) -> dict[str, str]:
        kind, _, value = self.headers.get("Authorization", "").partition(" ")
        if kind != "Basic":
            return {}
        name, _, secret = base64.b64decode(value).decode().partition(":")
        return {"client_id": name, "client_secret": secret}

    def _json(self, value: dict[str, Any], *, status: int = 200) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what is asked holds codes."""


def _may_have_token(asked: dict[str, str], said: dict[str, str]) -> bool:
    digest = hashlib.sha256(said.get("code_verifier", "").encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    return (
        said.get("client_id") == CLIENT
        and said.get("client_secret") == SECRET
        and said.get("redirect_uri") == asked["redirect_uri"]
        and asked.get("code_challenge") == challenge
    )
