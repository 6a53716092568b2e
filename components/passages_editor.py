"""One item: its wording, key and types, and beside it what is said about it while one types."""

from collections.abc import Callable

import streamlit as st

from components import passages_readings as readings
from components.fields import Change, choice_field, commit, text_field
from components.passages_difficulty import difficulty_panel
from components.passages_flaws import flaws_panel
from components.passages_reader import reader_panel
from components.passages_terms import REPAINT, TYPES, TYPES_HELP, letter
from components.workbench import Bench
from services.reading import editing
from services.reading.item_review import ItemReview
from services.reading.models import ComprehensionItem, ComprehensionType, Passage


def item_editor(bench: Bench, passage: Passage, item: ComprehensionItem) -> None:
    """The fields at the left, the estimate at the right; flaws and the reader below."""
    left, right = st.columns([3, 2], gap="large")
    with left:
        _wording(bench, item)
    review = readings.item_review(passage.text, item)
    with left:
        _types(bench, item, review)
    with right, st.container(border=True):
        difficulty_panel(review)
    flaws_panel(bench, item, review)
    reader_panel(bench, passage, item, review)


def _wording(bench: Bench, item: ComprehensionItem) -> None:
    text_field(
        bench,
        "Question",
        item.question,
        lambda text: lambda now: editing.set_question(now, item.id, text),
        key=f"item:{item.id}:question",
        what="Question",
        repaint=REPAINT,
    )
    for place, option in enumerate(item.options):
        text_field(
            bench,
            f"Option {letter(place)}" + (" (key)" if place == item.gold else ""),
            option,
            _option_setter(item.id, place),
            key=f"item:{item.id}:option:{place}",
            what=f"Option {letter(place)}",
            repaint=REPAINT,
            icon=":material/key:" if place == item.gold else None,
        )
    with st.container(horizontal=True):
        _add_and_remove(bench, item)
    choice_field(
        bench,
        "Key, the right option" if item.gold is not None else "Key: none is marked yet",
        range(len(item.options)),
        item.gold,
        lambda place: lambda now: editing.set_key(now, item.id, place),
        key=f"item:{item.id}:key",
        what="Key",
        repaint=REPAINT,
        draw=st.segmented_control,
        format_func=letter,
        wrap=True,
    )


def _option_setter(item_id: str, place: int) -> Callable[[str], Change]:
    return lambda text: lambda now: editing.set_option(now, item_id, place, text)


def _add_and_remove(bench: Bench, item: ComprehensionItem) -> None:
    st.button(
        "Add option",
        icon=":material/add:",
        key=f"item:{item.id}:add",
        disabled=len(item.options) >= editing.MAX_OPTIONS,
        on_click=commit,
        args=(bench, lambda now: editing.add_option(now, item.id), "Option added", REPAINT),
    )
    key = f"item:{item.id}:remove"
    st.menu_button(
        "Remove option",
        range(len(item.options)),
        icon=":material/remove:",
        key=key,
        disabled=not item.options,
        format_func=lambda place: f"Option {letter(place)}",
        on_click=lambda: _remove_option(bench, item, st.session_state[key]),
    )


def _remove_option(bench: Bench, item: ComprehensionItem, place: int) -> None:
    commit(bench, lambda now: editing.remove_option(now, item.id, place), "Option removed", REPAINT)


def _types(bench: Bench, item: ComprehensionItem, review: ItemReview) -> None:
    own = item.types is not None
    choice_field(
        bench,
        "Comprehension types, as you set them" if own else "Comprehension types, as classified",
        list(ComprehensionType),
        [kind for kind in ComprehensionType if kind in review.types],
        lambda kinds: lambda now: editing.set_types(now, item.id, kinds),
        key=f"item:{item.id}:types",
        what="Comprehension types",
        repaint=REPAINT,
        draw=st.pills,
        selection_mode="multi",
        wrap=True,
        format_func=lambda kind: TYPES[kind][0],
        help=f"{TYPES_HELP}\n\nClick to change them; with none chosen the classifier decides.",
    )
    text_field(
        bench,
        "Feedback for the reader",
        item.feedback,
        lambda text: lambda now: editing.set_feedback(now, item.id, text),
        key=f"item:{item.id}:feedback",
        what="Feedback",
        repaint=REPAINT,
        placeholder="Optional: why the key is right",
    )
