"""What axe finds on a page, without what Streamlit itself brings along."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STREAMLITS_OWN = {"svg-img-alt", "presentation-role-conflict"}


def violations(page: Page) -> list[str]:
    """One line a violation: rule, help, and the first element that breaks it."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {v['help']} at {v['nodes'][0]['html'][:160]}"
        for v in found
        if v["id"] not in STREAMLITS_OWN
    ]
