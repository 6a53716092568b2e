"""The choice between what is stored in a field and what its author wrote meanwhile."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components.workbench import Bench
from services.documents import Document


def held_choice(
    bench: Bench,
    field: str,
    stored: Any,
    words: Callable[[Any], str],
    setter: Callable[[Any], Callable[[Any], Document]],
    what: str,
) -> None:
    """Under the field, which holds the author's own: what is stored now, and the two ways on."""
    with st.container(border=True, key=f"{bench.id}:{field}:held"):
        st.markdown(
            ":orange-badge[:material/call_split: Two versions] This was changed while you wrote. "
            "Yours is in the field and not in the draft yet. In the draft now:"
        )
        st.text(told(stored, words))
        with st.container(horizontal=True):
            for name, icon, change in (
                ("Use mine", ":material/check:", setter(bench.held[field].value)),
                ("Keep the one in the draft", ":material/undo:", None),
            ):
                st.button(
                    name,
                    icon=icon,
                    key=f"{bench.id}:{field}:{name}",
                    on_click=_choose,
                    args=(bench, field, change, what),
                )


def told(value: Any, words: Callable[[Any], str] = str) -> str:
    """A field's value as text."""
    if isinstance(value, (list, tuple)):
        return ", ".join(words(entry) for entry in value) or "(nothing)"
    if value is None or value == "":
        return "(nothing)"
    if isinstance(value, bool):
        return "On" if value else "Off"
    return words(value)


def _choose(bench: Bench, field: str, change: Callable[[Any], Document] | None, what: str) -> None:
    bench.choose(field, change, what)
    # The field follows the draft again.
    st.session_state.pop(f"{bench.id}:{field}", None)
    st.rerun()
