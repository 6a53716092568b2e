"""The line under a room's title: saved when, undo, redo, close, and what else a draft can do."""

from collections.abc import Callable

import streamlit as st

from components.company import company
from components.drafts_list import PAGES
from components.moments import local
from components.plain import plain
from components.share_dialog import may_share, share_dialog
from components.workbench import Bench, SaveNote, close_draft, owner, workshop

DRAFT_BAR = "draft_bar"
HISTORY_PAGE = "pages/history.py"
HISTORY, COPY, SHARE = "History", "Make a copy", "Share"


@st.fragment(key=DRAFT_BAR)
def draft_bar(bench: Bench) -> None:
    """Shows whether the last edit was saved, in words, and steps through the revisions.

    A fragment, so that an edit inside another fragment can have it drawn again (`DRAFT_BAR`).
    """
    with st.container(horizontal=True, vertical_alignment="center", key="draft_bar:line"):
        st.markdown(_saved_line(bench), width="stretch")
        _more(bench)
        st.button(
            "Undo",
            icon=":material/undo:",
            disabled=not (bench.may_edit and bench.draft.can_undo),
            on_click=_and_draw_all,
            args=(bench.undo,),
            key=f"{bench.id}:undo",
        )
        st.button(
            "Redo",
            icon=":material/redo:",
            disabled=not (bench.may_edit and bench.draft.can_redo),
            on_click=_and_draw_all,
            args=(bench.redo,),
            key=f"{bench.id}:redo",
        )
        st.button(
            "Close",
            icon=":material/close:",
            on_click=_and_draw_all,
            args=(close_draft, bench.draft.room),
            key=f"{bench.id}:close",
            help="Back to your drafts. This one stays as it is.",
        )
    company(bench)


def _more(bench: Bench) -> None:
    """What is wanted now and then, behind one button."""
    offered = [HISTORY, COPY, *([SHARE] if may_share(bench.draft) else [])]
    chosen = st.menu_button("More", offered, icon=":material/more_vert:", key=f"{bench.id}:more")
    if chosen == HISTORY:
        st.switch_page(HISTORY_PAGE, query_params={"draft": bench.id})
    if chosen == COPY:
        copy = workshop().repository.duplicate(bench.id, owner=owner())
        st.switch_page(PAGES[copy.room], query_params={"draft": copy.id})
    if chosen == SHARE:
        share_dialog(bench.draft)


def _and_draw_all(step: Callable[..., None], *arguments: str) -> None:
    """Take a step that changes the whole page, not only this line."""
    step(*arguments)
    st.rerun()


def _saved_line(bench: Bench) -> str:
    if not bench.may_edit:
        return ":blue-badge[:material/visibility: Only to read] More makes a copy that is yours."
    note = st.session_state.get("save_note")
    if isinstance(note, SaveNote) and note.problem:
        return f":red-badge[:material/error: Not saved] {plain(note.problem)}"
    when = note.when if isinstance(note, SaveNote) else bench.draft.updated
    return f":material/check: Saved {local(when):%H:%M}, revision {bench.draft.revision}"
