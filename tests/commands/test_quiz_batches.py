"""`batch hints`: row by row, resumed after a kill, failures apart, nothing twice."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from services.__main__ import main
from services.hints import question_type
from services.hints.models import HintQuiz
from services.work import hint_tools
from tests.hints.encoder import WordEncoder
from tests.work.test_hints import ROOT, Classifier

TABLE = """question,answer,aliases
Which town is nearest to the highest mountain of Scotland?,Fort William,An Gearasdan
Which planet has the widest rings?,Saturn,
Who wrote this?,,
"""


@pytest.fixture(autouse=True)
def _light(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The test engine; no trained coefficients, encoder or spaCy: files are what is tested."""
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "deterministic")
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(question_type, "load", Classifier)
    monkeypatch.setattr(hint_tools.popularity, "load", lambda: None)
    monkeypatch.setattr("services.workshop.open_embedder", lambda name: WordEncoder())
    monkeypatch.setattr(
        "services.hints.familiarity.names_in", lambda texts, question: [[] for _ in texts]
    )


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["batch", "hints", *arguments, "--count", "2", "--json"]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


def stored(folder: Path) -> HintQuiz:
    return HintQuiz.model_validate_json((folder / "quiz.json").read_text("utf-8"))


def test_every_row_is_finished_or_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = tmp_path / "quiz.csv", tmp_path / "deep" / "out"
    table.write_text(TABLE, encoding="utf-8")
    result = run(capsys, str(table), "--out", str(out))
    assert (result["questions"], result["done"], result["made_now"]) == (3, 2, 2)
    assert [(entry["row"], "empty" in entry["reason"]) for entry in result["failed"]] == [(3, True)]
    assert result["model"]["engine"] == "deterministic"
    first = json.loads((out / "0001.json").read_text("utf-8"))
    assert first["answer"] == "Fort William"
    assert [hint["order"] for hint in first["hints"]] == [1, 2]
    assert not (out / "0003.json").exists()
    assert stored(out).questions[0].aliases == ("An Gearasdan",)
    published = json.loads((out / "triviahg.json").read_text("utf-8"))
    assert [entry["Question"] for entry in published] == [
        "Which town is nearest to the highest mountain of Scotland?",
        "Which planet has the widest rings?",
    ]
    assert "Who wrote this?" in (out / "failures.csv").read_text("utf-8-sig")


def test_going_on_does_what_is_missing_and_nothing_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = tmp_path / "quiz.csv", tmp_path / "out"
    table.write_text(TABLE, encoding="utf-8")
    run(capsys, str(table), "--out", str(out))
    before = stored(out).questions
    row = (out / "0001.json").stat().st_mtime_ns
    mended = TABLE.replace("Who wrote this?,,", "Who wrote the play Macbeth?,Shakespeare,")
    table.write_text(mended, encoding="utf-8")
    result = run(capsys, str(table), "--out", str(out), "--resume")
    assert (result["done"], result["made_now"], result["failed"]) == (3, 1, [])
    assert stored(out).questions[:2] == before[:2]
    assert (out / "0001.json").stat().st_mtime_ns == row
    assert not (out / "failures.csv").exists()
    again = run(capsys, str(table), "--out", str(out), "--resume")
    assert (again["done"], again["made_now"], again["model"]) == (3, 0, None)
    kept = json.loads((out / "0001.json").read_text("utf-8"))
    assert kept["model"]["engine"] == "deterministic"


@pytest.mark.parametrize(
    ("table", "arguments", "said"),
    [
        ("question,answer\n", [], "has no questions"),
        ("a,b\n1,2\n", [], "question and answer"),
        ("question,answer\n,x\n", [], "row 2"),
        (TABLE, ["--count", "0"], "--count"),
        (TABLE, ["--candidates", "3"], "--candidates"),
    ],
)
def test_what_cannot_be_used_is_said_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str, arguments: list[str], said: str
) -> None:
    path = tmp_path / "quiz.csv"
    path.write_text(table, encoding="utf-8")
    assert main(["batch", "hints", str(path), "--out", str(tmp_path / "out"), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_with_a_batch_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = tmp_path / "quiz.csv", tmp_path / "out"
    table.write_text(TABLE, encoding="utf-8")
    run(capsys, str(table), "--out", str(out))
    assert main(["batch", "hints", str(table), "--out", str(out)]) == 2
    assert "--resume" in capsys.readouterr().err


DRIVER = """
import sys
from services.__main__ import main
from services.hints import familiarity, question_type
from services import workshop
from services.work import hint_tools
from tests.hints.encoder import WordEncoder
from tests.work.test_hints import Classifier

question_type.load = Classifier
hint_tools.popularity.load = lambda: None
workshop.open_embedder = lambda name: WordEncoder()
familiarity.names_in = lambda texts, question: [[] for _ in texts]
sys.exit(main(sys.argv[1:]))
"""


def test_a_run_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = tmp_path / "quiz.csv", tmp_path / "out"
    rows = "".join(f"Which town is number {n} on the map?,X{n},\n" for n in range(60))
    table.write_text("question,answer,aliases\n" + rows, encoding="utf-8")
    command = ["batch", "hints", str(table), "--out", str(out), "--count", "2", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while not (out / "0020.json").exists():
        assert process.poll() is None, "it ended before it was killed"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = [question for question in stored(out).questions if question.signature]
    assert 20 <= len(before) < 60
    result = run(capsys, str(table), "--out", str(out), "--resume")
    assert (result["done"], result["failed"]) == (60, [])
    assert result["made_now"] == 60 - len(before)
    assert list(stored(out).questions[: len(before)]) == before
