"""The hints room."""

import streamlit as st

from components.draft_bar import draft_bar
from components.drafts_list import recent_drafts
from components.navigation import enter
from components.workbench import open_bench

enter()

st.title("Hints")
bench = open_bench("hints")
if bench is None:
    recent_drafts("hints")
else:
    draft_bar(bench)
