"""Charts of the passage room. Each also says in numbers what it shows in colour."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from components.passages_terms import LEVEL_NAMES, letter, percent
from services.reading.bands import COMMON_CORE, GradeBand
from services.reading.sentence_view import SentenceView

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

# Colours that stand out on the light and on the dark ground.
ACCENT, QUIET, WARM, HOT = "#0f8a7e", "#8b9794", "#d97706", "#dc2626"
# Heights are of the whole chart, its axes included: Streamlit fits it so.
ROW, AXIS = 26, 60


def grade_bands(band: GradeBand, target: float | None) -> "alt.LayerChart | alt.FacetChart":
    """The band of a text across the Common Core bands, with the grade aimed at as a line."""
    import altair as alt
    import pandas as pd

    bands = pd.DataFrame(COMMON_CORE, columns=["Grades", "low", "high"])
    scale = alt.Scale(domain=[0, max(15.0, band.high + 1)])
    low = alt.X("low:Q", title="Flesch-Kincaid grade", scale=scale)
    common = (
        alt.Chart(bands)
        .mark_bar(color=QUIET, opacity=0.55, size=10)
        .encode(
            x=low,
            x2="high:Q",
            y=alt.Y("Grades:N", sort=None, title=None, axis=alt.Axis(labelOverlap=False)),
        )
    )
    text = pd.DataFrame([{"low": band.low, "high": band.high}])
    area = alt.Chart(text).mark_rect(color=ACCENT, opacity=0.35).encode(x=low, x2="high:Q")
    layers = [area, common]
    if target is not None:
        line = pd.DataFrame([{"low": target}])
        layers.append(alt.Chart(line).mark_rule(color=HOT, strokeDash=[5, 3], size=2).encode(x=low))
    return alt.layer(*layers).properties(height=5 * ROW + AXIS)


def sentence_lengths(views: Sequence[SentenceView]) -> "alt.Chart":
    """Words of each sentence, coloured by level; a click selects `number`."""
    import altair as alt
    import pandas as pd

    rows = pd.DataFrame(
        [
            {
                "number": number,
                "words": view.words,
                "level": LEVEL_NAMES[view.level],
                "reasons": "; ".join(reason.message for reason in view.reasons) or "none",
            }
            for number, view in enumerate(views, start=1)
        ]
    )
    click = alt.selection_point(name="sentence", fields=["number"], on="click")
    colours = alt.Scale(domain=list(LEVEL_NAMES), range=[QUIET, WARM, HOT])
    return (
        alt.Chart(rows)
        .mark_bar(cursor="pointer")
        .encode(
            x=alt.X("number:O", title="Sentence", axis=alt.Axis(labelOverlap=True, labelAngle=0)),
            y=alt.Y("words:Q", title="Words"),
            color=alt.Color("level:N", scale=colours, title=None, legend=alt.Legend(orient="top")),
            opacity=alt.condition(click, alt.value(1.0), alt.value(0.6), empty=True),
            tooltip=["number", "words", "level", "reasons"],
        )
        .add_params(click)
        .properties(height=240)
    )


def shares(values: Mapping[str, float], title: str, highlight: Sequence[str] = ()) -> "alt.Chart":
    """Horizontal bars of shares (0 to 1), each with its percentage; some in the warm colour."""
    import altair as alt
    import pandas as pd

    rows = pd.DataFrame(
        [
            {"name": f"{name}: {percent(value)}", "share": value, "rare": name in highlight}
            for name, value in values.items()
        ]
    )
    colour = alt.condition(alt.datum.rare, alt.value(WARM), alt.value(ACCENT))
    top = max(values.values(), default=0.0)
    return _bars(rows, colour, top).properties(title=title, height=ROW * len(rows) + 40)


def option_shares(probabilities: Sequence[float], gold: int | None) -> "alt.Chart":
    """One bar an option; the key stands out and is called so."""
    import altair as alt
    import pandas as pd

    rows = pd.DataFrame(
        [
            {
                "name": f"{letter(place)}{', key' if place == gold else ''}: {percent(value)}",
                "share": value,
                "key": place == gold,
            }
            for place, value in enumerate(probabilities)
        ]
    )
    colour = alt.condition(alt.datum.key, alt.value(ACCENT), alt.value(QUIET))
    return _bars(rows, colour, 1.0).properties(height=ROW * len(rows) + 10)


def _bars(rows: "pd.DataFrame", colour: Any, top: float) -> "alt.Chart":
    """The numbers stand in the names: text inside a chart does not follow the dark theme."""
    import altair as alt

    return (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelOverlap=False)),
            x=alt.X("share:Q", axis=None, scale=alt.Scale(domain=[0, max(top, 0.01)])),
            color=colour,
        )
    )


def passage_bands(
    rows: Sequence[tuple[str, GradeBand, float | None]],
) -> "alt.LayerChart | alt.FacetChart":
    """The grade band of each passage, and the grade aimed at as a tick."""
    import altair as alt
    import pandas as pd

    table = pd.DataFrame(
        [
            {"Passage": name, "low": band.low, "high": band.high, "target": target}
            for name, band, target in rows
        ]
    )
    base = alt.Chart(table).encode(
        y=alt.Y(
            "Passage:N",
            sort=None,
            title=None,
            axis=alt.Axis(labelLimit=160, labelOverlap=False),
        )
    )
    bars = base.mark_bar(color=ACCENT, size=14, cornerRadius=3).encode(
        x=alt.X("low:Q", title="Flesch-Kincaid grade", scale=alt.Scale(domainMin=0)),
        x2="high:Q",
        tooltip=["Passage", "low", "high", "target"],
    )
    ticks = base.mark_tick(color=HOT, thickness=3, size=22).encode(x="target:Q")
    return alt.layer(bars, ticks).properties(height=32 * len(table) + AXIS)


def reliability(points: Sequence[Mapping[str, float]]) -> "alt.LayerChart | alt.FacetChart":
    """Observed against expected share of right answers, with the line they would fall on."""
    import altair as alt
    import pandas as pd

    table = pd.DataFrame(points)
    lowest = float(min(table["predicted"].min(), table["observed"].min())) - 0.05
    scale = alt.Scale(domain=[max(0.0, lowest), 1.0])
    ideal = pd.DataFrame({"predicted": scale.domain, "observed": scale.domain})
    axis = alt.Axis(format="%")
    x = alt.X("predicted:Q", title="Estimated share of right answers", scale=scale, axis=axis)
    y = alt.Y("observed:Q", title="Observed share", scale=scale, axis=axis)
    line = alt.Chart(ideal).mark_line(color=QUIET, strokeDash=[5, 3]).encode(x=x, y=y)
    dots = (
        alt.Chart(table)
        .mark_circle(color=ACCENT, size=90, opacity=1)
        .encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("predicted", format=".0%", title="Estimated"),
                alt.Tooltip("observed", format=".0%", title="Observed"),
                alt.Tooltip("n", title="Items"),
            ],
        )
    )
    return alt.layer(line, dots).properties(height=300)


def counts(values: Mapping[str, int], title: str) -> "alt.Chart":
    """Vertical bars of whole numbers, such as keys by place."""
    import altair as alt
    import pandas as pd

    rows = pd.DataFrame(
        [{"name": f"{name}: {value}", "count": value} for name, value in values.items()]
    )
    top = max(1, *values.values())
    return (
        alt.Chart(rows)
        .mark_bar(color=ACCENT)
        .encode(
            x=alt.X("name:N", sort=None, title=title, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("count:Q", axis=None, scale=alt.Scale(domain=[0, top])),
        )
        .properties(height=170)
    )
