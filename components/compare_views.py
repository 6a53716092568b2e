"""The views of the Compare page, and what its subjects are called there."""

import streamlit as st

from components.fields import text_field
from components.plain import plain
from components.workbench import Bench
from services.compare.models import Comparison, Subject

SET_UP, RESULTS, OUTPUTS, EXPORT, PEOPLE = (
    "Set up",
    "Results",
    "Side by side",
    "Report",
    "Blind review",
)
VIEWS = (SET_UP, RESULTS, OUTPUTS, EXPORT, PEOPLE)
_VIEW = "compared"

SUBJECTS = {
    Subject.QUESTIONNAIRES: ("Questionnaires", ":material/ballot:", "briefs"),
    Subject.HINTS: ("Hints", ":material/lightbulb:", "questions"),
    Subject.ITEMS: ("Reading questions", ":material/menu_book:", "reading questions"),
}


def choose_view() -> str:
    """Draw the control; the view that is open now. It is in the address."""
    if st.session_state.get(_VIEW) not in VIEWS:
        named = st.query_params.get(_VIEW)
        st.session_state[_VIEW] = named if named in VIEWS else SET_UP
    chosen = st.segmented_control(
        "View",
        VIEWS,
        required=True,
        key=_VIEW,
        bind="query-params",
        label_visibility="collapsed",
        wrap=True,
    )
    return str(chosen)


def title_line(bench: Bench, view: str) -> None:
    """What is compared here: to be edited where it is set up, to be read everywhere else."""
    comparison: Comparison = bench.document
    if view == SET_UP:
        text_field(
            bench,
            "Title of the comparison",
            comparison.name,
            lambda name: lambda now: now.model_copy(update={"name": name}),
            key="title",
            what="Title",
            placeholder="What do you want to know?",
        )
    elif comparison.title:
        st.markdown(f"**{plain(comparison.title)}**")


def show_view(view: str) -> None:
    """Open a view from the next run on; for callbacks."""
    st.session_state[_VIEW] = view
