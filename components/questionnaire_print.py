"""The questionnaire on paper: questions with their rules in words, boxes to tick, lines to fill."""

import streamlit as st

from components.plain import plain
from components.questionnaire_cards import rule_in_words
from services.formats import registry
from services.formats.questionnaires.wording import limits_text
from services.questionnaire.models import Item, QuestionnaireDraft, ResponseFormat

LINE = "\\_" * 28


def print_view(document: QuestionnaireDraft) -> None:
    """As it would be printed; the Word file is what to print from."""
    word = registry.get("questionnaires", "docx")
    st.download_button(
        "Save as Word, to print",
        lambda: registry.export(document, word.name).data,
        file_name=registry.filename(document, word),
        mime=word.mime,
        icon=":material/print:",
        on_click="ignore",
        key="print:save",
    )
    questionnaire = document.questionnaire
    with st.container(border=True, key="paper"):
        st.header(plain(questionnaire.title) or "Untitled")
        if questionnaire.introduction:
            st.text(questionnaire.introduction)
        number = 0
        for section in questionnaire.sections:
            if section.title:
                st.subheader(plain(section.title))
            if section.introduction:
                st.text(section.introduction)
            for item in section.items:
                number += 1
                _item(document, item, number)


def _item(document: QuestionnaireDraft, item: Item, number: int) -> None:
    required = " (required)" if item.required else ""
    lines = [f"**{number}. {plain(item.text)}**{required}"]
    if rule := rule_in_words(document, item):
        lines.append(f"*{plain(rule)}*")
    if item.help:
        lines.append(plain(item.help))
    st.markdown("  \n".join(lines))
    if item.format is ResponseFormat.MATRIX:
        _grid(item)
    elif item.options:
        box = "☐" if item.format is ResponseFormat.MULTIPLE else "○"
        st.markdown("  \n".join(f"{box} {plain(label)}" for label in item.labels))
    else:
        unit, limits = limits_text(item)
        st.markdown(f"{LINE} {plain(' '.join(part for part in (unit, limits) if part))}".strip())


def _grid(item: Item) -> None:
    columns = {"Statement": [plain(row.label) for row in item.rows]}
    columns |= {plain(label): ["○"] * len(item.rows) for label in item.labels}
    st.table(columns, border="horizontal", hide_index=True, alt=item.text or "A grid to fill in")
