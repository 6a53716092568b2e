"""The views of the room, and the control that goes from one to another. It is in the address."""

import streamlit as st

BRIEF, OUTLINE, QUESTIONS = "Brief", "Outline", "Questions"
CHECKS, PREVIEW, EXPORT = "Checks", "Preview", "Export"
VIEWS = (BRIEF, OUTLINE, QUESTIONS, CHECKS, PREVIEW, EXPORT)
_KEY = "view"


def choose_view() -> str:
    """Draw the control; the view that is open now."""
    if st.session_state.get(_KEY) not in VIEWS:
        named = st.query_params.get(_KEY)
        st.session_state[_KEY] = named if named in VIEWS else BRIEF
    chosen = st.segmented_control(
        "View",
        VIEWS,
        required=True,
        key=_KEY,
        bind="query-params",
        label_visibility="collapsed",
    )
    return chosen or BRIEF


def show_view(view: str) -> None:
    """Open a view from the next run on; for callbacks."""
    st.session_state[_KEY] = view
