"""Widgets bound to a draft: each shows the stored value and commits what the author enters.

The stored value is the truth. A widget's own state is overwritten only when it differs from the
store (a model, an undo or another browser changed it), so typing is never disturbed; an edit that
could not be saved stays in its widget, marked, until it can be.

`repaint` names the fragments (their keys) that an edit must draw again, or `WHOLE_PAGE`, or is
asked for them after the edit; without it, what Streamlit would draw anyway is drawn: the fragment
the widget is in, or the whole page.
"""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from components.workbench import Bench
from services.documents import Document

Change = Callable[[Any], Document]
LIVE = "400ms"
WHOLE_PAGE = "app"
Names = Sequence[str] | str
Repaint = Names | Callable[[], Names]


def text_field(
    bench: Bench,
    label: str,
    value: str,
    change: Callable[[str], Change],
    *,
    key: str,
    what: str,
    repaint: Repaint = (),
    **widget: Any,
) -> None:
    """A single line, committed while typing (after 0.4 s of rest)."""
    state = _bind(bench, key, value)
    st.text_input(
        label,
        key=state,
        live=LIVE,
        on_change=_commit,
        args=(bench, state, change, what, repaint),
        **widget,
    )
    _say_unsaved(state)


def area_field(
    bench: Bench,
    label: str,
    value: str,
    change: Callable[[str], Change],
    *,
    key: str,
    what: str,
    repaint: Repaint = (),
    **widget: Any,
) -> None:
    """Several lines, committed when the field is left or with Ctrl+Enter."""
    state = _bind(bench, key, value)
    st.text_area(
        label, key=state, on_change=_commit, args=(bench, state, change, what, repaint), **widget
    )
    _say_unsaved(state)


def choice_field(
    bench: Bench,
    label: str,
    options: Sequence[Any],
    value: Any,
    change: Callable[[Any], Change],
    *,
    key: str,
    what: str,
    repaint: Repaint = (),
    draw: Callable[..., Any] = st.selectbox,
    **widget: Any,
) -> None:
    """One of `options`, or several, as `draw` has it: st.selectbox, st.radio, st.pills, ...

    `value` is what that widget gives back: one option or None, or a list of options.
    """
    state = _bind(bench, key, value)
    draw(
        label,
        options,
        key=state,
        on_change=_commit,
        args=(bench, state, change, what, repaint),
        **widget,
    )
    _say_unsaved(state)


def number_field(
    bench: Bench,
    label: str,
    value: float | int | None,
    change: Callable[[Any], Change],
    *,
    key: str,
    what: str,
    repaint: Repaint = (),
    **widget: Any,
) -> None:
    state = _bind(bench, key, value)
    st.number_input(
        label, key=state, on_change=_commit, args=(bench, state, change, what, repaint), **widget
    )
    _say_unsaved(state)


def toggle_field(
    bench: Bench,
    label: str,
    value: bool,
    change: Callable[[bool], Change],
    *,
    key: str,
    what: str,
    repaint: Repaint = (),
    **widget: Any,
) -> None:
    state = _bind(bench, key, value)
    st.toggle(
        label, key=state, on_change=_commit, args=(bench, state, change, what, repaint), **widget
    )
    _say_unsaved(state)


def _bind(bench: Bench, key: str, value: Any) -> str:
    state = f"{bench.id}:{key}"
    if state not in _unsaved() and (
        state not in st.session_state or st.session_state[state] != value
    ):
        st.session_state[state] = value
    return state


def commit(bench: Bench, change: Change, what: str, repaint: Repaint = ()) -> None:
    """An edit that a button makes, as its `on_click`."""
    bench.edit(change, what)
    _repaint(repaint)


def _commit(
    bench: Bench,
    state: str,
    change: Callable[[Any], Change],
    what: str,
    repaint: Repaint,
) -> None:
    if bench.edit(change(st.session_state[state]), what):
        _unsaved().discard(state)
    else:
        _unsaved().add(state)
    _repaint(repaint)


def _repaint(repaint: Repaint) -> None:
    names = repaint() if callable(repaint) else repaint
    if names:
        st.rerun(names if isinstance(names, str) else list(names))


def _unsaved() -> set[str]:
    """Keys of the widgets whose last edit the store refused."""
    found: set[str] = st.session_state.setdefault("unsaved", set())
    return found


def _say_unsaved(state: str) -> None:
    if state in _unsaved():
        st.markdown(":red-badge[:material/error: Not saved yet: change it again to retry]")
