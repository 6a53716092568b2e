"""The export view: every format a click away, and importing into a draft of its own."""

import streamlit as st

from components.export_dialog import export_cards
from components.workbench import Bench


def export_view(bench: Bench) -> None:
    """The cards of the formats, once there is something to save."""
    st.header("Take it along")
    if not bench.document.questionnaire.items:
        st.markdown("There are no questions to save yet.")
        return
    st.markdown("What a format does not keep is listed before you save. Nothing is renamed unseen.")
    st.fragment(key="export:cards")(export_cards)(bench.document)
