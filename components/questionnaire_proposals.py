"""What the model proposes beside the author's text: asked for, shown, accepted or left."""

from collections.abc import Sequence

import streamlit as st

from components import job_panel
from components.fields import WHOLE_PAGE, commit
from components.plain import plain
from components.questionnaire_terms import FILTER_PROPOSAL, FORMATS, REQUESTS
from components.workbench import Bench, workshop
from services.jobs import JobView
from services.questionnaire import filters, proposals
from services.questionnaire.models import Item, Proposal
from services.questionnaire.rewriting import Request

KIND = "questionnaires.propose"
FOR_ITEMS = (
    Request.NEUTRAL,
    Request.SPLIT,
    Request.OPTIONS,
    Request.REGENERATE,
    Request.MORE_LIKE_THIS,
)
FOR_SECTIONS = (Request.SECTION,)


def ask_menu(bench: Bench, target: str, requests: Sequence[Request]) -> None:
    """A menu of what the model can be asked for, for a question or a section."""
    key = f"{bench.id}:{target}:ask"
    st.menu_button(
        "Ask the model",
        requests,
        key=key,
        icon=":material/edit_note:",
        format_func=lambda request: REQUESTS[request][0],
        on_click=lambda: _ask(bench, target, st.session_state[key]),
    )


def job(bench: Bench, target: str) -> None:
    """The newest job that proposes something for this question or section."""
    found = _job(bench, target)
    if found is not None:
        request = Request(str(found.payload["request"]))
        job_panel.show_job(
            found,
            key=f"{bench.id}:{target}:job",
            doing=REQUESTS[request][2],
            done="Proposed below. Your text is as it was.",
        )


def show(bench: Bench, proposal: Proposal, own: Sequence[Item]) -> None:
    """A proposal beside what it would replace (or stand after), to accept or to leave."""
    added = proposal.request == Request.MORE_LIKE_THIS
    with st.container(border=True, key=f"{bench.id}:{proposal.id}:proposal"):
        st.markdown(f":material/edit_note: **Proposed by the model: {_name(proposal)}**")
        if proposal.note:
            st.markdown(plain(proposal.note))
        left, right = st.columns(2, gap="medium")
        with left:
            st.markdown("Yours, stays" if added else "Yours")
            _texts(own)
        with right:
            st.markdown("To be added after it" if added else "Instead")
            _texts(proposal.items)
        with st.container(horizontal=True):
            _decide(bench, proposal, "Accept")
            _decide(bench, proposal, "Keep mine")


def _texts(items: Sequence[Item]) -> None:
    for item in items:
        answers = " · ".join([*(plain(row.label) for row in item.rows), *map(plain, item.labels)])
        how = FORMATS[item.format] + (f": {answers}" if answers else "")
        st.markdown(f"**{plain(item.text)}**  \n{how}")


def _decide(bench: Bench, proposal: Proposal, label: str) -> None:
    accepts = label == "Accept"
    step = proposals.accept if accepts else proposals.keep_own
    st.button(
        label,
        type="primary" if accepts else "secondary",
        icon=":material/check:" if accepts else None,
        key=f"{bench.id}:{proposal.id}:{label}",
        on_click=commit,
        args=(
            bench,
            lambda now: step(now, proposal.id),
            f"{label}: {_name(proposal)}",
            WHOLE_PAGE,
        ),
    )


def _name(proposal: Proposal) -> str:
    if proposal.request == filters.REQUEST:
        return FILTER_PROPOSAL
    return REQUESTS[Request(proposal.request)][1]


def _ask(bench: Bench, target: str, request: Request) -> None:
    asked = job_panel.submit(KIND, draft_id=bench.id, request=request.value, item_id=target)
    if asked is not None:
        st.session_state[_asked_key(bench, target)] = asked.id
    st.rerun()


def _job(bench: Bench, target: str) -> JobView | None:
    """A live job on the target, or the one that was last asked for in this session."""
    jobs = workshop().jobs
    for live in jobs.live_jobs(bench.id):
        if live.kind == KIND and live.payload.get("item_id") == target:
            return live
    asked = st.session_state.get(_asked_key(bench, target))
    return jobs.view(asked) if asked else None


def _asked_key(bench: Bench, target: str) -> str:
    return f"{bench.id}:{target}:asked"
