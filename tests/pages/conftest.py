"""The app under AppTest: its own data folder, the deterministic engine, fresh caches."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., AppTest]]:
    """`app("hints", draft=id)` gives the page, run once."""
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "deterministic")
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path))
    monkeypatch.chdir(ROOT)
    st.cache_resource.clear()

    def open_page(page: str = "start", **query: str) -> AppTest:
        opened = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=30)
        opened.run()
        for name, value in query.items():
            opened.query_params[name] = value
        return opened.switch_page(f"pages/{page}.py").run()

    yield open_page
    # Releases the workshop: its threads end and its store closes.
    st.cache_resource.clear()


def run_until(page: AppTest, reached: Callable[[AppTest], bool], *, seconds: float = 20) -> None:
    """Run the page again and again, as its polling fragments do in a browser."""
    deadline = time.monotonic() + seconds
    while not reached(page):
        assert time.monotonic() < deadline, "the page did not get there in time"
        time.sleep(0.2)
        page.run()
