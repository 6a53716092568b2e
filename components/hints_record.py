"""The judge's record: how often its grades order hints as people do, and what would be better."""

from typing import Any

import streamlit as st

from components.hints_terms import percent
from components.plain import plain
from services.hints import strength

CHANCE = "50%"


def record() -> None:
    """The record of each grade on hints that people rated, and what it means."""
    found = strength.record()
    rows = _rows(found)
    if not rows:
        st.markdown(
            ":gray-badge[:material/help: Not available] These grades have not been held against "
            "people's ratings on this installation."
        )
        return
    st.markdown(
        "Held against people's ratings of how far a hint leads to its answer: the share of pairs "
        f"of hints that a grade orders as people do ({CHANCE} would be chance), on questions it "
        "had not been fitted on. One person rated each hint, so no grade could reach 100%."
    )
    st.table(
        {
            "Grade": [row[0] for row in rows],
            "Pairs right": [row[1] for row in rows],
            "Correlation": [row[2] for row in rows],
            "Hints": [row[3] for row in rows],
        },
        border="horizontal",
        hide_index=True,
        alt="How often each grade orders pairs of hints as people do",
    )
    st.markdown(_meaning(found))


def _rows(found: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Grade, pairs, correlation, hints: this machine's model, a larger one, no model at all."""
    rows = []
    small, large, none = found.get("margins"), found.get("verdicts"), found.get("text")
    if small:
        judge = plain(str(small.get("judge", "the default model")))
        rows.append((f"Narrows down (HICOS), judged by {judge}", *_figures(small, "hicos_")))
        rows.append((f"Strength, with {judge}", *_figures(small)))
    if large:
        rows.append(
            ("Narrows down (HICOS), judged by a tuned 70B model", *_figures(large, "hicos_"))
        )
        rows.append(("Strength, with the 70B model's verdicts", *_figures(large)))
    if none:
        rows.append(("Strength, from the words alone, no model", *_figures(none)))
    return rows


def _figures(entry: dict[str, Any], prefix: str = "") -> tuple[str, str, str]:
    return (
        percent(entry[f"{prefix}pairs"]),
        f"{entry[f'{prefix}pearson']:.2f}",
        f"{entry['n']:,}",
    )


def _meaning(found: dict[str, Any]) -> str:
    small, large = found.get("margins"), found.get("verdicts")
    if not small or not large:
        return "Read strength first: it is calibrated to people's ratings, HICOS is not."
    low, high = small["pairs_interval"]
    told = (
        "so it may tell nothing at all"
        if low <= 0.5
        else f"so it tells more than chance, by {percent(low - 0.5)} at the least"
    )
    return (
        "Read strength first: it is calibrated to people's ratings, HICOS is not. The smaller "
        f"judge's strength lies between {percent(low)} and {percent(high)} with 95% confidence "
        f"({small['n_pairs']:,} pairs), {told}: trust your own reading of a hint before it. "
        f"A judge of 70 billion parameters orders {percent(large['pairs'])} of pairs as people "
        "do. A larger model can be chosen on the Models page."
    )
