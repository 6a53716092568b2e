"""The hints room: from a question and its answer to graded hints in the order to reveal them."""

import streamlit as st

from components.draft_bar import draft_bar
from components.drafts_list import recent_drafts
from components.hints_at_hand import grade_at_hand
from components.hints_candidates import candidates_panel
from components.hints_export import export_panel
from components.hints_front import front
from components.hints_list import hints_panel
from components.hints_live import load_checks
from components.hints_order import order_panel
from components.hints_question import question_panel
from components.hints_quiz import quiz_panel
from components.hints_views import (
    CANDIDATES,
    EXPORT,
    HINTS,
    ORDER,
    QUIZ,
    choose_view,
    chosen_question,
)
from components.messages import show_notice
from components.navigation import enter
from components.workbench import open_bench

enter()

st.title("Hints")
bench = open_bench("hints")
show_notice()
if bench is None:
    front()
    recent_drafts("hints")
else:
    draft_bar(bench)
    view = choose_view(bench)
    question = chosen_question(bench) if view in (HINTS, CANDIDATES, ORDER) else None
    if view == QUIZ:
        quiz_panel(bench)
    elif view == EXPORT:
        export_panel(bench)
    elif question is not None and view == HINTS:
        st.header("Question")
        question_panel(bench, question.id)
        hints_panel(bench, question)
    elif question is not None and view == CANDIDATES:
        candidates_panel(bench, question)
    elif question is not None:
        order_panel(bench, question)
    load_checks()
    grade_at_hand(bench, question)
