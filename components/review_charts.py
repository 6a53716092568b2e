"""Mean ratings as a chart that can be put on a slide: a mark for each arm, its interval."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from components.charts import ACCENT, LABELS, QUIET, WARM, show_for_slides
from components.compare_charts import label, whiskers
from components.plain import chart_label
from services.compare.correlation import Correlation, signed
from services.compare.criteria import Criterion
from services.compare.published import PublishedRow, PublishedTable
from services.compare.study_results import ArmResult, result_in_words

if TYPE_CHECKING:
    from plotly.graph_objects import Figure, Scatter

# A colour and a shape for each arm: neither alone tells them apart.
COLOURS = (ACCENT, WARM, "#4f6bed", "#b0469a", "#7a7f00", "#c2410c", "#0369a1", "#6d28d9")
SHAPES = ("circle", "square", "triangle-up", "cross", "star", "hexagon", "triangle-down", "x")
HOLLOW = ("diamond-open", "circle-open", "square-open", "triangle-up-open")
MARK, FRAME = 17, 160


def ratings_chart(
    rows: Sequence[ArmResult],
    table: PublishedTable | None,
    beside: Sequence[PublishedRow],
    key: str,
) -> None:
    """Only the criteria that are rated from 1 to 5; nothing where there is none."""
    scales = [each for each in dict.fromkeys(r.criterion for r in rows) if not each.yes_no]
    if not scales:
        return
    shown = [row for row in rows if not row.criterion.yes_no]
    said = [f"{r.name}, {r.criterion.label} {result_in_words(r)}" for r in shown]
    show_for_slides(
        figure(shown, scales, table, beside),
        key=key,
        alt=f"Mean ratings from 1 to 5. {'; '.join(said)}",
        name="ratings",
    )


def figure(
    rows: Sequence[ArmResult],
    scales: Sequence[Criterion],
    table: PublishedTable | None,
    beside: Sequence[PublishedRow],
) -> "Figure":
    from plotly.graph_objects import Figure

    arms = {row.arm: row.name for row in rows}
    marks = [
        _marks(name, [row for row in rows if row.arm == arm], place)
        for place, (arm, name) in enumerate(arms.items())
    ]
    if table is not None:
        marks += [_hollow(table, line, scales, place) for place, line in enumerate(beside)]
    drawn = Figure(marks)
    drawn.update_layout(
        title={"text": "People's mean ratings, blind", "y": 1, "yanchor": "top", "pad": {"t": 12}},
        height=FRAME + 24 * len(marks) + len(scales) * (16 + MARK * len(marks)),
        scattermode="group",
        scattergap=0.3,
        dragmode=False,
        margin={"l": 10, "r": 20, "t": 60 + 24 * len(marks), "b": 40},
        legend={"y": 1.0, "yanchor": "bottom", "x": 0, "xanchor": "left", "font": LABELS},
        showlegend=True,
    )
    drawn.update_xaxes(range=[0.8, 5.2], dtick=1, title="Mean rating, 1 to 5")
    drawn.update_yaxes(autorange="reversed", automargin=True, type="category")
    for axes in (drawn.update_xaxes, drawn.update_yaxes):
        axes(fixedrange=True, tickfont=LABELS)
    return drawn


def _marks(name: str, rows: Sequence[ArmResult], place: int) -> "Scatter":
    from plotly.graph_objects import Scatter

    colour = COLOURS[place % len(COLOURS)]
    return Scatter(
        y=[_axis(row.criterion) for row in rows],
        x=[row.estimate.mean for row in rows],
        error_x=whiskers([row.estimate for row in rows], colour),
        orientation="h",
        mode="markers",
        name=chart_label(name, limit=40),
        marker={
            "color": colour,
            "size": 11,
            "symbol": SHAPES[place % len(SHAPES)],
        },
        offsetgroup=f"arm {place}",
        customdata=[result_in_words(row) for row in rows],
        hovertemplate="%{customdata}<extra>%{fullData.name}</extra>",
    )


def _hollow(
    table: PublishedTable, line: PublishedRow, scales: Sequence[Criterion], place: int
) -> "Scatter":
    from plotly.graph_objects import Scatter

    known = [(each, v) for each in scales if (v := table.value(line, each.name)) is not None]
    return Scatter(
        y=[_axis(each) for each, _ in known],
        x=[value for _, value in known],
        mode="markers",
        name=chart_label(f"{line.name} (published)", limit=40),
        marker={"color": QUIET, "size": 11, "symbol": HOLLOW[place % len(HOLLOW)]},
        orientation="h",
        offsetgroup=f"published {place}",
        hovertemplate="%{x:.1f}<extra>%{fullData.name}</extra>",
    )


def _axis(criterion: Criterion) -> str:
    lower = " (lower is better)" if criterion.lower_is_better else ""
    return label(criterion.label + lower)


def correlations_chart(
    found: Sequence[Correlation], measures: Mapping[str, str], criteria: Mapping[str, str], key: str
) -> None:
    """Rank correlations as numbers on a ground whose colour is their sign and strength."""
    best = strongest(found)
    said = [f"{criteria[c.criterion]} {measures[c.measure]} {signed(c.spearman)}" for c in best]
    show_for_slides(
        correlations_figure(found, measures, criteria),
        key=key,
        alt="Rank correlation of measures with people's ratings; by criterion the strongest: "
        + "; ".join(said),
        name="measures-and-people",
    )


def correlations_figure(
    found: Sequence[Correlation], measures: Mapping[str, str], criteria: Mapping[str, str]
) -> "Figure":
    """`measures` and `criteria` are names with their words; those without a figure are left out."""
    from plotly.graph_objects import Figure, Heatmap

    known = {(c.measure, c.criterion): c.spearman for c in found}
    rows = [name for name in measures if any(name == measure for measure, _ in known)]
    columns = [name for name in criteria if any(name == criterion for _, criterion in known)]
    values = [[known.get((row, column)) for column in columns] for row in rows]
    drawn = Figure(
        Heatmap(
            x=[label(criteria[name]) for name in columns],
            y=[label(measures[name]) for name in rows],
            z=values,
            text=[["" if v is None else signed(v) for v in line] for line in values],
            texttemplate="%{text}",
            # Every ground of a cell is a light one.
            textfont={"size": 12, "color": "#14181c"},
            zmin=-1,
            zmax=1,
            colorscale=[[0, "#e39a3b"], [0.5, "#e9edec"], [1, "#3fb3a6"]],
            showscale=False,
            xgap=2,
            ygap=2,
            hovertemplate="%{y}, %{x}: %{text}<extra></extra>",
        )
    )
    drawn.update_layout(
        title={"text": "Measures and people"},
        height=150 + 34 * len(rows),
        margin={"l": 10, "r": 10, "t": 60, "b": 10},
        dragmode=False,
    )
    drawn.update_xaxes(fixedrange=True, tickangle=-40, automargin=True)
    drawn.update_yaxes(fixedrange=True, automargin=True, autorange="reversed")
    return drawn


def strongest(found: Sequence[Correlation]) -> list[Correlation]:
    """For each criterion the measure that goes with it most, in either direction."""
    best: dict[str, Correlation] = {}
    for each in found:
        if each.criterion not in best or abs(each.spearman) > abs(best[each.criterion].spearman):
            best[each.criterion] = each
    return list(best.values())
