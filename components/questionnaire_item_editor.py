"""The fields of one question: text, how it is answered, and whom it is shown to."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components.fields import Repaint, area_field, choice_field, number_field, text_field
from components.fields import toggle_field as toggle
from components.questionnaire_cards import ItemCard, changed
from components.questionnaire_options import options_editor
from components.questionnaire_skip_logic import skip_logic_editor
from components.questionnaire_terms import FORMATS, intent_names
from components.workbench import Bench
from services.questionnaire import editing
from services.questionnaire.editing import item_of
from services.questionnaire.models import CLOSED, Item, QuestionnaireDraft, ResponseFormat


def item_editor(bench: Bench, card: ItemCard) -> None:
    """Everything about a question that can be set, most used first."""
    item, key = card.item, f"item:{card.item.id}"

    def repaint() -> Any:
        return changed(bench)

    text_field(
        bench,
        "Question text",
        item.text,
        lambda text: lambda now: editing.set_text(now, item.id, text),
        key=f"{key}:text",
        what="Question text",
        repaint=repaint,
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choice_field(
            bench,
            "How it is answered",
            list(ResponseFormat),
            item.format,
            lambda chosen: lambda now: editing.set_format(now, item.id, chosen),
            key=f"{key}:format",
            what="How a question is answered",
            repaint=repaint,
            format_func=FORMATS.__getitem__,
        )
        toggle(
            bench,
            "Required",
            item.required,
            lambda on: lambda now: editing.set_required(now, item.id, on),
            key=f"{key}:required",
            what="Required",
            repaint=repaint,
        )
    _answers(bench, item, key, repaint)
    skip_logic_editor(bench, item, key, repaint)
    _more(bench, item, key, repaint)


def _answers(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    if item.format is ResponseFormat.MATRIX:
        area_field(
            bench,
            "Statements, one a line",
            "\n".join(row.label for row in item.rows),
            lambda text: lambda now: editing.set_rows(now, item.id, text.splitlines()),
            key=f"{key}:rows",
            what="Statements of a grid",
            repaint=repaint,
        )
    if item.format in CLOSED:
        options_editor(bench, item, key, repaint)
    if item.format is ResponseFormat.NUMBER:
        _limits(bench, item, key, repaint)


def _limits(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    with st.container(horizontal=True):
        for label, field in (("At least", "minimum"), ("At most", "maximum")):
            number_field(
                bench,
                label,
                getattr(item, field),
                _limit(item.id, field),
                key=f"{key}:{field}",
                what="Limits of a number",
                repaint=repaint,
                step=1.0,
                format="%g",
                placeholder="No limit",
            )
        text_field(
            bench,
            "Unit",
            item.unit,
            _limit(item.id, "unit"),
            key=f"{key}:unit",
            what="Unit",
            repaint=repaint,
            placeholder="hours, km …",
        )
    toggle(
        bench,
        "Decimals may be entered",
        item.decimals,
        _limit(item.id, "decimals"),
        key=f"{key}:decimals",
        what="Decimals",
        repaint=repaint,
    )


def _limit(item_id: str, field: str) -> Callable[[Any], Callable[[Any], QuestionnaireDraft]]:
    """Setters of one limit that leave the others as they are when the edit is made."""

    def setter(value: Any) -> Callable[[Any], QuestionnaireDraft]:
        def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
            item = item_of(now, item_id)
            if item is None:
                return now
            names = ("minimum", "maximum", "unit", "decimals")
            limits = {name: getattr(item, name) for name in names}
            return editing.set_limits(now, item_id, **(limits | {field: value}))

        return change

    return setter


def _more(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    """What not every question needs."""
    intents = intent_names(bench.document.brief)
    if intents:
        choice_field(
            bench,
            "Intents it serves",
            list(intents),
            [intent for intent in item.intents if intent in intents],
            lambda chosen: lambda now: editing.set_intents(now, item.id, chosen),
            key=f"{key}:intents",
            what="Intents of a question",
            repaint=repaint,
            draw=st.multiselect,
            format_func=intents.__getitem__,
            placeholder="None",
        )
    text_field(
        bench,
        "Help under the question",
        item.help,
        lambda text: lambda now: editing.set_help(now, item.id, text),
        key=f"{key}:help",
        what="Help",
        repaint=repaint,
        placeholder="Optional",
    )
    text_field(
        bench,
        "Name in data files",
        item.variable,
        lambda text: lambda now: editing.set_variable(now, item.id, text.strip()),
        key=f"{key}:variable",
        what="Name in data files",
        repaint=repaint,
        placeholder="Optional; exports number the questions without one",
    )
