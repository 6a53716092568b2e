"""A chart of one measure that can be put on a slide: arms with intervals, published rows hollow."""

from typing import TYPE_CHECKING

import streamlit as st

from components.plain import chart_label
from services.compare.intervals import Estimate
from services.compare.measures import Measure
from services.compare.published import PublishedRow, PublishedTable
from services.compare.tables import ArmRow, estimate_in_words

if TYPE_CHECKING:
    from plotly.graph_objects import Bar, Figure

# Stands out on the light and on the dark ground.
ACCENT, LINE = "#0f8a7e", "#8b9794"
SLIDE = {"format": "png", "width": 1280, "height": 720, "scale": 2}


def means_chart(
    measure: Measure, rows: list[ArmRow], table: PublishedTable, beside: list[PublishedRow]
) -> None:
    """The same in words is the chart's description; its toolbar saves it as a picture."""
    said = [f"{row.name} {estimate_in_words(measure, row.estimates[measure.name])}" for row in rows]
    st.plotly_chart(
        figure(measure, rows, table, beside),
        key=f"chart:{measure.name}",
        config={
            "displaylogo": False,
            "displayModeBar": True,
            "modeBarButtons": [["toImage"]],
            "toImageButtonOptions": {**SLIDE, "filename": measure.name},
        },
        alt=f"{measure.label}: {'; '.join(said)}",
    )


def figure(
    measure: Measure, rows: list[ArmRow], table: PublishedTable, beside: list[PublishedRow]
) -> "Figure":
    """Bars from the top in the order of the arms; whiskers are the 95% intervals."""
    from plotly.graph_objects import Bar, Figure

    theirs = [(row.name, v) for row in beside if (v := table.value(row, measure.name)) is not None]
    own = [(row.name, e) for row in rows if (e := row.estimates[measure.name]) is not None]
    drawn = Figure(_own_bars(own))
    if theirs:
        drawn.add_trace(
            Bar(
                y=[_text(f"{name} (published)") for name, _ in theirs],
                x=[value for _, value in theirs],
                orientation="h",
                marker={
                    "color": "rgba(0,0,0,0)",
                    "line": {"color": LINE, "width": 2},
                },
                name="Published",
            )
        )
    unit = f" ({measure.unit})" if measure.unit else ""
    drawn.update_layout(
        title={"text": f"{measure.label}{unit}: {measure.better}"},
        height=150 + 44 * (len(own) + len(theirs)),
        yaxis={"autorange": "reversed", "automargin": True},
        xaxis={"rangemode": "tozero"},
        showlegend=False,
        bargap=0.35,
        margin={"l": 10, "r": 20, "t": 60, "b": 40},
    )
    return drawn


def _own_bars(own: list[tuple[str, Estimate]]) -> "Bar":
    from plotly.graph_objects import Bar

    above = [(e.high if e.high is not None else e.mean) - e.mean for _, e in own]
    below = [e.mean - (e.low if e.low is not None else e.mean) for _, e in own]
    return Bar(
        y=[_text(name) for name, _ in own],
        x=[e.mean for _, e in own],
        error_x={
            "type": "data",
            "symmetric": False,
            "array": above,
            "arrayminus": below,
            "color": LINE,
            "thickness": 2,
        },
        orientation="h",
        marker_color=ACCENT,
        name="Yours",
    )


def _text(name: str) -> str:
    """Plotly reads some HTML in labels: an author's name is to stand there as it is."""
    return chart_label(name, limit=30)
