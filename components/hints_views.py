"""The views of the room, and which question is looked at. Both are in the address."""

import streamlit as st

from components.fields import WHOLE_PAGE, commit
from components.hints_terms import SHELF
from components.plain import plain
from components.workbench import Bench
from services.documents import new_id
from services.hints import editing
from services.hints.models import HintQuiz, TriviaQuestion

HINTS, CANDIDATES, ORDER = "Hints", "Candidates", "Order"
QUIZ, EXPORT = "Whole quiz", "Export"
VIEWS = (HINTS, CANDIDATES, ORDER, QUIZ, EXPORT)
_VIEW, _QUESTION = "show", "question"


def choose_view(bench: Bench) -> str:
    """Draw the control, and the way to the players' page; the view that is open now."""
    if st.session_state.get(_VIEW) not in VIEWS:
        named = st.query_params.get(_VIEW)
        st.session_state[_VIEW] = named if named in VIEWS else HINTS
    with st.container(horizontal=True, vertical_alignment="center", key="hints:views"):
        chosen = st.segmented_control(
            "View",
            VIEWS,
            required=True,
            key=_VIEW,
            bind="query-params",
            label_visibility="collapsed",
            wrap=True,
        )
        st.page_link(
            "pages/play.py",
            label="Play this quiz",
            icon=":material/play_circle:",
            query_params={"draft": bench.id},
        )
    return str(chosen)


def show_view(view: str) -> None:
    """Open a view from the next run on; for callbacks."""
    st.session_state[_VIEW] = view


def show_question(question_id: str) -> None:
    """Look at this question from the next run on; for callbacks."""
    st.session_state[_QUESTION] = question_id


def title_of(question: TriviaQuestion, number: int) -> str:
    """What a question is called in lists."""
    words = " ".join(question.question.split())
    return f"{number}. {words}" if words else f"{number}. (no text yet)"


def chosen_question(bench: Bench) -> TriviaQuestion | None:
    """Which question of the quiz is looked at, and how to add one. None when there is none."""
    st.fragment(key=SHELF)(_shelf)(bench)
    chosen = st.session_state.get(_QUESTION)
    return editing.question_of(bench.document, str(chosen))


def _shelf(bench: Bench) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="hints:shelf"):
        question = _choose(bench.document)
        with st.popover("Add or remove", icon=":material/library_add:"):
            _add_or_remove(bench, question)


def _choose(quiz: HintQuiz) -> TriviaQuestion | None:
    names = {q.id: title_of(q, number) for number, q in enumerate(quiz.questions, start=1)}
    if not names:
        st.markdown("There is no question in this quiz.", width="stretch")
        return None
    if st.session_state.get(_QUESTION) not in names:
        named = st.query_params.get(_QUESTION)
        st.session_state[_QUESTION] = named if named in names else next(iter(names))
    st.selectbox(
        f"Question ({len(names)} in this quiz)" if len(names) > 1 else "Question of this quiz",
        list(names),
        format_func=names.__getitem__,
        key=_QUESTION,
        bind="query-params",
        # Another question is another page, not only another shelf.
        on_change=st.rerun,
    )
    return editing.question_of(quiz, st.session_state[_QUESTION])


def _add_or_remove(bench: Bench, question: TriviaQuestion | None) -> None:
    st.button(
        "Add a question",
        icon=":material/add:",
        on_click=add_question,
        args=(bench,),
        key=f"{bench.id}:add_question",
        width="stretch",
    )
    st.button(
        "More at once: see the whole quiz",
        icon=":material/list:",
        on_click=show_view,
        args=(QUIZ,),
        key=f"{bench.id}:to_quiz",
        width="stretch",
    )
    if question is not None:
        st.button(
            "Remove this question and its hints",
            icon=":material/delete:",
            on_click=commit,
            args=(
                bench,
                lambda now: editing.remove_question(now, question.id),
                f"Question removed: {plain(question.question, limit=40)}",
                WHOLE_PAGE,
            ),
            key=f"{bench.id}:remove:{question.id}",
            width="stretch",
            help="Undo brings it back.",
        )


def add_question(bench: Bench) -> None:
    """A blank question, looked at from the next run on; for `on_click`."""
    question_id = new_id()
    show_question(question_id)
    show_view(HINTS)
    commit(
        bench,
        lambda now: editing.add_questions(now, (TriviaQuestion(id=question_id),)),
        "Question added",
    )
