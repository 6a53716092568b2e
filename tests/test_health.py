import importlib.util
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from services import health, settings
from services.health import Condition
from services.workshop import Workshop


@pytest.fixture(autouse=True)
def shop(tmp_path: Path) -> Iterator[Workshop]:
    made = Workshop(settings.load(data_dir=tmp_path, engine="deterministic"))
    yield made
    made.close()


def _of(part: str, shop: Workshop) -> health.Health:
    return next(h for h in health.parts(shop) if h.part.startswith(part))


def test_wikipedia_is_off_until_it_is_switched_on(shop: Workshop, tmp_path: Path) -> None:
    assert _of("Wikipedia", shop).condition == Condition.OFF
    on = Workshop(settings.load(data_dir=tmp_path, engine="deterministic", wikipedia=True))
    assert _of("Wikipedia", on).condition == Condition.READY
    on.close()


def test_a_part_that_is_not_installed_is_said_to_be_missing(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert _of("Sentence", shop).condition == Condition.MISSING
    assert _of("English", shop).condition == Condition.MISSING
    assert "not installed" in _of("Sentence", shop).sentence


def test_models_that_are_not_fetched_are_said_to_be_off(shop: Workshop, tmp_path: Path) -> None:
    bare = Workshop(settings.load(data_dir=tmp_path))
    assert _of("Language", bare).condition == Condition.OFF
    assert "is not fetched yet" in _of("Language", bare).sentence
    assert _of("Word-by-word", bare).condition == Condition.OFF
    assert "98 MB" in _of("Word-by-word", bare).sentence
    assert _of("Language", shop).condition == Condition.READY
    assert bare.host.loaded is None
    bare.close()


def test_a_gpu_is_named_with_its_memory_or_said_to_be_silent_or_absent(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.shutil, "which", lambda name: None)
    assert _of("GPU", shop).condition == Condition.OFF
    monkeypatch.setattr(health.shutil, "which", lambda name: f"/usr/bin/{name}")

    def answers(*_: object, **__: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess([], 0, "NVIDIA L4, 21000 MiB, 23034 MiB\n", "")

    monkeypatch.setattr(health.subprocess, "run", answers)
    assert _of("GPU", shop).condition == Condition.READY
    assert "NVIDIA L4, 21000 MiB of 23034 MiB free" in _of("GPU", shop).sentence

    def silent(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("nvidia-smi", 3)

    monkeypatch.setattr(health.subprocess, "run", silent)
    assert _of("GPU", shop).condition == Condition.MISSING
