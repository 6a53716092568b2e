"""The room before a draft is open: start, the example, and what was made elsewhere."""

from collections import Counter

import streamlit as st

from components.import_dialog import import_dialog
from components.plain import plain
from components.questionnaire_terms import FORMATS, LANGUAGES
from components.questionnaire_views import BRIEF, QUESTIONS, show_view
from components.workbench import start_draft
from services.formats.base import Room
from services.questionnaire.example import example
from services.questionnaire.models import Item, QuestionnaireDraft

PASTE_HELP = """1. How often do you cook at home?
a) Every day
b) Some days
c) Never

2. What do you like to cook?"""


def front() -> None:
    """One sentence, and the ways to begin."""
    st.markdown(
        "Start from a topic and what you want to find out, or paste a questionnaire that you have: "
        "from Word, a mail or another tool. Wording, options, order and coverage are checked while "
        "you write."
    )
    with st.container(horizontal=True):
        st.button(
            "Start",
            type="primary",
            icon=":material/add:",
            on_click=_start,
            args=(QuestionnaireDraft(), "New questionnaire", BRIEF),
        )
        st.button(
            "Load an example",
            icon=":material/auto_stories:",
            on_click=lambda: _start(example(), "Example", QUESTIONS),
        )
        if st.button("Paste or import", icon=":material/upload:"):
            show_view(QUESTIONS)
            import_dialog(Room.QUESTIONNAIRES, _understood, PASTE_HELP, _with_brief)


def _start(document: QuestionnaireDraft, what: str, view: str) -> None:
    show_view(view)
    start_draft(document, what)


def _with_brief(document: QuestionnaireDraft) -> QuestionnaireDraft:
    """What was read, with a brief that the checks can hold it against."""
    language = document.questionnaire.language
    update = {
        "topic": document.brief.topic or document.questionnaire.title,
        "language": language if language in LANGUAGES else document.brief.language,
        "questions": max(1, min(100, len(document.questionnaire.items))),
    }
    return document.model_copy(update={"brief": document.brief.model_copy(update=update)})


def _understood(document: QuestionnaireDraft) -> None:
    """What was read from a file or a text: every question with how it is answered."""
    questionnaire = document.questionnaire
    if questionnaire.items:
        st.markdown(f"{_tally(questionnaire.items)}. Is each answered as you meant?")
    if questionnaire.title:
        st.markdown(f"Title: {plain(questionnaire.title)}")
    number = 0
    for section in questionnaire.sections:
        if section.title:
            st.markdown(f"**{plain(section.title)}**")
        for item in section.items:
            number += 1
            answers = " · ".join(plain(label) for label in item.labels)
            if item.rows:
                answers = f"{' · '.join(plain(row.label) for row in item.rows)}, each: {answers}"
            how = FORMATS[item.format] + (f": {answers}" if answers else "")
            st.markdown(f"{number}\\. {plain(item.text)}  \n:small[{how}]")
    if not number:
        st.markdown("No question was found.")


def _tally(items: tuple[Item, ...]) -> str:
    """How many questions there are, and how many of each kind."""
    kinds = Counter(FORMATS[item.format].lower() for item in items)
    count = f"{len(items)} questions" if len(items) > 1 else "One question"
    return f"{count}: {', '.join(f'{number} {kind}' for kind, number in kinds.most_common())}"
