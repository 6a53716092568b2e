"""What is running, what could run instead, and how it is doing."""

import streamlit as st

from components.messages import show_notice
from components.model_catalogue import adapter_choice, catalogue
from components.model_page import health_of_parts, in_use, try_it
from components.navigation import enter

enter()

st.title("Models")
st.markdown(
    "Drafting, hints and reading questions are done by a language model. This page says which "
    "one is at work on this machine, how fast it is, and what else could do it."
)
show_notice()
in_use()
left, right = st.columns(2, gap="large")
with left:
    try_it()
    health_of_parts()
    adapter_choice()
with right:
    catalogue()
