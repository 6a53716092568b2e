"""The order in which hints are revealed, and what each of them adds."""

import streamlit as st

from components import hints_charts as charts
from components.fields import WHOLE_PAGE, commit, number_field
from components.hints_live import encoder
from components.hints_record import record
from components.hints_terms import plural
from components.plain import plain
from components.workbench import Bench
from services.hints import arranging, reveal, sequence
from services.hints.models import Hint, TriviaQuestion


def order_panel(bench: Bench, question: TriviaQuestion) -> None:
    """Chart and words, the list to rearrange, a target, and how far the judge can be trusted."""
    st.header("From faint to strong")
    hints = question.kept_hints
    if not hints:
        st.markdown("There are no hints to put in order yet.")
        return
    counts = [hint.remaining for hint in hints]
    known = [count for count in counts if count is not None]
    if len(known) == len(hints):
        _what_is_left(known, len(question.candidates))
    else:
        st.markdown(
            ":gray-badge[:material/pending: Some hints are not judged yet] How many candidates are "
            "left after each is known when all of them are."
        )
    _list(bench, question, hints, known if len(known) == len(hints) else None)
    st.header("A target")
    _target(bench, question)
    st.header("How far to trust these grades")
    record()


def _what_is_left(counts: list[int], total: int) -> None:
    after = ", ".join(f"{count} after hint {n}" for n, count in enumerate(counts, start=1))
    left, right = st.columns([3, 2], gap="large", vertical_alignment="center")
    with left:
        charts.show(
            charts.standing(counts, total),
            key="hints:standing",
            alt=f"Candidates left: {total} before any hint, {after}",
        )
    with right:
        st.markdown("\n\n".join(in_words(counts, total)))


def in_words(counts: list[int], total: int) -> list[str]:
    """What the chart says: where it is settled, and which hints add nothing."""
    said = []
    settled = sequence.decisive(counts)
    if settled is not None:
        said.append(
            f":green-badge[:material/target: Hint {settled}] is the first that leaves only the "
            "answer."
        )
    else:
        said.append(
            f":orange-badge[:material/group: {plural(counts[-1], 'candidate')} left] No hint "
            "leaves only the answer."
        )
    idle = sequence.superfluous(counts, total)
    if idle:
        names = ", ".join(map(str, idle))
        word, verb = ("Hint", "adds") if len(idle) == 1 else ("Hints", "add")
        said.append(
            f":gray-badge[:material/remove: {word} {names}] {verb} nothing: nobody more is ruled "
            "out."
        )
    else:
        said.append(":green-badge[:material/check: Every hint] rules somebody more out.")
    return said


def _list(
    bench: Bench, question: TriviaQuestion, hints: tuple[Hint, ...], counts: list[int] | None
) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="hints:order_line"):
        if question.own_order:
            st.markdown(":blue-badge[:material/swap_vert: Your own order]")
            st.button(
                "Back to the automatic order",
                icon=":material/auto_mode:",
                on_click=commit,
                args=(
                    bench,
                    lambda now: arranging.automatic_order(now, question.id, encoder()),
                    "Automatic order",
                    WHOLE_PAGE,
                ),
                key=f"{bench.id}:{question.id}:automatic",
            )
        else:
            st.markdown(
                ":gray-badge[:material/auto_mode: Automatic order] By strength; a hint that would "
                "add nothing later comes earlier. Change a number to put a hint elsewhere."
            )
    idle = sequence.superfluous(counts, len(question.candidates)) if counts else []
    for number, hint in enumerate(hints, start=1):
        _row(bench, question, hint, number, adds_nothing=number in idle)


def _row(
    bench: Bench, question: TriviaQuestion, hint: Hint, number: int, *, adds_nothing: bool
) -> None:
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        key=f"{bench.id}:{hint.id}:order_row",
    ):
        number_field(
            bench,
            f"Place of hint {number}",
            number,
            lambda place: (
                lambda now: arranging.place_hint(now, question.id, hint.id, place or number)
            ),
            key=f"hint:{hint.id}:place",
            what="Order of hints",
            repaint=WHOLE_PAGE,
            min_value=1,
            max_value=len(question.kept_hints),
            step=1,
            label_visibility="collapsed",
            width=130,
        )
        left = "" if hint.remaining is None else f" :small[({hint.remaining} left)]"
        idle = " :orange-badge[:material/remove: adds nothing]" if adds_nothing else ""
        st.markdown(f"{plain(hint.text)}{left}{idle}", width="stretch")


def _target(bench: Bench, question: TriviaQuestion) -> None:
    shown = len(question.kept_hints)
    key = f"{bench.id}:{question.id}:target"
    st.session_state.setdefault(key, min(4, shown))
    st.session_state[key] = min(st.session_state[key], shown)
    target = st.number_input(
        "Solvable by hint", min_value=1, max_value=shown, step=1, key=key, width=180
    )
    chosen = reveal.solvable_by(question, target)
    if chosen is None:
        if any(not hint.verdicts for hint in question.kept_hints):
            st.markdown("It can be told once all hints are judged.")
        else:
            st.markdown(
                f":orange-badge[:material/close: Not possible] No {plural(target, 'hint')} of "
                "these leave only the answer. Write more hints, or aim at a later one."
            )
        return
    by_id = {hint.id: hint for hint in question.hints}
    st.markdown(
        f"With these {len(chosen)}, in this order, only the answer is left after the last and not "
        "before:"
    )
    texts = [f"{n}. {plain(by_id[hint_id].text)}" for n, hint_id in enumerate(chosen, start=1)]
    st.markdown("\n".join(texts))
    st.button(
        "Show only these, in this order",
        icon=":material/check:",
        disabled=[hint.id for hint in question.kept_hints] == list(chosen),
        on_click=commit,
        args=(
            bench,
            lambda now: arranging.show_only(now, question.id, chosen, encoder()),
            f"Solvable by hint {target}",
            WHOLE_PAGE,
        ),
        key=f"{bench.id}:{question.id}:select",
        help="The others are set aside, not removed.",
    )
