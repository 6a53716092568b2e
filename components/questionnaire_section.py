"""The head of a section: title, introduction, its place, and what can be added to it."""

import streamlit as st

from components import questionnaire_proposals as proposals
from components.fields import WHOLE_PAGE, area_field, commit, text_field
from components.plain import plain
from components.questionnaire_cards import (
    SectionCard,
    changed,
    remember,
    section_card,
    section_key,
)
from components.questionnaire_item import open_item
from components.questionnaire_reuse import reuse_dialog
from components.workbench import Bench
from services.documents import new_id
from services.questionnaire import arranging
from services.questionnaire.models import Item, QuestionnaireDraft

UP, DOWN, REMOVE = "Move section up", "Move section down", "Remove section and its questions"


def show_section(bench: Bench, section_id: str) -> None:
    """Draw the head as a fragment of its own."""
    st.fragment(key=section_key(section_id))(_draw)(bench, section_id)


def add_to_section(bench: Bench, section_id: str) -> None:
    """What stands under the last question of a section."""
    with st.container(horizontal=True, key=f"{bench.id}:{section_id}:add"):
        st.button(
            "Add a question",
            icon=":material/add:",
            key=f"{bench.id}:{section_id}:new",
            on_click=_add_question,
            args=(bench, section_id),
        )
        if st.button(
            "Add from elsewhere",
            icon=":material/library_add:",
            key=f"{bench.id}:{section_id}:reuse",
            help="From the catalogue of background questions, or from another draft.",
        ):
            reuse_dialog(bench, section_id)


def add_section(bench: Bench) -> None:
    """A button for one more section, at the end."""
    st.button(
        "Add a section",
        icon=":material/playlist_add:",
        key=f"{bench.id}:section",
        on_click=commit,
        args=(
            bench,
            lambda now: arranging.add_section(now, "New section"),
            "Section added",
            WHOLE_PAGE,
        ),
    )


def _draw(bench: Bench, section_id: str) -> None:
    card = section_card(bench.document, section_id)
    if card is None:
        return
    remember(bench, card)
    is_open = st.session_state.get(_open_key(bench)) == section_id
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.header(plain(card.title) or f"Section {card.number}", width="stretch")
        _buttons(bench, card, is_open)
    if card.introduction:
        st.text(card.introduction)
    if is_open:
        _fields(bench, card)
    proposals.job(bench, section_id)
    own = next((s.items for s in bench.document.questionnaire.sections if s.id == section_id), ())
    for proposal in card.proposals:
        proposals.show(bench, proposal, own)


def _fields(bench: Bench, card: SectionCard) -> None:
    text_field(
        bench,
        "Section title",
        card.title,
        lambda text: lambda now: arranging.set_section_title(now, card.section_id, text),
        key=f"section:{card.section_id}:title",
        what="Section title",
        repaint=lambda: changed(bench),
    )
    area_field(
        bench,
        "Introduction of the section",
        card.introduction,
        lambda text: lambda now: arranging.set_section_introduction(now, card.section_id, text),
        key=f"section:{card.section_id}:introduction",
        what="Introduction of a section",
        repaint=lambda: changed(bench),
        placeholder="Optional",
    )


def _buttons(bench: Bench, card: SectionCard, is_open: bool) -> None:
    name = f"{bench.id}:{card.section_id}"
    st.button(
        "Done" if is_open else "Edit section",
        icon=":material/check:" if is_open else ":material/edit:",
        key=f"{name}:edit",
        on_click=_toggle,
        args=(bench, card.section_id, is_open),
    )
    proposals.ask_menu(bench, card.section_id, proposals.FOR_SECTIONS)
    st.menu_button(
        "More",
        [UP, DOWN, REMOVE],
        key=f"{name}:more",
        icon=":material/more_horiz:",
        on_click=lambda: _step(bench, card.section_id, st.session_state[f"{name}:more"]),
    )


def _step(bench: Bench, section_id: str, step: str) -> None:
    def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
        if step == REMOVE:
            return arranging.remove_section(now, section_id)
        return arranging.move_section(now, section_id, -1 if step == UP else 1)

    commit(bench, change, step, WHOLE_PAGE)


def _add_question(bench: Bench, section_id: str) -> None:
    item = Item(id=new_id(), text="")
    open_item(bench, item.id)
    commit(
        bench, lambda now: arranging.add_item(now, section_id, item), "Question added", WHOLE_PAGE
    )


def _toggle(bench: Bench, section_id: str, is_open: bool) -> None:
    before = st.session_state.get(_open_key(bench))
    st.session_state[_open_key(bench)] = None if is_open else section_id
    there = [section.id for section in bench.document.questionnaire.sections]
    st.rerun([section_key(each) for each in there if each in (before, section_id)])


def _open_key(bench: Bench) -> str:
    return f"{bench.id}:open_section"
