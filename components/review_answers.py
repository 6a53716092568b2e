"""What came of the answering study: by arm, with the published study beside it."""

from collections.abc import Mapping

import streamlit as st

from components.compare_charts import means_chart
from components.hints_terms import percent
from components.plain import plain
from components.review_published import choose_published, published_notes
from components.workbench import Bench
from services.compare.answering import Answered, answered
from services.compare.intervals import Estimate
from services.compare.measures import Better, Measure
from services.compare.models import Comparison, KeyEntry
from services.compare.published import PublishedRow, PublishedTable
from services.compare.study_models import Study
from services.compare.study_report import hint_in_words, share_in_words
from services.compare.tables import ArmRow

FEW_PLAYS = 20
SOLVED = Measure(
    "solved", "Questions solved", "%", Better.HIGHER, "Solved with hints or without.", 0
)


def answers_panel(bench: Bench, key: Mapping[str, KeyEntry], comparison: Comparison) -> None:
    study: Study = bench.document
    rows = answered(study, key, comparison)
    st.header("Answered with hints, by arm")
    if not rows:
        st.markdown("Nobody has answered anything.")
        return
    people = len({play.attempt for play in study.plays})
    if people < 2 or min(row.plays for row in rows) < FEW_PLAYS:
        st.warning(
            "That is too few to conclude anything: who was asked what decides more than the hints.",
            icon=":material/info:",
        )
    table, beside = choose_published(bench)
    if table is not None:
        means_chart(SOLVED, [_bar(row) for row in rows], table, beside)
    st.table(
        _columns(rows, table, beside),
        border="horizontal",
        hide_index=True,
        alt="Questions answered with each arm's hints",
    )
    st.markdown(
        f"{people} {'person' if people == 1 else 'people'} answered. In brackets the 95% bootstrap "
        "interval over questions; the median hint is the one after which half of what was solved "
        "with hints was solved."
    )
    published_notes(study, table, beside, people)


def _bar(row: Answered) -> ArmRow:
    e = row.solved
    low, high = (None if end is None else 100 * end for end in (e.low, e.high))
    return ArmRow("", row.name, e.n, {SOLVED.name: Estimate(100 * e.mean, low, high, e.n)})


def _columns(
    rows: tuple[Answered, ...], table: PublishedTable | None, beside: list[PublishedRow]
) -> dict[str, list[str]]:
    columns = {
        "What was counted": [
            "Solved in all",
            "Solved without a hint",
            "Of the others, solved with hints",
            "Median hint at solving",
            "Questions met",
        ]
    }
    for row in rows:
        name = plain(row.name, limit=40)
        while name in columns:
            name += " "
        columns[name] = [
            share_in_words(row.solved),
            percent(row.without_hints),
            share_in_words(row.with_hints),
            hint_in_words(row.median_hint),
            str(row.plays),
        ]
    for line in beside if table is not None else ():
        solved = table.value(line, "solved") if table is not None else None
        middle = table.value(line, "median_hint") if table is not None else None
        shown = "" if solved is None else percent(solved / 100)
        columns[f"{plain(line.name)} (published)"] = [shown, "", "", hint_in_words(middle), ""]
    return columns
