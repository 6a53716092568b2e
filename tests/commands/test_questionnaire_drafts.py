"""`draft` on the command line keeps to its contract."""

import json
from pathlib import Path

import pytest

from services.__main__ import main
from services.questionnaire.models import QuestionnaireDraft

TOPIC = ["draft", "--topic", "Public library", "--questions", "5", "--json"]


@pytest.fixture(autouse=True)
def _test_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "deterministic")
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path))
    # Any encoder that is cheap to load: what counts here is the shape of the answer.
    monkeypatch.setenv("ASKWRIGHT_EMBEDDING_MODEL", "multilingual-e5-small")


@pytest.mark.parametrize("method", ["topic", "topic-intents", "outline", "retrieve"])
def test_one_json_document_of_the_promised_shape(
    capsys: pytest.CaptureFixture[str], method: str
) -> None:
    assert main([*TOPIC, "--intent", "Measure its use", "--method", method]) == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    expected = {"questionnaire", "model", "repairs", "seconds"}
    assert set(found) == expected | ({"outline"} if method == "outline" else set())
    assert found["model"]["engine"] == "deterministic"
    assert found["seconds"] > 0
    items = [item for s in found["questionnaire"]["sections"] for item in s["items"]]
    assert len(items) == 5
    assert "askwright: " in captured.err


def test_the_draft_is_written_as_askwrights_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "draft.json"
    assert main([*TOPIC, "--out", str(out)]) == 0
    document = QuestionnaireDraft.model_validate_json(out.read_text("utf-8"))
    printed = json.loads(capsys.readouterr().out)
    assert document.questionnaire.model_dump(mode="json") == printed["questionnaire"]
    assert document.brief.topic == "Public library"


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["--questions", "0"], "--questions"),
        (["--questions", "many"], "--questions"),
        (["--method", "magic"], "--method"),
        (["--language", "fi"], "'fi'"),
        (["--topic", " "], "topic is empty"),
        (["--out", "/no/such/folder/draft.json"], "/no/such/folder/draft.json"),
        (["--method", "retrieve", "--corpus", "/no/such/corpus.jsonl"], "corpus.jsonl"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], place: str
) -> None:
    assert main([*TOPIC, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    last = captured.err.strip().splitlines()[-1]
    assert place in last
