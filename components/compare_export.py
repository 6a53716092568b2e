"""Taking a comparison along: a report that opens anywhere, the table, and running it again."""

import re
from datetime import UTC, datetime

import streamlit as st

from components.compare_studies import studies_of
from components.compare_views import SET_UP, show_view
from components.workbench import Bench, start_draft
from services.compare import report, sheet
from services.compare.editing import to_run_again
from services.compare.models import Comparison, finished


def export_panel(bench: Bench) -> None:
    comparison: Comparison = bench.document
    made = sum(len(cells) for cells in finished(comparison).values())
    if not made:
        st.markdown("There is nothing to report yet. Run the comparison first.")
        return
    name = _file_name(comparison)
    _report(comparison, name)
    _table(comparison, name)
    _rerun(bench, comparison)


def _report(comparison: Comparison, name: str) -> None:
    st.header("Report")
    st.markdown(
        "One HTML file with tables, charts, what people said in blind reviews that have ended, "
        "outputs, prompts, model hash, seeds, versions and settings. It opens without a network "
        "and prints well; nothing in it runs or loads anything."
    )
    studies = {name: each for name, each in studies_of(comparison).items() if each.ended}
    st.download_button(
        "Save the report (HTML)",
        lambda: report.html(comparison, when=now(), studies=studies).encode(),
        file_name=f"{name}.html",
        mime="text/html",
        icon=":material/download:",
        type="primary",
        on_click="ignore",
        key="compare:html",
    )


def _table(comparison: Comparison, name: str) -> None:
    st.header("Table")
    st.markdown("A row for each arm on each input with every measure, and the published rows.")
    st.download_button(
        "Save the table (CSV)",
        lambda: sheet.csv(comparison),
        file_name=f"{name}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="compare:csv",
    )


def _rerun(bench: Bench, comparison: Comparison) -> None:
    st.header("Run it again")
    st.markdown(
        "A new comparison with the same settings and nothing made yet. With the same model and "
        "versions, the same seeds give the same prompts, which their hashes in the report show."
    )
    st.button(
        "Copy the settings to run again",
        icon=":material/replay:",
        key=f"{bench.id}:again",
        on_click=_again,
        args=(comparison,),
    )


def _again(comparison: Comparison) -> None:
    show_view(SET_UP)
    start_draft(to_run_again(comparison), "To run again")


def now() -> str:
    """The time that a report says it was written at."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _file_name(comparison: Comparison) -> str:
    words = re.sub(r"[^\w]+", "-", comparison.title.lower()).strip("-")[:60]
    return words or "comparison"
