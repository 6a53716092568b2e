"""The whole quiz: its questions, how far they are, and the job that finishes them."""

from typing import Any

import streamlit as st

from components import hints_jobs as jobs
from components import job_panel
from components.fields import WHOLE_PAGE, commit, text_field
from components.hints_front import READ_FROM, show_read
from components.hints_settings import settings
from components.hints_terms import STAGE_WORDS, STAGES, plural
from components.hints_views import HINTS, add_question, show_question, show_view
from components.messages import show_error
from components.plain import plain
from components.workbench import Bench, workshop
from services.errors import AskwrightError
from services.formats import registry
from services.formats.base import Room
from services.formats.sniffing import sniff
from services.hints import batch, editing
from services.hints.batch import Stage, stage_of
from services.hints.models import HintQuiz
from services.jobs import JobState
from services.work import hints as work

ROWS_SHOWN = 12
FAILURES_SHOWN = 30


def quiz_panel(bench: Bench) -> None:
    """Name, progress and job, failures, the list, and ways to add questions."""
    st.header("The whole quiz")
    text_field(
        bench,
        "Name of the quiz",
        bench.document.name,
        lambda name: lambda now: editing.set_name(now, name),
        key="quiz:name",
        what="Name of the quiz",
        placeholder="Named after the first question if left empty",
    )
    _work(bench)
    _failures(bench)
    st.header("Questions")
    _list(bench)
    _add(bench)


def _work(bench: Bench) -> None:
    """How many questions are where, and the job that finishes the rest."""
    quiz: HintQuiz = bench.document
    stages = [stage_of(question) for question in quiz.questions]
    counts = {stage: stages.count(stage) for stage in STAGES if stages.count(stage)}
    said = " ".join(
        badge.replace("]", f" {counts[stage]}]")
        for stage, badge in STAGES.items()
        if stage in counts
    )
    if said:
        st.markdown(f"{said} of {plural(len(stages), 'question')}")
    left = len(batch.unfinished(quiz))
    live = _panel(bench)
    if live:
        return
    begun = Stage.DONE in counts
    with st.container(horizontal=True, vertical_alignment="center", key="hints:batch"):
        st.button(
            _offer(left, begun=begun),
            type="primary",
            icon=":material/play_arrow:",
            disabled=not left,
            on_click=_start,
            args=(bench,),
            key=f"{bench.id}:batch",
        )
        settings(bench)
    if left:
        st.markdown(
            "Hints are written where there are none, and judged. Every question is saved when it "
            "is finished, so the work can be paused, cancelled, or broken off by a restart, and "
            "goes on with what is missing."
        )


def _offer(left: int, *, begun: bool) -> str:
    if not left:
        return "Nothing is left to do"
    return f"Go on with {left} left" if begun else f"Finish {plural(left, 'question')}"


def _panel(bench: Bench) -> bool:
    """The quiz's job with a way to pause it; True while it is waiting or running."""
    job = workshop().jobs.latest(bench.id, jobs.BATCH)
    if job is None:
        return False
    live = job_panel.show_job(
        job,
        key=f"{bench.id}:batch_job",
        doing="At work: {note}",
        done="The work on the quiz has ended.",
        page_follows=True,
    )
    if job.state == JobState.RUNNING:
        asked = work.is_paused(workshop(), bench.id)
        st.button(
            "Pausing when this question is finished" if asked else "Pause",
            icon=":material/pause:",
            disabled=asked,
            on_click=work.pause,
            args=(workshop(), bench.id),
            key=f"{bench.id}:pause",
            help="What the model is at now is finished first. Cancel stops at once.",
        )
    return live


def _start(bench: Bench, question_ids: list[str] | None = None) -> None:
    payload: dict[str, Any] = {} if question_ids is None else {"question_ids": question_ids}
    job_panel.submit(jobs.BATCH, draft_id=bench.id, **payload)


def _failures(bench: Bench) -> None:
    """Questions that could not be finished, each with its reason, tried again alone or together."""
    failed = [q for q in bench.document.questions if stage_of(q) is Stage.FAILED]
    if not failed:
        return
    busy = jobs.batch_is_at_work(bench)
    with st.container(border=True, key="hints:failures"):
        st.markdown(f":red-badge[:material/error: {plural(len(failed), 'question')} failed]")
        for question in failed[:FAILURES_SHOWN]:
            with st.container(
                horizontal=True, vertical_alignment="center", key=f"{question.id}:failed"
            ):
                st.markdown(
                    f"{plain(question.question, limit=90)}  \n:small[{plain(question.error)}]",
                    width="stretch",
                )
                st.button(
                    "Try again",
                    icon=":material/refresh:",
                    disabled=busy,
                    on_click=_start,
                    args=(bench, [question.id]),
                    key=f"{bench.id}:{question.id}:again",
                )
        if len(failed) > FAILURES_SHOWN:
            st.markdown(f"And {len(failed) - FAILURES_SHOWN} more.")
        if len(failed) > 1:
            st.button(
                f"Try all {len(failed)} again",
                icon=":material/refresh:",
                disabled=busy,
                on_click=_start,
                args=(bench, [question.id for question in failed]),
                key=f"{bench.id}:all_again",
            )


def _list(bench: Bench) -> None:
    """A line for each question; a click on one opens it."""
    import pandas as pd

    questions = bench.document.questions
    if not questions:
        st.markdown("There is no question yet. Add one, or open a file with many.")
        return
    rows = pd.DataFrame(
        {
            "No.": range(1, len(questions) + 1),
            "Question": [q.question or "(no text yet)" for q in questions],
            "Answer": [q.answer or "(none yet)" for q in questions],
            "Hints": [len(q.kept_hints) for q in questions],
            "State": [STAGE_WORDS[stage_of(q)] for q in questions],
        }
    )
    round_ = st.session_state.setdefault(f"{bench.id}:opened", 0)
    key = f"{bench.id}:list:{round_}"
    st.dataframe(
        rows,
        hide_index=True,
        on_select=lambda: _open(bench, key),
        selection_mode="single-row",
        key=key,
        height="auto" if len(questions) <= ROWS_SHOWN else 35 * (ROWS_SHOWN + 1),
        column_config={
            "No.": st.column_config.NumberColumn(width=50),
            "Question": st.column_config.TextColumn(width="large"),
        },
        alt="The questions of the quiz with their answers, number of hints and state",
    )
    st.markdown("Select a row to open its question.")


def _open(bench: Bench, key: str) -> None:
    rows = st.session_state[key].selection.rows
    if rows and rows[0] < len(bench.document.questions):
        # A new key next time: the row must not open the question again when one comes back.
        st.session_state[f"{bench.id}:opened"] += 1
        show_question(bench.document.questions[rows[0]].id)
        show_view(HINTS)


def _add(bench: Bench) -> None:
    st.header("Add questions")
    st.button(
        "Add a question",
        icon=":material/add:",
        on_click=add_question,
        args=(bench,),
        key=f"{bench.id}:quiz_add",
    )
    round_ = st.session_state.setdefault(f"{bench.id}:files", 0)
    key = f"{bench.id}:file:{round_}"
    file = st.file_uploader(
        "Or open a file with many",
        type=["csv", "json", "xml", "gift", "txt"],
        key=key,
        help=READ_FROM,
    )
    if file is None:
        return
    data = file.getvalue()
    try:
        loaded = registry.load(data, sniff(data, Room.HINTS))
    except AskwrightError as error:
        show_error(error)
        return
    st.markdown(f"**Understood as {plain(loaded.format.label)}**")
    show_read(loaded.document)
    for line in loaded.unread:
        place = f"Line {line.line}: " if line.line is not None else ""
        st.text(f"{place}“{line.text[:120]}” was not taken: {line.why}")
    st.button(
        f"Add {plural(len(loaded.document.questions), 'question')}",
        type="primary",
        icon=":material/check:",
        disabled=not loaded.document.questions,
        on_click=_take,
        args=(bench, loaded.document),
        key=f"{bench.id}:take",
    )


def _take(bench: Bench, found: HintQuiz) -> None:
    # A new key empties the uploader once its questions are in the quiz.
    st.session_state[f"{bench.id}:files"] += 1
    commit(
        bench,
        lambda now: editing.add_questions(now, found.questions),
        f"{plural(len(found.questions), 'question')} added",
        WHOLE_PAGE,
    )
