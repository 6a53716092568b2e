"""Recent drafts, as a list of buttons that open them."""

import streamlit as st

from components.workbench import owner, put_in_address, workshop

ROOM_NAMES = {"questionnaires": "Questionnaire", "hints": "Hints", "passages": "Passages"}
ROOM_ICONS = {
    "questionnaires": ":material/ballot:",
    "hints": ":material/lightbulb:",
    "passages": ":material/menu_book:",
}


def recent_drafts(room: str, *, limit: int = 8) -> None:
    """The owner's newest drafts of one room; says so when there are none."""
    drafts = workshop().repository.recent(owner(), room, limit)
    st.subheader("Recent drafts")
    if not drafts:
        st.markdown("None yet. What you start here is kept on this machine.")
    for draft in drafts:
        st.button(
            f"{draft.title or 'Untitled'} · {draft.updated.astimezone():%d %b %H:%M}",
            key=f"open:{draft.id}",
            icon=ROOM_ICONS[room],
            type="tertiary",
            on_click=put_in_address,
            args=(draft.id, room),
        )
