"""The models page: what is at work, fetching, changing the model, adapters."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services import health
from services.errors import Unavailable
from services.llm import engines, weights
from services.llm.base import EngineInfo
from services.llm.deterministic import DeterministicEngine
from services.settings import EngineName
from tests.llm.tiny_gguf import write_tiny_lora
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]


def words(page: AppTest) -> str:
    return "\n".join(element.value for element in page.markdown)


def button(page: AppTest, label: str, key: str = "") -> Any:
    return next(b for b in page.button if b.label == label and key in (b.key or ""))


class Openings:
    """Stands for llama.cpp: opens test engines, and notes which were open at the same time."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.fails_on = "nothing"

    def __call__(self, configured: Any, progress: Any, cancel: Any) -> DeterministicEngine:
        name = f"{configured.model or 'default'}{'+' if configured.adapter else ''}"
        if name == self.fails_on:
            raise Unavailable("It needs 6.7 GB and 2.0 GB are free.", "Choose a smaller one.")
        self.log.append(f"open {name}")
        engine = DeterministicEngine()
        engine._info = EngineInfo("llama.cpp", name, "Q4_K_M", "CPU, 2 cores", 8192)
        close = engine.close

        def noted() -> None:
            self.log.append(f"close {name}")
            close()

        engine.close = noted  # type: ignore[method-assign]
        return engine


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Openings:
    """The app as it comes, on llama.cpp, where a fetched model is an empty file."""
    made = Openings()
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "unset below")
    monkeypatch.setitem(engines.OPENERS, EngineName.LLAMA_CPP, made)

    def fetch(name: str, models_dir: Path, *, progress: Any, cancel: Any = None) -> Path:
        progress(1, 2)
        target = models_dir / weights.catalog.find(name).file
        models_dir.mkdir(exist_ok=True)
        target.touch()
        return target

    monkeypatch.setattr(weights, "fetch", fetch)
    return made


@pytest.fixture
def llama_app(app: Open, openings: Openings, monkeypatch: pytest.MonkeyPatch) -> Open:
    monkeypatch.delenv("ASKWRIGHT_ENGINE")
    return app


def test_what_runs_is_told_with_its_figures(llama_app: Open) -> None:
    page = llama_app("models")
    assert "How each part is doing" in [h.value for h in page.header]
    page.text_area[0].set_value("Name a river.")
    button(page, "Ask").click().run()
    run_until(page, lambda p: bool(p.text) and "tokens/s" in p.metric[0].value)
    told = words(page)
    for fact in ("llama\\.cpp\\, inside this app", "about 4 bits", "CPU\\, 2 cores", "8\\,192 tok"):
        assert fact in told
    assert page.metric[1].value.endswith(" GB")
    assert page.metric[2].value.endswith("jobs") or page.metric[2].value.endswith("job")


def test_the_speed_is_measured_on_request(app: Open) -> None:
    page = app("models")
    button(page, "Measure the speed").click().run()
    run_until(page, lambda p: "This machine reads" in words(p))
    assert "judges" in words(page)
    assert not page.exception


def test_changing_the_model_unloads_the_old_one_first(llama_app: Open, openings: Openings) -> None:
    page = llama_app("models")
    button(page, "Ask").click().run()
    run_until(page, lambda p: bool(p.text))
    button(page, "Fetch and use it", "qwen3-8b").click().run()
    run_until(page, lambda p: openings.log[-1] == "open qwen3-8b")
    assert openings.log == ["open default", "close default", "open qwen3-8b"]
    assert workshop().model_name == "qwen3-8b"


def test_a_model_that_does_not_load_leaves_the_one_before(
    llama_app: Open, openings: Openings
) -> None:
    openings.fails_on = "qwen3-8b"
    page = llama_app("models")
    button(page, "Fetch and use it", "qwen3-8b").click().run()
    run_until(page, lambda p: any("GB are free" in shown(e) for e in p.error))
    assert "What was in use before stays" in shown(page.error[0])
    assert workshop().model_name != "qwen3-8b"


def test_fetching_shows_progress_and_is_cancelled(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(name: str, models_dir: Path, *, progress: Any, cancel: Any) -> Path:
        for step in range(1, 200):
            progress(step * 5_000_000, 1_000_000_000)
            time.sleep(0.05)
        raise AssertionError("it was not cancelled")

    monkeypatch.setattr(weights, "fetch", slow)
    page = app("models")
    button(page, "Fetch only", "qwen3-8b").click().run()
    run_until(page, lambda p: "of 1,000 MB" in words(p).replace("\\", ""))
    started = time.monotonic()
    button(page, "Cancel", "qwen3-8b").click().run()
    run_until(page, lambda p: any("Cancelled" in info.value for info in p.info))
    assert time.monotonic() - started < 5
    assert not page.exception


def test_an_adapter_is_put_on_by_path_and_taken_off(
    llama_app: Open, openings: Openings, tmp_path: Path
) -> None:
    write_tiny_lora(tmp_path / "survey.gguf")
    page = llama_app("models")
    path = next(t for t in page.text_input if "adapter" in t.label)
    path.set_value(str(tmp_path / "survey.gguf"))
    button(page, "Put it on").click().run()
    run_until(page, lambda p: openings.log[-1:] == ["open default+"])
    page.run()
    assert "**survey\\.gguf**" in words(page)
    button(page, "Take it off").click().run()
    run_until(page, lambda p: openings.log[-1] == "open default")
    assert openings.log == ["open default+", "close default+", "open default"]


def test_a_path_without_an_adapter_is_said_and_changes_nothing(llama_app: Open) -> None:
    page = llama_app("models")
    next(t for t in page.text_input if "adapter" in t.label).set_value("/nowhere/lora")
    button(page, "Put it on").click().run()
    run_until(page, lambda p: any("There is no adapter at" in shown(e) for e in p.error))
    assert workshop().in_use.adapter is None


def shown(error: Any) -> str:
    """An error's title and text without the marks that keep it plain."""
    return f"{error.proto.title} {error.value}".replace("\\", "")


@pytest.mark.parametrize("gpu", [False, True])
def test_models_for_a_card_are_offered_only_where_there_is_one(
    app: Open, monkeypatch: pytest.MonkeyPatch, gpu: bool
) -> None:
    monkeypatch.setattr(health, "has_gpu", lambda: gpu)
    page = app("models")
    offered = any("phi-4-mini" in (b.key or "") for b in page.button)
    assert offered is gpu
    assert ("This machine has none" in words(page)) is not gpu
