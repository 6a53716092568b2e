import threading
from pathlib import Path

import pytest

from services.documents import Document
from services.errors import NotFound, Unavailable
from services.hints.models import HintQuiz, PlayRecord
from services.jobs import JobState, JobView
from services.questionnaire.models import Brief, Intent, QuestionnaireDraft
from services.store.connection import open_store
from services.store.repository import Repository


def draft_on(topic: str) -> QuestionnaireDraft:
    return QuestionnaireDraft(brief=Brief(topic=topic))


def set_topic(topic: str):
    def change(document: QuestionnaireDraft) -> Document:
        return document.model_copy(
            update={"brief": document.brief.model_copy(update={"topic": topic})}
        )

    return change


def add_intent(text: str):
    def change(document: QuestionnaireDraft) -> Document:
        brief = document.brief
        intents = (*brief.intents, Intent(text=text))
        return document.model_copy(update={"brief": brief.model_copy(update={"intents": intents})})

    return change


def test_a_draft_comes_back_as_it_was_saved(repository: Repository) -> None:
    made = repository.create(draft_on("Ärger & \x00 雨 🐟"), owner="ann", author="ann", what="new")
    found = repository.get(made.id)
    assert found.document == made.document
    assert found.title == "Ärger & \ufffd 雨 🐟"  # PostgreSQL takes no NUL in its own columns
    assert (found.revision, found.can_undo, found.can_redo) == (1, False, False)


def test_undo_and_redo_walk_the_tree_of_revisions(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")
    for topic in ("b", "c"):
        repository.update(made.id, set_topic(topic), author="ann", what="topic")
    assert repository.undo(made.id).title == "b"
    back = repository.undo(made.id)
    assert (back.title, back.can_undo, back.can_redo) == ("a", False, True)
    assert repository.undo(made.id).title == "a"
    assert repository.redo(made.id).title == "b"
    branched = repository.update(made.id, set_topic("d"), author="ann", what="topic")
    assert (branched.title, branched.can_redo, branched.revision) == ("d", False, 4)
    assert repository.undo(made.id).title == "b"
    assert repository.redo(made.id).title == "d"
    history = repository.history(made.id)
    assert [(r.number, r.parent) for r in history] == [(4, 2), (3, 2), (2, 1), (1, None)]


def test_a_change_that_changes_nothing_makes_no_revision(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")
    assert repository.update(made.id, set_topic("a"), author="ann", what="topic").revision == 1


def test_writers_at_once_lose_no_edit(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")

    def write(name: str) -> None:
        for number in range(10):
            repository.update(made.id, add_intent(f"{name}{number}"), author=name, what="intent")

    threads = [threading.Thread(target=write, args=(name,)) for name in "wxyz"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = {intent.text for intent in repository.get(made.id).document.brief.intents}
    assert kept == {f"{name}{number}" for name in "wxyz" for number in range(10)}
    assert repository.get(made.id).revision == 41


def test_a_failing_change_leaves_the_draft_alone(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")

    def fail(document: QuestionnaireDraft) -> Document:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        repository.update(made.id, fail, author="ann", what="topic")
    assert repository.get(made.id).revision == 1


def test_work_saved_piece_by_piece_is_one_step_of_undo(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")
    last = None
    for name in ("one", "two", "three"):
        saved = repository.update(
            made.id, add_intent(name), author="model", what="intents", onto=last
        )
        last = saved.revision
    assert last == 2
    assert [i.text for i in repository.get(made.id).document.brief.intents] == [
        "one",
        "two",
        "three",
    ]
    assert repository.undo(made.id).document.brief.intents == ()


def test_a_piece_never_writes_over_an_edit_that_came_between(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")
    piece = repository.update(made.id, add_intent("one"), author="model", what="intents")
    repository.update(made.id, set_topic("b"), author="ann", what="topic")
    later = repository.update(
        made.id, add_intent("two"), author="model", what="intents", onto=piece.revision
    )
    assert later.revision == 4
    assert repository.undo(made.id).title == "b"
    # Undone to the piece itself: what was made on it can still be redone.
    assert repository.undo(made.id).revision == piece.revision
    other = repository.update(
        made.id, add_intent("three"), author="model", what="intents", onto=piece.revision
    )
    assert other.revision == 5


def test_what_players_did_makes_no_revision_and_outlives_undo(repository: Repository) -> None:
    made = repository.create(HintQuiz(name="a"), owner="ann", author="ann", what="new")

    def rename(quiz: HintQuiz) -> Document:
        return quiz.model_copy(update={"name": "b"})

    def play(quiz: HintQuiz) -> Document:
        return quiz.model_copy(update={"plays": (*quiz.plays, PlayRecord(question_id="q"))})

    repository.update(made.id, rename, author="ann", what="name")
    played = repository.update(made.id, play, author="player", what="played")
    assert played.revision == 2
    back = repository.undo(made.id)
    assert (back.title, len(back.document.plays)) == ("a", 1)
    repository.update(made.id, play, author="player", what="played")
    forth = repository.redo(made.id)
    assert (forth.title, len(forth.document.plays)) == ("b", 2)


def test_deleted_drafts_are_gone_until_restored(repository: Repository) -> None:
    made = repository.create(draft_on("a"), owner="ann", author="ann", what="new")
    repository.delete(made.id)
    assert repository.recent("ann") == []
    with pytest.raises(NotFound):
        repository.get(made.id)
    repository.restore(made.id)
    assert [d.id for d in repository.recent("ann")] == [made.id]
    assert repository.recent("bob") == []


def test_sql_in_names_and_texts_is_only_text(repository: Repository) -> None:
    evil = "'; DROP TABLE draft; --"
    made = repository.create(draft_on(evil), owner=evil, author=evil, what=evil)
    assert repository.get(made.id).title == evil
    with pytest.raises(NotFound):
        repository.get(evil)


def test_jobs_of_an_ended_process_are_found_interrupted(repository: Repository) -> None:
    for job_id, state in (("a", JobState.RUNNING), ("b", JobState.QUEUED), ("c", JobState.DONE)):
        view = JobView(job_id, "kind", "ann", "draft", {"n": 1}, state=state)
        repository.save_job(view)
    assert repository.interrupt_unfinished_jobs() == 2
    states = {job.id: job.state for job in repository.jobs_of_draft("draft", 10)}
    assert states == {"a": "interrupted", "b": "interrupted", "c": "done"}


def test_a_store_survives_being_opened_again(store_url: str) -> None:
    first = Repository(open_store(store_url))
    made = first.create(draft_on("kept"), owner="ann", author="ann", what="new")
    first.close()
    second = Repository(open_store(store_url))
    assert second.get(made.id).title == "kept"
    second.close()


def test_the_folder_of_a_store_is_made(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'deep' / 'store.db'}").dispose()
    assert (tmp_path / "deep" / "store.db").exists()


def test_a_damaged_store_is_said_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(b"this was never a database, whatever its name says" * 100)
    with pytest.raises(Unavailable, match=r"store of drafts cannot be opened"):
        open_store(f"sqlite:///{path}")


def test_a_store_of_a_newer_version_is_left_alone(store_url: str) -> None:
    engine = open_store(store_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'm999'")
    engine.dispose()
    with pytest.raises(Unavailable, match="newer Askwright"):
        open_store(store_url)


def test_the_cache_keeps_and_forgets(repository: Repository) -> None:
    repository.keep("views", "Paris", "123")
    repository.keep("views", "Paris", "124")
    found = repository.cached("views", "Paris")
    assert found is not None
    assert found[0] == "124"
    repository.forget("views")
    assert repository.cached("views", "Paris") is None


def test_sqlite_is_opened_with_its_safety_on(tmp_path: Path) -> None:
    engine = open_store(f"sqlite:///{tmp_path / 'store.db'}")
    with engine.connect() as connection:
        found = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous")
        ]
    engine.dispose()
    full = 2
    assert found == ["wal", 1, full]


def test_a_store_with_a_spoiled_page_is_not_worked_with(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    repository = Repository(open_store(f"sqlite:///{path}"))
    for number in range(60):
        repository.create(draft_on(f"{number} " * 40), owner="ann", author="ann", what="new")
    repository.close()
    whole = bytearray(path.read_bytes())
    page = 4096
    for place in range(6 * page, len(whole), 2 * page):
        whole[place : place + page] = b"\xa5" * page
    path.write_bytes(whole)
    with pytest.raises(Unavailable, match=r"(is damaged|cannot be opened).*\.") as error:
        open_store(f"sqlite:///{path}")
    assert "\n" not in str(error.value)
