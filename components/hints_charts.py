"""Charts of the hint room. Each also says in numbers what it shows in colour."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from services.hints.results import Solved

if TYPE_CHECKING:
    import altair as alt

# Colours that stand out on the light and on the dark ground.
ACCENT, QUIET, WARM, WRITING = "#0f8a7e", "#8b9794", "#d97706", "#6f7f7b"
OUTCOMES = {"Without a hint": ACCENT, "With hints": WARM, "Not solved": QUIET}


def standing(counts: Sequence[int], total: int) -> "alt.LayerChart | alt.FacetChart":
    """How many candidates are left before any hint and after each."""
    import altair as alt
    import pandas as pd

    names = ["before", *(str(number) for number in range(1, len(counts) + 1))]
    left = [total, *counts]
    rows = pd.DataFrame(
        {
            "after": names,
            "left": left,
            "only": [count == 1 for count in left],
        }
    )
    base = alt.Chart(rows).encode(
        x=alt.X("after:N", sort=None, title="After hint", axis=alt.Axis(labelAngle=0)),
        y=alt.Y(
            "left:Q",
            title="Candidates left",
            scale=alt.Scale(domain=[0, total * 1.12]),
            axis=alt.Axis(tickMinStep=1, tickCount=5),
        ),
    )
    colour = alt.condition(alt.datum.only, alt.value(ACCENT), alt.value(QUIET))
    bars = base.mark_bar().encode(color=colour)
    numbers = base.mark_text(dy=-8, color=WRITING).encode(text="left:Q")
    return alt.layer(bars, numbers).properties(height=260)


def solved_by_class(results: Mapping[str, Solved]) -> "alt.Chart":
    """Stacked bars of plays: solved without a hint, with hints, not solved."""
    import altair as alt
    import pandas as pd

    rows = pd.DataFrame(
        [
            {"class": name, "how": how, "plays": count, "order": place}
            for name, found in results.items()
            for place, (how, count) in enumerate(
                zip(
                    OUTCOMES,
                    (found.without_hints, found.with_hints, found.unsolved),
                    strict=True,
                )
            )
        ]
    )
    scale = alt.Scale(domain=list(OUTCOMES), range=list(OUTCOMES.values()))
    return (
        alt.Chart(rows)
        .mark_bar(size=18)
        .encode(
            y=alt.Y("class:N", sort=None, title=None, axis=alt.Axis(labelLimit=140)),
            x=alt.X("plays:Q", title="Plays", axis=alt.Axis(tickMinStep=1)),
            color=alt.Color("how:N", scale=scale, title=None, legend=alt.Legend(orient="top")),
            order="order:Q",
            tooltip=["class", "how", "plays"],
        )
        .properties(height=44 * len(results) + 150)
    )
