"""The hints of a question: asking for them, those that are shown, those that were dropped."""

import streamlit as st

from components import hints_badges as badges
from components import hints_jobs as jobs
from components.fields import WHOLE_PAGE, commit
from components.hints_card import show_hint
from components.hints_cards import card_of, dropped_hints, remember, shown_hints
from components.hints_live import encoder
from components.hints_settings import settings
from components.hints_terms import DROPPED, HELP, SUMMARY, plural
from components.plain import plain
from components.workbench import Bench
from services.documents import new_id
from services.hints import editing
from services.hints.batch import is_own
from services.hints.editing import question_of
from services.hints.models import Hint, HintQuiz, TriviaQuestion
from services.hints.rechecking import is_pending, rechecked

MORE_AT_ONCE = 5
OPEN_UP_TO = 3


def hints_panel(bench: Bench, question: TriviaQuestion) -> None:
    """Everything about the hints of one question."""
    st.header("Hints", help=HELP)
    busy = jobs.question_panel(bench, question.id)
    busy = busy or jobs.batch_is_at_work(bench)
    st.fragment(key=SUMMARY)(_summary)(bench, question.id, busy)
    shown = shown_hints(bench, question)
    remember(bench, question.id, [card_of(question, hint) for hint in shown])
    for hint in shown:
        show_hint(bench, question.id, hint.id)
    _own_hint(bench, question)
    st.fragment(key=DROPPED)(_dropped)(bench, question.id)


def _asking(bench: Bench, question: TriviaQuestion, *, busy: bool) -> None:
    ready = bool(question.question.strip() and question.answer.strip())
    written = any(hint.kind is not None and not is_own(hint) for hint in question.hints)
    with st.container(horizontal=True, vertical_alignment="center", key="hints:asking"):
        if not question.kept_hints:
            st.button(
                f"Write {plural(bench.document.count, 'hint')}",
                type="primary",
                icon=":material/edit_note:",
                disabled=busy or not ready,
                on_click=jobs.ask,
                args=(bench, jobs.GENERATE, question.id),
                key=f"{bench.id}:{question.id}:write",
            )
        else:
            st.button(
                f"Write {MORE_AT_ONCE} more",
                icon=":material/add:",
                disabled=busy or not ready,
                on_click=_more,
                args=(bench, question.id),
                key=f"{bench.id}:{question.id}:more_hints",
            )
        if written:
            st.button(
                "Start over",
                icon=":material/restart_alt:",
                disabled=busy or not ready,
                on_click=_start_over,
                args=(bench, question.id),
                key=f"{bench.id}:{question.id}:over",
                help="The model's hints go, yours stay, and new ones are written. Undo brings the "
                "old ones back.",
            )
        settings(bench)


def _more(bench: Bench, question_id: str) -> None:
    jobs.ask(bench, jobs.MORE, question_id, count=MORE_AT_ONCE)


def _start_over(bench: Bench, question_id: str) -> None:
    def change(now: HintQuiz) -> HintQuiz:
        def bare(question: TriviaQuestion) -> TriviaQuestion:
            own = tuple(hint for hint in question.hints if is_own(hint))
            return rechecked(question.model_copy(update={"hints": own}), encoder())

        return editing.change_question(now, question_id, bare)

    if bench.edit(change, "Started over"):
        # A seed of their own: the same ones would be written again.
        jobs.ask(bench, jobs.MORE, question_id, count=bench.document.count)


def _summary(bench: Bench, question_id: str, busy: bool) -> None:
    """What can be asked for, how many hints there are, and what waits for the judge."""
    question = question_of(bench.document, question_id)
    if question is None:
        return
    _asking(bench, question, busy=busy)
    if not question.hints:
        if not busy:
            st.markdown(
                "There are no hints yet. Let the model write some, or write your own: both are "
                "filtered, graded and put in order."
            )
        return
    kept = question.kept_hints
    waiting = _waiting(question)
    parts = [f":green-badge[:material/visibility: {plural(len(kept), 'hint')} shown]"]
    dropped = len(question.hints) - len(kept)
    if dropped:
        parts.append(f":gray-badge[:material/filter_alt: {dropped} dropped]")
    if waiting:
        parts.append(f":orange-badge[:material/pending: {waiting} not fully graded]")
    parts.append(badges.judge(question))
    with st.container(horizontal=True, vertical_alignment="center", key="hints:summary_line"):
        st.markdown(" ".join(part for part in parts if part))
        if waiting:
            st.button(
                f"Grade {'it' if waiting == 1 else 'them'}",
                icon=":material/balance:",
                disabled=busy,
                on_click=jobs.ask,
                args=(bench, jobs.JUDGE, question.id),
                key=f"{bench.id}:{question.id}:judge",
            )


def _waiting(question: TriviaQuestion) -> int:
    """How many shown hints lack grades: all of them where nothing was ever measured here."""
    kept = question.kept_hints
    if not question.signature:
        return len(kept)
    return sum(is_pending(question, hint) for hint in kept)


def _own_hint(bench: Bench, question: TriviaQuestion) -> None:
    key = f"{bench.id}:{question.id}:own"
    with (
        st.form(f"{key}:form", clear_on_submit=True, border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            "A hint of your own",
            key=key,
            placeholder="One true sentence that does not name the answer",
            max_chars=1_000,
        )
        st.form_submit_button(
            "Add it", icon=":material/add:", on_click=_add, args=(bench, question.id, key)
        )


def _add(bench: Bench, question_id: str, key: str) -> None:
    text, hint_id = st.session_state[key], new_id()
    if text.strip():
        bench.edit(
            lambda now: editing.add_hint(now, question_id, text, encoder(), hint_id),
            "Hint of your own",
        )


def _dropped(bench: Bench, question_id: str) -> None:
    """What the filters took out, each with the reason and the author's last word."""
    question = question_of(bench.document, question_id)
    dropped = dropped_hints(bench, question) if question is not None else []
    if question is None or not dropped:
        return
    with st.expander(
        f"Not shown: {plural(len(dropped), 'hint')}, with the reasons",
        icon=":material/filter_alt:",
        expanded=len(dropped) <= OPEN_UP_TO,
        key=f"{bench.id}:{question.id}:dropped",
    ):
        for hint in dropped:
            _one_dropped(bench, question, hint)


def _one_dropped(bench: Bench, question: TriviaQuestion, hint: Hint) -> None:
    reason = hint.dropped if hint.override is None else "Set aside by you."
    if hint.override is False and hint.dropped:
        reason = f"Set aside by you. {hint.dropped}"
    text = plain(hint.text) or ":gray-badge[:material/edit: No text]"
    st.markdown(f"{text}  \n:red-badge[:material/filter_alt_off: Not shown] {plain(reason)}")
    back = None if hint.override is False and not hint.dropped else True
    with st.container(horizontal=True, key=f"{bench.id}:{hint.id}:dropped_buttons"):
        st.button(
            "Keep anyway" if hint.dropped else "Show again",
            icon=":material/undo:",
            on_click=commit,
            args=(
                bench,
                lambda now: editing.set_override(now, question.id, hint.id, back, encoder()),
                "Hint kept anyway",
                WHOLE_PAGE,
            ),
            key=f"{bench.id}:{hint.id}:keep",
        )
        st.button(
            "Remove",
            icon=":material/delete:",
            on_click=commit,
            args=(
                bench,
                lambda now: editing.remove_hint(now, question.id, hint.id, encoder()),
                "Hint removed",
                WHOLE_PAGE,
            ),
            key=f"{bench.id}:{hint.id}:remove",
        )
