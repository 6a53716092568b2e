"""Grades that need neither a model nor the network, put in as soon as the checks are loaded.

A question that comes with a judge's verdicts (the example, or one from a file) would else stand
there half graded until somebody asks for the rest.
"""

import streamlit as st

from components.hints_live import encoder
from components.workbench import Bench, workshop
from services.hints import batch, merging
from services.hints.editing import question_of
from services.hints.models import TriviaQuestion
from services.hints.rechecking import is_pending
from services.text.embeddings import Embedder
from services.work.hint_tools import tools_at_hand


def grade_at_hand(bench: Bench, question: TriviaQuestion | None) -> None:
    """Grade the question that is looked at, if nothing of it has to be asked; then draw it anew.

    It becomes part of the revision that is shown, so that it is no step of undo.
    """
    embedder = encoder()
    if embedder is None or question is None or not _is_ready(bench, question):
        return
    with st.spinner("Grading what needs no model"):
        _grade(bench, question, embedder)
    graded = question_of(bench.document, question.id)
    if graded is not None and graded.signature:
        st.rerun()


def _is_ready(bench: Bench, question: TriviaQuestion) -> bool:
    """Whether its verdicts are all there and nothing was measured yet, here or elsewhere: what a
    file says of fame is not overwritten by an estimate.

    Where Wikipedia may be asked for page views, that is left to a job. Of an undone revision
    nothing is made, or there would be no redo.
    """
    return (
        bool(question.kept_hints and question.candidates)
        and not question.signature
        and all(hint.hifas is None for hint in question.hints)
        and not any(is_pending(question, hint) for hint in question.kept_hints)
        and bench.may_edit
        and not bench.draft.can_redo
        and not workshop().settings.wikipedia
        and not workshop().jobs.live_jobs(bench.id)
    )


def _grade(bench: Bench, question: TriviaQuestion, embedder: Embedder) -> None:
    tools = tools_at_hand(workshop(), embedder)
    made = batch.graded(question, bench.document, tools)
    bench.edit(
        lambda now: merging.merged(now, question, made),
        "Graded without a model",
        onto=bench.draft.revision,
    )
