"""The room before a draft is open: start, the example, and quizzes made elsewhere."""

import streamlit as st

from components.hints_views import HINTS, QUIZ, show_view
from components.import_dialog import import_dialog
from components.plain import plain
from components.workbench import start_draft
from services.formats.base import Room
from services.hints.example import example
from services.hints.models import HintQuiz, TriviaQuestion

READ_FROM = (
    "CSV with the columns question, answer and, if you like, aliases (parted by |) and hint 1, "
    "hint 2, …; TriviaHG JSON; Moodle XML; GIFT; Aiken."
)
PASTE_HELP = """question,answer,aliases
Who wrote the play Romeo and Juliet?,William Shakespeare,Shakespeare
What is the capital city of New Zealand?,Wellington,"""
SHOWN = 50


def front() -> None:
    """One sentence, and the ways to begin."""
    st.markdown(
        "From a trivia question and its answer to hints that lead there step by step, each graded "
        "by how far it narrows the answer down and how well known what it names is."
    )
    with st.container(horizontal=True):
        st.button(
            "Start",
            type="primary",
            icon=":material/add:",
            on_click=_start,
            args=(HintQuiz(questions=(TriviaQuestion(),)), "New quiz"),
        )
        st.button(
            "Load an example",
            icon=":material/auto_stories:",
            on_click=lambda: _start(example(), "Example"),
        )
        if st.button("Paste or import", icon=":material/upload:"):
            show_view(QUIZ)
            import_dialog(Room.HINTS, show_read, PASTE_HELP)


def _start(document: HintQuiz, what: str) -> None:
    show_view(HINTS)
    start_draft(document, what)


def show_read(quiz: HintQuiz) -> None:
    """What was read from a file or a text: questions, answers, and how many hints."""
    if not quiz.questions:
        st.markdown("No question was found.")
        return
    lines = []
    for number, question in enumerate(quiz.questions[:SHOWN], start=1):
        answers = plain("; ".join((question.answer, *question.aliases)), limit=80)
        hints = f", {len(question.hints)} hints" if question.hints else ""
        lines.append(f"{number}\\. {plain(question.question, limit=120)} ({answers}{hints})")
    if len(quiz.questions) > SHOWN:
        lines.append(f"And {len(quiz.questions) - SHOWN} more.")
    st.markdown("  \n".join(lines))
