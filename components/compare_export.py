"""Taking a comparison along: a report that opens anywhere, the table, and running it again."""

import re
from datetime import UTC, datetime

import streamlit as st

from components.compare_views import SET_UP, show_view
from components.messages import show_error
from components.workbench import Bench, start_draft, workshop
from services.compare import report, sheet
from services.compare.editing import to_run_again
from services.compare.models import Comparison, finished
from services.compare.study_models import Study
from services.errors import InvalidInput, NotFound


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
    studies = ended_studies(comparison)
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


def ended_studies(comparison: Comparison) -> dict[str, Study]:
    """By id, those of the comparison's studies that have ended and can be reached.

    One that cannot be read is told on the page, so that nobody takes the report for whole.
    """
    found = {}
    for key in comparison.keys:
        try:
            study = workshop().repository.get(key.study).document
        except NotFound:
            continue
        except InvalidInput as error:
            _left_out(key.study, error)
            continue
        if isinstance(study, Study) and study.ended:
            found[key.study] = study
    return found


def _left_out(study: str, error: InvalidInput) -> None:
    st.markdown("A study of this comparison is left out of the report:")
    show_error(error)
    st.page_link(
        "pages/history.py",
        label="Its history",
        icon=":material/history:",
        query_params={"draft": study},
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
