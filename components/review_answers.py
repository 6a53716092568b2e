"""What came of the answering study: by arm, with the published study beside it."""

from collections.abc import Mapping

import streamlit as st

from components.hints_terms import percent
from components.plain import plain
from components.review_published import choose_published, published_notes
from components.workbench import Bench
from services.compare.answering import answered
from services.compare.models import Comparison, KeyEntry
from services.compare.study_models import Study
from services.compare.study_report import hint_in_words, share_in_words

FEW_PLAYS = 20


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
    lines = [
        (
            plain(row.name, limit=40),
            share_in_words(row.solved),
            percent(row.without_hints),
            share_in_words(row.with_hints),
            hint_in_words(row.median_hint),
            str(row.plays),
        )
        for row in rows
    ]
    for line in beside if table is not None else ():
        solved = table.value(line, "solved") if table is not None else None
        middle = table.value(line, "median_hint") if table is not None else None
        shown = "" if solved is None else percent(solved / 100)
        lines.append((f"{plain(line.name)} (published)", shown, "", "", hint_in_words(middle), ""))
    heads = (
        *("Arm", "Solved in all", "Solved without a hint", "Of the others, solved with hints"),
        *("Median hint at solving", "Questions met"),
    )
    st.table(
        dict(zip(heads, map(list, zip(*lines, strict=True)), strict=True)),
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
