"""Askwright: entry point. Page set-up, logging and navigation, nothing else."""

import streamlit as st

from components.contrast import readable_choices
from components.navigation import ENTERED, pages
from components.sidebar import sidebar
from components.workbench import workshop
from services import logs

st.set_page_config(page_title="Askwright", page_icon=":material/contact_support:", layout="wide")
st.session_state[ENTERED] = True
logs.configure(workshop().settings.log_level)
readable_choices()
page = st.navigation(pages())
sidebar()
page.run()
