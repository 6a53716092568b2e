"""A job on the page: its place in the queue, progress, what is written so far, and Cancel."""

import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from components.plain import plain
from components.workbench import Bench, owner, workshop
from services.errors import AskwrightError
from services.jobs import JobState, JobView

POLL_SECONDS = 0.7
# How long it is said that a job has ended well.
TOLD_SECONDS = 15.0


def job_panel(
    bench: Bench,
    *kinds: str,
    key: str,
    partial: Callable[[JobView], None] | None = None,
    doing: str = "",
    done: str = "",
    page_follows: bool = False,
) -> bool:
    """Show the newest job of `kinds` on this draft; True while it is waiting or running."""
    job = workshop().jobs.latest(bench.id, *kinds)
    if job is None:
        return False
    return show_job(
        job, key=key, partial=partial, doing=doing, done=done, page_follows=page_follows
    )


def show_job(
    job: JobView,
    *,
    key: str,
    partial: Callable[[JobView], None] | None = None,
    doing: str = "",
    done: str = "",
    page_follows: bool = False,
) -> bool:
    """Show one job; True while it is waiting or running.

    `partial` draws what the job has written so far; `doing` says what it does, with the job's own
    note where it has "{note}". When the job ends the whole page runs once more, so that the rest
    of it shows the result; with `page_follows` also after each step, for jobs that save each.
    """
    if st.session_state.pop(f"awaited:{job.id}", False) and not job.live:
        # It ended before it was drawn: what it saved may be missing on the page.
        st.rerun()
    drawn = f"drawn:{job.id}"
    st.session_state[drawn] = job.done

    @st.fragment(run_every=POLL_SECONDS if job.live else None, key=f"{key}:{job.id}")
    def panel() -> None:
        now = workshop().jobs.view(job.id)
        stepped = page_follows and now.done != st.session_state[drawn]
        if job.live and (not now.live or stepped):
            st.rerun()
        if now.live:
            _live(now, key, doing)
            if partial is not None and now.text:
                partial(now)
        else:
            _ended(now, key, done)

    panel()
    return job.live


def submit(kind: str, *, draft_id: str | None = None, **payload: Any) -> JobView | None:
    """Queue work; None, with a notice for the next run, when there is no room."""
    try:
        job = workshop().jobs.submit(kind, payload, owner=owner(), draft_id=draft_id)
    except AskwrightError as error:
        st.session_state["notice"] = str(error)
        return None
    st.session_state[f"watched:{job.id}"] = st.session_state[f"awaited:{job.id}"] = True
    return job


def _live(job: JobView, key: str, doing: str) -> None:
    st.session_state[f"watched:{job.id}"] = True
    with st.container(border=True, key=f"{key}:live"):
        row = st.container(horizontal=True, vertical_alignment="center")
        if job.state == JobState.QUEUED:
            row.markdown(f":material/hourglass_top: **Waiting**, place {job.place} in the queue")
        else:
            words = (doing or "Working {note}").replace("{note}", plain(job.note))
            row.markdown(f":material/edit_note: **{words.strip()}**", width="stretch")
        row.button(
            "Cancel",
            icon=":material/stop_circle:",
            key=f"{key}:cancel",
            on_click=workshop().jobs.cancel,
            args=(job.id,),
        )
        if job.total:
            st.progress(min(1.0, job.done / job.total), text=f"{job.done} of {job.total}")


def _ended(job: JobView, key: str, done: str) -> None:
    """Say how it ended until that is dismissed; success only once, to who saw it run."""
    watched = st.session_state.get(f"watched:{job.id}", False)
    quiet = job.state in (JobState.DONE, JobState.CANCELLED) and not watched
    if quiet or st.session_state.get(f"seen:{job.id}"):
        return
    if job.state == JobState.DONE:
        # For a while, not once: what loads after it may draw the page again at once.
        told = st.session_state.setdefault(f"told:{job.id}", time.monotonic())
        if done and time.monotonic() - told < TOLD_SECONDS:
            st.success(done, icon=":material/check_circle:")
        return
    if job.state == JobState.FAILED:
        st.error(plain(job.error), title="This did not work. What was finished is kept.")
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
            on_click=_again,
            args=(job,),
        )
        st.button(
            "Dismiss",
            key=f"{key}:dismiss",
            type="tertiary",
            on_click=st.session_state.__setitem__,
            args=(f"seen:{job.id}", True),
        )


def _again(job: JobView) -> None:
    submit(job.kind, draft_id=job.draft_id, **job.payload)
    # This panel is of the job that ended: the page draws one of the new job.
    st.rerun()
