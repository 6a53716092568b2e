"""The library and the history of a draft, on the deterministic engine."""

import io
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services.backup.writing import write
from services.hints.models import HintQuiz, TriviaQuestion
from services.questionnaire import editing
from services.questionnaire.example import example
from services.questionnaire.models import Brief, QuestionnaireDraft
from services.store.repository import Search, Shelf

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


def test_a_backup_is_restored_from_the_page(app: Open) -> None:
    page = app("library")
    draft = new("Cycling")
    source = io.BytesIO()
    write(source, workshop().repository, workshop().files_dir)
    workshop().repository.delete(draft)
    workshop().repository.erase(draft)
    page.run()
    page.file_uploader(key="library:restore:file").upload("all.zip", source.getvalue())
    page.run()
    page.button(key="library:restore").click().run()
    assert not page.exception
    assert "Drafts: 1 added" in said(page)
    assert titles(page) == ["Cycling"]


def test_what_is_no_backup_is_said(app: Open) -> None:
    page = app("library")
    page.file_uploader(key="library:restore:file").upload("all.zip", b"PK nothing")
    page.run()
    page.button(key="library:restore").click().run()
    assert not page.exception
    assert "no backup of Askwright" in str(page.error[0].proto)


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
