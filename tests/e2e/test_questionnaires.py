"""The questionnaires room in a browser: typing, a whole draft, files out and in, accessibility."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import overflow, settle

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
VIEWS = ("Brief", "Outline", "Questions", "Checks", "Preview", "Export")


def example(open_page: Open, **options: object) -> Page:
    """The built-in example with its checks loaded."""
    page = open_page("/questionnaires", **options)
    page.get_by_role("button", name="Load an example").click()
    expect(tile(page, "Rep-2, word pairs")).to_have_text("20.0", timeout=60_000)
    return page


def tile(page: Page, name: str) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text=name).get_by_test_id("stMetricValue")


def view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click(delay=50)
    settle(page)


def test_typing_changes_the_figures_beside_and_survives_a_reload(open_page: Open) -> None:
    page = example(open_page)
    page.get_by_role("button", name="Edit", exact=True).nth(9).click()
    text = page.get_by_role("textbox", name="Question text")
    text.press("End")
    text.press_sequentially(" In the past 12 months, how many tools did you borrow?", delay=5)
    # Without a button, and without leaving the field.
    expect(tile(page, "Rep-2, word pairs")).not_to_have_text("20.0")
    expect(text).to_be_focused()
    expect(page.get_by_text("revision 2").or_(page.get_by_text("revision 3"))).to_be_visible()
    changed = tile(page, "Rep-2, word pairs").inner_text()
    page.reload()
    settle(page)
    expect(page.get_by_role("radio", name="Questions")).to_be_checked()
    expect(tile(page, "Rep-2, word pairs")).to_have_text(changed)
    expect(page.get_by_text("improve first? In the past 12 months")).to_be_visible()


def test_a_whole_questionnaire_from_a_brief_by_way_of_its_outline(open_page: Open) -> None:
    page = open_page("/questionnaires")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("textbox", name="Topic").fill("Use of the public library")
    page.get_by_role("button", name="Add an intent").click()
    page.get_by_role("textbox", name="Intent 1").fill("Measure how often people visit")
    expect(page.get_by_text("revision 4")).to_be_visible()
    page.get_by_role("button", name="Write the outline").click()
    expect(page.get_by_text("The outline is written.")).to_be_visible(timeout=30_000)
    first = page.get_by_role("textbox", name="Question 1", exact=True)
    first.fill("How often do you visit the library?")
    page.get_by_role("button", name="Accept the outline and write the options").click()
    expect(page.get_by_text("The questionnaire is written.")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("1. How often do you visit the library?")).to_be_visible()
    expect(page.get_by_role("button", name="Edit", exact=True)).to_have_count(12)


def test_the_example_is_two_clicks_from_any_file(open_page: Open) -> None:
    page = example(open_page)
    view(page, "Export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save .docx").click()
    assert download.value.suggested_filename == "the-neighbourhood-tool-library.docx"
    assert download.value.path().read_bytes().startswith(b"PK")


def test_a_pasted_questionnaire_is_shown_before_it_becomes_a_draft(open_page: Open) -> None:
    page = open_page("/questionnaires")
    page.get_by_role("button", name="Paste or import").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Text").fill(
        "Parks\n\n1. How often do you visit a park?\na) Daily\nb) Never\n\n2. Why?"
    )
    dialog.get_by_role("button", name="Read it").click()
    expect(dialog.get_by_text("Single choice: Daily · Never")).to_be_visible()
    assert "draft=" not in page.url
    dialog.get_by_role("button", name="Make it a draft").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Edit", exact=True)).to_have_count(2)
    assert "draft=" in page.url


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_no_accessibility_violation_in_any_view(open_page: Open, color_scheme: str) -> None:
    page = example(open_page, color_scheme=color_scheme)
    for name in VIEWS:
        view(page, name)
        assert violations(page) == [], name
    view(page, "Questions")
    page.get_by_role("button", name="Edit", exact=True).nth(1).click()
    expect(page.get_by_role("textbox", name="Question text")).to_be_visible()
    assert violations(page) == []


def test_no_view_is_wider_than_a_phone(open_page: Open) -> None:
    page = example(open_page, width=400)
    for name in VIEWS:
        view(page, name)
        assert overflow(page) <= 0, name
