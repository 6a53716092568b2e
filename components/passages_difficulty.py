"""Predicted difficulty of one item: the band, its record, the range, and the reasons."""

import streamlit as st

from components.passages_terms import BANDS, STAGES, percent, signed
from components.plain import plain
from services.reading.difficulty import Band, Estimate
from services.reading.item_review import ItemReview

HARDER_FOR_MODELS = (
    "Numeric questions are the one type on which language models fall behind people: their lead "
    "over models is 0.13 on 71 numeric questions and 0.00 on the rest. For people numeric "
    "questions are neither harder nor easier."
)


def difficulty_panel(review: ItemReview) -> None:
    """An estimate with what it is worth, or why there is none."""
    st.subheader(
        "Predicted difficulty",
        help="For adult readers, learnt from 1,200 published questions with ten answers each. How "
        "hard the passage is to read is no part of it, and flaws are none either.",
    )
    if review.estimate is None:
        st.markdown(f":gray-badge[:material/block: No estimate] {plain(review.abstained or '')}")
    else:
        _estimate(review.estimate)
    if review.harder_for_models:
        st.markdown(":blue-badge[:material/smart_toy: Harder for models]", help=HARDER_FOR_MODELS)


def _estimate(estimate: Estimate) -> None:
    record, fifth = estimate.record, estimate.record["fifth"]
    st.markdown(BANDS[estimate.band].badge)
    st.markdown(
        f"Of the {fifth['n']} test questions estimated like this one, people answered "
        f"**{percent(fifth['observed'])}** right on average; {percent(fifth['under_70'])} of "
        "these questions were answered right by fewer than 70%."
    )
    st.markdown(
        f"A single question can lie far off: nine in ten fall between **{percent(estimate.low)}** "
        f"and **{percent(estimate.high)}**."
    )
    st.markdown(
        "What counts most:\n" + "\n".join(f"- {plain(reason.text)}" for reason in estimate.reasons)
    )
    st.markdown(
        f"Made from {STAGES[record['stage']]}. It goes with people's answers at "
        f"r = {signed(record['r'])} (95% interval {signed(record['low'])} to "
        f"{signed(record['high'])}) on {record['n']:,} questions it had not seen."
    )


def band_words(band: Band) -> str:
    return BANDS[band].words
