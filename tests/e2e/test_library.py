"""The library in a browser: finding, doing and undoing, history, and a backup out and in."""

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page, expect

from services.backup.writing import write
from services.questionnaire.example import example
from services.store.connection import open_store
from services.store.repository import Repository
from tests.backup.test_backup import signed, unpacked
from tests.e2e.accessibility import violations
from tests.e2e.conftest import overflow, running_app, settle

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An app whose library nobody else fills."""
    with running_app(tmp_path_factory.mktemp("workspace")) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, workspace: str) -> Iterator[Visit]:
    contexts = []

    def open_one(path: str, *, width: int = 1280, color_scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 1400}, color_scheme=color_scheme
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(workspace + path)
        settle(page)
        return page

    yield open_one
    for context in contexts:
        context.close()


def more(page: Page, choice: str) -> None:
    page.get_by_role("button", name="More").first.click()
    page.get_by_text(choice, exact=True).last.click()


def test_a_draft_is_named_found_deleted_and_brought_back(visit: Visit) -> None:
    page = visit("/library")
    page.get_by_role("button", name="Make it a draft").nth(1).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hints")
    page.get_by_role("link", name="Library", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Library")
    more(page, "Rename")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Rings & <b>plays</b>")
    dialog.get_by_role("button", name="Rename").click()
    found = page.get_by_role("link", name="Rings & <b>plays</b>")
    expect(found).to_be_visible()
    search = page.get_by_role("textbox", name="Search titles and texts")
    # Without a button and without leaving the field; by a word of a hint.
    search.press_sequentially("nothing has this", delay=5)
    expect(page.get_by_text("0 drafts with")).to_be_visible()
    search.fill("titan CLOUDS")
    expect(page.get_by_text("1 draft with")).to_be_visible()
    expect(found).to_be_visible()
    more(page, "Delete")
    expect(found).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(found).to_be_visible()
    page.reload()
    settle(page)
    expect(search).to_have_value("titan CLOUDS")
    expect(found).to_be_visible()


def test_the_history_is_read_in_both_colours_and_on_a_phone(visit: Visit) -> None:
    page = visit("/library")
    page.get_by_role("button", name="Make it a draft").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Questionnaires")
    page.get_by_role("button", name="Edit", exact=True).first.click()
    text = page.get_by_role("textbox", name="Question text")
    text.fill("Have you ever borrowed a tool?")
    expect(page.get_by_text("revision 2")).to_be_visible()
    more(page, "History")
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    expect(page.get_by_role("strong").filter(has_text="ever")).to_be_visible()
    path = page.url.split("/", 3)[3]
    for color_scheme in ("light", "dark"):
        narrow = visit(f"/{path}", width=400, color_scheme=color_scheme)
        expect(narrow.get_by_text("Shown now").first).to_be_visible()
        assert violations(narrow) == []
        assert overflow(narrow) <= 0
    page.get_by_role("button", name="Bring back 1").click()
    expect(page.get_by_text("Revision 1 is shown again, as revision 3.")).to_be_visible()
    page.get_by_role("link", name="Open the draft").click()
    expect(page.get_by_text("In the past 12 months, have you borrowed anything")).to_be_visible()


def test_a_backup_goes_out_and_comes_in(visit: Visit, tmp_path: Path) -> None:
    page = visit("/library")
    page.get_by_role("button", name="Make it a draft").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Passages")
    page.get_by_role("link", name="Library", exact=True).click()
    page.get_by_role("button", name="Save a backup").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the backup").click()
    file = tmp_path / "backup.zip"
    waiting.value.save_as(file)
    with zipfile.ZipFile(file) as archive:
        assert b"Ada Brandt" in b"".join(archive.read(name) for name in archive.namelist())
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    # An impatient double click restores once.
    page.get_by_role("button", name="Restore", exact=True).dblclick()
    expect(page.get_by_text("already here")).to_be_visible()
    expect(page.get_by_text("Drafts: ")).to_have_count(1)
    assert violations(page) == []
    page.reload()
    settle(page)
    expect(page.get_by_text("already here")).to_be_visible()
    expect(page.get_by_role("button", name="Download the backup")).to_be_visible()


def test_a_restore_goes_on_while_its_page_is_loaded_again(visit: Visit, tmp_path: Path) -> None:
    """Of thousands of drafts: its progress is seen after a reload, a draft that is open elsewhere
    is worked on meanwhile, and what was added before it is cancelled stays."""
    file = tmp_path / "many.zip"
    file.write_bytes(many_drafts(3000))
    elsewhere = visit("/library")
    elsewhere.get_by_role("button", name="Make it a draft").first.click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Questionnaires")
    page = visit("/library")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    page.get_by_role("button", name="Restore", exact=True).click()
    expect(page.get_by_text("Adding drafts")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text("of 3000")).to_be_visible()
    assert violations(page) == []
    elsewhere.get_by_role("button", name="Edit", exact=True).first.click()
    elsewhere.get_by_role("textbox", name="Question text").fill("Have you ever lent a tool?")
    expect(elsewhere.get_by_text("revision 2")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. What was finished is kept.")).to_be_visible()
    expect(page.get_by_text("Before it ended: Drafts: ")).to_be_visible()


def many_drafts(count: int) -> bytes:
    """A backup of another workspace: a draft again and again, each with its own id and history."""
    target = io.BytesIO()
    with TemporaryDirectory() as folder:
        repository = Repository(open_store(f"sqlite:///{folder}/store.db"))
        repository.create(example(), owner="local", author="local", what="New")
        write(target, repository, Path(folder))
        repository.close()
    parts = unpacked(target)
    one = parts["drafts/00001.jsonl"]
    for number in range(1, count + 1):
        named = one.replace(b'"id":"', f'"id":"{number}-'.encode(), 1)
        told = named.replace(b'"what":"', f'"what":"{number} '.encode(), 1)
        parts[f"drafts/{number:05d}.jsonl"] = told
    return signed(parts).getvalue()
