"""The outline: seen while it is written, edited, and accepted before any option is."""

from collections.abc import Callable

import streamlit as st

from components import job_panel
from components.draft_bar import DRAFT_BAR
from components.fields import WHOLE_PAGE, choice_field, commit, text_field
from components.plain import plain
from components.questionnaire_terms import intent_names
from components.questionnaire_views import BRIEF, QUESTIONS, show_view
from components.workbench import Bench
from services.jobs import JobView
from services.questionnaire import outline, outline_editing
from services.questionnaire.models import OutlineQuestion, OutlineSection, QuestionnaireDraft

OUTLINE_JOB, OPTIONS_JOB = "questionnaires.outline", "questionnaires.options"
LIST = "outline:list"
UP, DOWN, REMOVE = "Move up", "Move down", "Remove"
Change = Callable[[QuestionnaireDraft], QuestionnaireDraft]


def outline_view(bench: Bench) -> None:
    """The job while there is one, then the sections and questions to edit, then Accept."""
    live = job_panel.job_panel(
        bench,
        OUTLINE_JOB,
        key=f"{bench.id}:outline",
        doing="Writing the outline",
        partial=_written_so_far,
        done="The outline is written. Change what you like, then accept it.",
    )
    if live:
        return
    if not bench.document.outline:
        st.markdown("There is no outline yet. The brief says what it is written from.")
        st.button(
            "Go to the brief", icon=":material/arrow_back:", on_click=show_view, args=(BRIEF,)
        )
        _add_section(bench)
        return
    st.markdown(
        "Each question with the intent it serves. Options come next, question by question, when "
        "you accept the outline."
    )
    st.fragment(key=LIST)(_list)(bench)
    _accept(bench)


def _written_so_far(job: JobView) -> None:
    for section in outline.partial(job.text):
        st.markdown(f"**{plain(section.title)}**")
        for question in section.questions:
            st.markdown(f"- {plain(question.text)}")


def _list(bench: Bench) -> None:
    number = 0
    for section in bench.document.outline:
        with st.container(border=True, key=f"{bench.id}:{section.id}:outline"):
            _head(bench, section)
            for question in section.questions:
                number += 1
                _question(bench, section, question, number)
            _add_question(bench, section)
    _add_section(bench)


def _head(bench: Bench, section: OutlineSection) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text_field(
            bench,
            "Section",
            section.title,
            lambda text: (
                lambda now: outline_editing.set_outline_section_title(now, section.id, text)
            ),
            key=f"outline:{section.id}",
            what="Section title",
            repaint=(LIST, DRAFT_BAR),
        )
        _menu(
            bench,
            section.id,
            {
                UP: lambda now: outline_editing.move_outline_section(now, section.id, -1),
                DOWN: lambda now: outline_editing.move_outline_section(now, section.id, 1),
                REMOVE: lambda now: outline_editing.remove_outline_section(now, section.id),
            },
        )


def _question(
    bench: Bench, section: OutlineSection, question: OutlineQuestion, number: int
) -> None:
    text, intent, more = st.columns([10, 4, 2.3], gap="xsmall", vertical_alignment="center")
    with text:
        text_field(
            bench,
            f"Question {number}",
            question.text,
            lambda text: lambda now: outline_editing.set_question_text(now, question.id, text),
            key=f"outline:{question.id}:text",
            what="Question of the outline",
            repaint=(LIST, DRAFT_BAR),
            label_visibility="collapsed",
            placeholder=f"Question {number}",
        )
    with intent:
        _intent(bench, question, number)
    with more:
        moves: dict[str, Change] = {
            UP: lambda now: outline_editing.move_question(now, question.id, -1),
            DOWN: lambda now: outline_editing.move_question(now, question.id, 1),
        }
        for place, other in enumerate(bench.document.outline, start=1):
            if other.id != section.id:
                name = other.title.strip() or f"section {place}"
                moves[f"Move to {name}"] = _mover(question.id, other.id)
        moves[REMOVE] = lambda now: outline_editing.remove_question(now, question.id)
        _menu(bench, question.id, moves)


def _intent(bench: Bench, question: OutlineQuestion, number: int) -> None:
    intents = intent_names(bench.document.brief)
    if not intents:
        return
    choice_field(
        bench,
        f"Intent of question {number}",
        [None, *intents],
        question.intent if question.intent in intents else None,
        lambda chosen: lambda now: outline_editing.set_question_intent(now, question.id, chosen),
        key=f"outline:{question.id}:intent",
        what="Intent of a question",
        repaint=(LIST, DRAFT_BAR),
        format_func=lambda intent: intents[intent] if intent else "No intent",
        label_visibility="collapsed",
    )


def _menu(bench: Bench, target: str, steps: dict[str, Change]) -> None:
    key = f"{bench.id}:{target}:step"
    st.menu_button(
        "More",
        list(steps),
        key=key,
        icon=":material/more_horiz:",
        format_func=lambda step: plain(step, limit=50),
        on_click=lambda: commit(
            bench, steps[st.session_state[key]], "Outline reordered", (LIST, DRAFT_BAR)
        ),
    )


def _mover(question_id: str, section_id: str) -> Change:
    return lambda now: outline_editing.move_question_to(now, question_id, section_id)


def _add_question(bench: Bench, section: OutlineSection) -> None:
    st.button(
        "Add a question",
        icon=":material/add:",
        key=f"{bench.id}:{section.id}:add",
        on_click=commit,
        args=(
            bench,
            lambda now: outline_editing.add_question(now, section.id),
            "Question added to the outline",
            (LIST, DRAFT_BAR),
        ),
    )


def _add_section(bench: Bench) -> None:
    st.button(
        "Add a section",
        icon=":material/playlist_add:",
        key=f"{bench.id}:outline:section",
        on_click=commit,
        args=(
            bench,
            lambda now: outline_editing.add_outline_section(now, "New section"),
            "Section added to the outline",
            WHOLE_PAGE,
        ),
    )


def _accept(bench: Bench) -> None:
    there = bool(bench.document.questionnaire.items)
    if there:
        st.markdown(
            ":blue-badge[:material/info: Note] There is a questionnaire already. Accepting puts "
            "the outline's questions in its place; a question that is worded the same keeps its "
            "options. Undo brings back what was there."
        )
    st.button(
        "Accept the outline and write the options",
        type="primary",
        icon=":material/check:",
        key=f"{bench.id}:accept",
        on_click=_accepted,
        args=(bench,),
    )


def _accepted(bench: Bench) -> None:
    bench.edit(outline_editing.accept, "Outline accepted")
    job_panel.submit(OPTIONS_JOB, draft_id=bench.id)
    show_view(QUESTIONS)
    # Asked for: a press soon after typing counts as one with it, and that draws only the list.
    st.rerun(WHOLE_PAGE)
