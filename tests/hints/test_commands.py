"""`grade` and `question-type` from the command line: the contract, and what is not loaded."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from services import workshop
from services.__main__ import main
from services.errors import Unavailable
from services.llm.base import Engine
from tests.hints.encoder import WordEncoder

SUPPLIED = {
    "question": "Which town is nearest to the highest mountain of Scotland?",
    "answer": "Fort William",
    "hints": ["It lies on a loch.", "William built it."],
    "candidates": ["Oban", "Fort William"],
    "verdicts": [[1, 1], [0, 1]],
    "entities": [[], ["Ben_Nevis"]],
    "views": {"Ben_Nevis": 9098},
}


@pytest.fixture(autouse=True)
def light_workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(workshop, "open_embedder", lambda name: WordEncoder())
    # None of these commands may fetch or load a model.
    monkeypatch.setattr(workshop, "open_engine", no_model)


def no_model(*args: Any, **options: Any) -> Engine:
    raise Unavailable("The model cannot be had.", "Fetch it.")


def write(folder: Path, name: str, content: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any, str]:
    code = main([*arguments, "--json"])
    captured = capsys.readouterr()
    return code, json.loads(captured.out) if code == 0 else captured.out, captured.err


def test_grade_prints_the_graded_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found, said = run(capsys, "grade", write(tmp_path, "a.json", SUPPLIED))
    assert code == 0
    assert "not judged" not in said
    assert found["candidates"] == ["Oban", "Fort William"]
    first, second = found["hints"]
    assert (first["hicos"], first["hifas"], first["kept"]) == (0.5, None, True)
    assert (second["hicos"], second["hifas"], second["kept"]) == (1.0, 0.157, False)
    assert second["leak"] == "william"
    assert second["entities"] == [
        {
            "name": "Ben Nevis",
            "title": "Ben_Nevis",
            "views": 9098.0,
            "normalized": 0.157,
            "source": "snapshot",
        }
    ]
    assert found["dropped"][0]["text"] == "William built it."
    assert (first["order"], first["remaining"], first["margins"]) == (1, 2, [None, None])
    assert set(found["question_type"]) == {"coarse", "fine", "confidence"}
    assert found["model"]["name"] is None
    assert "n=2" in found["signature"]


def test_several_files_give_a_list_in_their_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [
        write(tmp_path, f"{answer}.json", SUPPLIED | {"answer": answer})
        for answer in ("Oban", "Fort William")
    ]
    code, found, _ = run(capsys, "grade", *names)
    assert code == 0
    assert [entry["answer"] for entry in found] == ["Oban", "Fort William"]


def test_without_a_model_what_it_would_judge_is_null(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = {key: SUPPLIED[key] for key in ("question", "answer", "hints", "entities")}
    code, found, said = run(capsys, "grade", write(tmp_path, "a.json", bare))
    assert code == 0
    assert found["candidates"] == []
    assert [hint["hicos"] for hint in found["hints"]] == [None, None]
    assert "not judged: The model cannot be had." in said


def test_a_natural_set_is_known_without_a_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"question": "Which month has the fewest days?", "answer": "February"}
    file = write(tmp_path, "a.json", asked | {"hints": ["Its length changes."], "entities": [[]]})
    code, found, _ = run(capsys, "grade", file)
    assert code == 0
    assert len(found["candidates"]) == 12
    assert found["hints"][0]["verdicts"] == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"question": "Who?"}, "answer"),
        (SUPPLIED | {"verdicts": [[1], [0]]}, "1 cells for 2 candidates"),
        ([], "the file"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_2(
    content: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, said = run(capsys, "grade", write(tmp_path, "bad.json", content))
    assert code == 2
    assert said.count("\n") == 1
    assert "bad.json" in said
    assert message in said


def test_a_snapshot_may_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    snapshot = write(tmp_path, "views.json", {"Ben_Nevis": 57837})
    file = write(tmp_path, "a.json", SUPPLIED | {"views": {}})
    _, found, _ = run(capsys, "grade", file, "--snapshot", snapshot)
    assert found["hints"][1]["hifas"] == 1.0


def _loaded_after(arguments: Sequence[str], data_dir: Path) -> set[str]:
    """Packages in memory after a command, in a process of its own."""
    script = (
        "import sys; from services import workshop; from services.__main__ import main;"
        "from tests.hints.encoder import WordEncoder;"
        "workshop.open_embedder = lambda name: WordEncoder();"
        f"main({list(arguments)!r}); print('|'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"ASKWRIGHT_DATA_DIR": str(data_dir), "PATH": "", "HOME": str(data_dir)},
        cwd=Path(__file__).parents[2],
    )
    return {name.split(".")[0] for name in done.stderr.split("|")}


def test_what_was_supplied_is_arithmetic_only(tmp_path: Path) -> None:
    file = write(tmp_path, "a.json", SUPPLIED)
    loaded = _loaded_after(["grade", file, "--json"], tmp_path)
    assert "services" in loaded
    assert not loaded & {"xllamacpp", "spacy", "mwviews"}


def test_question_types(capsys: pytest.CaptureFixture[str]) -> None:
    code, found, _ = run(
        capsys,
        "question-type",
        "Who painted the Mona Lisa?",
        "What is the capital of Peru?",
        "How many legs has a spider?",
    )
    assert code == 0
    assert [entry["fine"] for entry in found] == ["HUM:ind", "LOC:city", "NUM:count"]
    assert [entry["coarse"] for entry in found] == ["HUM", "LOC", "NUM"]
    assert all(0 < entry["confidence"] <= 1 for entry in found)


def test_a_blank_question_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, "question-type", " ")
    assert code == 2
    assert "empty" in said
