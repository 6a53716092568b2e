import io
import json
import sys
from pathlib import Path

import pytest

from services.__main__ import main
from services.errors import InvalidInput
from services.formats.passages.texts import texts

KEYS = (
    *("name", "language", "words", "sentences", "syllables"),
    *("flesch_kincaid_grade", "flesch_reading_ease", "gunning_fog", "smog", "coleman_liau"),
    *("automated_readability", "dale_chall", "dale_chall_1948", "dale_chall_unfamiliar"),
    *("longest_sentence_words", "grade_band", "as_in_paper", "sentences_detail"),
    *("hard_words", "warnings"),
)
TEXT = "The cat sat. The bridge was built by soldiers of the queen."


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict]:
    assert main(["read", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_report_has_the_keys_of_the_contract(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "passage.txt"
    path.write_text(TEXT)
    (report,) = run(capsys, str(path))
    assert tuple(report) == KEYS
    assert (report["words"], report["sentences"], report["longest_sentence_words"]) == (12, 2, 9)
    assert report["smog"] is None
    assert set(report["grade_band"]) == {"low", "high", "label"}
    assert report["sentences_detail"][1] == {
        "text": "The bridge was built by soldiers of the queen.",
        "words": 9,
        "reasons": ["passive: was built"],
    }
    assert report["as_in_paper"]["lexical_surprisal"] is None
    assert any("models fetch" in warning for warning in report["warnings"])


def test_empty_text_has_no_scores(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text(" \n")
    (report,) = run(capsys, str(path))
    assert (report["words"], report["sentences"]) == (0, 0)
    assert report["flesch_kincaid_grade"] is report["grade_band"] is report["language"] is None
    assert report["warnings"]


def test_several_files_keep_their_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("# Rain\n\nIt **fell** [here](http://x.org).")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Go. Run.")))
    first, second = run(capsys, str(tmp_path / "a.md"), "-")
    assert (first["words"], first["sentences"]) == (4, 2)
    assert (second["name"], second["sentences"]) == ("-", 2)


def test_a_table_gives_one_passage_a_row() -> None:
    table = b"title,text\nOne,It rained.\nTwo,We ran.\nAgain,It rained.\n,\n"
    assert texts("t.csv", table) == [("t.csv: One", "It rained."), ("t.csv: Two", "We ran.")]


def test_word_and_pdf_files_are_read() -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("Rain", 1)
    document.add_paragraph("It fell all day. We stayed in.")
    stream = io.BytesIO()
    document.save(stream)
    ((name, text),) = texts("rain.docx", stream.getvalue())
    assert name == "rain.docx"
    assert " ".join(text.split()) == "Rain It fell all day. We stayed in."


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"\x00\x01\x02", "not text"),
        ("a.txt", b"caf\xe9", "UTF-8"),
        ("a.csv", b"x,y\n1,2\n", "no column of passages"),
        ("a.pdf", b"%PDF-1.4 broken", "damaged"),
        ("a.docx", b"PK\x03\x04broken", "cannot be read"),
    ],
)
def test_a_bad_file_is_one_sentence_that_names_it(name: str, data: bytes, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as raised:
        texts(name, data)
    assert str(raised.value).startswith(f"{name} cannot be read")


def test_a_missing_file_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "nowhere.txt", "--json"]) == 2
    assert "nowhere.txt" in capsys.readouterr().err
