"""How hints are made and graded: how many, against how many candidates, with which page views."""

import streamlit as st

from components.fields import number_field, toggle_field
from components.messages import show_error
from components.plain import plain
from components.workbench import Bench, workshop
from services.errors import InvalidInput
from services.hints import editing
from services.hints.candidates import FEWEST, MOST
from services.work import hint_tools

MOST_HINTS = 30


def settings(bench: Bench) -> None:
    """A popover with what holds for the whole quiz and, for page views, for this machine."""
    opened = st.popover(
        "Settings", icon=":material/tune:", key=f"{bench.id}:settings", on_change="rerun"
    )
    if not opened.open:
        return
    with opened:
        _numbers(bench)
        toggle_field(
            bench,
            "Ask the judge in fewer words",
            bench.document.quick,
            lambda on: lambda now: editing.set_quick(now, on),
            key="quiz:quick",
            what="Wording of the judge",
            help="Less to read for each candidate, which a server may turn into time; on a "
            "processor it makes no difference. No longer the wording of the published scores.",
        )
        _page_views()


def _numbers(bench: Bench) -> None:
    """How many hints each question gets, and how many answers each hint is held against."""
    number_field(
        bench,
        "Hints for each question",
        bench.document.count,
        lambda count: lambda now: editing.set_count(now, _within(count, 1, MOST_HINTS, 10)),
        key="quiz:count",
        what="Number of hints",
        min_value=1,
        max_value=MOST_HINTS,
        step=1,
    )
    number_field(
        bench,
        "Candidates to grade against",
        bench.document.candidate_count,
        lambda count: (
            lambda now: editing.set_candidate_count(now, _within(count, FEWEST, MOST, 11))
        ),
        key="quiz:candidates",
        what="Number of candidates",
        min_value=FEWEST,
        max_value=MOST,
        step=1,
        help="How many answers, the right one among them, each hint is held against. The "
        "paper found 11 to go best with people's judgement.",
    )


def _within(count: int | None, low: int, high: int, otherwise: int) -> int:
    return otherwise if count is None else min(max(count, low), high)


def _page_views() -> None:
    """Where views come from on this machine, and a file of them to use."""
    st.markdown("**Page views**")
    kept = len(hint_tools.kept_snapshot(workshop()))
    if workshop().settings.wikipedia:
        st.markdown("Wikipedia is asked; only names in hints leave this machine.")
    elif kept:
        st.markdown(
            f"Wikipedia is not asked. A file with {kept:,} pages is used; other names are "
            "estimated."
        )
    else:
        st.markdown(
            "Wikipedia is not asked (ASKWRIGHT_WIKIPEDIA is off), so how well known something is "
            "is estimated from its name. Import a file to do better."
        )
    round_ = st.session_state.setdefault("hints:snapshots", 0)
    key = f"hints:snapshot:{round_}"
    st.file_uploader(
        "A file of page views",
        type=["json"],
        key=key,
        help="JSON of the form {page title: mean views a month}, as published with TriviaHG.",
        on_change=_take_snapshot,
        args=(key,),
    )
    if problem := st.session_state.pop("hints:snapshot_problem", None):
        show_error(problem)
    if kept:
        st.button(
            f"Forget the file ({kept:,} pages)",
            icon=":material/delete:",
            on_click=hint_tools.forget_snapshot,
            args=(workshop(),),
            key="hints:forget_snapshot",
        )


def _take_snapshot(key: str) -> None:
    file = st.session_state[key]
    if file is None:
        return
    st.session_state["hints:snapshots"] += 1
    try:
        count = hint_tools.keep_snapshot(workshop(), file.getvalue())
    except InvalidInput as error:
        st.session_state["hints:snapshot_problem"] = error
        return
    st.toast(plain(f"{count:,} page views are used from now on."), icon=":material/check:")
