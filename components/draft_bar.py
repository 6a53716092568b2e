"""The line under a room's title: saved when, undo, redo, close."""

from collections.abc import Callable

import streamlit as st

from components.workbench import Bench, SaveNote, close_draft

DRAFT_BAR = "draft_bar"


@st.fragment(key=DRAFT_BAR)
def draft_bar(bench: Bench) -> None:
    """Shows whether the last edit was saved, in words, and steps through the revisions.

    A fragment, so that an edit inside another fragment can have it drawn again (`DRAFT_BAR`).
    """
    with st.container(horizontal=True, vertical_alignment="center", key="draft_bar:line"):
        st.markdown(_saved_line(bench), width="stretch")
        st.button(
            "Undo",
            icon=":material/undo:",
            disabled=not bench.draft.can_undo,
            on_click=_and_draw_all,
            args=(bench.undo,),
            key=f"{bench.id}:undo",
        )
        st.button(
            "Redo",
            icon=":material/redo:",
            disabled=not bench.draft.can_redo,
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


def _and_draw_all(step: Callable[..., None], *arguments: str) -> None:
    """Take a step that changes the whole page, not only this line."""
    step(*arguments)
    st.rerun()


def _saved_line(bench: Bench) -> str:
    note = st.session_state.get("save_note")
    if isinstance(note, SaveNote) and note.problem:
        return f":red-badge[:material/error: Not saved] {note.problem}"
    when = note.when if isinstance(note, SaveNote) else bench.draft.updated.astimezone()
    return f":material/check: Saved {when:%H:%M}, revision {bench.draft.revision}"
