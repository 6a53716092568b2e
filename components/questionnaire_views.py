"""The views of the room, and the control that goes from one to another. It is in the address.

The address is not bound to the control: a browser that has not heard yet that another view was
opened (`show_view`) would open the one before again with whatever it sends next. Each opening
therefore draws a control of its own.
"""

import streamlit as st

from components.fields import WHOLE_PAGE

BRIEF, OUTLINE, QUESTIONS = "Brief", "Outline", "Questions"
CHECKS, PREVIEW, EXPORT = "Checks", "Preview", "Export"
VIEWS = (BRIEF, OUTLINE, QUESTIONS, CHECKS, PREVIEW, EXPORT)
# In the session: the view that is open, what the address named last, how often one was opened.
_OPEN, _ADDRESSED, _TURN = "view:open", "view:addressed", "view:turn"
_PARAMETER = "view"


def choose_view() -> str:
    """Draw the control; the view that is open now."""
    named = st.query_params.get(_PARAMETER)
    if named in VIEWS and named != st.session_state.get(_ADDRESSED):
        # A link, a reload, or the browser's Back.
        show_view(named)
    key = f"view:{st.session_state.get(_TURN, 0)}"
    if key not in st.session_state:
        st.session_state[key] = st.session_state.get(_OPEN, BRIEF)
    chosen = st.segmented_control(
        "View",
        VIEWS,
        required=True,
        key=key,
        label_visibility="collapsed",
        on_change=_choose,
        args=(key,),
    )
    return chosen or BRIEF


def show_view(view: str) -> None:
    """Open a view from the next run on, and put it in the address; for callbacks."""
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    _open(view)


def _choose(key: str) -> None:
    _open(st.session_state[key] or BRIEF)
    st.rerun(WHOLE_PAGE)


def _open(view: str) -> None:
    st.session_state[_OPEN] = st.session_state[_ADDRESSED] = view
    if st.query_params.get(_PARAMETER) != view:
        st.query_params[_PARAMETER] = view
