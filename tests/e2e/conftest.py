"""A real server and a real browser. The server runs the deterministic engine, chosen explicitly."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
READY = (
    "[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_app(data_dir: Path, *, port: int = 0, **environment: str) -> Iterator[str]:
    """The app on `port`, or a free one, with its own data folder; yields its address."""
    port = port or free_port()
    log = (data_dir / "server.log").open("w", encoding="utf-8")
    settings = {"ASKWRIGHT_DATA_DIR": str(data_dir), "ASKWRIGHT_ENGINE": "deterministic"}
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "streamlit",
            "run",
            "streamlit_app.py",
            "--server.port",
            str(port),
            "--server.address",
            "127.0.0.1",
        ],
        cwd=ROOT,
        env=os.environ | settings | environment,
        stdout=log,
        stderr=log,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_healthy(address, server)
        yield address
    finally:
        server.terminate()
        server.wait(20)
        log.close()


def _wait_until_healthy(address: str, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended at once; see server.log"
        try:
            if httpx.get(f"{address}/_stcore/health", timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise AssertionError("the server did not answer within 60 s")


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(
        (p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))),
        None,
    )
    if path is None:
        pytest.fail(
            "no Chromium found: install Debian's chromium, or deselect with -m 'not browser'"
        )
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, headless=True, args=CHROMIUM_ARGUMENTS
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, app: str) -> Iterator[Callable[..., Page]]:
    """`open_page("/hint", color_scheme="dark", width=400)` gives a settled page."""
    contexts = []

    def open_one(path: str = "/", *, color_scheme: str = "light", width: int = 1280) -> Page:
        context = browser.new_context(
            color_scheme=color_scheme, viewport={"width": width, "height": 1400}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(app + path)
        settle(page)
        return page

    yield open_one
    for context in contexts:
        context.close()


def settle(page: Page) -> None:
    """Wait until the script has run and nothing is pending."""
    page.wait_for_selector(READY, state="attached")


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(
        page.evaluate(
            "() => document.querySelector('[data-testid=stMain]').scrollWidth - window.innerWidth"
        )
    )
