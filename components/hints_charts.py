"""Charts of the hint room. Each also says in numbers what it shows in colour."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from components.charts import ACCENT, LABELS, QUIET, WARM, bare_figure
from components.charts import show as show
from components.plain import chart_label
from services.hints.results import Solved

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

OUTCOMES = {"Without a hint": ACCENT, "With hints": WARM, "Not solved": QUIET}
ROW, FRAME = 44, 110


def standing(counts: Sequence[int], total: int) -> "Figure":
    """How many candidates are left before any hint and after each; in green once one is."""
    from plotly.graph_objects import Bar

    names = ["before", *(str(number) for number in range(1, len(counts) + 1))]
    left = [total, *counts]
    bars = Bar(
        x=names,
        y=left,
        text=[str(count) for count in left],
        textposition="outside",
        textfont=LABELS,
        cliponaxis=False,
        marker={"color": [ACCENT if count == 1 else QUIET for count in left]},
        hovertemplate="%{y} left, %{x}<extra></extra>",
    )
    figure = bare_figure([bars], height=280)
    # Numbers of hints are names here, not amounts.
    figure.update_xaxes(type="category", title="After hint", tickfont=LABELS)
    figure.update_yaxes(title="Candidates left", range=[0, total * 1.15], dtick=max(1, total // 4))
    return figure


def solved_by_class(results: Mapping[str, Solved]) -> "Figure":
    """Stacked bars of plays, a row for each class: without a hint, with hints, not solved."""
    from plotly.graph_objects import Bar

    counts = {
        "Without a hint": [found.without_hints for found in results.values()],
        "With hints": [found.with_hints for found in results.values()],
        "Not solved": [found.unsolved for found in results.values()],
    }
    bars = [
        Bar(
            x=numbers,
            y=[chart_label(name) for name in results],
            orientation="h",
            name=how,
            marker={"color": OUTCOMES[how]},
            # A share of nothing has no room for its number.
            text=[str(number) if number else "" for number in numbers],
            textposition="inside",
            insidetextanchor="middle",
            textfont={**LABELS, "color": "#14181c"},
            hovertemplate="%{y}: %{x} " + how.lower() + "<extra></extra>",
        )
        for how, numbers in counts.items()
    ]
    figure = bare_figure(bars, height=FRAME + ROW * len(results), legend=True)
    most = max((found.plays for found in results.values()), default=0)
    figure.update_layout(barmode="stack", bargap=0.4, legend_traceorder="normal")
    figure.update_xaxes(title="Plays", rangemode="tozero", dtick=max(1, -(-most // 8)))
    figure.update_yaxes(autorange="reversed", tickfont=LABELS)
    return figure
