"""A sample as raters see it: nothing on it tells who made it."""

import streamlit as st

from components.plain import plain
from services.compare.models import ItemInput
from services.compare.study_models import Sample
from services.questionnaire.models import Item, Questionnaire, ResponseFormat

KINDS = {
    ResponseFormat.MULTIPLE: "several answers",
    ResponseFormat.NUMBER: "a number",
    ResponseFormat.DATE: "a date",
    ResponseFormat.OPEN: "an answer in words",
}


def sample_view(sample: Sample) -> None:
    """The brief and the questionnaire, the question and the hint, or the passage and the item."""
    if sample.brief is not None and sample.questionnaire is not None:
        st.markdown(f"It is to be a questionnaire on **{plain(sample.brief.topic)}**.")
        intents = [f"- {plain(intent.text)}" for intent in sample.brief.intents]
        if intents:
            st.markdown("\n".join(["What is to be found out:", "", *intents]))
        with st.container(border=True):
            questionnaire_view(sample.questionnaire)
    elif sample.question is not None:
        st.markdown(f"The question: **{plain(sample.question.question)}**")
        st.markdown(f"Its answer: **{plain(sample.question.answer)}**")
        with st.container(border=True):
            st.markdown(f":material/lightbulb: {plain(sample.text)}")
    elif sample.item is not None:
        _item_view(sample.item)


def _item_view(item: ItemInput) -> None:
    with st.container(border=True):
        st.subheader("Passage")
        st.text(item.passage)
    with st.container(border=True):
        st.subheader("Question")
        lines = [f"**{plain(item.question)}**"]
        lines += [
            f":green-badge[:material/check: The answer] {plain(option)}"
            if place == item.gold
            else f"○ {plain(option)}"
            for place, option in enumerate(item.options)
        ]
        st.markdown("  \n".join(lines))


def questionnaire_view(questionnaire: Questionnaire) -> None:
    """Questions with their options, in order; without codes, marks or rules."""
    number = 0
    for section in questionnaire.sections:
        if section.title:
            st.subheader(plain(section.title))
        for item in section.items:
            number += 1
            st.markdown("  \n".join(_item(item, number)))


def _item(item: Item, number: int) -> list[str]:
    kind = KINDS.get(item.format)
    lines = [f"**{number}\\. {plain(item.text)}**{f' ({kind})' if kind else ''}"]
    lines += [f"– {plain(row.label)}" for row in item.rows]
    box = "☐" if item.format is ResponseFormat.MULTIPLE else "○"
    return lines + [f"{box} {plain(label)}" for label in item.labels]
