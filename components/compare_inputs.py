"""What the arms work on: a list, and two ways to add to it: typed, or from drafts."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.compare_views import SUBJECTS
from components.fields import commit, number_field
from components.hints_terms import plural
from components.plain import plain
from components.workbench import Bench, owner, workshop
from services.compare import editing, intake
from services.compare.models import BriefInput, Comparison, Input, ItemInput, Subject
from services.errors import AskwrightError, InvalidInput

ROOM = {
    Subject.QUESTIONNAIRES: "questionnaires",
    Subject.HINTS: "hints",
    Subject.ITEMS: "passages",
}
FROM = {
    Subject.QUESTIONNAIRES: "Questionnaire drafts: their briefs, and what is written as reference",
    Subject.HINTS: "Quizzes: their questions and answers",
    Subject.ITEMS: "Passages: their questions that have a key",
}
HELP = {
    Subject.QUESTIONNAIRES: (
        "A topic a line; what you want to find out below it, each line with a dash",
        "Cycling to work\n- Find out how often people cycle\n- Learn what keeps them from it",
    ),
    Subject.HINTS: (
        "A question a line, its answer behind a bar, further accepted answers behind more bars",
        "Which planet has the widest rings? | Saturn\nWho wrote Hamlet? | William Shakespeare | "
        "Shakespeare",
    ),
}
SHOWN = 50


def inputs_panel(bench: Bench) -> None:
    comparison: Comparison = bench.document
    st.header("Inputs")
    noun = SUBJECTS[comparison.subject][2]
    if not comparison.inputs:
        st.markdown(f"There are no {noun} yet. Add some below; five or more give usable intervals.")
    for number, source in enumerate(comparison.inputs[:SHOWN], start=1):
        _line(bench, number, source)
    if len(comparison.inputs) > SHOWN:
        st.markdown(f"And {len(comparison.inputs) - SHOWN} more.")
    if bench.may_edit:
        left, right = st.columns(2, gap="large")
        with left:
            _from_drafts(bench, comparison)
        with right:
            _typed(bench, comparison)
    if comparison.subject is Subject.HINTS:
        _hint_settings(bench, comparison)


def _line(bench: Bench, number: int, source: Input) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"input:{source.id}"):
        st.markdown(
            f"{number}\\. **{plain(source.title, limit=90)}** {_about(source)}", width="stretch"
        )
        st.button(
            "Remove",
            icon=":material/close:",
            type="tertiary",
            key=f"{bench.id}:input:{source.id}:remove",
            disabled=not bench.may_edit,
            on_click=commit,
            args=(bench, lambda now: editing.remove_input(now, source.id), "Input removed"),
            help=f"Remove input {number}",
        )


def _about(source: Input) -> str:
    if isinstance(source, BriefInput):
        brief = source.brief
        reference = ", with a reference" if source.reference is not None else ""
        told = f"{plural(brief.questions, 'question')}, {plural(len(brief.intents), 'intent')}"
        return f"({told}{reference})"
    if isinstance(source, ItemInput):
        return f"(key: {plain(source.options[source.gold], limit=60)})"
    return f"({plain(source.answer, limit=60)})"


def _from_drafts(bench: Bench, comparison: Comparison) -> None:
    subject = comparison.subject
    drafts = workshop().repository.recent(owner(), ROOM[subject], limit=50)
    names = {draft.id: f"{draft.title or 'Untitled'}" for draft in drafts}
    if not names:
        st.markdown(f"{FROM[subject]}: there are none yet.")
        return
    key = f"{bench.id}:drafts"
    st.multiselect(
        FROM[subject],
        list(names),
        format_func=names.__getitem__,
        key=key,
        placeholder="Choose drafts",
    )
    st.button(
        "Add from drafts",
        icon=":material/add:",
        key=f"{bench.id}:from_drafts",
        disabled=not st.session_state.get(key),
        on_click=_add,
        args=(bench, lambda: _of_drafts(st.session_state[key], subject), key),
    )


def _of_drafts(ids: Sequence[str], subject: Subject) -> list[Input]:
    """Raises `InvalidInput` when the drafts have nothing to compare."""
    found: list[Input] = []
    for draft_id in ids:
        found += intake.from_document(workshop().repository.get(draft_id).document, subject)
    if not found:
        raise InvalidInput("Those drafts have nothing that fits.", "Finish them, or choose others.")
    return found


def _typed(bench: Bench, comparison: Comparison) -> None:
    if comparison.subject not in HELP:
        return
    label, placeholder = HELP[comparison.subject]
    key = f"{bench.id}:typed"
    # A form: what was typed arrives with the click, and nothing is added twice.
    with st.form(f"{key}:form", clear_on_submit=False, border=False):
        st.text_area(label, key=key, placeholder=placeholder, height=130)
        count = f"{bench.id}:typed:count"
        if comparison.subject is Subject.QUESTIONNAIRES:
            st.number_input("Questions each", 1, 100, 12, key=count)
        st.form_submit_button(
            "Add these",
            icon=":material/add:",
            key=f"{key}:add",
            on_click=_add,
            args=(bench, lambda: _of_text(comparison.subject, key, count), key),
        )


def _of_text(subject: Subject, key: str, count: str) -> Sequence[Input]:
    text = st.session_state.get(key, "")
    if subject is Subject.QUESTIONNAIRES:
        return intake.briefs(text, questions=int(st.session_state[count]))
    return intake.questions(text)


def _add(bench: Bench, read: Callable[[], Sequence[Input]], key: str) -> None:
    """Add what is read; the field is emptied only when that was possible, so that a second click
    adds nothing."""
    if not st.session_state.get(key):
        return
    try:
        new = read()
    except AskwrightError as error:
        st.session_state["notice"] = str(error)
        return
    if new and bench.edit(lambda now: editing.add_inputs(now, new), "Inputs added"):
        st.session_state[key] = "" if isinstance(st.session_state[key], str) else []


def _hint_settings(bench: Bench, comparison: Comparison) -> None:
    def change(name: str) -> Callable[[int], Callable[[Comparison], Comparison]]:
        return lambda value: lambda now: now.model_copy(update={name: value})

    fields = (
        ("Hints for each question", "hint_count", 1, 30, None),
        (
            "Other answers each is held against",
            "candidate_count",
            2,
            20,
            "The same for every arm: the question's own, or those found first. The paper has 11.",
        ),
    )
    with st.container(horizontal=True):
        for label, name, low, high, says in fields:
            number_field(
                bench,
                label,
                getattr(comparison, name),
                change(name),
                key=name,
                what=label,
                min_value=low,
                max_value=high,
                step=1,
                help=says,
                width=260,
            )
