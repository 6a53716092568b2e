"""export and import from the command line."""

import json
from pathlib import Path

import pytest

from services.__main__ import main
from services.formats import registry
from services.questionnaire.models import QuestionnaireDraft
from tests.formats.hints.generated import QUIZ
from tests.formats.questionnaires.example import GARDEN


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.json"
    path.write_bytes(registry.export(QuestionnaireDraft(questionnaire=GARDEN), "json").data)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main([*arguments, "--json"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_export_writes_the_file_and_tells_the_losses(
    draft: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "survey.txt"
    code, said, _ = run(capsys, "export", str(draft), "--to", "limesurvey", "--out", str(out))
    assert code == 0
    result = json.loads(said)
    assert out.read_bytes().startswith(b"\xef\xbb\xbfclass\t")
    assert {"item": 5, "what": "Stored as single choice, not as rating scale."} in result["losses"]


def test_import_finds_the_format_and_keeps_the_content(
    draft: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form, back = tmp_path / "form.xlsx", tmp_path / "back.json"
    run(capsys, "export", str(draft), "--to", "xlsform", "--out", str(form))
    code, said, _ = run(capsys, "import", str(form), "--out", str(back))
    assert code == 0
    result = json.loads(said)
    assert (result["format"], result["room"], result["losses"]) == ("xlsform", "questionnaires", [])
    document = json.loads(back.read_text(encoding="utf-8"))
    assert document["questionnaire"]["title"] == GARDEN.title


def test_export_converts_between_formats(
    draft: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form, table = tmp_path / "form.json", tmp_path / "table.csv"
    run(capsys, "export", str(draft), "--to", "surveyjs", "--out", str(form))
    code, _, _ = run(capsys, "export", str(form), "--to", "redcap", "--out", str(table))
    assert code == 0
    assert "crops_other" in table.read_text(encoding="utf-8")


def test_lines_not_understood_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "paper.txt"
    text.write_text("1. Own a bike?\nA. Yes\nB. No\nIf no, go to question 3.\n", encoding="utf-8")
    out = tmp_path / "out.json"
    _, said, _ = run(capsys, "import", str(text), "--out", str(out))
    (loss,) = json.loads(said)["losses"]
    assert loss["item"] is None
    assert "Line 4" in loss["what"]


def test_a_forced_format_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quiz, out = tmp_path / "quiz.csv", tmp_path / "out.json"
    quiz.write_bytes(registry.export(QUIZ, "csv").data)
    code, said, _ = run(capsys, "import", str(quiz), "--from", "csv", "--out", str(out))
    assert (code, json.loads(said)["room"]) == (0, "hints")
    code, _, error = run(capsys, "import", str(quiz), "--from", "moodle", "--out", str(out))
    assert code == 2
    assert "not XML" in error


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["export", "nowhere.json", "--to", "csv", "--out", "x"], "nowhere.json"),
        (["import", "nowhere.json", "--out", "x"], "nowhere.json"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, error = run(capsys, *arguments)
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert part in error


def test_an_unknown_target_names_those_there_are(
    draft: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(capsys, "export", str(draft), "--to", "spss", "--out", str(tmp_path / "x"))
    assert code == 2
    assert "xlsform" in error
