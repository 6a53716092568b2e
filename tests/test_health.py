import importlib.util

import pytest

from services import health, settings
from services.health import Condition


def _of(part: str) -> health.Health:
    return next(h for h in health.parts(settings.load()) if h.part.startswith(part))


def test_wikipedia_is_off_until_it_is_switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _of("Wikipedia").condition == Condition.OFF
    monkeypatch.setenv("ASKWRIGHT_WIKIPEDIA", "1")
    assert _of("Wikipedia").condition == Condition.READY


def test_a_part_that_is_not_installed_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert _of("Sentence").condition == Condition.MISSING
    assert _of("English").condition == Condition.MISSING
    assert "not installed" in _of("Sentence").sentence


def test_a_machine_without_a_driver_has_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "which", lambda name: None)
    assert _of("GPU").condition == Condition.OFF
