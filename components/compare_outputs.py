"""What the arms made of one input, side by side."""

import streamlit as st

from components.hints_terms import percent
from components.plain import plain
from components.review_samples import questionnaire_view
from components.workbench import Bench
from services.compare.measures import MEASURES, shown, value
from services.compare.models import Arm, Comparison, Input, ItemInput, arm_name, cell_of
from services.compare.report import output_lines
from services.reading.models import SolverResult


def outputs_panel(bench: Bench) -> None:
    comparison: Comparison = bench.document
    titles = {source.id: source.title for source in comparison.inputs}
    if not titles or not comparison.cells:
        st.markdown("Nothing has been made yet. Set up the arms and inputs, then run them.")
        return
    chosen = st.selectbox(
        "Input",
        list(titles),
        format_func=lambda name: titles[name][:90],
        key=f"{bench.id}:input",
        persist_state="session",
    )
    source = next(source for source in comparison.inputs if source.id == chosen)
    if isinstance(source, ItemInput):
        with st.expander("The passage", icon=":material/menu_book:"):
            st.text(source.passage)
    with st.grid(2, min_column_width=320, border=True) as cards:
        for arm in comparison.arms:
            with cards.cell():
                _output(comparison, arm, source)


def _output(comparison: Comparison, arm: Arm, source: Input) -> None:
    st.header(plain(arm_name(comparison, arm), limit=40))
    cell = cell_of(comparison, arm, source)
    if cell is None:
        st.markdown(":gray-badge[:material/hourglass_top: Not made yet]")
        return
    if cell.error:
        st.markdown(f":red-badge[:material/error: Could not be made] {plain(cell.error)}")
        return
    if cell.questionnaire is not None:
        questionnaire_view(cell.questionnaire)
    elif cell.solved is not None and isinstance(source, ItemInput):
        _shares(source, cell.solved)
    else:
        st.markdown("  \n".join(plain(line) for line in output_lines(cell, source)))
    with st.expander("Measures", icon=":material/straighten:"):
        known = [(m, value(cell, m.name)) for m in MEASURES[comparison.subject]]
        st.table(
            {
                "Measure": [m.label for m, _ in known],
                "Value": [shown(m, number) for m, number in known],
            },
            border="horizontal",
            hide_index=True,
            alt="Measures of this output",
        )


def _shares(source: ItemInput, solved: SolverResult) -> None:
    """How probable the model found each option, the key marked."""
    columns = {
        "Option": [
            f"{plain(option, limit=60)}{' (the key)' if place == source.gold else ''}"
            for place, option in enumerate(source.options)
        ]
    }
    for name, shares in (("With the passage", solved.passage), ("Without", solved.without_passage)):
        if shares:
            columns[name] = [percent(share) for share in shares]
    st.table(
        columns,
        border="horizontal",
        hide_index=True,
        alt="How probable the model found each option",
    )
