"""Two versions of a text, before and after: every measure, and what each edit did."""

import streamlit as st

from components import passages_readings as readings
from components.fields import WHOLE_PAGE, area_field, commit
from components.plain import plain
from components.workbench import Bench
from services.reading import editing
from services.reading.comparison import Change, Edit
from services.reading.models import Passage


def two_versions(bench: Bench, passage: Passage) -> None:
    """Start a second version, or edit it and see what changed."""
    if passage.edited is None:
        st.markdown(
            "Work on a second version beside the text and see what each edit does to the "
            "measures. The text stays as it is until you take the new version over."
        )
        st.button(
            "Start a second version",
            icon=":material/difference:",
            key=f"{bench.id}:{passage.id}:version",
            on_click=commit,
            args=(bench, lambda now: editing.start_version(now, passage.id), "Second version"),
        )
        return
    area_field(
        bench,
        "Second version",
        passage.edited,
        lambda text: lambda now: editing.set_version(now, passage.id, text),
        key=f"version:{passage.id}",
        what="Second version",
        height=260,
    )
    with st.container(horizontal=True):
        _step(bench, passage, "Take it over", editing.take_version, ":material/check:")
        _step(bench, passage, "Throw it away", editing.drop_version, ":material/delete:")
    if passage.edited == passage.text:
        st.markdown("Both versions are the same so far.")
    else:
        _changes(passage.text, passage.edited)


def _step(bench: Bench, passage: Passage, label: str, step: object, icon: str) -> None:
    st.button(
        label,
        icon=icon,
        key=f"{bench.id}:{passage.id}:{label}",
        on_click=commit,
        args=(bench, lambda now: step(now, passage.id), f"{label}: second version", WHOLE_PAGE),  # type: ignore[operator]
    )


def _changes(before: str, after: str) -> None:
    compared = readings.compared(before, after)
    st.subheader("Before and after")
    rows = {
        "Measure": [change.name for change in compared.measures] + ["Words"],
        "Before": [_number(change.before) for change in compared.measures],
        "After": [_number(change.after) for change in compared.measures],
        "Change": [_difference(change) for change in compared.measures],
    }
    old, new = compared.words
    rows["Before"].append(f"{old:,}")
    rows["After"].append(f"{new:,}")
    rows["Change"].append(f"{new - old:+,}")
    st.table(rows, border="horizontal", alt="Every measure before and after")
    st.subheader("Edit by edit")
    for edit in compared.edits:
        _edit(edit)


def _edit(edit: Edit) -> None:
    with st.container(border=True):
        change = edit.grade_change
        if change is not None and abs(change) >= 0.05:
            icon, word = (
                (":green-badge[:material/south_east:", "easier")
                if change < 0
                else (":orange-badge[:material/north_east:", "harder")
            )
            st.markdown(f"{icon} Grade {abs(change):.1f} {word}] if only this edit is made")
        else:
            st.markdown(":gray-badge[:material/east: No change of grade]")
        left, right = st.columns(2)
        left.markdown(f"**Before:** {plain(edit.before) or '(nothing)'}")
        right.markdown(f"**After:** {plain(edit.after) or '(nothing)'}")


def _number(value: float | None) -> str:
    return "withheld" if value is None else f"{value:.1f}"


def _difference(change: Change) -> str:
    return "unknown" if change.difference is None else f"{change.difference:+.1f}"
