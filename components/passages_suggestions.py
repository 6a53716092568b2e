"""Questions that the model suggests for a passage: checked before they are shown, proposals."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from components import passages_jobs as jobs
from components import passages_readings as readings
from components.fields import commit
from components.passages_difficulty import band_words
from components.passages_pasting import preview
from components.passages_terms import (
    FLAWS,
    PLAIN_TYPES,
    REPAINT,
    SEVERITIES,
    TYPES,
    TYPES_HELP,
    letter,
)
from components.plain import plain
from components.workbench import Bench
from services.reading import deciding
from services.reading.item_review import ItemReview
from services.reading.models import ComprehensionItem, ComprehensionType, Passage

# What is ticked at first: of the seven, those that the default model writes best.
USUAL = (
    ComprehensionType.FACTOID,
    ComprehensionType.NON_FACTOID,
    ComprehensionType.SPATIAL_TEMPORAL,
)


def suggestions(bench: Bench, passage: Passage) -> None:
    """Choose types, ask, and decide on what comes."""
    if not passage.text.strip():
        st.info("Add the text of the passage first.")
        return
    st.markdown(
        "The model drafts one question of each kind you choose, in about a minute each. Each must "
        "quote the sentence that proves its key, and is checked for flaws and answered by the "
        "model before you see it. It is a small model: read what it wrote before you use it."
    )
    key = f"{bench.id}:{passage.id}:wanted"
    chosen = _choose_kinds(key)

    def about(asked: Mapping[str, Any]) -> bool:
        return bool(asked["passage_id"] == passage.id)

    live = jobs.panel(
        bench,
        "passages.suggest",
        about,
        key=f"{bench.id}:suggest",
        doing="Writing {note}",
        done="Done: decide on each below.",
        page_follows=True,
    )
    if not live:
        st.button(
            "Suggest questions",
            type="primary",
            icon=":material/edit_note:",
            disabled=not chosen,
            key=f"{key}:ask",
            on_click=jobs.ask,
            args=(bench, "passages.suggest"),
            kwargs={"passage_id": passage.id, "types": chosen},
            help=None if chosen else "Choose at least one kind first.",
        )
    _last_time(bench, about)
    for item in passage.proposals:
        _proposal(bench, passage, item)


def _choose_kinds(key: str) -> list[str]:
    st.pills(
        "Ask for",
        list(ComprehensionType),
        selection_mode="multi",
        default=USUAL,
        format_func=PLAIN_TYPES.__getitem__,
        key=key,
        persist_state="session",
        help=TYPES_HELP,
    )
    return [kind.value for kind in ComprehensionType if kind in st.session_state[key]]


def _last_time(bench: Bench, about: Callable[[Mapping[str, Any]], bool]) -> None:
    job = jobs.newest(bench, "passages.suggest", about)
    if job is not None and not job.live and job.text:
        with st.expander("What came of each kind last time"):
            st.text(job.text)


def _proposal(bench: Bench, passage: Passage, item: ComprehensionItem) -> None:
    with st.container(border=True, key=f"proposal:{item.id}"):
        st.markdown(preview(item))
        if item.feedback:
            st.markdown(f":material/format_quote: {plain(item.feedback)}")
        st.markdown(_verdict(readings.item_review(passage.text, item), item))
        with st.container(horizontal=True):
            st.button(
                "Accept",
                type="primary",
                key=f"proposal:{item.id}:accept",
                on_click=commit,
                args=(
                    bench,
                    lambda now: deciding.accept_proposal(now, passage.id, item.id),
                    "Suggested question accepted",
                    REPAINT,
                ),
            )
            st.button(
                "Put away",
                key=f"proposal:{item.id}:drop",
                on_click=commit,
                args=(
                    bench,
                    lambda now: deciding.drop_proposal(now, passage.id, item.id),
                    "Suggested question put away",
                    REPAINT,
                ),
            )


def _verdict(review: ItemReview, item: ComprehensionItem) -> str:
    """Types, estimate and flaws in one paragraph of badges."""
    parts = [f":gray-badge[{TYPES[kind][0]}]" for kind in review.types]
    if review.estimate is not None:
        parts.append(f":gray-badge[Estimate: {band_words(review.estimate.band)}]")
    parts += [f"{SEVERITIES[flaw.severity]} {FLAWS[flaw.code]}" for flaw in review.flaws]
    verdict = " ".join(parts) if review.flaws else " ".join([*parts, "No flaw found."])
    return f"{verdict}{_disagreement(review, item)}"


def _disagreement(review: ItemReview, item: ComprehensionItem) -> str:
    """A warning where the model, with the passage before it, would choose another option."""
    chances = review.solved.passage if review.solved else None
    if chances is None or item.gold is None:
        return ""
    best = max(range(len(chances)), key=chances.__getitem__)
    if best == item.gold:
        return ""
    return (
        "\n\n:orange-badge[:material/warning: Check the key] With the passage before it, the model "
        f"chose {letter(best)} ({chances[best]:.0%}), not the key."
    )
