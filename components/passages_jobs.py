"""Jobs of the passage room: each is about one passage, sentence or item of the draft."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from components import job_panel
from components.workbench import Bench, workshop
from services.jobs import JobView

About = Callable[[Mapping[str, Any]], bool]


def ask(bench: Bench, kind: str, **payload: Any) -> None:
    """Queue work on the draft; for `on_click`."""
    job = job_panel.submit(kind, draft_id=bench.id, **payload)
    if job is not None:
        _asked(bench, kind).append(job.id)


def panel(
    bench: Bench,
    kind: str,
    about: About,
    *,
    key: str,
    doing: str,
    done: str = "",
    page_follows: bool = False,
) -> bool:
    """Show the newest job of `kind` whose payload is `about` this; True while it is live.

    `doing`, `done` and `page_follows` are those of `show_job`.
    """
    job = newest(bench, kind, about)
    if job is None:
        return False
    return job_panel.show_job(
        job, key=key, partial=_written, doing=doing, done=done, page_follows=page_follows
    )


def newest(bench: Bench, kind: str, about: About) -> JobView | None:
    """A live job, else the draft's last of its kind, else one asked for in this session."""
    jobs = workshop().jobs
    live = [job for job in jobs.live_jobs(bench.id) if job.kind == kind]
    latest = jobs.latest(bench.id, kind)
    found = [*live, *([latest] if latest is not None else [])]
    fitting = next((job for job in found if about(job.payload)), None)
    if fitting is not None:
        return fitting
    earlier = (jobs.view(job_id) for job_id in reversed(_asked(bench, kind)))
    return next((job for job in earlier if about(job.payload)), None)


def _asked(bench: Bench, kind: str) -> list[str]:
    asked: list[str] = st.session_state.setdefault(f"jobs:{bench.id}:{kind}", [])
    return asked


def _written(job: JobView) -> None:
    st.text(job.text)
