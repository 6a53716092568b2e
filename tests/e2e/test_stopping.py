"""SIGTERM, as a container engine sends it: what runs is marked interrupted and offered again."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from services.job_states import JobState
from services.store.connection import open_store
from services.store.repository import Repository
from tests.e2e.conftest import running_app, settle

pytestmark = pytest.mark.browser


def test_a_stopped_server_offers_its_work_again(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 1400})
    page.set_default_timeout(20_000)
    with running_app(tmp_path, ASKWRIGHT_DETERMINISTIC_DELAY="0.5") as address:
        page.goto(f"{address}/questionnaires")
        settle(page)
        page.get_by_role("button", name="Start", exact=True).click()
        page.get_by_role("textbox", name="Topic").fill("Use of the public library")
        expect(page.get_by_text("revision 2")).to_be_visible()
        path = page.url.removeprefix(address)
        page.get_by_role("button", name="Write the outline").click()
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    # The server has ended by itself: `running_app` sends SIGTERM and waits.
    store = Repository(open_store(f"sqlite:///{tmp_path / 'askwright.db'}"))
    (draft,) = store.recent("local")
    assert draft.title == "Use of the public library"
    (job,) = store.jobs_of_draft(draft.id, 5)
    assert job.state is JobState.INTERRUPTED
    store.close()
    with running_app(tmp_path) as address:
        page.goto(address + path)
        settle(page)
        expect(page.get_by_text("The app was stopped").first).to_be_visible()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("It is written")).to_be_visible(timeout=30_000)
        page.close()
