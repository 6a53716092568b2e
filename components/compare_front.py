"""The Compare page before a comparison is open: three ways to begin, the example, a report."""

import streamlit as st

from components.compare_views import SET_UP, SUBJECTS, show_view
from components.messages import show_error
from components.workbench import start_draft
from services.compare.editing import started
from services.compare.example import example
from services.compare.models import Comparison
from services.compare.report import settings_in
from services.errors import AskwrightError


def front() -> None:
    st.markdown(
        "Run methods, models, adapters and seeds on the same inputs, see their measures with "
        "intervals beside published ones, and have people judge the results without knowing "
        "which is which."
    )
    st.markdown("What do you want to compare?")
    with st.container(horizontal=True):
        for subject, (name, icon, _) in SUBJECTS.items():
            st.button(
                name,
                icon=icon,
                type="primary",
                key=f"compare:start:{subject}",
                on_click=_start,
                args=(started(subject), "New comparison"),
            )
    with st.container(horizontal=True):
        st.button(
            "Load an example",
            icon=":material/auto_stories:",
            on_click=lambda: _start(example(), "Example"),
        )
        if st.button("Run a report again", icon=":material/replay:"):
            _report_dialog()


def _start(document: Comparison, what: str) -> None:
    show_view(SET_UP)
    start_draft(document, what)


@st.dialog("Run a report again", icon=":material/replay:")
def _report_dialog() -> None:
    """The settings stand in the report itself; nothing that was made is taken over."""
    file = st.file_uploader("A report that this app wrote (HTML)", type=["html"])
    if file is None:
        return
    try:
        comparison = settings_in(file.getvalue())
    except AskwrightError as error:
        show_error(error)
        return
    st.markdown(
        f"It compares {len(comparison.arms)} arms on {len(comparison.inputs)} inputs. The new "
        "comparison has the same settings and nothing made yet."
    )
    if st.button("Make it a draft", type="primary", icon=":material/check:"):
        _start(comparison, "From a report")
        st.rerun()
