"""The brief: what the author wants to find out, from whom, how long, and by which method."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components import job_panel
from components.fields import WHOLE_PAGE, area_field, choice_field, commit, number_field, text_field
from components.questionnaire_corpora import chosen_corpora, corpora
from components.questionnaire_terms import LANGUAGES, METHODS
from components.questionnaire_views import OUTLINE, QUESTIONS, show_view
from components.workbench import Bench
from services.questionnaire import outline_editing as editing
from services.questionnaire.models import Brief, Intent, Method, QuestionnaireDraft

OUTLINE_JOB, DRAFT_JOB = "questionnaires.outline", "questionnaires.draft"
BY_COUNT, BY_MINUTES = "Number of questions", "Minutes to answer"
DEFAULT_MINUTES = 5.0


def brief_view(bench: Bench) -> None:
    """The fields, then what is written from them."""
    brief: Brief = bench.document.brief
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.header("What you want to find out")
        _text(bench, "Topic", "topic", "What the survey is about, in a few words")
        _intents(bench, brief)
    with right:
        st.header("From whom and how")
        _text(bench, "Audience", "audience", "Who will answer")
        _language(bench, brief)
        _length(bench, brief)
        _leave_out(bench, brief)
    st.header("How it is written")
    _method(bench, brief)
    _write(bench, brief)


def _set(field: str) -> Any:
    return lambda value: lambda now: editing.set_brief(now, **{field: value})


def _text(bench: Bench, label: str, field: str, placeholder: str) -> None:
    text_field(
        bench,
        label,
        getattr(bench.document.brief, field),
        _set(field),
        key=f"brief:{field}",
        what=label,
        placeholder=placeholder,
    )


def _intents(bench: Bench, brief: Brief) -> None:
    st.markdown(
        "**Intents**: the things you want to know. Each gets a section, and the checks tell "
        "which of them no question serves."
    )
    for place, intent in enumerate(brief.intents):
        _intent(bench, intent, place)
    if len(brief.intents) < editing.MOST_INTENTS:
        st.button(
            "Add an intent",
            icon=":material/add:",
            key=f"{bench.id}:intent:add",
            on_click=commit,
            args=(bench, lambda now: editing.add_intent(now, ""), "Intent added"),
        )


def _intent(bench: Bench, intent: Intent, place: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        text_field(
            bench,
            f"Intent {place + 1}",
            intent.text,
            lambda text: lambda now: editing.set_intent(now, intent.id, text),
            key=f"intent:{intent.id}",
            what="Intent",
            label_visibility="collapsed",
            placeholder=f"Intent {place + 1}: find out, measure, compare …",
        )
        steps: dict[str, Callable[[QuestionnaireDraft], QuestionnaireDraft]] = {
            "Move up": lambda now: editing.move_intent(now, intent.id, -1),
            "Move down": lambda now: editing.move_intent(now, intent.id, 1),
            "Remove": lambda now: editing.remove_intent(now, intent.id),
        }
        key = f"{bench.id}:{intent.id}:step"
        st.menu_button(
            "More",
            list(steps),
            key=key,
            icon=":material/more_horiz:",
            on_click=lambda: commit(bench, steps[st.session_state[key]], "Intents rearranged"),
        )


def _language(bench: Bench, brief: Brief) -> None:
    choice_field(
        bench,
        "Language",
        list(LANGUAGES),
        brief.language if brief.language in LANGUAGES else "en",
        _set("language"),
        key="brief:language",
        what="Language",
        draw=st.segmented_control,
        format_func=LANGUAGES.__getitem__,
        required=True,
    )


def _length(bench: Bench, brief: Brief) -> None:
    choice_field(
        bench,
        "Length by",
        [BY_COUNT, BY_MINUTES],
        BY_COUNT if brief.minutes is None else BY_MINUTES,
        lambda by: (
            lambda now: editing.set_brief(now, minutes=None if by == BY_COUNT else DEFAULT_MINUTES)
        ),
        key="brief:by",
        what="Length",
        draw=st.segmented_control,
        required=True,
    )
    if brief.minutes is None:
        _questions(bench, brief.questions)
    else:
        _minutes(bench, brief.minutes)


def _questions(bench: Bench, count: int) -> None:
    number_field(
        bench,
        BY_COUNT,
        count,
        _set("questions"),
        key="brief:questions",
        what=BY_COUNT,
        min_value=1,
        max_value=100,
        label_visibility="collapsed",
    )


def _minutes(bench: Bench, minutes: float) -> None:
    number_field(
        bench,
        BY_MINUTES,
        float(minutes),
        _set("minutes"),
        key="brief:minutes",
        what=BY_MINUTES,
        min_value=1.0,
        max_value=25.0,
        step=1.0,
        format="%g",
        label_visibility="collapsed",
        help="Planned with four closed questions a minute.",
    )


def _leave_out(bench: Bench, brief: Brief) -> None:
    area_field(
        bench,
        "Leave out",
        brief.leave_out,
        _set("leave_out"),
        key="brief:leave_out",
        what="Leave out",
        height=80,
        placeholder="Subjects not to ask about, separated by commas",
    )


def _method(bench: Bench, brief: Brief) -> None:
    choice_field(
        bench,
        "Method",
        list(METHODS),
        brief.method,
        _set("method"),
        key="brief:method",
        what="Method",
        draw=st.radio,
        format_func=lambda method: METHODS[method][0],
        captions=[says for _, says in METHODS.values()],
        label_visibility="collapsed",
    )
    if brief.method is Method.RETRIEVE:
        corpora(bench)
    number_field(
        bench,
        "Seed",
        brief.seed,
        _set("seed"),
        key="brief:seed",
        what="Seed",
        min_value=0,
        max_value=999_999,
        help="The same brief and seed are written the same; another seed, another version.",
        width=180,
    )


def _write(bench: Bench, brief: Brief) -> None:
    draft: QuestionnaireDraft = bench.document
    by_outline = brief.method is Method.OUTLINE
    there = bool(draft.outline if by_outline else draft.questionnaire.items)
    name = "outline" if by_outline else "questionnaire"
    if job_panel.job_panel(
        bench,
        OUTLINE_JOB,
        DRAFT_JOB,
        key=f"{bench.id}:brief",
        doing="Writing {note}",
        done="It is written: see the outline or the questions.",
    ):
        return
    st.button(
        f"Write the {name}{' again' if there else ''}",
        type="primary",
        icon=":material/edit_note:",
        disabled=not brief.topic.strip(),
        key=f"{bench.id}:write",
        on_click=_ask,
        args=(bench, by_outline),
        help="Name a topic first."
        if not brief.topic.strip()
        else f"The {name} there is gives way to the new one; Undo brings it back."
        if there
        else None,
    )


def _ask(bench: Bench, by_outline: bool) -> None:
    if by_outline:
        job = job_panel.submit(OUTLINE_JOB, draft_id=bench.id)
    else:
        payload = chosen_corpora(bench)
        job = job_panel.submit(DRAFT_JOB, draft_id=bench.id, **payload)
    if job is not None:
        show_view(OUTLINE if by_outline else QUESTIONS)
    st.rerun(WHOLE_PAGE)
