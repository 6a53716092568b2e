"""The tables of a comparison, with published rows beside them, and its charts."""

import streamlit as st

from components.compare_charts import means_chart
from components.plain import plain
from components.workbench import Bench
from services.compare import published
from services.compare.measures import Better, Measure
from services.compare.models import Comparison
from services.compare.published import PublishedRow, PublishedTable
from services.compare.tables import (
    ArmRow,
    Difference,
    Verdict,
    arm_rows,
    cautions,
    differences,
    estimate_in_words,
    measures_of,
    verdict,
)

CHARTS_SHOWN = 4
VERDICTS = {
    Verdict.BETTER: ":green-badge[:material/thumb_up: Better]",
    Verdict.WORSE: ":orange-badge[:material/thumb_down: Worse]",
    Verdict.DIFFERS: ":blue-badge[:material/check: Differs]",
    Verdict.CHANCE: ":gray-badge[:material/remove: Could be chance]",
    Verdict.SAME: ":gray-badge[:material/drag_handle: The same]",
    Verdict.ONE: ":gray-badge[:material/help: One input]",
}
SIGNS = {Better.HIGHER: " ↑", Better.LOWER: " ↓", Better.HUMAN: " ◎", Better.NONE: ""}


def results_panel(bench: Bench) -> None:
    comparison: Comparison = bench.document
    rows = arm_rows(comparison)
    measures = measures_of(comparison)
    if not measures:
        st.markdown("Nothing has been made yet. Set up the arms and inputs, then run them.")
        return
    table = published.table_for(comparison.subject)
    beside = _published_rows(bench, table)
    notes = cautions(comparison)
    notes += published.warnings(comparison, table) if beside else []
    if notes:
        st.warning("\n".join(f"- {plain(note)}" for note in notes), icon=":material/info:")
    _means(rows, measures, table, beside)
    _differences(bench, comparison)
    _charts(bench, rows, measures, table, beside)


def _published_rows(bench: Bench, table: PublishedTable) -> list[PublishedRow]:
    names = [row.name for row in table.rows]
    chosen = st.multiselect(
        f"Beside yours: {table.title}",
        names,
        default=names[:1] if table.questions else [],
        key=f"{bench.id}:published",
        persist_state="session",
        placeholder="Choose published rows",
        max_selections=4,
    )
    return [row for row in table.rows if row.name in chosen]


def _means(
    rows: list[ArmRow],
    measures: tuple[Measure, ...],
    table: PublishedTable,
    beside: list[PublishedRow],
) -> None:
    st.header("Means of the arms")
    columns = {"Measure": [_label(measure) for measure in measures]}
    for row in rows:
        name = f"{plain(row.name, limit=40)} (n = {row.inputs})"
        while name in columns:
            name += " "
        columns[name] = [estimate_in_words(m, row.estimates[m.name]) for m in measures]
    for line in beside:
        columns[f"{line.name} (published)"] = [
            "" if (theirs := table.value(line, m.name)) is None else f"{theirs:.{m.decimals}f}"
            for m in measures
        ]
    st.table(columns, border="horizontal", hide_index=True, alt="Means of the arms by measure")
    st.markdown(
        "↑ higher is better, ↓ lower is better, ◎ near what people's have is better. n is the "
        "number of inputs; in brackets the 95% bootstrap interval over them, where they differ. "
        "Measures are estimates by this app's rules, encoder and judge, not people's opinions."
    )
    with st.expander("What the measures say", icon=":material/help:"):
        st.markdown("\n".join(f"- **{m.label}** ({m.better}): {plain(m.says)}" for m in measures))
    if beside:
        _notes(table, beside)


def _label(measure: Measure) -> str:
    unit = f", {measure.unit}" if measure.unit else ""
    return f"{measure.label}{unit}{SIGNS[measure.better]}"


def _notes(table: PublishedTable, beside: list[PublishedRow]) -> None:
    said = [*table.notes, *(f"{row.name}: {row.note}" for row in beside if row.note)]
    with st.expander("About the published figures", icon=":material/menu_book:"):
        st.markdown(plain(table.source))
        st.markdown("\n".join(f"- {plain(note)}" for note in said))


def _differences(bench: Bench, comparison: Comparison) -> None:
    if len(comparison.arms) < 2:
        return
    st.header("Differences, input by input")
    names = {row.arm: row.name for row in arm_rows(comparison)}
    base = st.selectbox(
        "Compared with",
        list(names),
        format_func=names.__getitem__,
        key=f"{bench.id}:baseline",
        persist_state="session",
    )
    found = differences(comparison, str(base))
    if not found:
        st.markdown("No input has been finished by both arms yet.")
        return
    for arm, name in names.items():
        own = [each for each in found if each.arm == arm]
        if own:
            _differences_of(name, own)
    st.markdown(
        "Better, worse or different is a difference whose 95% interval over inputs leaves 0 out. "
        "Of many measures about one in twenty does so by chance alone."
    )


def _differences_of(name: str, found: list[Difference]) -> None:
    st.subheader(plain(name, limit=40))
    st.table(
        {
            "Measure": [_label(each.measure) for each in found],
            "Difference": [
                estimate_in_words(each.measure, each.estimate, signed=True) for each in found
            ],
            "Verdict": [VERDICTS[verdict(each)] for each in found],
        },
        border="horizontal",
        hide_index=True,
        alt=f"Differences of {name} to the arm it is compared with",
    )


def _charts(
    bench: Bench,
    rows: list[ArmRow],
    measures: tuple[Measure, ...],
    table: PublishedTable,
    beside: list[PublishedRow],
) -> None:
    st.header("Charts")
    by_name = {measure.name: measure for measure in measures}
    chosen = st.multiselect(
        "Measures to draw",
        list(by_name),
        default=list(by_name)[:2],
        format_func=lambda name: by_name[name].label,
        key=f"{bench.id}:charts",
        persist_state="session",
        max_selections=CHARTS_SHOWN,
    )
    for name in [name for name in chosen if name in by_name]:
        means_chart(by_name[name], rows, table, beside)
