"""Taking questions over from the catalogue of background questions or from another draft."""

from collections.abc import Sequence

import streamlit as st

from components.draft_names import draft_names
from components.plain import plain
from components.questionnaire_terms import FORMATS
from components.workbench import Bench, owner, workshop
from services.questionnaire import reuse, scales
from services.questionnaire.models import Item

CATALOGUE = "catalogue"


@st.dialog("Add questions", width="large", icon=":material/library_add:")
def reuse_dialog(bench: Bench, section_id: str) -> None:
    """Choose a source, tick questions, add copies of them to the section."""
    recent = workshop().repository.recent(owner(), "questionnaires", limit=50)
    drafts = draft_names([draft for draft in recent if draft.id != bench.id])
    source = st.selectbox(
        "From",
        [CATALOGUE, *drafts],
        format_func=lambda name: drafts.get(name, "Background questions of the catalogue"),
        key=f"{bench.id}:reuse:source",
    )
    items = _items(bench, source)
    if not items:
        st.markdown("There are no questions in it.")
        return
    with st.container(height=360, key=f"{bench.id}:reuse:list"):
        chosen = [
            item
            for place, item in enumerate(items)
            if st.checkbox(_line(item), key=f"{bench.id}:reuse:{source}:{place}")
        ]
    st.button(
        f"Add {len(chosen)}" if chosen else "Add",
        type="primary",
        icon=":material/add:",
        disabled=not chosen,
        key=f"{bench.id}:reuse:add",
        on_click=_add,
        args=(bench, section_id, chosen),
    )


def _items(bench: Bench, source: str) -> Sequence[Item]:
    document = bench.document
    if source == CATALOGUE:
        return scales.background_items(document.questionnaire.language, document.brief.audience)
    items: tuple[Item, ...] = workshop().repository.get(source).document.questionnaire.items
    return tuple(item for item in items if item.text.strip())


def _line(item: Item) -> str:
    answers = ", ".join(item.labels[:4]) + (" …" if len(item.labels) > 4 else "")
    how = f"{FORMATS[item.format]}{': ' if answers else ''}{answers}"
    return f"**{plain(item.text)}**  \n{plain(how)}"


def _add(bench: Bench, section_id: str, items: Sequence[Item]) -> None:
    bench.edit(lambda now: reuse.add_reused(now, section_id, items), "Questions added")
    st.rerun()
