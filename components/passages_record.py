"""How good the estimate is: its record on questions it had not seen, and on the author's own."""

from collections.abc import Sequence

import streamlit as st

from components import passages_charts as charts
from components import passages_readings as readings
from components.fields import number_field
from components.passages_terms import BANDS, REPAINT, STAGES, percent, signed
from components.plain import plain
from components.workbench import Bench
from services.reading import comprehension_type, difficulty, editing
from services.reading.agreement import FEWEST, agreement
from services.reading.difficulty import Band
from services.reading.models import ComprehensionItem

NAMES = {
    "wording": "Wording alone",
    "embedding": "With a comparison with the passage",
    "model": "With the language model's answers too",
}
FIFTHS = (Band.HARDER, Band.TYPICAL, Band.TYPICAL, Band.TYPICAL, Band.EASIER)


def record(bench: Bench) -> None:
    """The committed record, and rank agreement with real percentages where there are any."""
    st.markdown(
        "The estimate was learnt from 1,200 published multiple-choice questions with ten adult "
        "readers' answers each (Nangia et al. 2021), and is judged here on passages it had not "
        "seen. Because ten answers leave chance in the target, no method could reach more than "
        "about r = 0.90. It knows adults, not children."
    )
    stages = difficulty.stages()
    _correlations(stages)
    stage = st.segmented_control(
        "Record of the estimate made from",
        stages,
        default="embedding",
        required=True,
        format_func=NAMES.__getitem__,
        key="record_stage",
        persist_state="session",
    )
    left, right = st.columns(2, gap="large")
    with left:
        _reliability(stage)
    with right:
        _fifths(stage)
    types = comprehension_type.record()
    st.markdown(
        f"Comprehension types are named by a small classifier. On {types['n']} questions labelled "
        f"by one person, a right type was among those it named for {percent(types['labels_hit'])}."
    )
    _own(bench)


def _correlations(stages: Sequence[str]) -> None:
    st.table(
        {
            "Made from": [NAMES[stage] for stage in stages],
            "r with people's answers": [_r(stage) for stage in stages],
            "Questions": [f"{difficulty.record(stage)['n']:,}" for stage in stages],
        },
        border="horizontal",
        hide_index=True,
        alt="Correlation of the estimate with people's answers, by what it is made from",
    )
    if "model" in stages:
        st.markdown(_gain())


def _r(stage: str) -> str:
    found = difficulty.record(stage)
    return f"{signed(found['r'])} (95% interval {signed(found['low'])} to {signed(found['high'])})"


def _gain() -> str:
    """What the language model's answers added, on the very questions that it has answered."""
    found = difficulty.record("model")
    return (
        f"The language model has answered {found['n']} of the questions. On these alone r is "
        f"{signed(found['r_without_model'])} without its answers and {signed(found['r'])} with "
        "them; so few questions leave the size of that gain uncertain."
    )


def _reliability(stage: str) -> None:
    st.subheader("Estimated and observed")
    points = difficulty.record(stage)["reliability"]
    charts.show(
        charts.reliability(points),
        key="reliability",
        alt="Observed share of right answers against the estimate, in ten groups of questions; "
        "the nearer to the dashed line, the better",
    )
    st.markdown("Each dot is a tenth of the questions; on the dashed line both agree.")


def _fifths(stage: str) -> None:
    st.subheader("What each band has meant")
    fifths = difficulty.record(stage)["fifths"]
    st.table(
        {
            "Fifth of the test questions": [BANDS[band].words for band in FIFTHS],
            "Estimated": [percent(fifth["predicted"]) for fifth in fifths],
            "Answered right": [percent(fifth["observed"]) for fifth in fifths],
            "Under 70% right": [percent(fifth["under_70"]) for fifth in fifths],
        },
        border="horizontal",
        hide_index=True,
        alt="For each fifth by estimate: the estimate, and how many people answered right",
    )
    st.markdown(f"Made from {STAGES[stage]}.")


def _own(bench: Bench) -> None:
    """Real percentages of the author's questions, and how far the orders agree."""
    st.subheader("Your own questions")
    items = [item for item in editing.all_items(bench.document) if item.question.strip()]
    if not items:
        st.markdown("Add questions, and you can compare the estimate with your readers' answers.")
        return
    st.markdown(
        "Enter how many percent of your readers answered right, where you know it, and see whether "
        "the estimate puts your questions in the same order."
    )
    pairs = []
    for number, item in enumerate(items, start=1):
        expected = _row(bench, number, item)
        if expected is not None and item.observed is not None:
            pairs.append((expected, item.observed))
    _agreement(pairs)


def _row(bench: Bench, number: int, item: ComprehensionItem) -> float | None:
    home = editing.home_of(bench.document, item.id)
    estimate = readings.item_review(home.text if home else "", item).estimate
    left, right = st.columns([3, 1], vertical_alignment="center")
    said = "no estimate" if estimate is None else f"estimated {percent(estimate.expected_accuracy)}"
    left.markdown(f"{number}. {plain(item.question, limit=110)} ({said})")
    with right:
        number_field(
            bench,
            f"Percent right, question {number}",
            None if item.observed is None else round(100 * item.observed, 1),
            lambda value: (
                lambda now: editing.set_observed(
                    now, item.id, None if value is None else value / 100
                )
            ),
            key=f"item:{item.id}:observed",
            what="Real percentage",
            repaint=REPAINT,
            min_value=0.0,
            max_value=100.0,
            step=1.0,
            format="%.0f",
            placeholder="Percent right",
            label_visibility="collapsed",
        )
    return None if estimate is None else estimate.expected_accuracy


def _agreement(pairs: list[tuple[float, float]]) -> None:
    found = agreement([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    if found is None:
        st.markdown(
            f"Rank agreement needs {FEWEST} questions with an estimate and a percentage; there "
            f"are {len(pairs)}."
        )
        return
    tau = "cannot be told" if found.tau is None else signed(found.tau)
    st.markdown(
        f":blue-badge[:material/sort: Rank agreement] The estimate puts **{found.right} of "
        f"{found.pairs}** pairs of your questions in the order of your readers (Kendall's tau "
        f"{tau}). With {found.items} questions, chance still plays a large part."
    )
