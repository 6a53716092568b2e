"""Charts of the passage room. Each also says in numbers what it shows in colour."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from components.charts import ACCENT, HOT, QUIET, WARM, bare_figure
from components.charts import show as show
from components.passages_terms import LEVEL_NAMES, letter, percent
from components.plain import chart_label
from services.reading.bands import COMMON_CORE, GradeBand
from services.reading.sentence_view import SentenceView

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

ROW, AXIS = 26, 60


def grade_bands(band: GradeBand, target: float | None) -> "Figure":
    """The band of a text across the Common Core bands, with the grade aimed at as a line."""
    from plotly.graph_objects import Bar

    bars = Bar(
        x=[high - low for _, low, high in COMMON_CORE],
        base=[low for _, low, _ in COMMON_CORE],
        y=[grades for grades, _, _ in COMMON_CORE],
        orientation="h",
        width=0.4,
        marker={"color": QUIET, "opacity": 0.7},
        customdata=[high for _, _, high in COMMON_CORE],
        hovertemplate="Grades %{y}: %{base} to %{customdata}<extra></extra>",
    )
    figure = bare_figure([bars], height=5 * ROW + AXIS)
    figure.update_xaxes(title="Flesch-Kincaid grade", range=[0, max(15.0, band.high + 1)])
    # Names such as 2-3 would be taken for dates.
    figure.update_yaxes(type="category", autorange="reversed")
    figure.add_vrect(band.low, band.high, fillcolor=ACCENT, opacity=0.35, line_width=0)
    if target is not None:
        figure.add_vline(target, line={"color": HOT, "dash": "dash", "width": 2})
    return figure


def sentence_lengths(views: Sequence[SentenceView]) -> "Figure":
    """Words of each sentence, coloured by level; `x` of a bar is the sentence's number."""
    from plotly.graph_objects import Bar

    bars = []
    for level, (name, colour) in enumerate(zip(LEVEL_NAMES, (QUIET, WARM, HOT), strict=True)):
        found = [(n, view) for n, view in enumerate(views, start=1) if view.level == level]
        reasons = [
            chart_label("; ".join(r.message for r in view.reasons)) or "none" for _, view in found
        ]
        bars.append(
            Bar(
                x=[number for number, _ in found],
                y=[view.words for _, view in found],
                width=0.8,
                name=name,
                marker={"color": colour},
                customdata=reasons,
                hovertemplate="Sentence %{x}, %{y} words: %{customdata}<extra></extra>",
            )
        )
    figure = bare_figure(bars, height=260, legend=True)
    figure.update_xaxes(title="Sentence", range=[0.4, len(views) + 0.6], showgrid=False)
    figure.update_xaxes(tickmode="linear", dtick=max(1, len(views) // 15), tick0=1)
    figure.update_yaxes(title="Words")
    return figure


def shares(values: Mapping[str, float], title: str, highlight: Sequence[str] = ()) -> "Figure":
    """Horizontal bars of shares (0 to 1), each with its percentage; some in the warm colour."""
    names = [f"{name}: {percent(value)}" for name, value in values.items()]
    colours = [WARM if name in highlight else ACCENT for name in values]
    top = max(values.values(), default=0.0)
    figure = _bars(names, list(values.values()), colours, top, height=ROW * len(names) + 50)
    figure.update_layout(title={"text": title, "font": {"size": 16}}, margin={"t": 40})
    return figure


def option_shares(probabilities: Sequence[float], gold: int | None) -> "Figure":
    """One bar an option; the key stands out and is called so."""
    names = [
        f"{letter(place)}{', key' if place == gold else ''}: {percent(value)}"
        for place, value in enumerate(probabilities)
    ]
    colours = [ACCENT if place == gold else QUIET for place in range(len(names))]
    return _bars(names, list(probabilities), colours, 1.0, height=ROW * len(names) + 12)


def _bars(
    names: list[str], values: list[float], colours: list[str], top: float, *, height: int
) -> "Figure":
    from plotly.graph_objects import Bar

    bars = Bar(
        x=values,
        y=names,
        orientation="h",
        width=0.75,
        marker={"color": colours},
        hovertemplate="%{y}<extra></extra>",
    )
    figure = bare_figure([bars], height=height)
    figure.update_xaxes(visible=False, range=[0, max(top, 0.01)])
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return figure


def passage_bands(rows: Sequence[tuple[str, GradeBand, float | None]]) -> "Figure":
    """The grade band of each passage, and the grade aimed at as a tick."""
    from plotly.graph_objects import Bar, Scatter

    names = [chart_label(name, limit=28) for name, _, _ in rows]
    bars = Bar(
        x=[band.high - band.low for _, band, _ in rows],
        base=[band.low for _, band, _ in rows],
        y=names,
        orientation="h",
        width=0.5,
        marker={"color": ACCENT},
        customdata=[f"{band.low} to {band.high}" for _, band, _ in rows],
        hovertemplate="%{y}: grade %{customdata}<extra></extra>",
    )
    aimed = [(name, target) for name, (_, _, target) in zip(names, rows, strict=True)]
    ticks = Scatter(
        x=[target for _, target in aimed if target is not None],
        y=[name for name, target in aimed if target is not None],
        mode="markers",
        marker={"symbol": "line-ns", "size": 20, "line": {"color": HOT, "width": 3}},
        hovertemplate="%{y}: aimed at %{x}<extra></extra>",
    )
    figure = bare_figure([bars, ticks], height=36 * len(rows) + AXIS)
    figure.update_xaxes(title="Flesch-Kincaid grade", rangemode="tozero")
    figure.update_yaxes(type="category", autorange="reversed", showgrid=False)
    return figure


def reliability(points: Sequence[Mapping[str, float]]) -> "Figure":
    """Observed against expected share of right answers, with the line they would fall on."""
    from plotly.graph_objects import Scatter

    predicted = [point["predicted"] for point in points]
    observed = [point["observed"] for point in points]
    ends = [max(0.0, min(*predicted, *observed) - 0.05), 1.0]
    line = Scatter(x=ends, y=ends, mode="lines", line={"color": QUIET, "dash": "dash"})
    line.hoverinfo = "skip"
    dots = Scatter(
        x=predicted,
        y=observed,
        mode="markers",
        marker={"color": ACCENT, "size": 10},
        customdata=[point["n"] for point in points],
        hovertemplate="%{customdata} questions: estimated %{x:.0%}, observed %{y:.0%}"
        "<extra></extra>",
    )
    figure = bare_figure([line, dots], height=320)
    figure.update_xaxes(title="Estimated share of right answers", tickformat=".0%", range=ends)
    figure.update_yaxes(title="Observed share", tickformat=".0%", range=ends)
    return figure


def counts(values: Mapping[str, int], title: str) -> "Figure":
    """Vertical bars of whole numbers, such as keys by place."""
    from plotly.graph_objects import Bar

    names = [f"{name}: {value}" for name, value in values.items()]
    bars = Bar(
        x=names,
        y=list(values.values()),
        marker={"color": ACCENT},
        hovertemplate="%{x}<extra></extra>",
    )
    figure = bare_figure([bars], height=190)
    figure.update_xaxes(title=title, type="category")
    figure.update_yaxes(visible=False, range=[0, max(1, *values.values())])
    return figure
