"""Whom a question is shown to: an earlier question, and which of its answers."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components.fields import Repaint, choice_field, number_field
from components.plain import plain
from components.workbench import Bench
from services.questionnaire import editing, skip_logic
from services.questionnaire.editing import item_of
from services.questionnaire.models import (
    Condition,
    Item,
    QuestionnaireDraft,
    ResponseFormat,
)

EVERYONE = "everyone"


def skip_logic_editor(bench: Bench, item: Item, key: str, repaint: Repaint) -> None:
    """Choose the question the rule rests on, then its answers or a range of numbers."""
    questionnaire = bench.document.questionnaire
    numbers = {each.id: place for place, each in enumerate(questionnaire.items, start=1)}
    sources = {each.id: each for each in skip_logic.sources(questionnaire, item.id)}
    if not sources and item.shown_if is None:
        return
    chosen = item.shown_if.item_id if item.shown_if else EVERYONE
    gone = [chosen] if chosen not in (EVERYONE, *sources) else []
    choice_field(
        bench,
        "Shown to",
        [EVERYONE, *sources, *gone],
        chosen,
        lambda source: lambda now: _with_source(now, item.id, source),
        key=f"{key}:source",
        what="Skip rule",
        repaint=repaint,
        format_func=lambda source: _source_name(source, sources, numbers),
        help="Only questions before this one can be chosen.",
    )
    source = sources.get(chosen)
    if source is None or item.shown_if is None:
        return
    if source.format is ResponseFormat.NUMBER:
        _range(bench, item, item.shown_if, key, repaint)
    else:
        _codes(bench, item, source, item.shown_if, key, repaint)


def _source_name(source: str, sources: dict[str, Item], numbers: dict[str, int]) -> str:
    if source == EVERYONE:
        return "Everyone"
    if source not in sources:
        return "Only some, by a question that cannot be used now"
    text = sources[source].text
    short = text if len(text) <= 70 else f"{text[:69].rstrip()}…"
    return f"Only some, by question {numbers[source]}: {short}"


def _codes(
    bench: Bench, item: Item, source: Item, rule: Condition, key: str, repaint: Repaint
) -> None:
    labels = {option.code: option.label for option in source.options}
    choice_field(
        bench,
        "Who answered",
        list(labels),
        [code for code in rule.codes if code in labels],
        lambda chosen: lambda now: _with_codes(now, item.id, source.id, chosen),
        key=f"{key}:codes",
        what="Skip rule",
        repaint=repaint,
        draw=st.pills,
        selection_mode="multi",
        format_func=lambda code: plain(labels[code], limit=60),
        wrap=True,
    )


def _range(bench: Bench, item: Item, rule: Condition, key: str, repaint: Repaint) -> None:
    with st.container(horizontal=True):
        for label, field in (("Answered at least", "minimum"), ("Answered at most", "maximum")):
            number_field(
                bench,
                label,
                getattr(rule, field),
                _bound(item.id, field),
                key=f"{key}:rule:{field}",
                what="Skip rule",
                repaint=repaint,
                step=1.0,
                format="%g",
                placeholder="No limit",
            )


def _bound(item_id: str, field: str) -> Callable[[Any], Callable[[Any], QuestionnaireDraft]]:
    def setter(value: Any) -> Callable[[Any], QuestionnaireDraft]:
        def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
            item = item_of(now, item_id)
            if item is None or item.shown_if is None:
                return now
            rule = item.shown_if.model_copy(update={field: value})
            return editing.set_shown_if(now, item_id, rule)

        return change

    return setter


def _with_source(now: QuestionnaireDraft, item_id: str, source_id: str) -> QuestionnaireDraft:
    """A rule on that question, to begin with its first answer (or any number from 1 on)."""
    source = item_of(now, source_id)
    if source_id == EVERYONE or source is None:
        return editing.set_shown_if(now, item_id, None)
    if source.format is ResponseFormat.NUMBER:
        return editing.set_shown_if(now, item_id, Condition(item_id=source_id, minimum=1.0))
    first = tuple(option.code for option in source.options[:1])
    return editing.set_shown_if(now, item_id, Condition(item_id=source_id, codes=first))


def _with_codes(
    now: QuestionnaireDraft, item_id: str, source_id: str, codes: list[str]
) -> QuestionnaireDraft:
    """With no answer left there is no rule."""
    rule = Condition(item_id=source_id, codes=tuple(codes)) if codes else None
    return editing.set_shown_if(now, item_id, rule)
