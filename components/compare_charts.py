"""Charts that can be put on a slide: arms with their intervals, published figures hollow."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from components.charts import ACCENT, LABELS, PALE, QUIET, show_for_slides
from components.plain import chart_label
from services.compare.intervals import Estimate
from services.compare.measures import Measure
from services.compare.published import PublishedRow, PublishedTable
from services.compare.tables import ArmRow, estimate_in_words

if TYPE_CHECKING:
    from plotly.graph_objects import Bar, Figure

ROW, FRAME, WIDEST = 62, 130, 20


def means_chart(
    measure: Measure, rows: list[ArmRow], table: PublishedTable, beside: list[PublishedRow]
) -> None:
    """The same in words is the chart's description; its toolbar saves it as a picture."""
    said = [f"{row.name} {estimate_in_words(measure, row.estimates[measure.name])}" for row in rows]
    said += [
        f"{row.name} (published) {theirs:g}"
        for row in beside
        if (theirs := table.value(row, measure.name)) is not None
    ]
    show_for_slides(
        figure(measure, rows, table, beside),
        key=f"chart:{measure.name}",
        alt=f"{measure.label}: {'; '.join(said)}",
        name=measure.name,
    )


def figure(
    measure: Measure, rows: list[ArmRow], table: PublishedTable, beside: list[PublishedRow]
) -> "Figure":
    """Bars from the top in the order of the arms, each with its mean; whiskers are the 95%
    intervals."""
    from plotly.graph_objects import Bar, Figure

    theirs = [(row.name, v) for row in beside if (v := table.value(row, measure.name)) is not None]
    own = [(row.name, e) for row in rows if (e := row.estimates[measure.name]) is not None]
    drawn = Figure(_own_bars(measure, own))
    if theirs:
        drawn.add_trace(
            Bar(
                y=[label(f"{name} (published)", f"{v:.{measure.decimals}f}") for name, v in theirs],
                x=[value for _, value in theirs],
                orientation="h",
                marker={"color": "rgba(0,0,0,0)", "line": {"color": QUIET, "width": 2}},
                name="Published",
                hovertemplate="%{y}<extra></extra>",
            )
        )
    unit = f" ({measure.unit})" if measure.unit else ""
    drawn.update_layout(
        title={"text": f"{measure.label}{unit}", "subtitle": {"text": measure.better.capitalize()}},
        height=FRAME + ROW * (len(own) + len(theirs)),
        yaxis={"autorange": "reversed", "automargin": True, "tickfont": LABELS},
        xaxis={"rangemode": "tozero", "fixedrange": True, "tickfont": LABELS},
        showlegend=False,
        bargap=0.35,
        dragmode=False,
        margin={"l": 10, "r": 20, "t": 70, "b": 40},
    )
    return drawn


def _own_bars(measure: Measure, own: Sequence[tuple[str, Estimate]]) -> "Bar":
    from plotly.graph_objects import Bar

    numbers = [estimate_in_words(measure, replace(e, low=None, high=None)) for _, e in own]
    return Bar(
        y=[label(name, number) for (name, _), number in zip(own, numbers, strict=True)],
        x=[e.mean for _, e in own],
        error_x=whiskers([e for _, e in own], ACCENT),
        orientation="h",
        marker={"color": PALE, "line": {"color": ACCENT, "width": 2}},
        name="Yours",
        customdata=[estimate_in_words(measure, e) for _, e in own],
        hovertemplate="%{customdata}<extra></extra>",
    )


def whiskers(estimates: Sequence[Estimate], colour: str) -> dict[str, Any]:
    """Plotly's error bars of 95% intervals; no length where there is none."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [(e.high if e.high is not None else e.mean) - e.mean for e in estimates],
        "arrayminus": [e.mean - (e.low if e.low is not None else e.mean) for e in estimates],
        "color": colour,
        "thickness": 3,
    }


def label(name: str, number: str = "") -> str:
    """An author's name as it is, in short lines, so that a phone keeps room for what is drawn."""
    lines = textwrap.wrap(" ".join(name.split()), WIDEST, max_lines=2, placeholder="…")
    lines += [number] if number else []
    return "<br>".join(chart_label(line) for line in lines)
