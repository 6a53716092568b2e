"""The hints room and its play in a browser: typing, the whole job, a quiz from a file, keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import overflow, settle

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
# Each view with its first heading.
VIEWS = {
    "Hints": "Question",
    "Candidates": "Who or what else it could be",
    "Order": "From faint to strong",
    "Whole quiz": "The whole quiz",
    "Export": "Take it along",
}
CSV = b"""question,answer,aliases
Which river flows through Vienna?,Danube,Donau|The Danube
"Who painted ""The Night Watch"", in Amsterdam?",Rembrandt,
"""


def example(open_page: Open, **options: object) -> Page:
    """The built-in example with its checks loaded and what needs no model graded."""
    page = open_page("/hints", **options)
    page.get_by_role("button", name="Load an example").click()
    expect(page.get_by_text("Asks for a place")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Well known 1.00 (5.0 of 5), estimated")).to_be_visible(timeout=30_000)
    return page


def view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click(delay=50)
    expect(page.get_by_role("heading", name=VIEWS[name], exact=True)).to_be_visible()
    settle(page)


def test_what_is_typed_is_checked_at_once_and_survives_a_reload(open_page: Open) -> None:
    page = example(open_page)
    page.get_by_role("button", name="Edit", exact=True).first.click()
    text = page.get_by_role("textbox", name="Text of the hint")
    text.press("End")
    text.press_sequentially(" Any Saturnian knows it.", delay=5)
    # Without a button, and without leaving the field.
    expect(page.get_by_text("is close to the answer")).to_be_visible()
    expect(page.get_by_text("Judged before your edit")).to_be_visible()
    text.press_sequentially(" It is Saturn", delay=5)
    expect(page.get_by_text("A filter would drop it")).to_be_visible()
    expect(text).to_be_focused()
    page.reload()
    settle(page)
    expect(page.get_by_text("5 hints shown")).to_be_visible()
    expect(page.get_by_text("Any Saturnian knows it. It is Saturn")).to_be_visible()


def test_from_a_question_to_hints_in_their_order(open_page: Open) -> None:
    page = open_page("/hints")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("textbox", name="Question", exact=True).fill(
        "Which river flows through Vienna?"
    )
    page.get_by_role("textbox", name="Answer", exact=True).fill("Danube")
    write = page.get_by_role("button", name="Write 10 hints")
    expect(write).to_be_enabled()
    write.dblclick()
    expect(page.get_by_text("The hints are written and judged.")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("10 hints shown")).to_be_visible()
    expect(page.get_by_role("button", name="Edit", exact=True)).to_have_count(10)
    expect(page.get_by_text("Check this: ungrounded")).to_have_count(10)
    page.get_by_role("button", name="Details").first.click()
    expect(page.get_by_text("Who it rules out")).to_be_visible()
    page.keyboard.press("Escape")
    view(page, "Order")
    expect(page.get_by_text("How far to trust these grades")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Place of hint 10")).to_have_value("10")


def test_a_quiz_from_a_file_is_finished_though_the_page_is_reloaded(open_page: Open) -> None:
    page = open_page("/hints")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("textbox", name="Question", exact=True)).to_be_visible()
    page.get_by_role("button", name="Add or remove").click()
    page.get_by_role("button", name="Remove this question").click()
    view(page, "Whole quiz")
    page.locator("input[type=file]").set_input_files(
        {"name": "quiz.csv", "mimeType": "text/csv", "buffer": CSV}
    )
    page.get_by_role("button", name="Add 2 questions").click()
    page.get_by_role("button", name="Finish 2 questions").click()
    page.reload()
    settle(page)
    expect(page.get_by_text("Finished 2")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Nothing is left to do")).to_be_disabled()
    view(page, "Export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save .csv").click()
    saved = download.value.path().read_text(encoding="utf-8-sig")
    assert 'Who painted ""The Night Watch"", in Amsterdam?' in saved
    assert "Donau" in saved


def test_a_quiz_is_played_with_the_keyboard(open_page: Open) -> None:
    page = example(open_page)
    page.get_by_role("link", name="Play this quiz").click()
    page.get_by_role("textbox", name="Your name").press("Enter")
    reveal = page.get_by_role("button", name="Show a hint (6 left)")
    reveal.focus()
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("status").filter(has_text="before there were telescopes")
    ).to_be_visible()
    answer = page.get_by_role("textbox", name="Your answer")
    answer.fill("jupiter")
    answer.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="That is not it")).to_be_visible()
    answer.fill("it's saturn")
    answer.press("Enter")
    expect(page.get_by_text("Right, after 1 hint")).to_be_visible()
    page.get_by_role("radio", name="Results").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("1 question played, in 1 run through the quiz.")).to_be_visible()


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_no_accessibility_violation_in_any_view(open_page: Open, color_scheme: str) -> None:
    page = example(open_page, color_scheme=color_scheme)
    for name in VIEWS:
        view(page, name)
        assert violations(page) == [], name
    view(page, "Hints")
    page.get_by_role("button", name="Edit", exact=True).first.click()
    expect(page.get_by_role("textbox", name="Text of the hint")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Play this quiz").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Show a hint").click()
    expect(page.get_by_text("before there were telescopes")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("The answer is Saturn.")).to_be_visible()
    page.get_by_role("radio", name="Results").click(delay=50)
    expect(page.get_by_role("heading", name="By question")).to_be_visible()
    assert violations(page) == []


def test_no_view_is_wider_than_a_phone(open_page: Open) -> None:
    page = example(open_page, width=400)
    for name in VIEWS:
        view(page, name)
        assert overflow(page) <= 0, name
