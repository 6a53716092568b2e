"""The one workshop of this process. Pages take it from `workbench`, as one person sees it."""

import atexit

import streamlit as st

from services import settings
from services.workshop import Workshop


def _close(opened: Workshop) -> None:
    atexit.unregister(opened.close)
    opened.close()


@st.cache_resource(show_spinner=False, on_release=_close)
def process_workshop() -> Workshop:
    """Store, queue and, once used, the loaded models.

    Streamlit ends on SIGTERM without releasing its caches, so that leaving the process closes the
    workshop too: what runs is then marked interrupted and offered again at the next start.
    """
    opened = Workshop(settings.load())
    atexit.register(opened.close)
    return opened
