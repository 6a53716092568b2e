"""The library: every draft, example content, and one file with all of it."""

import streamlit as st

from components.library_backup import backup_and_restore
from components.library_examples import examples
from components.library_shelf import shelf
from components.messages import show_notice
from components.navigation import enter

enter()

st.title("Library")
show_notice()
shelf()
examples()
backup_and_restore()
