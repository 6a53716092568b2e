"""A user's own corpora: checked before they are kept, replaced by name."""

import json
from pathlib import Path

import pytest

from services.errors import InvalidInput
from services.questionnaire import corpora
from services.questionnaire.retrieval import open_corpus

LINE = json.dumps(
    {"title": "Bees", "intents": [], "qa": [{"question": "Do you keep bees?", "options": []}]}
)


def test_a_good_file_is_kept_and_searched(tmp_path: Path) -> None:
    folder = tmp_path / "corpora"
    assert corpora.kept(folder) == ()
    path = corpora.keep(folder, "My bees (2).JSONL", f"{LINE}\n{LINE}".encode())
    assert corpora.kept(folder) == (path,)
    assert path.name == "My-bees-2.jsonl"
    assert open_corpus([path]).search("bees", [], "en")[0].questionnaire.title == "Bees"


def test_a_bad_line_is_named_and_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"bees\.jsonl, line 2"):
        corpora.keep(tmp_path, "bees.jsonl", f"{LINE}\nno json".encode())
    assert list(tmp_path.iterdir()) == []


def test_a_bad_file_does_not_replace_a_good_one(tmp_path: Path) -> None:
    path = corpora.keep(tmp_path, "bees.jsonl", LINE.encode())
    with pytest.raises(InvalidInput):
        corpora.keep(tmp_path, "bees.jsonl", b"{")
    assert path.read_text() == LINE


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    path = corpora.keep(tmp_path, "../../etc/passwd", LINE.encode())
    assert path.parent == tmp_path


def test_forgetting_twice_is_no_error(tmp_path: Path) -> None:
    path = corpora.keep(tmp_path, "bees.jsonl", LINE.encode())
    corpora.forget(path)
    corpora.forget(path)
    assert corpora.kept(tmp_path) == ()
