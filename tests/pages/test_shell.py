"""What every page shares, and the two pages that are no room."""

from collections.abc import Callable

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components.workbench import workshop
from services.questionnaire.models import Brief, QuestionnaireDraft
from tests.pages.conftest import run_until

Open = Callable[..., AppTest]


@pytest.mark.parametrize("page", ["start", "questionnaires", "hints", "passages", "models"])
def test_every_page_opens_without_a_draft(app: Open, page: str) -> None:
    opened = app(page)
    assert not opened.exception
    assert len(opened.title) == 1


def test_recent_drafts_are_listed_and_their_titles_are_only_text(app: Open) -> None:
    app()
    evil = "# Big :red[alarm] <b>x</b> [link](http://example.org) $x^2$"
    workshop().repository.create(
        QuestionnaireDraft(brief=Brief(topic=evil)), owner="local", author="local", what="new"
    )
    opened = app()
    label = next(e.proto.label for e in opened.get("page_link") if "alarm" in e.proto.label)
    assert r"\:red\[alarm\]" in label
    assert r"\<b\>" in label


def test_what_leaves_the_machine_follows_the_settings(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Nothing you write leaves it." in app().markdown[0].value
    monkeypatch.setenv("ASKWRIGHT_ENGINE", "openai")
    monkeypatch.setenv("ASKWRIGHT_SERVER_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("ASKWRIGHT_WIKIPEDIA", "1")
    st.cache_resource.clear()
    told = app().markdown[0].value
    assert "Nothing" not in told
    assert "is sent what you draft" in told
    assert "Wikipedia is asked" in told


@pytest.mark.parametrize("room", ["questionnaires", "hints", "passages"])
def test_a_draft_that_does_not_exist_is_said(app: Open, room: str) -> None:
    opened = app(room, draft="no-such-draft")
    assert not opened.exception
    assert any(
        "no draft" in error.value or "no draft" in str(error.proto) for error in opened.error
    )


def test_the_test_engine_is_never_taken_for_a_model(app: Open) -> None:
    opened = app("models")
    said = " ".join(element.value for element in opened.markdown)
    assert "Test engine" in said


def test_the_try_box_runs_as_a_job(app: Open) -> None:
    opened = app("models")
    opened.text_area[0].set_value("Name a river.")
    next(button for button in opened.button if button.label == "Ask").click().run()
    assert not opened.exception
    run_until(opened, lambda page: bool(page.text))
    assert opened.text[0].value.strip()
