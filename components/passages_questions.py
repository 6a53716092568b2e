"""How hard is the question: one item at a time, suggestions, the set of them, and the record."""

import streamlit as st

from components import passages_readings as readings
from components.fields import commit
from components.messages import show_error, shown_errors
from components.passages_editor import item_editor
from components.passages_item_set import item_set
from components.passages_pasting import paste_questions
from components.passages_record import record
from components.passages_suggestions import suggestions
from components.passages_terms import QUESTIONS, REPAINT
from components.workbench import Bench
from services.documents import new_id
from services.reading import editing
from services.reading.models import ComprehensionItem, Passage

FIRST = "Comparing with the passage. The first time loads the encoder, which takes a few seconds."
VIEWS = ("One by one", "Suggestions", "All together", "How good is this estimate")
NEW = ("", "", "", "")


@st.fragment(key=QUESTIONS)
def questions_panel(bench: Bench, shown: Passage) -> None:
    """A fragment: while one types in a question, the rest of the page stays as it is."""
    with shown_errors():
        bench.refresh()
    passage = editing.passage_of(bench.document, shown.id)
    st.header("How hard is the question")
    if passage is None:
        st.info("This passage has been removed. Choose another one above.")
        return
    view = st.segmented_control(
        "View of the questions",
        VIEWS,
        default=VIEWS[0],
        required=True,
        key="question_view",
        bind="query-params",
        label_visibility="collapsed",
    )
    with shown_errors(), st.spinner(FIRST):
        if problem := readings.encoder_problem():
            show_error(problem)
        if view == VIEWS[0]:
            _one_by_one(bench, passage)
        elif view == VIEWS[1]:
            suggestions(bench, passage)
        elif view == VIEWS[2]:
            item_set(bench)
        else:
            record(bench)


def _one_by_one(bench: Bench, passage: Passage) -> None:
    chosen = _choose(bench, passage)
    if chosen is None:
        st.info(
            "This passage has no question yet. Add one, paste some, or have some suggested under "
            "“Suggestions”."
        )
        return
    if not passage.text.strip():
        st.warning(
            "The passage has no text yet, so only the wording of the question can be looked at."
        )
    item_editor(bench, passage, chosen)


def _choose(bench: Bench, passage: Passage) -> ComprehensionItem | None:
    items = {item.id: item for item in passage.items}
    key = f"{bench.id}:{passage.id}:item"
    with st.container(horizontal=True, vertical_alignment="bottom", key="passages:choose"):
        if items:
            _list_of(items, key)
        st.button(
            "Add",
            icon=":material/add:",
            key=f"{key}:add",
            on_click=_add,
            args=(bench, passage, key),
            help="An empty question with four options",
        )
        with st.popover("Paste or open", icon=":material/content_paste:"):
            paste_questions(bench, passage)
        if items:
            chosen = st.session_state[key]
            st.button(
                "Remove",
                icon=":material/delete:",
                key=f"{key}:remove",
                on_click=commit,
                args=(
                    bench,
                    lambda now: editing.remove_item(now, chosen),
                    "Question removed",
                    REPAINT,
                ),
                help="Undo brings it back.",
            )
    return items.get(st.session_state.get(key, ""))


def _list_of(items: dict[str, ComprehensionItem], key: str) -> None:
    """The questions by number; the first one where the chosen one is gone."""
    if st.session_state.get(key) not in items:
        st.session_state[key] = next(iter(items))
    numbers = {item_id: number for number, item_id in enumerate(items, start=1)}
    st.selectbox(
        f"Question ({len(items)} on this passage)",
        list(items),
        format_func=lambda item_id: f"{numbers[item_id]}. {_name(items[item_id])}",
        key=key,
        persist_state="session",
    )


def _name(item: ComprehensionItem) -> str:
    words = " ".join(item.question.split())[:80] or "(no question yet)"
    return words if item.gold is not None else f"{words} (no key)"


def _add(bench: Bench, passage: Passage, key: str) -> None:
    item = ComprehensionItem(id=new_id(), options=NEW)
    st.session_state[key] = item.id
    commit(
        bench,
        lambda now: editing.add_items(now, passage.id, [item]),
        "Question added",
        REPAINT,
    )
