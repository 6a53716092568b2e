"""The passages room: how hard a text is to read and, apart from it, how hard a question is."""

import streamlit as st

from components.draft_bar import draft_bar
from components.drafts_list import recent_drafts
from components.messages import show_notice
from components.navigation import enter
from components.passages_front import front, shelf
from components.passages_import import unread_lines
from components.passages_questions import questions_panel
from components.passages_terms import TWO_THINGS
from components.passages_text import text_panel
from components.passages_whole_set import whole_set
from components.workbench import open_bench

enter()

TEXT, QUESTIONS, SET = "The text", "The questions", "The whole set"

st.title("Passages")
bench = open_bench("passages")
show_notice()
unread_lines()
if bench is None:
    front()
    recent_drafts("passages")
else:
    draft_bar(bench)
    passage = shelf(bench)
    part = st.segmented_control(
        "Part of the room",
        [TEXT, QUESTIONS, SET],
        default=TEXT,
        required=True,
        key="part",
        bind="query-params",
        label_visibility="collapsed",
    )
    if part != SET:
        st.markdown(TWO_THINGS)
    if part == SET:
        whole_set(bench)
    elif passage is not None and part == TEXT:
        text_panel(bench, passage)
    elif passage is not None:
        questions_panel(bench, passage)
