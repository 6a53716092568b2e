"""A job on the page: its place in the queue, progress, what is written so far, and Cancel."""

from collections.abc import Callable

import streamlit as st

from components.workbench import Bench, workshop
from services.jobs import JobState, JobView

POLL_SECONDS = 0.7


def job_panel(
    bench: Bench,
    *kinds: str,
    key: str,
    partial: Callable[[JobView], None] | None = None,
    done: str = "",
) -> bool:
    """Show the newest job of `kinds` on this draft; True while it is waiting or running.

    `partial` draws what the job has written so far. When the job ends the whole page runs once
    more, so that the rest of it shows the result.
    """
    job = workshop().jobs.latest(bench.id, *kinds)
    if job is None:
        return False

    @st.fragment(run_every=POLL_SECONDS if job.live else None, key=f"{key}:{job.id}")
    def panel() -> None:
        now = workshop().jobs.view(job.id)
        if job.live and not now.live:
            st.rerun()
        if now.live:
            _live(now, key)
            if partial is not None and now.text:
                partial(now)
        else:
            _ended(bench, now, key, done)

    panel()
    return job.live


def _live(job: JobView, key: str) -> None:
    with st.container(border=True, key=f"{key}:live"):
        row = st.container(horizontal=True, vertical_alignment="center")
        if job.state == JobState.QUEUED:
            row.markdown(f":material/hourglass_top: **Waiting**, place {job.place} in the queue")
        else:
            row.markdown(f":material/edit_note: **Working** {job.note}", width="stretch")
        row.button(
            "Cancel",
            icon=":material/stop_circle:",
            key=f"{key}:cancel",
            on_click=workshop().jobs.cancel,
            args=(job.id,),
        )
        if job.total:
            st.progress(min(1.0, job.done / job.total), text=f"{job.done} of {job.total}")


def _ended(bench: Bench, job: JobView, key: str, done: str) -> None:
    """Say how it ended, once a session: afterwards the result speaks for itself."""
    if st.session_state.get(f"seen:{job.id}"):
        return
    again = {"kind": job.kind, **dict(job.payload)}
    if job.state == JobState.DONE:
        st.session_state[f"seen:{job.id}"] = True
        if done:
            st.success(done, icon=":material/check_circle:")
        return
    if job.state == JobState.FAILED:
        st.error(job.error, title="This did not work. What was finished is kept.")
    elif job.state == JobState.INTERRUPTED:
        st.warning(
            "The app was stopped while this was running. What was finished is kept.",
            icon=":material/power_settings_new:",
        )
    else:
        st.info("Cancelled. What was finished is kept.", icon=":material/stop_circle:")
    with st.container(horizontal=True):
        st.button(
            "Try again",
            icon=":material/refresh:",
            key=f"{key}:again",
            on_click=lambda: bench.submit(**again),
        )
        st.button(
            "Dismiss",
            key=f"{key}:dismiss",
            type="tertiary",
            on_click=st.session_state.__setitem__,
            args=(f"seen:{job.id}", True),
        )
