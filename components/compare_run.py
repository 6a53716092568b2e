"""Running a comparison: what is still to do, the job, and what failed."""

import streamlit as st

from components import job_panel
from components.compare_views import RESULTS, show_view
from components.hints_terms import plural
from components.plain import plain
from components.workbench import Bench
from services.compare.models import Comparison, arm_name, cell_of, finished, pending
from services.work.compare import RUN


def run_panel(bench: Bench) -> None:
    """How far it is, the button, the job's progress, and which cells could not be made."""
    comparison: Comparison = bench.document
    left = len(pending(comparison))
    made = sum(len(cells) for cells in finished(comparison).values())
    with st.container(horizontal=True, vertical_alignment="center", key="compare:run"):
        st.markdown(_how_far(comparison, left), width="stretch")
        st.button(
            "Run what is missing" if made else "Run",
            type="primary",
            icon=":material/play_arrow:",
            key=f"{bench.id}:run",
            disabled=not left or not bench.may_edit,
            on_click=_run,
            args=(bench,),
        )
        st.button(
            "See the results",
            icon=":material/bar_chart:",
            key=f"{bench.id}:see",
            disabled=not made,
            on_click=show_view,
            args=(RESULTS,),
        )
    job_panel.job_panel(
        bench,
        RUN,
        key="compare:job",
        doing="{note}",
        done="Every cell is finished.",
        page_follows=True,
    )
    _failed(comparison)


def _how_far(comparison: Comparison, left: int) -> str:
    arms, inputs = len(comparison.arms), len(comparison.inputs)
    total = arms * inputs
    if not total:
        return "Add an arm and an input, then run them."
    if not left:
        return (
            f":green-badge[:material/check: All {total} cells are finished] "
            f"{plural(arms, 'arm')} on {plural(inputs, 'input')}."
        )
    return (
        f":blue-badge[:material/pending: {total - left} of {total} cells are finished] "
        "A cell is one arm on one input. What is finished is kept, whatever happens."
    )


def _run(bench: Bench) -> None:
    job_panel.submit(RUN, draft_id=bench.id)


def _failed(comparison: Comparison) -> None:
    said = [
        f"- {plain(arm_name(comparison, arm))} on “{plain(source.title, limit=50)}”: "
        f"{plain(cell.error)}"
        for arm in comparison.arms
        for source in comparison.inputs
        if (cell := cell_of(comparison, arm, source)) is not None and cell.error
    ]
    if said:
        st.warning(
            "\n".join(["These could not be made; another run tries them again.", "", *said]),
            icon=":material/warning:",
        )
