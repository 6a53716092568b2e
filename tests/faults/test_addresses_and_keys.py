"""Where text may be sent, and that a key goes nowhere else."""

import ast
import logging
import os
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services import settings
from services.errors import AskwrightError, InvalidInput
from services.formats import registry
from services.hints.example import example
from services.llm import server_address
from services.llm.base import chat
from services.llm.openai_engine import OpenAIEngine
from tests.faults.fuzzing import require_sentence
from tests.llm.stub_server import stub_server
from tests.pages.conftest import app  # noqa: F401 - a fixture

SERVICES = Path(__file__).parents[2] / "services"
KEY = "sk-zq-very-secret-9137"


@pytest.mark.parametrize(
    "host",
    ["169.254.169.254", "2852039166", "0xA9FEA9FE", "0251.0376.0251.0376", "[fe80::1]",
     "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]", "168.63.129.16",
     "100.100.100.200", "0.0.0.0", "[::]", "224.0.0.1"],
)  # fmt: skip
@pytest.mark.parametrize("local", [True, False])
def test_metadata_services_are_never_asked(host: str, local: bool) -> None:
    with pytest.raises(InvalidInput) as caught:
        server_address.checked(f"http://{host}/v1", local=local)
    require_sentence(caught.value)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.7", "192.168.1.1", "2130706433", "127.1"]
)
def test_local_servers_are_asked_where_the_administrator_allows_it(host: str) -> None:
    assert server_address.checked(f"http://{host}:8000/v1/", local=True).endswith("/v1")
    with pytest.raises(InvalidInput, match="ASKWRIGHT_SERVER_LOCAL"):
        server_address.checked(f"http://{host}:8000/v1", local=False)


def test_who_is_the_administrator() -> None:
    assert settings.load().server_may_be_local
    assert not settings.load(require_login=True).server_may_be_local
    assert settings.load(require_login=True, server_local=True).server_may_be_local
    assert not settings.load(server_local=False).server_may_be_local


def test_a_name_that_comes_to_stand_for_another_address_is_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with stub_server() as stub:
        engine = OpenAIEngine(stub.url, timeout=5)
        asked = len(stub.requests)
        real = socket.getaddrinfo
        monkeypatch.setattr(
            socket, "getaddrinfo", lambda host, *a, **k: real("169.254.169.254", *a, **k)
        )
        with pytest.raises(AskwrightError, match="not asked"):
            list(engine.stream(chat("Hello.")))
        engine.close()
        assert len(stub.requests) == asked


def test_redirects_are_not_followed() -> None:
    with stub_server() as stub:
        engine = OpenAIEngine(stub.url, timeout=5, key=SecretStr(KEY))
        asked = len(stub.requests)

        def redirect(handler: Any, _: dict[str, Any]) -> bool:
            handler.send_json({}, 307, {"Location": f"{stub.url}/elsewhere"})
            return True

        stub.misbehave = redirect
        with pytest.raises(AskwrightError) as caught:
            list(engine.stream(chat("Hello.")))
        engine.close()
        require_sentence(caught.value)
        assert not any("elsewhere" in path for path, _, _ in stub.requests[asked:])


def test_a_key_is_neither_drawn_nor_logged_nor_kept_nor_exported(
    app: Callable[..., AppTest],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with stub_server() as stub:
        stub.misbehave = lambda handler, asked: _refuse(handler)
        monkeypatch.setenv("ASKWRIGHT_SERVER_URL", stub.url)
        monkeypatch.setenv("ASKWRIGHT_SERVER_KEY", KEY)
        monkeypatch.setenv("ASKWRIGHT_ENGINE", "openai")
        page = app("models")
        shop = workshop()
        draft = shop.repository.create(example(), owner="local", author="local", what="Made")
        job = shop.jobs.submit("models.try", {"prompt": "Hello."}, owner="local")
        ended = shop.jobs.wait(job.id, 20)
        page.run()
        assert any(KEY in str(headers) for _, _, headers in stub.requests), "it was never used"
    told = [repr(shop.settings), ended.error, str(page._tree), caplog.text]
    told += [registry.export(draft.document, each.name).data.decode("utf-8", "replace")
             for each in registry.for_room("hints") if each.can_write]  # fmt: skip
    for path in tmp_path.rglob("*"):
        if path.is_file():
            told.append(path.read_bytes().decode("utf-8", "replace"))
    backup = tmp_path.parent / f"{tmp_path.name}.zip"
    _back_up(backup)
    with zipfile.ZipFile(backup) as archive:
        told += [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
    assert not [text[:200] for text in told if KEY in text]


def _refuse(handler: Any) -> bool:
    """A server that repeats the key in its refusal, as some do."""
    handler.send_json({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401)
    return True


def _back_up(path: Path) -> None:
    from services.__main__ import main

    assert main(["backup", str(path), "--json"]) == 0


# What could let a model's words reach a program, a file's name or an address.
REACHING = {
    "subprocess": {"llm/child_process.py", "health.py"},
    "socket": {"llm/server_address.py"},
    "requests": set(),
    "httpx": {"hints/page_views.py", "hints/wikipedia.py", "llm/llama_server.py"},
    "urllib.request": set(),
    "pickle": set(),
    "marshal": set(),
    "shelve": set(),
    "ctypes": set(),
}
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "startfile"}


def test_no_room_can_reach_a_program_or_an_address() -> None:
    """Model output is parsed by the rooms: whatever it says, there is nothing there to be used."""
    found = []
    for path in sorted(SERVICES.rglob("*.py")):
        name = path.relative_to(SERVICES).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module]
            found += [
                (name, module)
                for module in modules
                for reached, allowed in REACHING.items()
                if (module == reached or module.startswith(f"{reached}.")) and name not in allowed
            ]
            if isinstance(node, ast.Call):
                called = node.func
                plain = called.id if isinstance(called, ast.Name) else ""
                attribute = called.attr if isinstance(called, ast.Attribute) else ""
                owner = ast.unparse(called.value) if isinstance(called, ast.Attribute) else ""
                if plain in CALLS or (attribute in CALLS and owner in ("os", "builtins")):
                    found.append((name, plain or f"{owner}.{attribute}"))
    assert not found


@pytest.mark.parametrize(
    "title", ["../../etc/passwd", "..", "/etc/passwd", "C:\\x", "a\x00b", "\u202egpj.exe", ".ssh"]
)
def test_a_title_makes_no_path(title: str) -> None:
    quiz = example().model_copy(update={"name": title})
    name = registry.export(quiz, "json").filename
    assert os.path.basename(name) == name
    assert not name.startswith(".")
    assert all(sign.isalnum() or sign in "-_." for sign in name)
