"""What every page stands on: the shared workshop, who is working, and the draft in the address."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import streamlit as st

from components.messages import show_error
from components.process import process_workshop
from components.sign_in import login_is_on, person
from services.concurrent_edits import Entry, Overtaken
from services.documents import Document, new_id
from services.errors import AskwrightError, InvalidInput, NotFound
from services.store.repository import Draft, HeldEdit, Right
from services.workshop import Workshop

# An author who goes on typing in one field within this time makes one step of undo.
BURST_REST_SECONDS = 5.0
BURST_SECONDS = 60.0


def workshop() -> Workshop:
    """The workshop as whoever looks at the page may use it: their drafts, their jobs."""
    return process_workshop().seen_by(person())


def owner() -> str:
    """Whose drafts are shown: the signed-in person, or everyone on this machine."""
    return person().id


def window() -> str:
    """The name of this browser window, for as long as its session lasts."""
    found: str = st.session_state.setdefault("window", new_id())
    return found


@dataclass(frozen=True, slots=True)
class SaveNote:
    """What the last edit of this session came to, for the line "Saved 14:02"."""

    when: datetime
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FieldEdit:
    """What was entered in one field: `field` and `label` name it, `what` is for the history."""

    field: str
    label: str
    what: str
    entry: Entry


class Bench:
    """One draft on the page: its document, and the ways to change it.

    `held` are the person's entries that wait for a choice, by field.
    """

    def __init__(self, draft: Draft, held: dict[str, HeldEdit] | None = None) -> None:
        self.draft = draft
        self.held = held if held is not None else {}

    @property
    def id(self) -> str:
        return self.draft.id

    @property
    def document(self) -> Any:
        return self.draft.document

    def document_at(self, revision: int) -> Any:
        """The document as it was at a revision."""
        if revision == self.draft.revision:
            return self.document
        return workshop().repository.document_at(self.id, revision)

    @property
    def may_edit(self) -> bool:
        return self.draft.right >= Right.EDIT

    def edit(
        self, change: Callable[[Any], Document], what: str, *, onto: int | None = None
    ) -> bool:
        """Commit an edit by the author; False (with a note for the page) if it was not saved."""
        try:
            self.draft = workshop().repository.update(
                self.id, change, author=owner(), what=what, onto=onto
            )
        except AskwrightError as error:
            return self._not_saved(error)
        st.session_state["save_note"] = SaveNote(datetime.now().astimezone())
        return True

    def add(self, change: Callable[[Any], Document], *, author: str, what: str) -> None:
        """Keep what somebody did with the draft (played it): no edit of the person's own."""
        self.draft = workshop().repository.update(self.id, change, author=author, what=what)

    def enter(self, edit: FieldEdit) -> bool:
        """Commit what was entered in a field, or hold it back if the field was changed meanwhile.

        True when it is kept either way.
        """
        try:
            if edit.field not in self.held:
                saved = self.edit(edit.entry.onto, edit.what, onto=_burst(self.id, edit.field))
                if saved:
                    _go_on(self.id, edit.field, self.draft.revision)
                return saved
        except Overtaken:
            self.refresh()
        return self._hold(edit)

    def choose(self, field: str, change: Callable[[Any], Document] | None, what: str) -> None:
        """Settle what was held back: put it in by `change`, or leave the draft as it is (None)."""
        if change is not None and not self.edit(change, what):
            return
        workshop().repository.settle(self.id, field)
        self.held.pop(field, None)

    def refresh(self) -> None:
        """Read the draft again: a fragment may be drawn long after the page that it is on.

        Raises `NotFound` when it was deleted meanwhile.
        """
        self.draft = workshop().repository.get(self.id)

    def undo(self) -> None:
        self._step(workshop().repository.undo)

    def redo(self) -> None:
        self._step(workshop().repository.redo)

    def _step(self, step: Callable[..., Draft]) -> None:
        before = self.draft.revision
        try:
            self.draft = step(self.id, seen=before)
        except AskwrightError as error:
            self._not_saved(error)
            return
        st.session_state.pop("burst", None)

    def _hold(self, edit: FieldEdit) -> bool:
        repository = workshop().repository
        try:
            repository.hold(self.id, edit.field, edit.label, edit.entry.value)
            self.held = {held.field: held for held in repository.held(self.id)}
        except AskwrightError as error:
            return self._not_saved(error)
        return True

    def _not_saved(self, error: AskwrightError) -> bool:
        st.session_state["save_note"] = SaveNote(datetime.now().astimezone(), str(error))
        return False


def _burst(draft_id: str, field: str) -> int | None:
    """The revision that typing in this field made a moment ago, to be written on."""
    found = st.session_state.get("burst")
    if found is None:
        return None
    where, revision, began, last = found
    now = time.monotonic()
    if where != (draft_id, field) or now - last > BURST_REST_SECONDS or now - began > BURST_SECONDS:
        return None
    return int(revision)


def _go_on(draft_id: str, field: str, revision: int) -> None:
    now = time.monotonic()
    went_on = _burst(draft_id, field) == revision
    began = st.session_state["burst"][2] if went_on else now
    st.session_state["burst"] = ((draft_id, field), revision, began, now)


def open_bench(room: str) -> Bench | None:
    """The draft named in the address, or the one this session last had open in `room`.

    None when there is neither. A name that does not exist is said and forgotten; of a draft whose
    last revision cannot be read, the way to its history is shown.
    """
    remembered = f"open:{room}"
    wanted = st.query_params.get("draft") or st.session_state.get(remembered)
    if not wanted:
        return None
    try:
        draft = _come_in(wanted)
    except InvalidInput as error:
        st.session_state.pop(remembered, None)
        st.query_params.pop("draft", None)
        show_error(error)
        if not isinstance(error, NotFound):
            st.page_link(
                "pages/history.py",
                label="Its history",
                icon=":material/history:",
                query_params={"draft": wanted},
            )
        return None
    if draft.room != room:
        st.session_state.pop(remembered, None)
        st.query_params.pop("draft", None)
        return None
    st.session_state[remembered] = draft.id
    st.query_params["draft"] = draft.id
    return Bench(draft, {held.field: held for held in workshop().repository.held(draft.id)})


def _come_in(draft_id: str) -> Draft:
    """The draft; by the secret of a link, if the address has one, which it then loses."""
    secret = st.query_params.pop("share", None)
    if secret and login_is_on():
        try:
            return workshop().repository.open_link(draft_id, secret)
        except NotFound as error:
            show_error(error)
    return workshop().repository.get(draft_id)


def start_draft(document: Document, what: str) -> None:
    """Make a new draft and put it in the address; for callbacks, which rerun afterwards."""
    draft = workshop().repository.create(document, owner=owner(), author=owner(), what=what)
    put_in_address(draft.id, draft.room)


def put_in_address(draft_id: str, room: str) -> None:
    st.session_state[f"open:{room}"] = draft_id
    st.query_params["draft"] = draft_id


def close_draft(room: str) -> None:
    """Back to the room's front: the draft stays in the list."""
    if closed := st.session_state.pop(f"open:{room}", None):
        workshop().repository.go(closed, window())
    st.query_params.pop("draft", None)
