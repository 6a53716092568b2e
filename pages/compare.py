"""Compare methods and models on the same inputs, and have people judge the results blind."""

import streamlit as st

from components.compare_arms import arms_panel
from components.compare_export import export_panel
from components.compare_front import front
from components.compare_inputs import inputs_panel
from components.compare_outputs import outputs_panel
from components.compare_results import results_panel
from components.compare_run import run_panel
from components.compare_study import study_panel
from components.compare_views import (
    EXPORT,
    PEOPLE,
    RESULTS,
    SET_UP,
    choose_view,
    title_line,
)
from components.draft_bar import draft_bar
from components.drafts_list import recent_drafts
from components.messages import show_notice
from components.navigation import enter
from components.workbench import open_bench

enter()

st.title("Compare")
bench = open_bench("comparisons")
show_notice()
if bench is None:
    front()
    recent_drafts("comparisons")
else:
    draft_bar(bench)
    view = choose_view()
    title_line(bench, view)
    if view == SET_UP:
        run_panel(bench)
        arms_panel(bench)
        inputs_panel(bench)
    elif view == RESULTS:
        results_panel(bench)
    elif view == EXPORT:
        export_panel(bench)
    elif view == PEOPLE:
        study_panel(bench)
    else:
        outputs_panel(bench)
