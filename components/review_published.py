"""Published ratings beside one's own: which are shown, and in what they differ."""

import streamlit as st

from components.plain import plain
from components.workbench import Bench
from services.compare.published import (
    PublishedRow,
    PublishedTable,
    rating_warnings,
    ratings_for,
)
from services.compare.study_models import Study

MOST = 3


def choose_published(bench: Bench) -> tuple[PublishedTable | None, list[PublishedRow]]:
    """The published study of this kind and the rows that are to stand beside."""
    study: Study = bench.document
    table = ratings_for(study.kind)
    if table is None:
        st.markdown(
            "No published study of this kind is known to this app: your ratings stand alone."
        )
        return None, []
    names = [row.name for row in table.rows]
    chosen = st.multiselect(
        f"Beside yours: {table.title}",
        names,
        default=names[:1],
        key=f"{bench.id}:published",
        persist_state="session",
        placeholder="Choose published rows",
        max_selections=MOST,
    )
    return table, [row for row in table.rows if row.name in chosen]


def published_notes(
    study: Study, table: PublishedTable | None, beside: list[PublishedRow], raters: int
) -> None:
    """In what the published study differs from this one, and what is known to be wrong with it."""
    if table is None or not beside:
        return
    said = rating_warnings(study, table, raters)
    st.warning(
        "\n".join(["The published figures come from another study:", ""])
        + "\n"
        + "\n".join(f"- {plain(each)}" for each in said),
        icon=":material/menu_book:",
    )
    notes = [*table.notes, *(f"{row.name}: {row.note}" for row in beside if row.note)]
    with st.expander("About the published figures", icon=":material/menu_book:"):
        st.markdown(plain(table.source))
        st.markdown("\n".join(f"- {plain(note)}" for note in notes))
