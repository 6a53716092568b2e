"""The passages room in a real browser: typing, reload, the model's answer, sentences, access."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import overflow, settle

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def example(open_page: Open, **options: object) -> Page:
    page = open_page("/passages", **options)
    page.get_by_role("button", name="Load an example").click()
    expect(page.get_by_text("8.3 to 10.3")).to_be_visible()
    settle(page)
    return page


def turn_to(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click(delay=50)
    settle(page)


def test_what_is_typed_is_measured_without_a_button_and_still_there_after_a_reload(
    open_page: Open,
) -> None:
    page = open_page("/passages")
    page.get_by_role("button", name="Start", exact=True).click()
    text = page.get_by_label("Text", exact=True)
    text.fill("The cat sat on the mat. It was warm.")
    text.press("Control+Enter")
    expect(page.get_by_text("9 words, 2 sentences, 9 syllables")).to_be_visible()
    turn_to(page, "The questions")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Question", exact=True).fill("Where was the cat not?")
    expect(page.get_by_text("Asked in the negative")).to_be_visible()
    expect(page.get_by_text("revision 4")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_label("Question", exact=True)).to_have_value("Where was the cat not?")
    turn_to(page, "The text")
    expect(page.get_by_label("Text", exact=True)).to_have_value(
        "The cat sat on the mat. It was warm."
    )


def test_the_model_answers_and_a_change_of_wording_takes_its_answer_away(open_page: Open) -> None:
    page = example(open_page)
    turn_to(page, "The questions")
    expect(page.get_by_text("Without a language model")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Ask the language model").click()
    expect(page.get_by_text("Answered by test engine")).to_be_visible(timeout=20_000)
    page.reload()
    settle(page)
    expect(page.get_by_text("Answered by test engine")).to_be_visible(timeout=20_000)
    page.get_by_label("Option A", exact=True).fill("It flooded the cellars at times.")
    expect(page.get_by_text("Without a language model")).to_be_visible()


def test_a_click_jumps_to_a_sentence_and_says_why_it_is_hard(open_page: Open) -> None:
    page = example(open_page)
    turn_to(page, "Sentences")
    page.get_by_role("button", name="Sentence 10", exact=True).click()
    expect(page.get_by_role("heading", name="Sentence 10")).to_be_visible()
    expect(page.get_by_role("radio", name="Engineers argued")).to_be_checked()
    page.get_by_role("radio", name="Shopkeepers feared").click(force=True)
    expect(page.get_by_role("heading", name="Sentence 9")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="2 rare words")).to_be_visible()


def test_what_was_understood_is_shown_before_it_is_a_draft_and_saved_in_two_clicks(
    open_page: Open,
) -> None:
    page = open_page("/passages")
    page.get_by_role("button", name="Paste or import").click()
    pasted = page.get_by_label("Text", exact=True)
    pasted.fill(
        "The bees stayed in because it rained for nine days.\n\n1. Why did the bees stay in?\n"
        "a) They were ill.\n*b) It was wet.\nc) They had no food.\n\nTable 4"
    )
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("Why did the bees stay in? (3 options, key B)")).to_be_visible()
    expect(page.get_by_text("not understood and left out")).to_be_visible()
    page.get_by_role("button", name="Make it a draft").click()
    expect(page.get_by_text("10 words, 1 sentence")).to_be_visible()
    page.get_by_role("button", name="Export", exact=True).click()
    expect(page.get_by_text("Aiken holds neither passages nor feedback.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save .gift").click()
    written = saved.value.path().read_text("utf-8")
    assert "=It was wet." in written


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_no_accessibility_violation_on_the_main_views(open_page: Open, color_scheme: str) -> None:
    page = example(open_page, color_scheme=color_scheme)
    assert violations(page) == []
    turn_to(page, "Sentences")
    expect(page.get_by_role("heading", name="Sentence 1", exact=True)).to_be_visible()
    assert violations(page) == []
    turn_to(page, "The questions")
    expect(page.get_by_text("Without a language model")).to_be_visible(timeout=30_000)
    assert violations(page) == []
    turn_to(page, "How good is this estimate")
    expect(page.get_by_role("heading", name="Estimated and observed")).to_be_visible()
    assert violations(page) == []


def test_nothing_is_wider_than_a_phone(open_page: Open) -> None:
    page = example(open_page, width=400)
    for part in ("Sentences", "The questions", "The whole set"):
        turn_to(page, part)
        assert overflow(page) <= 0, part
