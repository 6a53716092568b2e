"""The library and the history of a draft, on the deterministic engine."""

import errno
import io
import threading
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services.backup.writing import write
from services.hints.models import HintQuiz, TriviaQuestion
from services.questionnaire import editing
from services.questionnaire.example import example
from services.questionnaire.models import Brief, QuestionnaireDraft
from services.store.repository import Repository, Search, Shelf
from services.work.library import RESTORE
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]


def new(topic: str) -> str:
    """The id of a draft of whoever sits at this machine."""
    document = QuestionnaireDraft(brief=Brief(topic=topic))
    return workshop().repository.create(document, owner="local", author="local", what="New").id


def titles(page: AppTest) -> list[str]:
    """The drafts that are listed, in their order."""
    links = page.main.get("page_link")
    return [link.proto.label for link in links if "draft=" in link.proto.query_string]


def said(page: AppTest) -> str:
    return " ".join(element.value for element in (*page.markdown, *page.success))


def more(page: AppTest, draft_id: str, choice: str) -> AppTest:
    """Choose from the menu of a draft."""
    menu = next(m for m in page.get("menu_button") if m.key == f"library:{draft_id}:more")
    menu.set_value(choice)
    return page.run()


def test_an_empty_library_says_how_to_begin(app: Open) -> None:
    page = app("library")
    assert not page.exception
    assert "begin with an example" in said(page)
    assert titles(page) == []


def test_an_example_becomes_a_draft_and_opens(app: Open) -> None:
    page = app("library")
    page.button(key="library:example:hints").click().run()
    assert not page.exception
    (made,) = workshop().repository.recent("local")
    assert (made.room, made.title) == ("hints", "Example: rings, a play and a capital")
    assert page.query_params["draft"] == made.id
    assert page.title[0].value == "Hints"


def test_drafts_are_found_by_what_is_in_them_and_sorted(app: Open) -> None:
    page = app("library")
    new("Zebras"), new("apples")
    quiz = HintQuiz(name="Rivers", questions=(TriviaQuestion(question="Which one is at Cairo?"),))
    workshop().repository.create(quiz, owner="local", author="local", what="New")
    assert titles(page.run()) == ["Rivers", "apples", "Zebras"]
    page.selectbox(key="order").set_value("title").run()
    assert titles(page) == ["apples", "Rivers", "Zebras"]
    page.text_input(key="find").set_value("CAIRO one").run()
    assert titles(page) == ["Rivers"]
    page.selectbox(key="room").set_value("passages").run()
    assert titles(page) == []
    assert "0 drafts" in said(page)


def test_deleting_can_be_undone_at_once_or_later(app: Open) -> None:
    page = app("library")
    draft = new("Keep me")
    more(page.run(), draft, "Delete")
    assert titles(page) == []
    assert "was deleted" in said(page)
    page.button(key="library:undo").click().run()
    assert titles(page) == ["Keep me"]
    more(page, draft, "Delete")
    page.segmented_control(key="shelf").set_value(Shelf.DELETED).run()
    page.button(key=f"library:{draft}:restore").click().run()
    page.segmented_control(key="shelf").set_value(Shelf.IN_USE).run()
    assert titles(page) == ["Keep me"]


def test_archiving_copying_and_their_undo(app: Open) -> None:
    page = app("library")
    draft = new("Cycling")
    more(page.run(), draft, "Archive")
    assert titles(page) == []
    assert workshop().repository.find(Search(shelf=Shelf.ARCHIVED), "local").total == 1
    page.button(key="library:undo").click().run()
    more(page, draft, "Make a copy")
    assert sorted(titles(page)) == ["Copy of Cycling", "Cycling"]
    page.button(key="library:undo").click().run()
    assert titles(page) == ["Cycling"]


def test_titles_of_others_programs_are_only_text(app: Open) -> None:
    page = app("library")
    new("# Big :red[alarm] <b>x</b>")
    assert titles(page.run()) == [r"\# Big \:red\[alarm\] \<b\>x\<\/b\>"]


def reworded(text: str) -> Callable[[QuestionnaireDraft], QuestionnaireDraft]:
    return lambda now: editing.set_text(now, "borrowed", text)


def test_the_history_tells_who_changed_what_and_brings_it_back(app: Open) -> None:
    app("start")
    repository = workshop().repository
    draft = repository.create(example(), owner="local", author="local", what="Example")
    first = draft.document.questionnaire.items[0].text
    repository.update(draft.id, reworded("Did you?"), author="model", what="Proposal taken")
    page = app("history", draft=draft.id)
    assert not page.exception
    assert "Proposal taken" in said(page)
    assert ":material/memory: The model" in said(page)
    assert "Question 1" in said(page)
    assert "**Did you?**" in said(page).replace("\\", "")
    assert f"~~{first.split()[0]}" in said(page)
    page.button(key=f"history:{draft.id}:back:1").click().run()
    assert not page.exception
    now = repository.get(draft.id)
    assert now.document.questionnaire.items[0].text == first
    assert now.revision == 3
    assert "Revision 1 brought back" in said(page)


def test_a_draft_whose_last_revision_is_damaged_is_brought_back_from_its_history(
    app: Open,
) -> None:
    app("start")
    repository = workshop().repository
    draft = new("Cycling")
    repository.update(draft, named("Walking"), author="local", what="Topic")
    with repository._writing() as session:
        damage = "UPDATE revision SET document = X'7878' WHERE number = 2"
        session.connection().exec_driver_sql(damage)
    page = app("questionnaires", draft=draft)
    assert not page.exception
    assert "cannot be read" in str(page.error[0].proto)
    links = page.main.get("page_link")
    assert any(link.proto.label == "Its history" for link in links)
    page = app("history", draft=draft)
    assert not page.exception
    page.button(key=f"history:{draft}:back:1").click().run()
    assert not page.exception
    assert repository.get(draft).title == "Cycling"
    assert repository.get(draft).revision == 3


def named(topic: str) -> Callable[[QuestionnaireDraft], QuestionnaireDraft]:
    return lambda now: now.model_copy(
        update={"brief": now.brief.model_copy(update={"topic": topic})}
    )


def test_any_two_revisions_are_compared(app: Open) -> None:
    app("start")
    repository = workshop().repository
    draft = repository.create(example(), owner="local", author="local", what="Example")
    for text in ("One?", "Two?", "Three?"):
        repository.update(draft.id, reworded(text), author="local", what=f"To {text}")
    page = app("history", draft=draft.id)
    page.number_input(key=f"history:{draft.id}:from").set_value(2).run()
    assert ":red-background[~~One" in said(page)
    assert ":green-background[**Three" in said(page)
    page.button(key=f"history:{draft.id}:see:3").click().run()
    assert "~~One" in said(page)
    assert "**Two" in said(page)
    page.number_input(key=f"history:{draft.id}:from").set_value(3).run()
    assert "one and the same" in said(page)


def test_a_history_that_does_not_exist_is_said(app: Open) -> None:
    page = app("history", draft="no-such-draft")
    assert not page.exception
    assert "no draft" in str(page.error[0].proto)


def backup_of_all() -> bytes:
    source = io.BytesIO()
    write(source, workshop().repository, workshop().files_dir)
    return source.getvalue()


def upload(page: AppTest, data: bytes, turn: int = 0) -> None:
    page.file_uploader(key=f"library:restore:file:{turn}").upload("all.zip", data)
    page.run()


def test_a_backup_is_written_by_a_job_and_offered(app: Open) -> None:
    page = app("library")
    new("Cycling")
    page.button(key="library:backup").click().run()
    run_until(page, lambda now: bool(now.get("download_button")))
    assert not page.exception
    assert "1 draft, " in said(page)
    (offered,) = workshop().files_dir.glob("handed_over/written-*")
    # Another window is offered it too; once the file is gone nobody is.
    assert app("library").get("download_button")
    offered.unlink()
    assert not page.run().get("download_button")


def test_a_backup_is_restored_from_the_page(app: Open) -> None:
    page = app("library")
    draft = new("Cycling")
    data = backup_of_all()
    workshop().repository.delete(draft)
    workshop().repository.erase(draft)
    page.run()
    upload(page, data)
    page.button(key="library:restore").click().run()
    run_until(page, lambda now: "Drafts: 1 added" in said(now))
    assert not page.exception
    assert titles(page) == ["Cycling"]
    # Whoever loads the page again is told too, until they have seen enough of it.
    later = app("library")
    assert "Drafts: 1 added" in said(later)
    later.button(key="library:restored:seen").click().run()
    assert "Drafts: 1 added" not in said(later)
    upload(later, data)
    later.button(key="library:restore").click().run()
    run_until(later, lambda now: bool(now.get("file_uploader")))
    assert "Drafts: 1 already here" in said(later)
    assert list(workshop().files_dir.glob("handed_over/*")) == []


def test_a_restore_is_seen_and_cancelled_in_another_window(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = app("library")
    for number in range(3):
        new(f"Draft {number}")
    data = backup_of_all()
    for draft in workshop().repository.all_ids():
        workshop().repository.delete(draft)
        workshop().repository.erase(draft)
    go_on = threading.Event()
    real = Repository.put_whole

    def held_up(*arguments: Any, **more: Any) -> bool:
        assert go_on.wait(20)
        return real(*arguments, **more)

    monkeypatch.setattr(Repository, "put_whole", held_up)
    page.run()
    upload(page, data)
    page.button(key="library:restore").click().run()
    other = app("library")
    job = workshop().jobs.latest_of("local", RESTORE)
    assert job is not None
    assert "Adding drafts" in said(other)
    assert not other.get("file_uploader")
    other.button(key=f"library:restoring:{job.id}:cancel").click()
    threading.Timer(0.5, go_on.set).start()
    other.run()
    run_until(other, lambda now: "Before it ended: Drafts: 1 added" in said(now))
    assert any("Cancelled" in element.value for element in other.info)
    assert "Before it ended" not in said(app("library"))
    other.button(key="library:restored:again").click().run()
    run_until(other, lambda now: "2 added, 1 already here" in said(now))
    assert sorted(titles(other.run())) == ["Draft 0", "Draft 1", "Draft 2"]


def test_what_is_no_backup_is_said(app: Open) -> None:
    page = app("library")
    upload(page, b"PK nothing")
    page.button(key="library:restore").click().run()
    run_until(page, lambda now: bool(now.error))
    assert not page.exception
    assert "no backup of Askwright" in str(page.error[0].proto)
    page.button(key="library:restored:dismiss").click().run()
    assert not page.error
    assert not page.exception


def test_a_disk_that_is_full_is_said_before_anything_is_restored(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    page = app("library")
    monkeypatch.setattr("shutil.copyfileobj", full)
    upload(page, b"PK")
    page.button(key="library:restore").click().run()
    assert not page.exception
    assert any("disk is full" in warning.value for warning in page.warning)
    assert list(workshop().files_dir.glob("handed_over/*")) == []


def test_when_the_last_page_empties_the_one_before_is_shown(app: Open) -> None:
    page = app("library")
    drafts = [new(f"Draft {number:02}") for number in range(13)]
    page.run()
    page.session_state["library:page:\nNone\nin use\nedited"] = 2
    page.run()
    assert titles(page) == ["Draft 00"]
    more(page, drafts[0], "Delete")
    assert not page.exception
    assert len(titles(page)) == 12
