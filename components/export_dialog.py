"""Saving a document in other tools' formats: what each does not keep is said before the file.

Shared by the rooms: `export_cards` on a page of its own, `export_dialog` over any page.
"""

from collections.abc import Sequence

import streamlit as st

from components.messages import show_error
from components.plain import plain
from services.documents import Document
from services.errors import AskwrightError
from services.formats import registry
from services.formats.base import Format, Loss
from services.formats.preview import preview

CARD_WIDTH = 330


@st.dialog("Export", width="large", icon=":material/download:")
def export_dialog(document: Document, *, item: str = "Question") -> None:
    """Every format of the document's room, each a click away. `item` is what is counted."""
    export_cards(document, item=item)


def export_cards(document: Document, *, item: str = "Question") -> None:
    """A card for each format: what is not kept, a preview, and the file itself."""
    formats = [each for each in registry.for_room(document.room) if each.can_write]
    with st.grid(2, min_column_width=CARD_WIDTH, border=True) as cards:
        for each in formats:
            with cards.cell():
                try:
                    _card(document, each, item)
                except AskwrightError as error:
                    show_error(error)


def _card(document: Document, format: Format, item: str) -> None:
    key = f"export:{format.room}:{format.name}"
    name = registry.filename(document, format)
    losses = registry.losses(document, format)
    st.markdown(f"**{plain(format.label)}**  \n:small[{plain(name)}]")
    if format.notice:
        st.markdown(f":blue-badge[:material/info: Note] {plain(format.notice)}")
    _losses(losses, item, key)
    _preview(document, format, key)
    st.download_button(
        f"Save {format.extension}",
        # Written when it is clicked: a page with every format must not write them all.
        lambda: registry.export(document, format.name).data,
        file_name=name,
        mime=format.mime,
        icon=":material/download:",
        on_click="ignore",
        key=f"{key}:save",
        help=f"Save as {format.label}",
    )


def _losses(losses: Sequence[Loss], item: str, key: str) -> None:
    if not losses:
        st.markdown(":green-badge[:material/check: Everything is kept]")
        return
    lines = worded(losses, item)
    count = f"{len(lines)} things change" if len(lines) > 1 else "One thing changes"
    with st.expander(f"{count} in this format", icon=":material/warning:", key=f"{key}:losses"):
        st.markdown("\n".join(f"- {line}" for line in lines))


def worded(losses: Sequence[Loss], item: str = "Question") -> list[str]:
    """One line of Markdown for each thing that is lost, with all the places where it is."""
    places: dict[str, list[int]] = {}
    for loss in losses:
        places.setdefault(loss.what, []).extend([] if loss.item is None else [loss.item + 1])
    return [
        f"{plain(what)} ({_places(found, item)})" if found else plain(what)
        for what, found in places.items()
    ]


def _places(numbers: Sequence[int], item: str) -> str:
    """ "Question 3", or "Questions 1 to 4, 7"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"{item}{'s' if len(set(numbers)) > 1 else ''} {', '.join(parts)}"


def _preview(document: Document, format: Format, key: str) -> None:
    look = st.expander(
        "Preview", icon=":material/visibility:", key=f"{key}:preview", on_change="rerun"
    )
    if look.open:
        with look:
            text = preview(registry.export(document, format.name))
            st.code(text, language=None, wrap_lines=True)
