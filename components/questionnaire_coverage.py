"""Which question serves which intent: a heat map, and the same in words."""

import html
import textwrap
from typing import TYPE_CHECKING

import streamlit as st

from components.plain import plain
from services.questionnaire.coverage import Coverage
from services.questionnaire.models import QuestionnaireDraft

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

# With more questions than this a cell has no room for its figure.
MOST_WITH_FIGURES = 18
SERVES = "✓"


def coverage_panel(document: QuestionnaireDraft, coverage: Coverage) -> None:
    """The matrix intents x questions, what is not covered, and what serves no intent."""
    st.header("Coverage of the intents")
    if not coverage.intents:
        st.markdown("The brief has no intents, so there is nothing to cover. Add some there.")
        return
    _uncovered(coverage)
    _strays(document, coverage)
    st.plotly_chart(
        figure(coverage, len(document.questionnaire.items)),
        key="coverage",
        config={"displayModeBar": False},
        alt="Intents against questions; the table below says the same.",
    )
    st.markdown(_how(coverage))
    st.table(
        {
            "Intent": [plain(row.intent) for row in coverage.intents],
            "Questions that serve it": [
                ", ".join(str(place + 1) for place in row.items) or "none"
                for row in coverage.intents
            ],
            "Nearest question": [
                "not measured" if row.best is None else f"{row.best:.2f}"
                for row in coverage.intents
            ],
        },
        border="horizontal",
        hide_index=True,
        alt="Questions that serve each intent",
    )


def _uncovered(coverage: Coverage) -> None:
    for intent in coverage.uncovered:
        st.markdown(f":red-badge[:material/close: Not covered] {plain(intent)}")
    if not coverage.uncovered:
        st.markdown(":green-badge[:material/check: Every intent is covered]")


def _strays(document: QuestionnaireDraft, coverage: Coverage) -> None:
    items = document.questionnaire.items
    for place in coverage.unmatched_items:
        text = plain(items[place].text, limit=90)
        st.markdown(f":orange-badge[:material/help: Serves no intent] Question {place + 1}: {text}")


def _how(coverage: Coverage) -> str:
    if coverage.cosines is None:
        return (
            f"{SERVES} marks what was said to serve an intent. Meaning is not measured: the "
            "encoder in use does not know this language."
        )
    reach = "" if coverage.threshold is None else f" and reaches {coverage.threshold:.2f}"
    return (
        "The figures are cosines between intent and question: nearer to 1 is nearer in meaning. "
        f"{SERVES} marks a question that was said to serve the intent, or whose meaning is nearest "
        f"to it{reach}. Questions about the person serve none."
    )


def figure(coverage: Coverage, questions: int) -> "Figure":
    """The heat map: rows are intents, columns questions; every cell says its figure in text."""
    from plotly.graph_objects import Figure, Heatmap

    serves = [set(row.items) for row in coverage.intents]
    values = [
        [_value(coverage, row, place, place in served) for place in range(questions)]
        for row, served in enumerate(serves)
    ]
    texts = [
        [_cell(value, place in served, coverage, questions) for place, value in enumerate(line)]
        for line, served in zip(values, serves, strict=True)
    ]
    chart = Figure(
        Heatmap(
            z=values,
            x=[str(place + 1) for place in range(questions)],
            y=[_label(number, row.intent) for number, row in enumerate(coverage.intents, start=1)],
            text=texts,
            texttemplate="%{text}",
            colorscale="Teal",
            zmin=0,
            zmax=max(0.6, *(max(line, default=0.0) for line in values)),
            showscale=False,
            xgap=2,
            ygap=2,
            hovertemplate="Question %{x}: %{text}<extra></extra>",
        )
    )
    chart.update_yaxes(autorange="reversed", automargin=True)
    chart.update_xaxes(title="Question", type="category", tickangle=0)
    chart.update_layout(
        height=110 + 56 * len(coverage.intents), margin={"l": 0, "r": 0, "t": 8, "b": 0}
    )
    return chart


def _value(coverage: Coverage, row: int, place: int, serves: bool) -> float:
    if coverage.cosines is None:
        return float(serves)
    return max(0.0, float(coverage.cosines[row, place]))


def _cell(value: float, serves: bool, coverage: Coverage, questions: int) -> str:
    if coverage.cosines is None or questions > MOST_WITH_FIGURES:
        return SERVES if serves else ""
    return f"{value:.2f}{'<br>' + SERVES if serves else ''}"


def _label(number: int, intent: str) -> str:
    """An intent on a few short lines; Plotly reads tags, so the author's are made harmless."""
    lines = textwrap.wrap(" ".join(intent.split()), 24)[:2] or ["(empty)"]
    return f"{number}. " + "<br>".join(html.escape(line) for line in lines)
