"""The front door: what can be made here, and what was last worked on."""

import streamlit as st

from components.drafts_list import recent_drafts
from components.navigation import enter
from components.whereabouts import what_leaves

enter()

st.title("Ask better questions")
st.markdown(f"Draft, check and grade questions with a language model. {what_leaves()}")
ROOMS = (
    (
        "pages/questionnaires.py",
        "Questionnaires",
        ":material/ballot:",
        "Start from a topic or from a questionnaire of your own. Wording, options and order are "
        "checked for 23 faults while you type.",
    ),
    (
        "pages/hints.py",
        "Hints",
        ":material/lightbulb:",
        "From a trivia question and its answer to hints, graded by how much they narrow the "
        "answer down and by how well known what they name is.",
    ),
    (
        "pages/passages.py",
        "Passages",
        ":material/menu_book:",
        "Paste a text and see how hard it is to read, sentence by sentence. Write questions on it "
        "and see, apart from that, how hard they are likely to be.",
    ),
)
for column, (path, name, icon, what) in zip(st.columns(3), ROOMS, strict=True):
    with column, st.container(border=True, height="stretch"):
        st.header(name)
        st.markdown(what)
        st.page_link(path, label=f"Open {name.lower()}", icon=icon)
recent_drafts()
