"""Which quiz to play, when the address does not say."""

import streamlit as st

from components.hints_terms import plural
from components.plain import plain
from components.workbench import owner, workshop
from services.hints.attempts import playable

SHOWN = 12


def choose_quiz() -> None:
    """The owner's newest quizzes that can be played, as links."""
    st.markdown(
        "Answer trivia questions, with hints when you want them. Choose a quiz, or open the link "
        "that you were given."
    )
    st.header("Quizzes")
    repository = workshop().repository
    found = [
        draft
        for summary in repository.recent(owner(), "hints", SHOWN)
        if playable((draft := repository.get(summary.id)).document)
    ]
    if not found:
        st.markdown("There is no quiz with a question and its answer yet. Make one under Hints.")
        st.page_link("pages/hints.py", label="Open hints", icon=":material/lightbulb:")
    for draft in found:
        count = plural(len(playable(draft.document)), "question")
        st.page_link(
            "pages/play.py",
            label=f"{plain(draft.title, limit=70)} · {count}",
            icon=":material/play_circle:",
            query_params={"draft": draft.id},
        )
