import json
import re
import shlex
from pathlib import Path

import pytest

from services.__main__ import build_parser, main, plain

DOCUMENTATION = Path(__file__).parents[1] / "docs" / "commands.md"


def test_an_unknown_command_is_bad_input_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sing"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert "sing" in captured.err


def test_a_bad_setting_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWRIGHT_SLOTS", "many")
    assert main(["models", "list", "--json"]) == 2
    assert "ASKWRIGHT_SLOTS" in capsys.readouterr().err


def test_json_numbers_are_plain_and_missing_is_null() -> None:
    value = {"a": 0.123456, "b": float("nan"), "c": (1, float("inf")), 4: None, "d": True}
    assert plain(value) == {"a": 0.1235, "b": None, "c": [1, None], "4": None, "d": True}
    assert json.loads(json.dumps(plain(value), allow_nan=False))["b"] is None


def test_every_documented_command_is_understood_and_every_command_documented() -> None:
    text = DOCUMENTATION.read_text("utf-8").replace("\\\n", " ")
    lines = re.findall(r"^python -m services (.+)$", text, re.MULTILINE)
    named = {build_parser().parse_args(shlex.split(line)).command for line in lines}
    actions = build_parser()._subparsers._group_actions[0]
    assert named == set(actions.choices)
