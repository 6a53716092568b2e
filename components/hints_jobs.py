"""Jobs of the hint room on the page: each belongs to one question, or to the whole quiz."""

from typing import Any

import streamlit as st

from components import job_panel
from components.workbench import Bench, workshop
from services.jobs import JobView

GENERATE, MORE, JUDGE = "hints.generate", "hints.more", "hints.judge"
PROPOSE, BATCH = "hints.candidates", "hints.batch"
DONE = {
    GENERATE: "The hints are written and judged.",
    MORE: "More hints are written and judged.",
    JUDGE: "The hints are judged.",
    PROPOSE: "Candidates are proposed. They can be changed.",
}


def ask(bench: Bench, kind: str, question_id: str, **payload: Any) -> None:
    """Queue work on a question; for `on_click`."""
    job_panel.submit(kind, draft_id=bench.id, question_id=question_id, **payload)
    st.rerun()


def question_panel(bench: Bench, question_id: str) -> bool:
    """Show the newest job on this question; True while it is waiting or running."""
    job = _job(bench, question_id)
    if job is None:
        return False
    return job_panel.show_job(
        job,
        key=f"{bench.id}:{question_id}:job",
        doing="At work: {note}",
        done=DONE[job.kind],
        page_follows=True,
    )


def _job(bench: Bench, question_id: str) -> JobView | None:
    jobs = workshop().jobs
    latest = jobs.latest(bench.id, *DONE)
    found = [job for job in jobs.live_jobs(bench.id) if job.kind in DONE]
    same = [job for job in found if job.payload.get("question_id") == question_id]
    if same:
        return same[0]
    ended = latest is not None and latest.payload.get("question_id") == question_id
    return latest if ended else None


def batch_is_at_work(bench: Bench) -> bool:
    """Whether the quiz's own job is waiting or running."""
    return any(job.kind == BATCH for job in workshop().jobs.live_jobs(bench.id))
