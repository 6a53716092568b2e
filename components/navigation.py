"""The app's pages, and the guard that makes a deep link work as the first thing ever opened.

Because a folder named `pages` stands beside the entry file, a fresh Streamlit process runs the
page that the address names by itself, without the entry file, until some session has called
`st.navigation`. Every page therefore starts with `enter()`.
"""

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.sign_in import signed_out

ENTERED = "entered"


def pages() -> list[StreamlitPage]:
    """The pages in order; their addresses are their files' names.

    A flat list: Streamlit draws sections as headings inside a list, which screen readers trip on.
    """
    return [
        st.Page("pages/start.py", title="Start", icon=":material/home:", default=True),
        st.Page("pages/questionnaires.py", title="Questionnaires", icon=":material/ballot:"),
        st.Page("pages/hints.py", title="Hints", icon=":material/lightbulb:"),
        st.Page("pages/play.py", title="Play", icon=":material/play_circle:"),
        st.Page("pages/passages.py", title="Passages", icon=":material/menu_book:"),
        st.Page("pages/compare.py", title="Compare", icon=":material/balance:"),
        st.Page("pages/review.py", title="Blind review", icon=":material/how_to_vote:"),
        st.Page("pages/library.py", title="Library", icon=":material/folder_open:"),
        st.Page("pages/models.py", title="Models", icon=":material/memory:"),
        st.Page("pages/history.py", title="History", visibility="hidden"),
    ]


def enter() -> None:
    """Run the entry file first if it has not run in this session; the address is kept.

    Nothing of a page is drawn for somebody who would have to sign in first.
    """
    if ENTERED not in st.session_state:
        st.navigation(pages(), position="hidden")
        st.rerun()
    if signed_out():
        st.stop()
