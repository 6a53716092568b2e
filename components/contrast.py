"""The one style rule of the app: what the theme's colours cannot make readable."""

import streamlit as st

# A chosen segment, pill or tab is written in the primary colour on a tint of it: 3.1 to 1 in the
# dark theme. No primary colour passes there and under the white label of a primary button, so
# the label takes the colour of text.
_CHOSEN = '[data-variant][data-selected="true"] p, [role="tab"][aria-selected="true"] p'


def readable_choices() -> None:
    """Write what is chosen in the colour of text, which passes 4.5 to 1 in both themes."""
    st.html(f"<style>.stApp :is({_CHOSEN}) {{ color: CanvasText; font-weight: 600; }}</style>")
