"""What goes into a backup comes out of it, into an empty store or a filled one, and only once."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.backup.reading import open_backup
from services.backup.restoring import Outcome, Restored, restore
from services.backup.writing import write, write_file
from services.errors import InvalidInput, NotFound
from services.hints.models import HintQuiz, PlayRecord
from services.questionnaire.example import example
from services.questionnaire.models import Brief, QuestionnaireDraft
from services.store.connection import open_store
from services.store.records import DraftRecord
from services.store.repository import Repository, Right, Search, Shelf


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Repository]:
    """Another store, empty."""
    opened = Repository(open_store(f"sqlite:///{tmp_path / 'other.db'}"))
    yield opened
    opened.close()


def saved(repository: Repository, files: Path) -> io.BytesIO:
    target = io.BytesIO()
    write(target, repository, files)
    return target


def restored(
    source: io.BytesIO, repository: Repository, files: Path, owner: str | None = None
) -> Restored:
    with open_backup(source) as backup:
        return restore(backup, repository, files, owner)


def about(topic: str) -> Callable[[QuestionnaireDraft], QuestionnaireDraft]:
    return lambda now: now.model_copy(
        update={"brief": now.brief.model_copy(update={"topic": topic})}
    )


def fill(repository: Repository) -> str:
    """Drafts of every kind, one with branches; its id is given back."""
    first = repository.create(
        QuestionnaireDraft(brief=Brief(topic="ä \x00 雨 🐟")),
        owner="ann",
        author="ann",
        what="New",
    )
    repository.update(first.id, about("b"), author="model", what="Drafted")
    repository.undo(first.id)
    repository.update(first.id, about("c"), author="ben", what="Topic")
    repository.undo(first.id)
    repository.hold(first.id, "topic", "Topic", ["d", None, 1.5])
    repository.share(first.id, Right.VIEW)
    quiz = HintQuiz(name="Rivers", plays=(PlayRecord(question_id="q", guesses=("Nile",)),))
    repository.create(quiz, owner="ben", author="ben", what="Imported from TriviaHG")
    archived = repository.create(example(), owner="ann", author="ann", what="Example")
    repository.archive(archived.id)
    deleted = repository.create(example(), owner="ann", author="ann", what="Example")
    repository.delete(deleted.id)
    repository.remember("ann", "Ann", "ann@example.org")
    repository.keep("views", "Nile", "12")
    return first.id


def test_an_empty_store_gets_everything(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    draft_id = fill(repository)
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "corpora").mkdir(parents=True)
    (here / "corpora" / "mine.jsonl").write_text("{}\n", encoding="utf-8")
    done = restored(saved(repository, here), other, there)
    assert (done.count(Outcome.ADDED), done.files) == (4, 1)
    assert other.all_ids() == repository.all_ids()
    for name in repository.all_ids():
        before, after = repository.whole(name), other.whole(name)
        assert after.model_copy(update={"origin": None}) == before
    assert other.get(draft_id).document == repository.get(draft_id).document
    assert other.undo(draft_id).document == repository.undo(draft_id).document
    assert other.redo(draft_id).title == "c"
    assert [held.value for held in other.held(draft_id)] == [["d", None, 1.5]]
    assert other.find(Search(shelf=Shelf.DELETED), "ann").total == 1
    assert other.names(["ann"]) == {"ann": "Ann"}
    assert other.cached("views", "Nile") == repository.cached("views", "Nile")
    assert (there / "corpora" / "mine.jsonl").read_text(encoding="utf-8") == "{}\n"


def test_links_work_in_the_restored_store(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    draft = repository.create(example(), owner="ann", author="ann", what="Example")
    secret = repository.share(draft.id, Right.EDIT)
    repository.seen_by("ben").open_link(draft.id, secret)
    restored(saved(repository, tmp_path), other, tmp_path)
    assert other.seen_by("ben").right(draft.id) is Right.EDIT
    assert other.seen_by("cyd").open_link(draft.id, secret).right is Right.EDIT


def test_restoring_twice_adds_nothing(repository: Repository, tmp_path: Path) -> None:
    fill(repository)
    source = saved(repository, tmp_path)
    before = [repository.whole(name) for name in repository.all_ids()]
    done = restored(source, repository, tmp_path)
    assert done.count(Outcome.THERE) == 4
    assert [repository.whole(name) for name in repository.all_ids()] == before


def test_later_edits_stay_and_hold_what_the_backup_had(
    repository: Repository, tmp_path: Path
) -> None:
    draft_id = fill(repository)
    source = saved(repository, tmp_path)
    repository.update(draft_id, about("later"), author="ann", what="Topic")
    assert restored(source, repository, tmp_path).count(Outcome.THERE) == 4
    assert repository.get(draft_id).title == "later"


def gone_apart(here: Repository, there: Repository, tmp_path: Path) -> tuple[str, io.BytesIO]:
    """A draft that went on in both places, and a backup of `here`."""
    draft_id = fill(here)
    restored(saved(here, tmp_path), there, tmp_path)
    here.update(draft_id, about("one way"), author="ann", what="Topic")
    there.update(draft_id, about("another way"), author="ann", what="Topic")
    return draft_id, saved(here, tmp_path)


def test_the_same_id_with_another_history_is_kept_beside(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    draft_id, source = gone_apart(repository, other, tmp_path)
    done = restored(source, other, tmp_path)
    assert done.drafts[Outcome.BESIDE] == ["one way"]
    assert (len(other.all_ids()), done.count(Outcome.THERE)) == (5, 3)
    assert other.get(draft_id).title == "another way"
    copy = next(draft.id for draft in other.recent("ann") if draft.title == "one way")
    assert copy != draft_id
    assert len(other.history(copy)) == len(repository.history(draft_id))
    # The copy is known by where it came from.
    assert restored(source, other, tmp_path).count(Outcome.THERE) == 4


def test_what_was_deleted_since_the_backup_is_brought_back(
    repository: Repository, tmp_path: Path
) -> None:
    draft_id = fill(repository)
    source = saved(repository, tmp_path)
    repository.delete(draft_id)
    assert restored(source, repository, tmp_path).count(Outcome.BROUGHT_BACK) == 1
    assert repository.get(draft_id).id == draft_id
    repository.delete(draft_id)
    repository.erase(draft_id)
    assert restored(source, repository, tmp_path).count(Outcome.ADDED) == 1
    assert repository.get(draft_id).id == draft_id


def test_a_person_saves_and_restores_only_what_is_theirs(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    draft_id = fill(repository)
    source = saved(repository.seen_by("ann"), tmp_path / "ann")
    assert b"Rivers" not in b"".join(unpacked(source).values())
    taken = other.create(example(), owner="cyd", author="cyd", what="Example")
    repository_of_ben = other.seen_by("ben")
    done = restored(source, repository_of_ben, tmp_path / "ben")
    assert done.count(Outcome.ADDED) == 3
    assert {other.whole(name).owner for name in other.all_ids()} == {"ben", "cyd"}
    authors = {revision.author for revision in other.whole(draft_id).revisions}
    # Ann's draft is Ben's here; of others nobody is named, for the file may say anything.
    assert authors == {"ben", "model"}
    assert other.links(draft_id) == []
    assert other.get(taken.id).owner == "cyd"


def test_an_id_of_somebody_elses_is_neither_touched_nor_told(
    repository: Repository, tmp_path: Path
) -> None:
    draft_id = fill(repository)
    source = saved(repository.seen_by("ann"), tmp_path)
    done = restored(source, repository.seen_by("eve"), tmp_path / "eve")
    assert (done.count(Outcome.ADDED), done.count(Outcome.BESIDE)) == (3, 0)
    assert repository.get(draft_id).owner == "ann"
    with pytest.raises(NotFound):
        repository.seen_by("eve").get(draft_id)


def test_drafts_from_before_a_login_are_given_to_somebody(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    draft = repository.create(example(), owner="local", author="local", what="Example")
    restored(saved(repository, tmp_path), other, tmp_path, owner="person-1")
    assert [found.id for found in other.seen_by("person-1").recent("person-1")] == [draft.id]
    assert other.history(draft.id)[0].author == "person-1"


def unpacked(source: io.BytesIO) -> dict[str, bytes]:
    with zipfile.ZipFile(source) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes]) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target


def _without_a_part(parts: dict[str, bytes]) -> None:
    del parts["drafts/00001.jsonl"]


def _with_another_part(parts: dict[str, bytes]) -> None:
    parts["../evil.jsonl"] = b"x"


def _newer(parts: dict[str, bytes]) -> None:
    parts["backup.json"] = parts["backup.json"].replace(b'"version": 1', b'"version": 2')


def _no_manifest(parts: dict[str, bytes]) -> None:
    parts["backup.json"] = b"[1, 2"


@pytest.mark.parametrize("damage", [_without_a_part, _with_another_part, _newer, _no_manifest])
def test_what_is_no_whole_backup_is_refused_before_anything_is_restored(
    damage: Callable[[dict[str, bytes]], None],
    repository: Repository,
    other: Repository,
    tmp_path: Path,
) -> None:
    fill(repository)
    parts = unpacked(saved(repository, tmp_path))
    damage(parts)
    with pytest.raises(InvalidInput, match="backup"):
        restored(packed(parts), other, tmp_path)
    assert other.all_ids() == []


def drafts_in(source: io.BytesIO) -> list[DraftRecord]:
    with open_backup(source) as backup:
        return [backup.draft(part) for part in backup.drafts]


def test_a_changed_byte_is_noticed_or_harmless(repository: Repository, tmp_path: Path) -> None:
    fill(repository)
    whole = saved(repository, tmp_path).getvalue()
    wanted = drafts_in(io.BytesIO(whole))
    refused = 0
    for place in range(0, len(whole), max(1, len(whole) // 150)):
        spoiled = bytearray(whole)
        spoiled[place] ^= 0x5A
        try:
            found = drafts_in(io.BytesIO(spoiled))
        except InvalidInput:
            refused += 1
        else:
            assert found == wanted, f"byte {place}"
    assert refused > 100


def test_a_file_that_is_no_backup_is_said(repository: Repository, tmp_path: Path) -> None:
    for data in (b"", b"PK\x03\x04", b"hello" * 100, packed({"a.txt": b"x"}).getvalue()):
        with pytest.raises(InvalidInput, match="no backup of Askwright"):
            restored(io.BytesIO(data), repository, tmp_path)


def signed(parts: dict[str, bytes]) -> io.BytesIO:
    """The parts with the hashes that they now have: what a hostile maker would write."""
    manifest = json.loads(parts["backup.json"])
    manifest["sha256"] = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in parts.items()
        if name != "backup.json"
    }
    return packed(parts | {"backup.json": json.dumps(manifest).encode()})


def test_a_draft_of_a_kind_that_is_not_known_is_not_taken_for_another(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    fill(repository)
    parts = unpacked(saved(repository, tmp_path))
    name = "drafts/00001.jsonl"
    parts[name] = parts[name].replace(b'"room":"questionnaires"', b'"room":"songs"', 1)
    done = restored(signed(parts), other, tmp_path)
    assert done.count(Outcome.ADDED) == 3
    (said,) = done.unreadable
    assert "not known here" in said


def test_one_damaged_draft_is_named_and_the_others_are_restored(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    fill(repository)
    parts = unpacked(saved(repository, tmp_path))
    parts["drafts/00002.jsonl"] = parts["drafts/00002.jsonl"].replace(b"Nile", b"Po__")
    parts["workspace.json"] += b" "
    done = restored(packed(parts), other, tmp_path)
    assert done.count(Outcome.ADDED) == 3
    workspace, quiz = done.unreadable
    assert "workspace.json" in workspace
    assert quiz.startswith("Rivers: ")
    assert "damaged in drafts/00002.jsonl" in quiz
    assert "Rivers" not in {draft.title for draft in other.recent("ben")}


def test_a_damaged_revision_neither_stops_a_backup_nor_is_lost(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    draft_id = fill(repository)
    with repository._writing() as session:
        session.connection().exec_driver_sql("UPDATE revision SET document = 'xx' WHERE number = 2")
    restored(saved(repository, tmp_path), other, tmp_path)
    assert other.whole(draft_id).revisions[1].document == b"xx"
    assert other.get(draft_id).document == repository.get(draft_id).document


def test_a_backup_never_replaces_a_file_and_is_for_its_maker_only(
    repository: Repository, tmp_path: Path
) -> None:
    fill(repository)
    path = tmp_path / "backup.zip"
    assert write_file(path, repository, tmp_path).drafts == 4
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InvalidInput, match="already"):
        write_file(path, repository, tmp_path)
    assert list(tmp_path.glob("*.unfinished")) == []


def test_two_files_of_one_name_are_both_kept(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    here, there = tmp_path / "here" / "corpora", tmp_path / "there" / "corpora"
    for folder, text in ((here, "a\n"), (there, "b\n")):
        folder.mkdir(parents=True)
        (folder / "mine.jsonl").write_text(text, encoding="utf-8")
    source = saved(repository, here.parent)
    for added in (1, 0):
        assert restored(source, other, there.parent).files == added
        kept = {path.name: path.read_text(encoding="utf-8") for path in there.iterdir()}
        assert kept == {"mine.jsonl": "b\n", "mine-2.jsonl": "a\n"}


def test_a_collection_keeps_its_name_in_any_writing(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    here, there = tmp_path / "here" / "corpora", tmp_path / "there" / "corpora"
    here.mkdir(parents=True)
    (here / "问卷-été.jsonl").write_text("{}\n", encoding="utf-8")
    assert restored(saved(repository, here.parent), other, there.parent).files == 1
    assert [path.name for path in there.iterdir()] == ["问卷-été.jsonl"]


def test_a_damaged_file_is_told_and_leaves_nothing(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    here, there = tmp_path / "here" / "corpora", tmp_path / "there" / "corpora"
    here.mkdir(parents=True)
    (here / "mine.jsonl").write_text("{}\n", encoding="utf-8")
    parts = unpacked(saved(repository, here.parent))
    parts["files/corpora/mine.jsonl"] = b"[]\n"
    done = restored(packed(parts), other, there.parent)
    assert done.files == 0
    assert ["mine: " in said for said in done.unreadable] == [True]
    assert list(there.iterdir()) == []


def test_a_copy_that_was_typed_on_does_not_make_a_new_one_each_time(
    repository: Repository, other: Repository, tmp_path: Path
) -> None:
    _, source = gone_apart(repository, other, tmp_path)
    restored(source, other, tmp_path)
    copy = next(draft for draft in other.recent("ann") if draft.title == "one way")
    last = other.get(copy.id).revision
    other.update(copy.id, about("one way and on"), author="ann", what="Topic", onto=last)
    assert last == other.get(copy.id).revision
    assert restored(source, other, tmp_path).drafts[Outcome.BESIDE] == ["one way"]
    drafts = other.all_ids()
    for _ in range(3):
        assert restored(source, other, tmp_path).count(Outcome.THERE) == 4
    assert other.all_ids() == drafts
