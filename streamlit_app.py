"""Askwright: entry point. Page set-up, logging and navigation, nothing else."""

import streamlit as st

from components.sidebar import sidebar
from components.workbench import workshop
from services import logs

st.set_page_config(page_title="Askwright", page_icon=":material/contact_support:", layout="wide")
logs.configure(workshop().settings.log_level)

# Every url_path differs from its file's name: otherwise a deep link opened first would run the
# page alone, without this file (Streamlit's legacy pages/ discovery).
page = st.navigation(
    {
        "": [
            st.Page("pages/start.py", title="Start", icon=":material/home:", default=True),
        ],
        "Rooms": [
            st.Page(
                "pages/questionnaires.py",
                title="Questionnaires",
                icon=":material/ballot:",
                url_path="questionnaire",
            ),
            st.Page("pages/hints.py", title="Hints", icon=":material/lightbulb:", url_path="hint"),
            st.Page(
                "pages/passages.py",
                title="Passages",
                icon=":material/menu_book:",
                url_path="passage",
            ),
        ],
        "Workshop": [
            st.Page("pages/models.py", title="Models", icon=":material/memory:", url_path="engine"),
        ],
    }
)
sidebar()
page.run()
