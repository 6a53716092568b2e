"""Play a quiz: a question, hints one at a time on request, an answer, and results."""

import streamlit as st

from components.hints_choice import choose_quiz
from components.hints_play import play
from components.hints_results import results_panel
from components.navigation import enter
from components.workbench import open_bench

enter()

PLAY, RESULTS = "Play", "Results"

st.title("Play")
bench = open_bench("hints")
if bench is None:
    choose_quiz()
else:
    part = st.segmented_control(
        "Part of the page",
        [PLAY, RESULTS],
        default=PLAY,
        required=True,
        key="play_part",
        bind="query-params",
        label_visibility="collapsed",
    )
    if part == PLAY:
        play(bench)
    else:
        results_panel(bench)
