"""Widgets bound to a draft: each shows the stored value and commits what the author enters.

The stored value is the truth. A widget's own state is overwritten only when it differs from the
store (a model, an undo or another browser changed it), so typing is never disturbed; an edit that
could not be saved stays in its widget, marked, until it can be. So does one on top of another's
newer edit of the same field: both are shown, and whoever came second chooses.

`repaint` names the fragments (their keys) that an edit must draw again, or `WHOLE_PAGE`, or is
asked for them after the edit; without it, what Streamlit would draw anyway is drawn: the fragment
the widget is in, or the whole page.

Each widget is given its value twice, as state and as its first value. State alone is sent to the
browser only in the run that sets it; where the next run begins before that was sent, the widget
would appear empty, report that as an edit, and the stored value would be lost.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from components.held_edits import held_choice
from components.workbench import Bench, FieldEdit
from services.concurrent_edits import Entry
from services.documents import Document

Change = Callable[[Any], Document]
LIVE = "400ms"
WHOLE_PAGE = "app"
Names = Sequence[str] | str
Repaint = Names | Callable[[], Names]
# What is entered this soon after a field was given another value was meant for the one before.
SURPRISE_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Field:
    """A widget's binding: its `state` key, and how what is entered there gets into the draft."""

    state: str
    key: str
    label: str
    what: str
    change: Callable[[Any], Change]
    repaint: Repaint


@dataclass(frozen=True, slots=True)
class Shown:
    """What a widget showed: the value, and the revision of the draft that it stood in."""

    value: Any
    revision: int


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
    field = Field(f"{bench.id}:{key}", key, label, what, change, repaint)
    longest = bench.document.longest
    _draw(bench, field, value, st.text_input, max_chars=longest, live=LIVE, **widget)


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
    field = Field(f"{bench.id}:{key}", key, label, what, change, repaint)
    _draw(bench, field, value, st.text_area, max_chars=bench.document.longest, **widget)


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
    field = Field(f"{bench.id}:{key}", key, label, what, change, repaint)
    _draw(bench, field, value, draw, options=options, **widget)


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
    field = Field(f"{bench.id}:{key}", key, label, what, change, repaint)
    _draw(bench, field, value, st.number_input, **widget)


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
    field = Field(f"{bench.id}:{key}", key, label, what, change, repaint)
    _draw(bench, field, value, st.toggle, **widget)


def _draw(bench: Bench, field: Field, stored: Any, draw: Callable[..., Any], **widget: Any) -> None:
    """Draw the widget of a field, and under it what of the author's is not stored yet."""
    _bind(bench, field, stored)
    closed = bool(widget.pop("disabled", False)) or not bench.may_edit
    draw(
        field.label,
        **_at_first(draw, widget.get("options"), st.session_state[field.state]),
        key=field.state,
        on_change=_commit,
        args=(bench, field),
        disabled=closed,
        **widget,
    )
    _say_what_waits(bench, field, stored, widget.get("format_func", str))


def _at_first(
    draw: Callable[..., Any], options: Sequence[Any] | None, value: Any
) -> dict[str, Any]:
    """The argument by which `draw` is told what to show: a value, a place, an option, several."""
    if options is None:
        return {"value": value}
    places = list(options)
    if draw.__name__ in ("selectbox", "radio"):
        return {"index": places.index(value) if value in places else None}
    if isinstance(value, (list, tuple)):
        return {"default": [entry for entry in value if entry in places]}
    return {"default": value if value in places else None}


def _bind(bench: Bench, field: Field, value: Any) -> None:
    """Give the widget the stored value, unless something is in it that is not stored yet."""
    state, shown = field.state, _shown()
    if field.key in bench.held:
        if state not in st.session_state:
            st.session_state[state] = bench.held[field.key].value
    elif state not in _unsaved() and (
        state not in st.session_state or st.session_state[state] != value
    ):
        if state in st.session_state and state in shown:
            _surprises()[state] = (shown[state], time.monotonic())
        st.session_state[state] = value
    shown[state] = Shown(value, bench.draft.revision)


def commit(bench: Bench, change: Change, what: str, repaint: Repaint = ()) -> None:
    """An edit that a button makes, as its `on_click`."""
    bench.edit(change, what)
    _repaint(repaint)


def _commit(bench: Bench, field: Field) -> None:
    value = st.session_state[field.state]
    shown = _meant_for(field.state)
    entry = Entry(field.change, value, shown.value, lambda: bench.document_at(shown.revision))
    if bench.enter(FieldEdit(field.key, field.label, field.what, entry)):
        _unsaved().discard(field.state)
        _shown()[field.state] = Shown(value, bench.draft.revision)
    else:
        _unsaved().add(field.state)
    _repaint(field.repaint)


def _meant_for(state: str) -> Shown:
    """What the author saw when they entered what has arrived now."""
    before, when = _surprises().pop(state, (None, 0.0))
    if before is not None and time.monotonic() - when < SURPRISE_SECONDS:
        return before
    return _shown()[state]


def _repaint(repaint: Repaint) -> None:
    names = repaint() if callable(repaint) else repaint
    if not names:
        return
    try:
        st.rerun(names if isinstance(names, str) else list(names))
    except StreamlitAPIException:
        # A fragment is gone: another view was opened while this was on its way here.
        st.rerun(WHOLE_PAGE)


def _unsaved() -> set[str]:
    """Keys of the widgets whose last edit the store refused."""
    found: set[str] = st.session_state.setdefault("unsaved", set())
    return found


def _shown() -> dict[str, Shown]:
    found: dict[str, Shown] = st.session_state.setdefault("shown", {})
    return found


def _surprises() -> dict[str, tuple[Shown, float]]:
    """What fields showed before somebody else's value was put into them, and when that was."""
    found: dict[str, tuple[Shown, float]] = st.session_state.setdefault("surprises", {})
    return found


def _say_what_waits(bench: Bench, field: Field, stored: Any, words: Callable[[Any], str]) -> None:
    if field.key in bench.held:
        held_choice(bench, field.key, stored, words, field.change, field.what)
    elif field.state in _unsaved():
        st.markdown(":red-badge[:material/error: Not saved yet: change it again to retry]")
