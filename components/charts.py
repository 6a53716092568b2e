"""What charts have in common: colours, no margins and no zoom, and words beside what is drawn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

# Colours that stand out on the light and on the dark ground.
# `PALE` is `ACCENT` on either ground, pale enough for a line in `ACCENT` across it.
ACCENT, QUIET, WARM, HOT = "#0f8a7e", "#8b9794", "#d97706", "#dc2626"
PALE = "rgba(15, 138, 126, 0.3)"
# Of names along an axis: as large as the text beside the chart, so that a slide can be read.
LABELS = {"size": 14}
ANYWHERE = "Arial, Helvetica, sans-serif"
PLAIN = {"displayModeBar": False}
SLIDE = {"format": "png", "width": 1280, "height": 720, "scale": 2}


def show(figure: "Figure", *, key: str, alt: str, **select: Any) -> None:
    """Draw a chart. `alt` says in words what it shows; `select` is what a click does."""
    st.plotly_chart(figure, key=key, config=PLAIN, alt=alt, **select)


def show_for_slides(figure: "Figure", *, key: str, alt: str, name: str) -> None:
    """Draw a chart with a button that saves it as a picture, in a file called `name`.

    The font of the page would not be in the picture, and what stands there in its place is wider.
    """
    figure.update_layout(font={"family": ANYWHERE}, title_font={"family": ANYWHERE})
    config = {
        "displaylogo": False,
        "displayModeBar": True,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {**SLIDE, "filename": name},
    }
    st.plotly_chart(figure, key=key, config=config, alt=alt)


def bare_figure(traces: Sequence[Any], *, height: int, legend: bool = False) -> "Figure":
    """A figure without margins, zoom or, unless asked for, legend."""
    from plotly.graph_objects import Figure

    figure = Figure(list(traces))
    figure.update_layout(
        height=height,
        margin={"l": 0, "r": 8, "t": 28 if legend else 4, "b": 0},
        showlegend=legend,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        barmode="overlay",
        dragmode=False,
    )
    figure.update_xaxes(fixedrange=True, automargin=True)
    figure.update_yaxes(fixedrange=True, automargin=True)
    return figure
