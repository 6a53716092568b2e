"""How a respondent sees the questionnaire, with its skip logic at work, and a view for print."""

from datetime import date

import streamlit as st

from components.plain import plain
from components.questionnaire_cards import rule_in_words
from components.questionnaire_print import print_view
from components.workbench import Bench
from services.questionnaire import skip_logic
from services.questionnaire.models import (
    Item,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
)
from services.questionnaire.skip_logic import Answer

PHONE, PRINT = "As on a phone", "For print"
PHONE_WIDTH = 390
_WORDS = {
    "en": {
        "choose": "Choose",
        "answer": "Your answer",
        "clash": "Choose this alone, or take it out:",
        "none": "No question is shown.",
    },
    "zh": {
        "choose": "请选择",
        "answer": "您的回答",
        "clash": "以下选项不能与其他选项同时选择：",
        "none": "没有需要回答的问题。",
    },
}


def preview_view(bench: Bench) -> None:
    """One of two looks at the questionnaire as it stands."""
    if not bench.document.questionnaire.items:
        st.markdown("There is nothing to see yet: the questionnaire has no questions.")
        return
    look = st.segmented_control(
        "Look",
        [PHONE, PRINT],
        default=PHONE,
        required=True,
        key="look",
        label_visibility="collapsed",
    )
    if look == PRINT:
        print_view(bench.document)
        return
    st.markdown("Answer to try the skip rules. Answers are not kept.")
    st.fragment(key="preview:phone")(_phone)(bench)


def _phone(bench: Bench) -> None:
    questionnaire: Questionnaire = bench.document.questionnaire
    prefix = f"{bench.id}:try"
    answers = {
        item.id: answer
        for item in questionnaire.items
        if (answer := _answer(item, prefix)) is not None
    }
    shown = {item.id for item in skip_logic.visible(questionnaire, answers)}
    phone, beside = st.columns([3, 2], gap="large")
    with phone, st.container(border=True, width=PHONE_WIDTH, key="phone"):
        st.header(plain(questionnaire.title) or "Untitled")
        if questionnaire.introduction:
            st.text(questionnaire.introduction)
        number = 0
        for section in questionnaire.sections:
            items = [item for item in section.items if item.id in shown]
            if items and section.title:
                st.subheader(plain(section.title))
            if items and section.introduction:
                st.text(section.introduction)
            for item in items:
                number += 1
                _question(item, number, prefix, _words(questionnaire))
    with beside:
        _hidden(bench.document, shown)


def _hidden(document: QuestionnaireDraft, shown: set[str]) -> None:
    """Which questions these answers do not lead to, and why."""
    items = document.questionnaire.items
    st.markdown(f"**{len(shown)} of {len(items)} questions** are shown with these answers.")
    for place, item in enumerate(items, start=1):
        if item.id not in shown:
            why = rule_in_words(document, item) or skip_logic.problem(document.questionnaire, item)
            st.markdown(
                f":material/visibility_off: {place}\\. {plain(item.text, limit=80)}  \n"
                f"{plain(why) or 'The question it depends on is hidden.'}"
            )


def _question(item: Item, number: int, prefix: str, words: dict[str, str]) -> None:
    star = " \\*" if item.required else ""
    st.markdown(f"**{number}. {plain(item.text)}**{star}")
    if item.help:
        st.markdown(plain(item.help))
    _widget(item, f"{prefix}:{item.id}", f"{number}. {item.text}"[:120], words)


def _widget(item: Item, key: str, label: str, words: dict[str, str]) -> None:
    """The answer box of one item; its label is for screen readers, the text stands above."""
    labels = {option.code: plain(option.label) for option in item.options}
    label = plain(label) or words["answer"]
    match item.format:
        case ResponseFormat.MULTIPLE:
            _several(item, key, words)
        case ResponseFormat.MATRIX:
            _matrix(item, key, words)
        case ResponseFormat.NUMBER:
            _number(item, key, label, words)
        case ResponseFormat.DATE:
            st.date_input(
                label,
                value=None,
                min_value=date(1900, 1, 1),
                key=key,
                label_visibility="collapsed",
            )
        case ResponseFormat.OPEN:
            st.text_area(
                label,
                key=key,
                label_visibility="collapsed",
                placeholder=words["answer"],
                height=90,
            )
        case _:
            st.radio(
                label,
                list(labels),
                index=None,
                format_func=labels.__getitem__,
                key=key,
                label_visibility="collapsed",
            )


def _several(item: Item, key: str, words: dict[str, str]) -> None:
    chosen = [
        option.code
        for option in item.options
        if st.checkbox(plain(option.label) or "…", key=f"{key}:{option.code}")
    ]
    if clash := skip_logic.clash(item, chosen):
        st.warning(f"{words['clash']} {plain(', '.join(clash))}", icon=":material/rule:")


def _matrix(item: Item, key: str, words: dict[str, str]) -> None:
    """A box with the options for each row."""
    labels = {option.code: option.label for option in item.options}
    for row in item.rows:
        st.selectbox(
            plain(row.label) or words["answer"],
            list(labels),
            index=None,
            format_func=labels.__getitem__,
            key=f"{key}:{row.code}",
            placeholder=words["choose"],
        )


def _number(item: Item, key: str, label: str, words: dict[str, str]) -> None:
    st.number_input(
        f"{label} {plain(item.unit)}".strip(),
        min_value=item.minimum,
        max_value=item.maximum,
        value=None,
        step=0.1 if item.decimals else 1.0,
        format="%g",
        key=key,
        label_visibility="collapsed",
        placeholder=item.unit or words["answer"],
    )


def _answer(item: Item, prefix: str) -> Answer | None:
    """What was answered in this session, in the terms of the skip logic."""
    key = f"{prefix}:{item.id}"
    if item.format is ResponseFormat.MULTIPLE:
        codes = [o.code for o in item.options if st.session_state.get(f"{key}:{o.code}")]
        return frozenset(codes) or None
    value = st.session_state.get(key)
    if isinstance(value, bool) or value is None:
        return None
    if item.format is ResponseFormat.NUMBER:
        return float(value)
    return frozenset({value}) if isinstance(value, str) and item.options else None


def _words(questionnaire: Questionnaire) -> dict[str, str]:
    return _WORDS["zh" if questionnaire.language.startswith("zh") else "en"]
