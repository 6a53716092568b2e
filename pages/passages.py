"""The passages room."""

import streamlit as st

from components.draft_bar import draft_bar
from components.drafts_list import recent_drafts
from components.navigation import enter
from components.workbench import open_bench

enter()

st.title("Passages")
bench = open_bench("passages")
if bench is None:
    recent_drafts("passages")
else:
    draft_bar(bench)
