"""The model's second opinion on a finding: asked for, marked as the model's, changing nothing."""

import math

import streamlit as st

from components import job_panel
from components.workbench import Bench, workshop
from services.jobs import JobState, JobView
from services.questionnaire.faults.finding import Finding
from services.questionnaire.faults.kinds import KINDS

KIND = "questionnaires.opinion"
# What the rules work out: there is nothing to have an opinion on.
WORKED_OUT = frozenset(
    {"overlapping_ranges", "gap_in_ranges", "unsorted_options", "too_many_options"}
)
# Nearer to even than this, in nats, the model is as good as undecided.
UNDECIDED = 0.5


def ask_opinion(bench: Bench, finding: Finding, key: str) -> None:
    """A button; for faults of one question, as long as it has not been pressed."""
    decided = KINDS[finding.code].whole or finding.code in WORKED_OUT
    if decided or finding.item_id is None or _job(bench, finding) is not None:
        return
    st.button(
        "Second opinion",
        key=f"{key}:opinion",
        icon=":material/edit_note:",
        type="tertiary",
        help="Ask the model whether it sees this fault too. It is often wrong about wording.",
        on_click=_ask,
        args=(bench, finding),
    )


def opinion(bench: Bench, finding: Finding, key: str) -> None:
    """What the model said, or that it is being asked."""
    job = _job(bench, finding)
    if job is None:
        return
    job_panel.show_job(job, key=f"{key}:opinion", doing="Asking the model")
    if job.state is JobState.DONE:
        st.markdown(f":blue-badge[:material/edit_note: The model] {in_words(float(job.note))}")


def in_words(margin: float) -> str:
    """A margin for yes, in nats, as a sentence."""
    if abs(margin) < UNDECIDED:
        return "It cannot decide whether this is a fault here."
    says = "It sees this fault too" if margin > 0 else "It does not see this fault"
    # A small model is never quite sure, whatever its probabilities say.
    sure = min(99, round(100 / (1 + math.exp(-abs(margin)))))
    return f"{says} (its own certainty: {sure} %, an estimate)."


def _ask(bench: Bench, finding: Finding) -> None:
    payload = {"item_id": finding.item_id, "code": finding.code}
    job = job_panel.submit(KIND, draft_id=bench.id, **payload)
    if job is not None:
        st.session_state[_key(bench, finding)] = job.id
    st.rerun()


def _job(bench: Bench, finding: Finding) -> JobView | None:
    asked = st.session_state.get(_key(bench, finding))
    return workshop().jobs.view(asked) if asked else None


def _key(bench: Bench, finding: Finding) -> str:
    """Another wording is another question to ask about."""
    item = next((i for i in bench.document.questionnaire.items if i.id == finding.item_id), None)
    asked = hash((item.text, item.labels)) if item else 0
    return f"{bench.id}:{finding.item_id}:{finding.code}:{asked}:opinion"
