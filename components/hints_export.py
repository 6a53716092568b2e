"""The quiz as files for other tools, and as a sheet to print."""

import streamlit as st

from components.export_dialog import export_cards
from components.plain import plain
from components.workbench import Bench
from services.hints.attempts import hints_of, playable
from services.hints.models import HintQuiz


def export_panel(bench: Bench) -> None:
    """The cards of the formats, once there is something to save; then the sheet."""
    st.header("Take it along")
    if not playable(bench.document):
        st.markdown("There is no question with an answer to save yet.")
        return
    st.markdown(
        "Hints are written in the order in which they are revealed, dropped ones left out. What a "
        "format does not keep is listed before you save."
    )
    st.fragment(key="hints:export_cards")(export_cards)(bench.document)
    st.header("The sheet")
    st.markdown(
        "As it reads on paper: questions with their hints to uncover, answers at the end. To print "
        "it, save it as Word above."
    )
    look = st.expander("Show the sheet", icon=":material/print:", on_change="rerun")
    if look.open:
        with look:
            _sheet(bench.document)


def _sheet(quiz: HintQuiz) -> None:
    if quiz.name:
        st.subheader(plain(quiz.name))
    questions = playable(quiz)
    for number, question in enumerate(questions, start=1):
        hints = [
            f"- Hint {place}: {plain(hint.text)}"
            for place, hint in enumerate(hints_of(question), start=1)
        ]
        st.markdown("\n".join([f"**{number}. {plain(question.question)}**", "", *hints]))
    answers = [
        f"{number}. {plain('; also: '.join((question.answer, *question.aliases[:1])))}"
        for number, question in enumerate(questions, start=1)
    ]
    st.markdown("\n".join(["**Answers**", "", *answers]))
