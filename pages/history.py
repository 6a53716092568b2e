"""The history of the draft that the address names. Not in the menu: drafts lead here."""

import streamlit as st

from components.library_history import history
from components.messages import show_notice
from components.navigation import enter

enter()

st.title("History")
show_notice()
history(st.query_params.get("draft", ""))
