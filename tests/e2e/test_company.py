"""Two browsers on one draft: each is told of the other, and nobody writes over the other unseen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import settle

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def topic(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Topic")


def enter(page: Page, field: Locator, text: str) -> None:
    """Type, and wait until it is committed: typing rests for a moment before it is."""
    field.fill(text)
    field.press("Enter")
    page.wait_for_timeout(800)
    settle(page)


def two_windows(open_page: Open) -> tuple[Page, Page]:
    first = open_page("/questionnaires")
    first.get_by_role("button", name="Start", exact=True).click()
    topic(first).fill("Cycling")
    expect(first.get_by_text("revision 2")).to_be_visible()
    second = open_page(first.url[first.url.index("/questionnaires") :])
    expect(topic(second)).to_have_value("Cycling")
    return first, second


def test_two_windows_are_told_of_each_other(open_page: Open) -> None:
    first, second = two_windows(open_page)
    words = "This draft is also open in another window"
    expect(second.get_by_text(words)).to_be_visible()
    expect(first.get_by_text(words)).to_be_visible(timeout=25_000)
    topic(first).fill("Cycling to work")
    expect(second.get_by_text("Changed in another window")).to_be_visible(timeout=25_000)
    assert violations(second) == []
    # Nothing is taken over while somebody may be typing.
    expect(topic(second)).to_have_value("Cycling")
    second.get_by_role("button", name="Show it").click()
    expect(topic(second)).to_have_value("Cycling to work")


@pytest.mark.parametrize(
    ("choice", "kept"),
    [("Use mine", "Walking"), ("Keep the one in the draft", "Cycling to work")],
)
def test_a_save_on_top_of_a_newer_one_becomes_a_proposal(
    open_page: Open, choice: str, kept: str
) -> None:
    first, second = two_windows(open_page)
    enter(first, topic(first), "Cycling to work")
    topic(second).fill("Walking")
    expect(second.get_by_text("Two versions")).to_be_visible()
    assert violations(second) == []
    # The draft has the first one's; what the second one wrote survives a reload and waits.
    second.reload()
    settle(second)
    expect(second.get_by_text("Two versions")).to_be_visible()
    expect(topic(second)).to_have_value("Walking")
    expect(second.get_by_text("Cycling to work", exact=True)).to_be_visible()
    second.get_by_role("button", name=choice).click()
    expect(second.get_by_text("Two versions")).to_have_count(0)
    expect(topic(second)).to_have_value(kept)
    first.reload()
    settle(first)
    expect(topic(first)).to_have_value(kept)


def test_edits_of_different_fields_are_both_kept(open_page: Open) -> None:
    first, second = two_windows(open_page)
    enter(first, topic(first), "Cycling to work")
    enter(second, second.get_by_role("textbox", name="Audience"), "Adults")
    expect(second.get_by_text("Two versions")).to_have_count(0)
    for page in (first, second):
        page.reload()
        settle(page)
        expect(topic(page)).to_have_value("Cycling to work")
        expect(page.get_by_role("textbox", name="Audience")).to_have_value("Adults")
