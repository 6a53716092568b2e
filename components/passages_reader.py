"""The solver as a reader: its answer under four views with its record, and the game against it."""

import streamlit as st

from components import passages_charts as charts
from components import passages_jobs as jobs
from components.passages_terms import VIEWS, letter, percent
from components.plain import plain
from components.workbench import Bench
from services.reading import adversary, difficulty, embedding_solver
from services.reading.adversary import TRIES, Standing, standing
from services.reading.item_flaws import SolverRecord
from services.reading.item_review import ItemReview
from services.reading.models import Attempt, ComprehensionItem, Passage, SolverResult

# A record of fewer answers than this says nothing.
FEW = 5
HELP = (
    "What a reader of the model's kind would choose, with the passage and with parts of it "
    "withheld: the four views of Sugawara et al. (2022). Letters are permuted, so that no place "
    "is favoured."
)


def reader_panel(
    bench: Bench, passage: Passage, item: ComprehensionItem, review: ItemReview
) -> None:
    """Bars per option, what they are worth, and the buttons that ask the model."""
    st.subheader("What the reader answers", help=HELP)
    if review.solved is not None:
        _bars(review.solved, item)
        st.markdown(_record(review.solved, by_model=item.solver is not None))
    else:
        st.markdown("Needs a passage, a question and two different options.")
        return
    live = jobs.panel(
        bench,
        "passages.solve",
        lambda asked: item.id in asked["item_ids"],
        key=f"item:{item.id}:solve",
        doing="The model answers {note}",
        done="The model has answered.",
    )
    if not live and item.solver is None:
        st.button(
            "Ask the language model",
            icon=":material/smart_toy:",
            key=f"item:{item.id}:ask",
            on_click=jobs.ask,
            args=(bench, "passages.solve"),
            kwargs={"item_ids": [item.id]},
            help="Takes some 20 seconds. Its answer belongs to this wording: a change of passage, "
            "question or options takes it away.",
        )
    _game(bench, item)


def _bars(solved: SolverResult, item: ComprehensionItem) -> None:
    who = plain(solved.solver)
    st.markdown(
        f"Answered by **{who}**."
        if item.solver is not None
        else f"Without a language model: {who}."
    )
    if solved.note:
        st.markdown(f":material/content_cut: {plain(solved.note)}")
    with st.grid(4, min_column_width=170):
        for view, name in VIEWS.items():
            values = getattr(solved, view.value)
            with st.container():
                st.markdown(f"**{name}**")
                if values is None:
                    st.markdown("Not asked.")
                else:
                    charts.show(
                        charts.option_shares(values, item.gold),
                        key=f"item:{item.id}:{view.value}",
                        alt=_spoken(values, item.gold),
                    )


def _spoken(values: tuple[float, ...], gold: int | None) -> str:
    named = (
        f"{letter(place)}{' (key)' if place == gold else ''} {percent(value)}"
        for place, value in enumerate(values)
    )
    return "Probability of each option: " + ", ".join(named)


def _record(solved: SolverResult, *, by_model: bool) -> str:
    """How often this solver has been right, in words; said too when nobody has measured it."""
    if not by_model:
        if embedding_solver.blind_record().solver != solved.solver:
            return "This encoder's record has not been measured, so nothing is claimed from it."
        found = embedding_solver.record()
        right, n = found["right"], found["n"]
        said = (
            f"Its record on {n:,} test questions: right on {percent(right['passage'] / n)} with "
            f"the passage, {percent(right['without_passage'] / n)} without it, "
            f"{percent(right['options_only'] / n)} from the options alone; guessing gives 25%; "
        )
        return said + _when_sure(embedding_solver.blind_record())
    blind = difficulty.model_blind_record(solved.solver)
    if blind is None:
        return (
            "This model's record without the passage has not been measured, so “answerable "
            "without the passage” is not claimed from its answers."
        )
    return f"Its record on test questions: {_when_sure(blind)}"


def _when_sure(record: SolverRecord) -> str:
    claim = (
        "so an answer it is sure of without the passage is a warning"
        if record.above_chance
        else "which is no better than chance, so nothing is claimed from it"
    )
    if record.n < FEW:
        return "it is hardly ever sure without the passage, so nothing is claimed from that."
    return (
        f"when it was sure without the passage it was right on {record.right} of {record.n} "
        f"(95% interval {percent(record.low)} to {percent(record.high)}), {claim}."
    )


def _game(bench: Bench, item: ComprehensionItem) -> None:
    """Beat the reader: three tries, each kept with the item."""
    expander = st.expander("Beat the reader", icon=":material/sports_esports:", key="passages:game")
    with expander:
        st.markdown(
            f"Write a question that a person can answer from the passage and the model cannot. You "
            f"have {TRIES} tries; change the wording between them. Every try is kept."
        )
        for number, attempt in enumerate(item.attempts, start=1):
            _attempt(number, attempt)
        now = standing(item)
        if now is Standing.FOOLED:
            st.success("You beat the reader.", icon=":material/emoji_events:")
            return
        if now is Standing.SPENT:
            st.info("All tries are used. You may keep the question all the same.")
            return
        live = jobs.panel(
            bench,
            "passages.attempt",
            lambda asked: asked["item_id"] == item.id,
            key=f"item:{item.id}:attempt",
            doing="The reader answers",
        )
        if not live:
            _try(bench, item)


def _try(bench: Bench, item: ComprehensionItem) -> None:
    left = adversary.TRIES - len(item.attempts)
    last = item.attempts[-1] if item.attempts else None
    same = last is not None and (last.question, last.options) == (item.question, item.options)
    st.button(
        f"Let the reader answer ({left} {'try' if left == 1 else 'tries'} left)",
        icon=":material/play_arrow:",
        key=f"item:{item.id}:try",
        disabled=same or item.gold is None,
        on_click=jobs.ask,
        args=(bench, "passages.attempt"),
        kwargs={"item_id": item.id},
    )
    if item.gold is None:
        st.markdown("Mark the key first.")
    elif same:
        st.markdown("Change the question or its options first: the reader has seen this wording.")


def _attempt(number: int, attempt: Attempt) -> None:
    fooled = attempt.answer != attempt.gold
    badge = (
        ":green-badge[:material/emoji_events: Fooled]"
        if fooled
        else ":gray-badge[:material/check: The reader was right]"
    )
    st.markdown(
        f"**Try {number}** {badge} It chose {letter(attempt.answer)} with "
        f"{percent(attempt.probability)}; the key was {letter(attempt.gold)}.  \n"
        f"{plain(attempt.question, limit=160)}"
    )
