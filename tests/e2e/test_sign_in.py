"""A real login in the browser, by a provider of our own, and drafts shared by link through it."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import free_port, running_app, settle
from tests.e2e.identity_provider import CLIENT, PEOPLE, SECRET, running_provider

pytestmark = pytest.mark.browser
Visit = Callable[[str], Page]


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app with `[auth]` in its secrets."""
    folder = tmp_path_factory.mktemp("shared")
    port = free_port()
    with running_provider() as provider:
        (folder / "secrets.toml").write_text(
            f"""[auth]
redirect_uri = "http://127.0.0.1:{port}/oauth2callback"
cookie_secret = "{secrets.token_hex(32)}"
client_id = "{CLIENT}"
client_secret = "{SECRET}"
server_metadata_url = "{provider.address}/.well-known/openid-configuration"
""",
            encoding="utf-8",
        )
        files = str(folder / "secrets.toml")
        with running_app(folder, port=port, STREAMLIT_SECRETS_FILES=files) as address:
            yield address


@pytest.fixture
def visit(browser: Browser, shared_app: str) -> Iterator[Visit]:
    """A new browser at a path of the app, nobody signed in."""
    contexts = []

    def open_one(path: str) -> Page:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 1400}))
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        page.goto(shared_app + path)
        settle(page)
        return page

    yield open_one
    for context in contexts:
        context.close()


def sign_in(page: Page, person: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name=PEOPLE[person]).click()
    settle(page)


def shared_link(page: Page, right: str) -> str:
    """A link to the draft that is open, made by its owner."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("option", name="Share").or_(page.get_by_text("Share", exact=True)).last.click()
    page.get_by_role("button", name=f"New link to {right}").click()
    link = page.get_by_test_id("stCode").inner_text().strip()
    page.get_by_role("button", name="Close").last.click()
    return link


def new_draft(page: Page, topic: str) -> None:
    page.get_by_role("link", name="Questionnaires", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("textbox", name="Topic").fill(topic)
    expect(page.get_by_text("revision 2")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/library", "/questionnaires?draft=guessed", "/models"])
def test_nothing_is_shown_before_somebody_has_signed_in(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Askwright")
    assert page.get_by_test_id("stSidebarNavLink").count() == 0
    assert violations(page) == []


def test_one_signs_in_works_and_signs_out(visit: Visit) -> None:
    page = visit("/")
    sign_in(page, "ann")
    expect(page.get_by_text("Signed in as Ann Example")).to_be_visible()
    new_draft(page, "Diary of Ann")
    page.reload()
    settle(page)
    expect(page.get_by_role("textbox", name="Topic")).to_have_value("Diary of Ann")
    address = page.url
    # The way to sign in is drawn at once; only this answer takes the cookie back.
    with page.expect_response(lambda answer: "/auth/logout" in answer.url) as signing_out:
        page.get_by_role("button", name="Sign out").click()
    assert "set-cookie" in signing_out.value.all_headers()
    page.wait_for_url("**/")
    settle(page)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.goto(address)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert page.get_by_text("Diary of Ann").count() == 0


def test_a_guessed_address_leads_a_stranger_nowhere(visit: Visit) -> None:
    owner = visit("/")
    sign_in(owner, "ann")
    new_draft(owner, "Secret of Ann")
    stranger = visit("/")
    sign_in(stranger, "eve")
    path = owner.url.split("/", 3)[3]
    stranger.goto(owner.url)
    settle(stranger)
    expect(stranger.get_by_text("There is no draft")).to_be_visible()
    stranger.goto(owner.url.replace("questionnaires", "history"))
    expect(stranger.get_by_text("There is no draft")).to_be_visible()
    stranger.get_by_role("link", name="Library", exact=True).click()
    expect(stranger.get_by_text("Nothing yet.")).to_be_visible()
    assert stranger.get_by_text("Secret of Ann").count() == 0
    assert "draft=" in path


@pytest.mark.parametrize(("right", "may_edit"), [("read", False), ("edit", True)])
def test_a_link_leads_through_the_login_to_the_draft(
    visit: Visit, right: str, may_edit: bool
) -> None:
    owner = visit("/")
    sign_in(owner, "ann")
    new_draft(owner, f"To {right}")
    link = shared_link(owner, right)
    assert "share=" in link
    guest = visit(link.split("/", 3)[3].join(("/", "")))
    sign_in(guest, "ben")
    topic = guest.get_by_role("textbox", name="Topic")
    expect(topic).to_have_value(f"To {right}")
    assert "share=" not in guest.url
    expect(guest.get_by_text("Ann Example has this draft open too")).to_be_visible()
    if may_edit:
        topic.fill("Changed by Ben")
        expect(owner.get_by_text("Changed meanwhile")).to_be_visible(timeout=20_000)
        owner.get_by_role("button", name="Show it").click()
        expect(owner.get_by_role("textbox", name="Topic")).to_have_value("Changed by Ben")
    else:
        expect(topic).to_be_disabled()
        expect(guest.get_by_text("Only to read")).to_be_visible()
    guest.get_by_role("link", name="Library", exact=True).click()
    shared = guest.get_by_text("shared by Ann Example")
    expect(shared).to_have_count(1)
    guest.get_by_role("button", name="More").click()
    guest.get_by_text("Remove from my library").click()
    expect(shared).to_have_count(0)
    expect(owner.get_by_role("textbox", name="Topic")).to_be_visible()


def test_a_cookie_that_the_server_did_not_sign_signs_nobody_in(
    browser: Browser, shared_app: str
) -> None:
    context = browser.new_context()
    forged = '{"iss": "x", "sub": "subject-of-ann", "is_logged_in": true}'
    context.add_cookies([{"name": "_streamlit_user", "value": forged, "url": shared_app}])
    page = context.new_page()
    page.goto(shared_app)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible(timeout=20_000)
    context.close()


def test_the_health_address_needs_no_login(shared_app: str) -> None:
    assert httpx.get(f"{shared_app}/_stcore/health").status_code == 200


def test_without_its_secrets_an_app_that_requires_login_lets_nobody_in(
    browser: Browser, tmp_path: Path
) -> None:
    with running_app(tmp_path, ASKWRIGHT_REQUIRE_LOGIN="1") as address:
        page = browser.new_page()
        page.goto(address)
        expect(page.get_by_text("Signing in is required here but not set up.")).to_be_visible(
            timeout=20_000
        )
        assert page.get_by_test_id("stSidebarNavLink").count() == 0
        page.close()
