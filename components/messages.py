"""How errors and notices reach the user: one sentence, what to do, and nothing lost."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from components.plain import plain
from services.errors import AskwrightError, of_the_machine


def show_error(error: AskwrightError) -> None:
    """One sentence of what is wrong and where, one of what to do."""
    if error.hint:
        st.error(plain(error.hint), title=plain(error.message))
    else:
        st.error(plain(error.message))


@contextmanager
def shown_errors() -> Iterator[None]:
    """Draw an expected error where it happened and go on with the rest of the page.

    What disk, memory or open files bring about is expected as well.
    """
    try:
        yield
    except AskwrightError as error:
        show_error(error)
    except (OSError, MemoryError) as error:
        known = of_the_machine(error)
        if known is None:
            raise
        show_error(known)


def show_notice() -> None:
    """A message that a callback left for the next run."""
    if notice := st.session_state.pop("notice", None):
        st.warning(plain(notice), icon=":material/hourglass_top:")
