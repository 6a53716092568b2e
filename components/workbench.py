"""What every page stands on: the shared workshop, who is working, and the draft in the address."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import streamlit as st

from components.messages import show_error
from services import settings
from services.documents import Document
from services.errors import AskwrightError, NotFound
from services.store.repository import Draft
from services.workshop import Workshop


@st.cache_resource(show_spinner=False, on_release=Workshop.close)
def workshop() -> Workshop:
    """The one workshop of this process: store, queue and, once used, the loaded models."""
    return Workshop(settings.load())


def owner() -> str:
    """Whose drafts are shown: the signed-in person, or everyone on this machine."""
    return str(st.user.get("sub") or "local") if st.user.get("is_logged_in") else "local"


@dataclass(frozen=True, slots=True)
class SaveNote:
    """What the last edit of this session came to, for the line "Saved 14:02"."""

    when: datetime
    problem: str = ""


class Bench:
    """One draft on the page: its document, and the ways to change it."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    @property
    def id(self) -> str:
        return self.draft.id

    @property
    def document(self) -> Any:
        return self.draft.document

    def edit(self, change: Callable[[Any], Document], what: str) -> bool:
        """Commit an edit by the author; False (with a note for the page) if it was not saved."""
        try:
            self.draft = workshop().repository.update(self.id, change, author=owner(), what=what)
        except AskwrightError as error:
            st.session_state["save_note"] = SaveNote(datetime.now(), str(error))
            return False
        st.session_state["save_note"] = SaveNote(datetime.now())
        return True

    def refresh(self) -> None:
        """Read the draft again: a fragment may be drawn long after the page that it is on.

        Raises `NotFound` when it was deleted meanwhile.
        """
        self.draft = workshop().repository.get(self.id)

    def undo(self) -> None:
        self.draft = workshop().repository.undo(self.id)

    def redo(self) -> None:
        self.draft = workshop().repository.redo(self.id)


def open_bench(room: str) -> Bench | None:
    """The draft named in the address, or the one this session last had open in `room`.

    None when there is neither. A name that does not exist is said and forgotten.
    """
    remembered = f"open:{room}"
    wanted = st.query_params.get("draft") or st.session_state.get(remembered)
    if not wanted:
        return None
    try:
        draft = workshop().repository.get(wanted)
    except NotFound as error:
        st.session_state.pop(remembered, None)
        st.query_params.pop("draft", None)
        show_error(error)
        return None
    if draft.room != room:
        st.session_state.pop(remembered, None)
        st.query_params.pop("draft", None)
        return None
    st.session_state[remembered] = draft.id
    st.query_params["draft"] = draft.id
    return Bench(draft)


def start_draft(document: Document, what: str) -> None:
    """Make a new draft and put it in the address; for callbacks, which rerun afterwards."""
    draft = workshop().repository.create(document, owner=owner(), author=owner(), what=what)
    put_in_address(draft.id, draft.room)


def put_in_address(draft_id: str, room: str) -> None:
    st.session_state[f"open:{room}"] = draft_id
    st.query_params["draft"] = draft_id


def close_draft(room: str) -> None:
    """Back to the room's front: the draft stays in the list."""
    st.session_state.pop(f"open:{room}", None)
    st.query_params.pop("draft", None)
