"""Recent drafts, as links that open them."""

import streamlit as st

from components.plain import plain
from components.workbench import owner, workshop

PAGES = {
    "questionnaires": "pages/questionnaires.py",
    "hints": "pages/hints.py",
    "passages": "pages/passages.py",
    "comparisons": "pages/compare.py",
    "studies": "pages/review.py",
}
ICONS = {
    "questionnaires": ":material/ballot:",
    "hints": ":material/lightbulb:",
    "passages": ":material/menu_book:",
    "comparisons": ":material/balance:",
    "studies": ":material/how_to_vote:",
}


def recent_drafts(room: str | None = None, *, limit: int = 8) -> None:
    """The owner's newest drafts, of one room or of all; says so when there are none."""
    drafts = workshop().repository.recent(owner(), room, limit)
    st.header("Recent drafts")
    if not drafts:
        st.markdown("None yet. What you start here is kept on this machine.")
    for draft in drafts:
        title = plain(draft.title, limit=70) or "Untitled"
        st.page_link(
            PAGES[draft.room],
            label=f"{title} · {draft.updated.astimezone():%d %b %H:%M}",
            icon=ICONS[draft.room],
            query_params={"draft": draft.id},
        )
