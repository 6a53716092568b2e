"""`backup` and `restore` as somebody would type them."""

import json
import zipfile
from pathlib import Path

import pytest

from services import settings
from services.__main__ import main
from services.hints.example import example
from services.people import LOCAL
from services.workshop import Workshop

KEY = "sk-this-must-stay-a-secret"


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out or captured.err


def test_everything_goes_out_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "old"))
    monkeypatch.setenv("ASKWRIGHT_SERVER_KEY", KEY)
    shop = Workshop(settings.load())
    made = shop.repository.create(example(), owner=LOCAL, author=LOCAL, what="Example")
    shop.repository.remember("person-1", "Ann", "Ann@example.org")
    shop.close()
    file = tmp_path / "all.zip"
    code, said = run(["backup", str(file), "--json"], capsys)
    assert code == 0
    assert json.loads(said)["drafts"] == 1
    with zipfile.ZipFile(file) as archive:
        assert all(KEY.encode() not in archive.read(name) for name in archive.namelist())

    code, said = run(["backup", str(file)], capsys)
    assert (code, "already" in said, said.count("\n")) == (2, True, 1)

    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "new"))
    code, said = run(["restore", str(file), "--json"], capsys)
    assert (code, json.loads(said)["added"]) == (0, 1)
    code, said = run(["restore", str(file), "--owner", "ann@EXAMPLE.org", "--json"], capsys)
    assert (code, json.loads(said)["added"]) == (0, 1)
    shop = Workshop(settings.load())
    assert shop.repository.get(made.id).document == example().model_copy(
        update={"questions": made.document.questions}
    )
    assert len(shop.repository.recent("person-1")) == 1
    shop.close()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["restore", "missing.zip"], "No such file"),
        (["restore", __file__], "no backup of Askwright"),
        (["restore", __file__, "--owner", "who@example.org"], "Nobody has signed in"),
    ],
)
def test_what_cannot_be_restored_is_said_in_one_line(
    arguments: list[str],
    problem: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path))
    code, said = run(arguments, capsys)
    assert code == 2
    last = said.strip().splitlines()[-1]
    assert last.startswith("askwright: ")
    assert problem in last
