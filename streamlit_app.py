"""Askwright: entry point. Page set-up, logging and navigation, nothing else."""

import streamlit as st

from components.contrast import readable_choices
from components.messages import shown_errors
from components.navigation import ENTERED, pages
from components.process import process_workshop
from components.sidebar import sidebar
from components.sign_in import sign_in_page, signed_out
from services import logs

st.set_page_config(page_title="Askwright", page_icon=":material/contact_support:", layout="wide")
st.session_state[ENTERED] = True
readable_choices()
with shown_errors():
    logs.configure(process_workshop().settings.log_level)
    if signed_out():
        st.navigation(pages(), position="hidden")
        sign_in_page()
        st.stop()
    page = st.navigation(pages())
    with shown_errors():
        sidebar()
    page.run()
