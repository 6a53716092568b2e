"""Example content of each room, as the beginning of a draft."""

from collections.abc import Callable

import streamlit as st

from components.drafts_list import ICONS, PAGES
from components.questionnaire_views import QUESTIONS
from components.workbench import owner, workshop
from services.documents import Document
from services.hints.example import example as quiz
from services.questionnaire.example import example as questionnaire
from services.reading.example import example as passages

# Name, content, what is in it, and what else the address says, so that it opens where it is.
EXAMPLES: tuple[tuple[str, Callable[[], Document], str, dict[str, str]], ...] = (
    (
        "A survey of a tool library",
        questionnaire,
        "Good questions and flawed ones to find.",
        {"view": QUESTIONS},
    ),
    ("A quiz with hints", quiz, "One question with graded hints, two that have none yet.", {}),
    ("Two texts with questions", passages, "Easy and hard questions, good and flawed ones.", {}),
)


def examples() -> None:
    st.header("Start from an example")
    for column, (name, make, what, address) in zip(st.columns(3), EXAMPLES, strict=True):
        with column, st.container(border=True, height="stretch"):
            document = make()
            st.subheader(name)
            st.markdown(what)
            if st.button(
                "Make it a draft",
                icon=ICONS[document.room],
                key=f"library:example:{document.room}",
                help=f"Opens a copy of your own: {name.lower()}.",
            ):
                _open(document, address)


def _open(document: Document, address: dict[str, str]) -> None:
    draft = workshop().repository.create(document, owner=owner(), author=owner(), what="Example")
    st.switch_page(PAGES[draft.room], query_params={"draft": draft.id} | address)
