"""How errors and notices reach the user: one sentence, what to do, and nothing lost."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from services.errors import AskwrightError

log = logging.getLogger("askwright.pages")


def show_error(error: AskwrightError) -> None:
    st.error(error.hint or error.message, title=error.message if error.hint else None)


@contextmanager
def shown_errors() -> Iterator[None]:
    """Draw an expected error where it happened and go on with the rest of the page."""
    try:
        yield
    except AskwrightError as error:
        show_error(error)


def show_notice() -> None:
    """A message that a callback left for the next run."""
    if notice := st.session_state.pop("notice", None):
        st.warning(notice, icon=":material/hourglass_top:")
