"""Large, odd and hostile input at the doors: files, pastes, the command line, the store."""

import json
import time
from pathlib import Path

import pytest

from services.__main__ import main
from services.errors import AskwrightError, InvalidInput
from services.formats import registry
from services.formats.base import Room
from services.formats.guarded_cells import read_rows
from services.formats.packing import zip_bytes
from services.formats.sniffing import sniff
from services.hints.models import HintQuiz, TriviaQuestion
from services.job_states import JobView
from services.questionnaire.models import QuestionnaireDraft
from services.store.connection import open_store
from services.store.repository import Repository, Search
from tests.faults.fuzzing import require_sentence

MANY = 5_000
SQL = "'; DROP TABLE draft; DROP TABLE revision; -- \" ) %_\\"


@pytest.mark.parametrize("size", [21, 50])
@pytest.mark.parametrize("sign", [b"a", b" ", b"{", b"<", b"1. a\n"])
def test_a_paste_of_many_megabytes_is_refused_in_one_sentence(size: int, sign: bytes) -> None:
    data = sign * (size * 1024 * 1024 // len(sign))
    started = time.process_time()
    with pytest.raises(InvalidInput) as caught:
        registry.load(data, sniff(data))
    require_sentence(caught.value)
    assert time.process_time() - started < 2


@pytest.mark.parametrize("room", Room)
def test_one_word_of_a_megabyte_is_refused_or_read_soon(room: Room) -> None:
    data = b"a" * 1_000_000
    started = time.process_time()
    for format in registry.for_room(room):
        if not format.can_read:
            continue
        try:
            document = registry.load(data, format).document
        except AskwrightError as error:
            require_sentence(error)
        else:
            assert len(document.model_dump_json()) < 10_000, f"{format.name} took it over"
    assert time.process_time() - started < 4


def test_one_word_of_a_megabyte_is_read_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASKWRIGHT_DATA_DIR", str(tmp_path / "data"))
    path = tmp_path / "word.txt"
    path.write_text("a" * 1_000_000, encoding="utf-8")
    assert main(["read", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["words"] == 1
    for command, content in (
        ("check", {"title": "t", "qa": [{"question": "a" * 1_000_000, "options": []}]}),
        ("grade", {"question": "a" * 1_000_000, "answer": "b", "hints": ["c"]}),
        ("item", {"passage": "p", "question": "a" * 1_000_000, "options": ["b", "c"], "gold": 0}),
    ):
        path.write_text(json.dumps(content), encoding="utf-8")
        assert main([command, str(path), "--json"]) == 2, command
        assert capsys.readouterr().err.strip().count("\n") == 0


def test_five_thousand_items_come_in_and_go_out_and_are_kept(tmp_path: Path) -> None:
    rows = "".join(f"Which town is number {n}?,Town {n}\n" for n in range(MANY))
    quiz = registry.load(f"question,answer\n{rows}".encode(), registry.get("hints", "csv")).document
    assert len(quiz.questions) == MANY
    asked = [{"question": f"Do you like town {n}?", "options": ["Yes", "No"]} for n in range(MANY)]
    data = json.dumps({"title": "Towns", "intents": [], "qa": asked}).encode()
    draft = registry.load(data, sniff(data)).document
    assert isinstance(draft, QuestionnaireDraft)
    assert len(draft.questionnaire.items) == MANY
    repository = Repository(open_store(f"sqlite:///{tmp_path / 'askwright.db'}"))
    for document in (quiz, draft):
        again = registry.load(registry.export(document, "json").data, registry.get(
            document.room, "json"))  # fmt: skip
        assert again.document == document
        made = repository.create(document, owner="local", author="local", what="Imported")
        assert repository.get(made.id).document == document
    repository.close()


def test_a_table_of_very_many_rows_or_one_huge_cell_is_refused() -> None:
    with pytest.raises(InvalidInput, match="rows"):
        read_rows("a,b\n" * 60_000, "The table")
    with pytest.raises(InvalidInput) as caught:
        read_rows(f'question,answer\n"{"a" * 1_100_000}",b\n', "The table")
    require_sentence(caught.value)
    cell = f'question,answer\n"{"a" * 30_000}",b\n'.encode()
    with pytest.raises(InvalidInput, match="30,000 characters"):
        registry.load(cell, registry.get("hints", "csv"))


@pytest.mark.parametrize("part", ["word/document.xml", "xl/workbook.xml", "imsmanifest.xml"])
@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a/>',
        "<!DOCTYPE a [" + "".join(
            f'<!ENTITY x{n} "{f"&x{n - 1};" * 10 if n else "ha"}">' for n in range(12)
        ) + "]><a>&x11;</a>",
    ],
    ids=["file", "network", "laughs"],
)  # fmt: skip
def test_no_entity_in_an_archive_is_followed(part: str, doctype: str) -> None:
    data = zip_bytes({part: doctype.encode()})
    with pytest.raises(InvalidInput) as caught:
        registry.load(data, sniff(data))
    require_sentence(caught.value)
    assert "root:" not in str(caught.value)


def test_sql_in_every_text_is_text(tmp_path: Path) -> None:
    repository = Repository(open_store(f"sqlite:///{tmp_path / 'askwright.db'}"))
    quiz = HintQuiz(name=SQL, questions=(TriviaQuestion(question=SQL, answer=SQL),))
    made = repository.create(quiz, owner=SQL, author=SQL, what=SQL)
    repository.hold(made.id, SQL, SQL, {"value": SQL})
    repository.keep(SQL[:60], SQL, SQL)
    repository.save_job(JobView("job", SQL, SQL, made.id, {SQL: SQL}, note=SQL, text=SQL))
    repository.be_present(made.id, SQL)
    repository.update(
        made.id, lambda now: now.model_copy(update={"name": SQL + "!"}), author=SQL, what=SQL
    )
    assert repository.get(made.id).document.name == SQL + "!"
    assert repository.held(made.id)[0].value == {"value": SQL}
    assert (repository.cached(SQL[:60], SQL) or ("",))[0] == SQL
    assert repository.jobs_of_draft(made.id, 5)[0].text == SQL
    assert [entry.author for entry in repository.history(made.id)] == [SQL, SQL]
    for asked in (SQL, "%", "_", "'", "\\"):
        assert repository.find(Search(asked), SQL).total <= 1
    assert [draft.id for draft in repository.find(Search("TABLE"), SQL).drafts] == [made.id]
    assert repository.find(Search("TABLE"), "somebody").total == 0
    repository.close()
