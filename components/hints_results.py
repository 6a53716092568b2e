"""How everybody did: plays of a quiz by class of question, as a chart and as tables."""

import streamlit as st

from components import hints_charts as charts
from components.hints_live import hints_desk, load_checks
from components.hints_terms import COARSE, percent, plural
from components.plain import plain
from components.workbench import Bench
from services.hints.results import Solved, by_class, by_question


def results_panel(bench: Bench) -> None:
    """All plays that were finished, of everyone who played this quiz here."""
    results = by_class(bench.document, hints_desk().class_of)
    found = {COARSE[coarse]: solved for coarse, solved in results.items()}
    if not found:
        st.markdown("Nobody has played this quiz yet. What players do is counted here.")
        return
    plays = sum(solved.plays for solved in found.values())
    players = len({play.attempt for play in bench.document.plays})
    st.markdown(
        f"{plural(plays, 'question')} played, in {plural(players, 'run')} through the quiz."
    )
    st.header("By what the question asks for")
    charts.show(
        charts.solved_by_class(found), key=f"{bench.id}:solved_by_class", alt=_in_words(found)
    )
    _table(list(found.items()))
    st.header("By question")
    rows = [(plain(q.question, limit=90), solved) for q, solved in by_question(bench.document)]
    st.table(
        {
            "Question": [name for name, _ in rows],
            "Plays": [str(solved.plays) for _, solved in rows],
            "How they went": [_went(solved) for _, solved in rows],
        },
        border="horizontal",
        hide_index=True,
        alt="Results by question",
    )
    load_checks()


def _went(solved: Solved) -> str:
    """ "1 without a hint, 2 with hints (median 3), 1 not solved": without what did not happen."""
    middle = "" if solved.median_hint is None else f" (median {solved.median_hint:g})"
    counts = {
        "without a hint": solved.without_hints,
        f"with hints{middle}": solved.with_hints,
        "not solved": solved.unsolved,
    }
    return ", ".join(f"{count} {words}" for words, count in counts.items() if count)


def _table(rows: list[tuple[str, Solved]]) -> None:
    st.table(
        {
            "Asks for": [name for name, _ in rows],
            "Plays": [str(solved.plays) for _, solved in rows],
            "Without a hint": [_share(solved.without_hints, solved) for _, solved in rows],
            "With hints": [_share(solved.with_hints, solved) for _, solved in rows],
            "Not solved": [_share(solved.unsolved, solved) for _, solved in rows],
            "Median hint at solving": [_median(solved) for _, solved in rows],
        },
        border="horizontal",
        hide_index=True,
        alt="Results by class of question",
    )


def _share(count: int, solved: Solved) -> str:
    return f"{count} ({percent(count / solved.plays)})"


def _median(solved: Solved) -> str:
    return "none" if solved.median_hint is None else f"{solved.median_hint:g}"


def _in_words(found: dict[str, Solved]) -> str:
    said = [
        f"{name}: {s.without_hints} without a hint, {s.with_hints} with hints, {s.unsolved} not"
        for name, s in found.items()
    ]
    return "Plays solved by class. " + "; ".join(said)
