"""Texts and questions made elsewhere: what was understood is shown before it becomes a draft."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from components.import_dialog import FILE, PASTE, show_unread
from components.messages import show_error
from components.passages_terms import letter
from components.plain import plain
from components.workbench import start_draft
from services.errors import InvalidInput
from services.formats import registry
from services.formats.base import Room
from services.formats.guarded_text import MAX_PASTE
from services.formats.passages.intake import Intake, passages_in
from services.formats.sniffing import sniff
from services.reading.models import ComprehensionItem, Passage, PassageSet

UNREAD = "passages:unread_lines"
FILES = ["txt", "md", "docx", "pdf", "csv", "xml", "gift", "zip", "json"]
FILES_HELP = (
    "Texts as .txt, .md, .docx, .pdf with text, or .csv with a column text. Questions in them, or "
    "in Moodle XML, GIFT, Aiken, QTI or CSV, come along."
)
PASTE_HELP = """The bees stayed in the hive because it had rained for nine days.

1. Why did the bees stay in?
a) They were ill.
*b) It was wet.
c) They had no food.

A text alone will do; so will Moodle XML, GIFT, Aiken or CSV."""
SHOWN = 50
KEY = "passages:import"


@st.dialog("Import", width="large", icon=":material/upload:")
def import_passages() -> None:
    """Paste a text or open files, read what was understood, then make it a draft."""
    way = st.segmented_control(
        "Where from",
        [PASTE, FILE],
        default=PASTE,
        required=True,
        key=f"{KEY}:way",
        label_visibility="collapsed",
    )
    passages = _pasted() if way == PASTE else _opened()
    if not passages:
        return
    st.button(
        "Make it a draft",
        type="primary",
        icon=":material/check:",
        key=f"{KEY}:take",
        on_click=_take,
        args=(passages,),
    )


def _pasted() -> tuple[Passage, ...]:
    with st.form(f"{KEY}:form", border=False):
        text = st.text_area(
            "Text", key=f"{KEY}:text", height=260, max_chars=MAX_PASTE, placeholder=PASTE_HELP
        )
        st.form_submit_button("Read it", icon=":material/search:")
    if not text.strip():
        return ()
    data = text.encode("utf-8", "replace")
    try:
        loaded = registry.load(data, sniff(data, Room.PASSAGES))
    except InvalidInput as error:
        show_error(error)
        return ()
    return _understood([("", Intake(loaded.document.passages, loaded.unread))])


def _opened() -> tuple[Passage, ...]:
    files = st.file_uploader(
        "Files", type=FILES, accept_multiple_files=True, help=FILES_HELP, key=f"{KEY}:files"
    )
    read = []
    for file in files:
        try:
            read.append((file.name, passages_in(file.name, file.getvalue())))
        except InvalidInput as error:
            show_error(error)
    return _understood(read) if read else ()


def _understood(read: Sequence[tuple[str, Intake]]) -> tuple[Passage, ...]:
    """Shows every passage with its questions, and what was left out; gives the passages back."""
    passages = tuple(passage for _, found in read for passage in found.passages)
    if not passages:
        st.markdown(":orange-badge[:material/warning: Nothing found] There is no text in it.")
        return ()
    with st.container(height=300, key=f"{KEY}:understood"):
        for passage in passages[:SHOWN]:
            _passage(passage)
        if len(passages) > SHOWN:
            st.markdown(f"And {len(passages) - SHOWN} more.")
    for name, found in read:
        if name and found.unread:
            st.markdown(f"**{plain(name)}**")
        if found.unread or len(read) == 1:
            show_unread(found.unread)
    return passages


def _passage(passage: Passage) -> None:
    questions = len(passage.items)
    count = f"{len(passage.text.split()):,} words, {questions or 'no'} " + (
        "question" if questions == 1 else "questions"
    )
    st.markdown(f"**{plain(passage.title or 'A text without a title')}** ({count})")
    if passage.text:
        st.text(" ".join(passage.text.split())[:200])
    if passage.items:
        st.markdown(
            "\n".join(f"{n}. {short(item)}" for n, item in enumerate(passage.items[:SHOWN], 1))
        )
    if questions > SHOWN:
        st.markdown(f"And {questions - SHOWN} more.")


def short(item: ComprehensionItem) -> str:
    """A question in one line of Markdown, with the number of its options and its key."""
    key = "no key" if item.gold is None else f"key {letter(item.gold)}"
    return f"{plain(item.question, limit=70)} ({len(item.options)} options, {key})"


def _take(passages: tuple[Passage, ...]) -> None:
    start_draft(PassageSet(passages=passages), "Imported")
    st.rerun()


def take_files(files: Sequence[Any]) -> Intake:
    """The passages in uploaded files. Files and lines that could not be read are said by
    `unread_lines` on the next run."""
    passages: list[Passage] = []
    said: list[str] = []
    for file in files:
        try:
            found = passages_in(file.name, file.getvalue())
        except InvalidInput as error:
            said.append(str(error))
            continue
        passages += found.passages
        said += unread_of(found, file.name)
    if said:
        st.session_state[UNREAD] = said
    return Intake(tuple(passages))


def unread_of(found: Intake, name: str) -> list[str]:
    """One sentence for each line that was not understood."""
    return [
        f"{name}, line {line.line}: “{line.text}” was not taken: {line.why}"
        if line.line is not None
        else f"{name}: “{line.text}” was not taken: {line.why}"
        for line in found.unread
    ]


def unread_lines() -> None:
    """What the last files held that was not understood, until it is dismissed."""
    said = st.session_state.get(UNREAD)
    if not said:
        return
    many = f"{len(said)} parts" if len(said) > 1 else "One part"
    with st.expander(f"{many} of the files could not be read", icon=":material/warning:"):
        for sentence in said:
            st.text(sentence)
        st.button("Dismiss", key="passages:unread", on_click=st.session_state.pop, args=(UNREAD,))
