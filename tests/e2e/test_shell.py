"""Deep links, navigation and accessibility of the pages that every visitor sees."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import overflow, running_app, settle

pytestmark = pytest.mark.browser
PATHS = ("/", "/questionnaires", "/hints", "/passages", "/library", "/models")


@pytest.mark.parametrize("path", ["/models", "/questionnaires"])
def test_a_deep_link_works_as_the_first_page_ever_opened(
    browser: Browser, tmp_path: Path, path: str
) -> None:
    with running_app(tmp_path) as address:
        page = browser.new_page()
        page.goto(address + path)
        settle(page)
        expect(page.get_by_role("heading", level=1)).to_have_text(path[1:].capitalize())
        expect(page.get_by_role("link", name="Start")).to_be_visible()
        assert page.get_by_role("dialog").count() == 0
        assert page.url.rstrip("/").endswith(path)
        page.close()


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_no_accessibility_violation(
    open_page: Callable[..., Page], path: str, color_scheme: str
) -> None:
    page = open_page(path, color_scheme=color_scheme)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_wider_than_a_phone(open_page: Callable[..., Page], path: str) -> None:
    page = open_page(path, width=400)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert overflow(page) <= 0


def test_the_model_answers_in_the_try_box_as_text(open_page: Callable[..., Page]) -> None:
    page = open_page("/models")
    page.get_by_label("Ask the model").fill("What is the **answer**? <b>bold</b>")
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.get_by_test_id("stText").last
    expect(answer).not_to_have_text("(nothing yet)", timeout=15_000)
    assert answer.inner_text().strip()
