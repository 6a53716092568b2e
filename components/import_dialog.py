"""Bringing work made elsewhere in: what was understood is shown before it becomes a draft.

Shared by the rooms; each says how its documents are shown.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components.messages import show_error
from components.plain import plain
from components.workbench import start_draft
from services.documents import Document
from services.errors import AskwrightError
from services.formats import registry
from services.formats.base import Format, Room, Unread
from services.formats.guarded_text import MAX_PASTE
from services.formats.registry import Loaded
from services.formats.sniffing import sniff

PASTE, FILE = "Paste text", "Open a file"
Show = Callable[[Any], None]
Complete = Callable[[Any], Document]


@st.dialog("Import", width="large", icon=":material/upload:")
def import_dialog(
    room: Room, show: Show, paste_help: str, complete: Complete = lambda document: document
) -> None:
    """Paste or open, read what was understood, then make it a draft.

    `show` draws a document that was read; `paste_help` says what a pasted text may look like;
    `complete` fills in what a file does not say before the document becomes a draft.
    """
    key = f"import:{room}"
    way = st.segmented_control(
        "Where from",
        [PASTE, FILE],
        default=PASTE,
        required=True,
        key=f"{key}:way",
        label_visibility="collapsed",
    )
    data = _pasted(key, paste_help) if way == PASTE else _opened(room, key)
    if not data:
        return
    try:
        loaded = registry.load(data, _format(data, room, key))
    except AskwrightError as error:
        show_error(error)
        return
    _understood(loaded, show, key)
    st.button(
        "Make it a draft",
        type="primary",
        icon=":material/check:",
        key=f"{key}:take",
        on_click=_take,
        args=(loaded, complete),
    )


def _pasted(key: str, paste_help: str) -> bytes:
    with st.form(f"{key}:form", border=False):
        text = st.text_area(
            "Text", key=f"{key}:text", height=260, max_chars=MAX_PASTE, placeholder=paste_help
        )
        st.form_submit_button("Read it", icon=":material/search:")
    return text.encode("utf-8", "replace") if text.strip() else b""


def _opened(room: Room, key: str) -> bytes:
    readable = [each for each in registry.for_room(room) if each.can_read]
    endings = sorted({each.extension.rsplit(".", 1)[-1] for each in readable} | {"md"})
    file = st.file_uploader(
        "File",
        type=endings,
        key=f"{key}:file",
        help=f"Read are: {', '.join(each.label for each in readable)}.",
    )
    return file.getvalue() if file is not None else b""


def _format(data: bytes, room: Room, key: str) -> Format:
    """The format the content shows, unless another is chosen."""
    readable = {each.name: each for each in registry.for_room(room) if each.can_read}
    chosen = st.selectbox(
        "Read it as",
        [None, *readable],
        format_func=lambda name: readable[name].label if name else "What it looks like",
        key=f"{key}:format",
    )
    return readable[chosen] if chosen else sniff(data, room)


def _understood(loaded: Loaded, show: Show, key: str) -> None:
    st.markdown(f"**Understood as {plain(loaded.format.label)}**")
    with st.container(height=420, key=f"{key}:understood"):
        show(loaded.document)
    show_unread(loaded.unread)


def show_unread(lines: tuple[Unread, ...]) -> None:
    """The lines that were not understood, as a table with the reasons."""
    if not lines:
        st.markdown(":green-badge[:material/check: No line was left out]")
        return
    count = f"{len(lines)} lines were" if len(lines) > 1 else "One line was"
    st.markdown(f":orange-badge[:material/warning: {count} not understood and left out]")
    st.table(
        {
            "Line": ["" if line.line is None else str(line.line) for line in lines],
            "Text": [plain(line.text, limit=120) for line in lines],
            "Why": [plain(line.why) for line in lines],
        },
        border="horizontal",
        hide_index=True,
        alt="Lines that were not understood",
    )


def _take(loaded: Loaded, complete: Complete) -> None:
    start_draft(complete(loaded.document), f"Imported from {loaded.format.label}")
    st.rerun()
