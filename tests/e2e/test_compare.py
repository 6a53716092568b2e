"""Compare and blind review in a real browser: run, look, rate blind; source, access, phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import overflow, settle

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
# Intervals need a library that is loaded when they are first asked for.
SLOW = 30_000
ARMS = ("Careful first arm", "Other second arm")
QUESTIONS = (
    "Which planet has the widest rings? | Saturn\n"
    "What is the capital city of New Zealand? | Wellington"
)


@pytest.fixture(scope="module")
def compared() -> dict[str, str]:
    """The address of the comparison that the first test makes."""
    return {}


def made(open_page: Open, compared: dict[str, str], **options: object) -> Page:
    """A comparison of hints, run to its end; made once, opened again by later tests."""
    if "query" in compared:
        return open_page(f"/compare?{compared['query']}", **options)
    page = open_page("/compare", **options)
    page.get_by_role("button", name="Hints", exact=True).click()
    settle(page)
    page.get_by_label("Name", exact=True).fill(ARMS[0])
    page.get_by_label("A question a line").fill(QUESTIONS)
    page.get_by_role("button", name="Add these").click()
    expect(page.get_by_text("0 of 2 cells")).to_be_visible()
    page.get_by_role("button", name="Add an arm").click()
    page.get_by_label("Name", exact=True).nth(1).fill(ARMS[1])
    page.get_by_label("Hints for each question").fill("2")
    page.get_by_label("Hints for each question").press("Enter")
    expect(page.get_by_text("0 of 4 cells")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click(delay=50)
    expect(page.get_by_text("All 4 cells are finished")).to_be_visible(timeout=90_000)
    compared["query"] = page.url.split("?", 1)[1].split("&")[0]
    return page


def turn_to(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click(delay=50)
    settle(page)


def test_a_comparison_is_set_up_run_and_read_without_a_network(
    open_page: Open, compared: dict[str, str]
) -> None:
    page = made(open_page, compared)
    turn_to(page, "Results")
    expect(page.get_by_role("columnheader", name=f"{ARMS[0]} (n = 2)")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("cell", name="HICOS")).not_to_have_count(0)
    turn_to(page, "Report")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the report").click()
    report = page.context.browser.new_context(offline=True).new_page()  # type: ignore[union-attr]
    asked: list[str] = []
    report.on("request", lambda request: asked.append(request.url))
    copied = f"{download.value.path()}.html"
    download.value.save_as(copied)
    report.goto(f"file://{copied}")
    expect(report.get_by_role("heading", name="Means of the arms")).to_be_visible()
    expect(report.get_by_role("img", name="HICOS")).to_be_visible()
    assert [url for url in asked if not url.startswith("file:")] == []
    report.context.close()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Run a report again").click()
    page.locator("input[type=file]").set_input_files(copied)
    page.get_by_role("button", name="Make it a draft").click()
    expect(page.get_by_text("0 of 4 cells")).to_be_visible()
    expect(page.get_by_label("Name", exact=True).nth(1)).to_have_value(ARMS[1])


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_no_accessibility_violation_from_set_up_to_rating(
    open_page: Open, compared: dict[str, str], color_scheme: str
) -> None:
    page = made(open_page, compared, color_scheme=color_scheme)
    # Colours change in steps while a page comes up.
    expect(page.get_by_role("heading", name="Inputs")).to_be_visible()
    page.wait_for_timeout(600)
    assert violations(page) == []
    turn_to(page, "Results")
    expect(page.get_by_role("heading", name="Charts")).to_be_visible(timeout=SLOW)
    assert violations(page) == []
    turn_to(page, "Blind review")
    page.get_by_role("button", name="Make the study").click()
    page.get_by_role("link", name="going on").first.click()
    settle(page)
    expect(page.get_by_role("heading", name="Raters")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Rate on this machine").click()
    page.get_by_label("Your name", exact=True).fill("Ann")
    page.get_by_role("button", name="Begin").click(delay=50)
    expect(page.get_by_role("heading", name="Sample 1 of")).to_be_visible(timeout=SLOW)
    assert violations(page) == []


def test_a_rater_finds_no_arm_and_finds_back_and_the_end_sets_published_ratings_beside(
    open_page: Open, compared: dict[str, str]
) -> None:
    page = made(open_page, compared)
    turn_to(page, "Blind review")
    page.get_by_role("button", name="Make the study").click()
    page.get_by_role("link", name="going on").last.click()
    settle(page)
    page.get_by_role("button", name="Rate on this machine").click()
    page.get_by_label("Your name", exact=True).fill("Ben")
    page.get_by_role("button", name="Begin").click(delay=50)
    expect(page.get_by_role("heading", name="Sample 1 of")).to_be_visible(timeout=SLOW)
    for control in page.get_by_role("radiogroup").all():
        control.get_by_role("radio").nth(3).click(delay=50)
        settle(page)
    page.get_by_role("button", name="Next").click(delay=50)
    expect(page.get_by_role("heading", name="Sample 2 of")).to_be_visible(timeout=SLOW)
    for arm in ARMS:
        assert arm not in page.content()
    page.reload()
    settle(page)
    expect(page.get_by_role("heading", name="Sample 2 of")).to_be_visible(timeout=SLOW)
    study = page.url.split("&rater", 1)[0].split("/review", 1)[1]
    desk = open_page(f"/review{study}")
    desk.get_by_role("button", name="End the study").click()
    desk.get_by_role("button", name="End it now").click()
    expect(desk.get_by_role("heading", name="Ratings by arm")).to_be_visible(timeout=SLOW)
    expect(desk.get_by_role("columnheader", name="Copilot (published)")).to_be_visible()
    expect(desk.get_by_text("2,741 hints of 100 questions")).to_be_visible()
    expect(desk.get_by_text("People's mean ratings, blind")).to_be_visible()
    assert violations(desk) == []


@pytest.mark.parametrize("view", ["Set up", "Results", "Side by side"])
def test_nothing_is_wider_than_a_phone(
    open_page: Open, compared: dict[str, str], view: str
) -> None:
    made(open_page, compared)
    page = open_page(f"/compare?{compared['query']}&compared={view.replace(' ', '+')}", width=400)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    assert overflow(page) <= 0
