"""The command `item`: the contract's JSON, several files, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.__main__ import main

PASSAGE = (
    "The town library lent fourteen thousand books last year, two thousand more than the year "
    "before. Half of them were children's books. The librarian, Ms. Okafor, believes that the new "
    "reading hour on Saturdays made the difference. She has asked the council for a second "
    "assistant, but the council has not answered her letter yet."
)
ITEM = {
    "passage": PASSAGE,
    "question": "How many books did the library lend last year?",
    "options": ["2,000", "12,000", "14,000", "16,000"],
    "gold": 2,
}
VIEWS = ("passage", "without_passage", "without_question", "options_only")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("ASKWRIGHT_ENGINE", raising=False)
    monkeypatch.delenv("ASKWRIGHT_MODEL", raising=False)


def item(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *items: Any, solver: str | None = "none"
) -> tuple[int, Any, str]:
    files = []
    for number, entry in enumerate(items):
        path = tmp_path / f"item{number}.json"
        path.write_text(json.dumps(entry), encoding="utf-8")
        files.append(str(path))
    code = main(["item", *files, "--json", *(["--solver", solver] if solver else [])])
    said = capsys.readouterr()
    return code, json.loads(said.out) if said.out else None, said.err


def test_the_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found, _ = item(tmp_path, capsys, ITEM, solver="embedding")
    assert code == 0
    assert found["comprehension_types"][0] == "numeric"
    assert found["harder_for_models"] is True
    assert found["difficulty"]["band"] in ("easier", "typical", "harder")
    assert found["difficulty"]["low"] <= found["difficulty"]["expected_accuracy"]
    assert found["difficulty"]["expected_accuracy"] <= found["difficulty"]["high"]
    assert len(found["difficulty"]["reasons"]) == 3
    assert found["difficulty"]["record"]["stage"] == "embedding"
    assert found["abstained"] is None
    for view in VIEWS:
        assert len(found["solver"][view]) == 4
    for flaw in found["flaws"]:
        assert {"code", "severity", "message"} <= flaw.keys()


def test_without_a_solver_its_views_are_null(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found, _ = item(tmp_path, capsys, ITEM)
    assert [found["solver"][view] for view in VIEWS] == [None] * 4
    assert found["difficulty"]["record"]["stage"] == "wording"


def test_without_weights_the_default_is_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found, _ = item(tmp_path, capsys, ITEM, solver=None)
    assert found["solver"]["name"].startswith("comparison by")


def test_asking_for_a_model_that_cannot_be_had_is_exit_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "openai")
    monkeypatch.setenv("ASKWRIGHT_SERVER_URL", "http://127.0.0.1:9/v1")
    code, found, error = item(tmp_path, capsys, ITEM, solver="model")
    assert (code, found) == (3, None)
    assert len(error.strip().splitlines()) == 1


def test_the_test_engine_answers_as_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "deterministic")
    _, found, _ = item(tmp_path, capsys, ITEM, solver="model")
    assert "not a language model" in found["solver"]["name"]
    # Its answers were in no training: the estimate does not use them.
    assert found["difficulty"]["record"]["stage"] == "embedding"


def test_several_files_give_a_list_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unkeyed = ITEM | {"gold": None, "question": "Why?"}
    _, found, _ = item(tmp_path, capsys, ITEM, unkeyed)
    assert [entry["abstained"] for entry in found] == [None, "No option is marked as the key."]
    assert found[1]["difficulty"] is None


@pytest.mark.parametrize(
    ("change", "abstained"),
    [
        ({"gold": None}, "key"),
        ({"options": ["14,000"], "gold": 0}, "two options"),
        ({"options": [], "gold": None}, "two options"),
        ({"passage": "Short."}, "50 words"),
        ({"question": ""}, "no question"),
    ],
)
def test_what_is_unfinished_is_reviewed_without_an_estimate(
    change: dict, abstained: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found, _ = item(tmp_path, capsys, ITEM | change, solver="embedding")
    assert code == 0
    assert found["difficulty"] is None
    assert abstained in found["abstained"]


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (ITEM | {"gold": 4}, "options 0 to 3"),
        (ITEM | {"gold": -1}, "options 0 to 3"),
        (ITEM | {"gold": "B"}, "gold"),
        (ITEM | {"gold": True}, "gold"),
        (ITEM | {"options": "14,000"}, "options"),
        (ITEM | {"options": [1, 2]}, "options"),
        (ITEM | {"passage": None}, "passage"),
        ({"question": "Why?"}, "no item"),
        (["x"], "no item"),
        (ITEM | {"options": list("abcdefghijk")}, "11 options"),
    ],
)
def test_what_is_no_item_is_exit_2_with_one_line(
    entry: Any, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found, error = item(tmp_path, capsys, ITEM, entry)
    assert (code, found) == (2, None)
    assert what in error
    assert "item1.json" in error
    assert len(error.strip().splitlines()) == 1
