import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import gpu_check

SCRIPT = Path(gpu_check.__file__)


def test_without_a_gpu_it_says_that_it_was_not_run(monkeypatch, capsys):
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert gpu_check.main([]) == gpu_check.NOT_RUN == 77
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == "not run"
    assert report["reason"].startswith("no CUDA device")


def test_the_checks_themselves_hold_on_a_tiny_model(tiny):
    report = gpu_check.report_on(tiny)
    assert report["status"] == "passed"
    assert report["checks"] == {"schema_held": True, "scores_independent_of_batch": True}
    assert len(report["questions"]) == 3
    assert set(report["margins"]) == set(gpu_check.CANDIDATES)
    assert report["tokens_per_second"] > 0
    assert json.dumps(report)


def test_a_check_that_fails_is_reported_as_failed(tiny, monkeypatch):
    monkeypatch.setattr(gpu_check, "_draft", lambda engine: ["only one"])
    assert gpu_check.report_on(tiny)["status"] == "failed"


def test_an_error_is_a_failure_with_its_reason(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(gpu_check, "no_gpu", lambda: None)
    (tmp_path / "empty").mkdir()
    assert gpu_check.main(["--model", str(tmp_path / "empty")]) == gpu_check.FAILED
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == "failed"
    assert "cannot be read" in report["reason"]


@pytest.mark.gpu
def test_on_a_real_gpu():
    reason = gpu_check.no_gpu()
    if reason is not None:
        pytest.skip(f"not run: {reason}")
    ended = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert json.loads(ended.stdout)["precision"] == "NF4"
