"""All questions of the set together: where the keys stand, which types are asked, doubles."""

import streamlit as st

from components import passages_charts as charts
from components import passages_jobs as jobs
from components import passages_readings as readings
from components.fields import commit
from components.passages_difficulty import band_words
from components.passages_terms import FLAWS, REPAINT, TYPES, letter
from components.plain import plain
from components.workbench import Bench, workshop
from services.reading import deciding, item_sets
from services.reading.editing import all_items, home_of
from services.reading.item_sets import SetReview
from services.reading.models import ComprehensionItem


def item_set(bench: Bench) -> None:
    """The overview first, then what only shows over the set."""
    items = all_items(bench.document)
    if not items:
        st.info("There are no questions in this set yet.")
        return
    _overview(bench, items)
    review = _review(items)
    left, right = st.columns(2, gap="large")
    with left:
        _keys(bench, items, review)
    with right:
        _types(review)
    _doubles(items, review)


def _review(items: tuple[ComprehensionItem, ...]) -> SetReview:
    """With the encoder, else by the same words alone."""
    return item_sets.review(
        items, workshop().embedder if readings.encoder_problem() is None else None
    )


def _overview(bench: Bench, items: tuple[ComprehensionItem, ...]) -> None:
    import pandas as pd

    passages = {p.id: place for place, p in enumerate(bench.document.passages, start=1)}
    rows = []
    for number, item in enumerate(items, start=1):
        home = home_of(bench.document, item.id)
        review = readings.item_review(home.text if home else "", item)
        flaws = [FLAWS[flaw.code] for flaw in review.flaws if flaw.code not in item.dismissed]
        rows.append(
            {
                "No.": number,
                **({"Passage": passages[home.id]} if home and len(passages) > 1 else {}),
                "Question": item.question or "(no question yet)",
                "Key": "none" if item.gold is None else letter(item.gold),
                "Types": ", ".join(TYPES[kind][0] for kind in review.types),
                "Estimate": band_words(review.estimate.band) if review.estimate else "none given",
                "Flaws": "; ".join(flaws) or "none found",
                "Model has answered": "yes" if item.solver is not None else "not yet",
            }
        )
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "No.": st.column_config.NumberColumn(width="small"),
            "Passage": st.column_config.NumberColumn(width="small"),
            "Question": st.column_config.TextColumn(width=280),
            "Flaws": st.column_config.TextColumn(width=220),
            "Model has answered": st.column_config.TextColumn(
                help="Whether the language model has answered this wording."
            ),
        },
        alt="Every question with key, types, estimate and flaws",
    )
    _ask_all(bench, items)


def _ask_all(bench: Bench, items: tuple[ComprehensionItem, ...]) -> None:
    open_ = [
        item.id
        for item in items
        if item.solver is None and len({o.strip() for o in item.options}) >= 2
    ]
    live = jobs.panel(
        bench,
        "passages.solve",
        lambda asked: True,
        key=f"{bench.id}:solve_all",
        doing="The model answers {note}",
        done="Answered.",
        page_follows=True,
    )
    if not live and open_:
        what = "1 question" if len(open_) == 1 else f"{len(open_)} questions"
        st.button(
            f"Ask the language model about {what}",
            icon=":material/smart_toy:",
            key=f"{bench.id}:ask_all",
            on_click=jobs.ask,
            args=(bench, "passages.solve"),
            kwargs={"item_ids": open_},
        )


def _keys(bench: Bench, items: tuple[ComprehensionItem, ...], review: SetReview) -> None:
    st.subheader("Where the keys stand")
    if not review.key_positions:
        st.markdown("No question has options yet.")
        return
    places = {letter(place): count for place, count in enumerate(review.key_positions)}
    spoken = ", ".join(f"{letter} {count}" for letter, count in places.items())
    charts.show(
        charts.counts(places, "Place of the key"), key="keys", alt=f"Keys by place: {spoken}"
    )
    if review.unkeyed:
        numbers = ", ".join(str(index + 1) for index in review.unkeyed)
        st.markdown(f":orange-badge[:material/warning: No key] at question {numbers}.")
    if review.crowded:
        letters = ", ".join(letter(place) for place in review.crowded)
        st.markdown(f":orange-badge[:material/warning: Crowded] Too many keys at {letters}.")
    else:
        st.markdown(":green-badge[:material/check: Balanced] No place has too many keys.")
    _rebalance(bench, items)


def _rebalance(bench: Bench, items: tuple[ComprehensionItem, ...]) -> None:
    """A proposal that moves as few keys as make the places even."""
    proposed = item_sets.rebalanced(items)
    moves = [
        f"- Question {number}: the key moves from {letter(old.gold or 0)} to "
        f"{letter(new.gold or 0)}."
        for number, (old, new) in enumerate(zip(items, proposed, strict=True), start=1)
        if old.gold != new.gold
    ]
    if not moves:
        return
    with st.container(border=True):
        st.markdown("**Proposed, to even them out**\n\n" + "\n".join(moves))
        st.button(
            "Accept the new order",
            key=f"{bench.id}:rebalance",
            on_click=commit,
            args=(
                bench,
                lambda now: deciding.take_order(now, proposed),
                "Keys evened out",
                REPAINT,
            ),
        )


def _types(review: SetReview) -> None:
    st.subheader("Types that are asked")
    names = {TYPES[kind][0]: count for kind, count in review.types.items()}
    st.table(
        {"Type": list(names), "Questions": [str(count) for count in names.values()]},
        border="horizontal",
        hide_index=True,
        alt="Number of questions of each comprehension type",
    )
    if review.missing_types:
        missing = ", ".join(TYPES[kind][0].lower() for kind in review.missing_types)
        st.markdown(f"Not asked: {missing}.")


def _doubles(items: tuple[ComprehensionItem, ...], review: SetReview) -> None:
    st.subheader("Questions asked twice")
    if not review.doubles:
        st.markdown(":green-badge[:material/check: None found]")
    for double in review.doubles:
        st.markdown(
            f":orange-badge[:material/content_copy: Double] Questions {double.first + 1} and "
            f"{double.second + 1}: {double.why}.  \n{plain(items[double.first].question)}"
        )
