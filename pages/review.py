"""Blind review: raters judge nameless samples; results are told when the study has ended."""

import streamlit as st

from components.messages import show_notice
from components.navigation import enter
from components.review_desk import desk
from components.review_entry import front, rater_here
from components.review_rating import rating
from components.workbench import open_bench
from services.store.repository import Right

enter()

st.title("Blind review")
bench = open_bench("studies")
show_notice()
if bench is None:
    front()
elif (rater := rater_here(bench)) is not None:
    rating(bench, rater)
elif bench.draft.right >= Right.OWN:
    desk(bench)
