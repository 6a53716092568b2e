"""The sidebar of every page: what the product is, and what the model is doing now, in words."""

from pathlib import Path

import streamlit as st

from components.messages import show_error
from components.plain import plain
from components.sign_in import person, who_is_here
from components.workbench import owner, workshop
from services.errors import AskwrightError

LOGO = str(Path(__file__).parent / "images" / "askwright.svg")
POLL_SECONDS = 2.0


def sidebar() -> None:
    st.logo(LOGO, size="large")
    with st.sidebar:
        _fetch_if_missing()
        _model_line()
        who_is_here()


def _fetch_if_missing() -> None:
    """The app fetches its model by itself at first start; every session sees the same job."""
    shop = workshop()
    if not shop.needs_weights() or st.session_state.get("fetch_declined"):
        return
    try:
        shop.jobs.submit("models.fetch", {"name": shop.model_name}, owner="askwright")
        st.session_state["fetch_declined"] = True
    except AskwrightError as error:
        show_error(error)


def _model_line() -> None:
    live = workshop().jobs.live_jobs()

    @st.fragment(run_every=POLL_SECONDS if live else None, key="sidebar:model")
    def line() -> None:
        jobs = workshop().jobs.live_jobs()
        for job in jobs:
            if job.kind == "models.fetch":
                share = job.done / job.total if job.total else 0.0
                st.progress(share, text=job.note or "Fetching the model")
                if person().is_local:
                    st.button(
                        "Stop fetching",
                        key="sidebar:stop",
                        type="tertiary",
                        on_click=workshop().jobs.cancel,
                        args=(job.id,),
                    )
        waiting = [job for job in jobs if job.lane == "model"]
        st.markdown(f":material/memory: {plain(workshop().model_status())}")
        if waiting:
            mine = sum(job.owner == owner() for job in waiting)
            st.markdown(f":material/pending: {len(waiting)} in the queue, {mine} of them yours")

    line()
