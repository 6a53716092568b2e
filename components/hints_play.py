"""Playing a quiz: a question, hints one by one on request, an answer, and how it went.

Nothing of a hint or an answer is sent to the browser before it has been asked for or earned.
"""

from collections.abc import Callable
from datetime import UTC, datetime

import streamlit as st

from components.hints_terms import plural
from components.plain import plain
from components.workbench import Bench, workshop
from services.hints import attempts
from services.hints.answers import Fit
from services.hints.attempts import Attempt, Outcome, Turn
from services.hints.models import TriviaQuestion

ATTEMPT = "play"
_SAID = "play:said"


def play(bench: Bench) -> None:
    """The run that the address names, or the way to begin one."""
    attempt = _open_attempt()
    if attempt is None:
        _begin(bench)
        return
    attempt = attempts.skip_missing(attempt, bench.document)
    question = attempts.question_on_table(attempt, bench.document)
    if attempt.turn is None or question is None:
        _finish(bench, attempt)
    else:
        _table(bench, attempt, attempt.turn, question)


def _open_attempt() -> Attempt | None:
    attempt_id = st.query_params.get(ATTEMPT)
    kept = workshop().repository.cached(attempts.NAMESPACE, attempt_id) if attempt_id else None
    if kept is None:
        st.query_params.pop(ATTEMPT, None)
        return None
    return Attempt.model_validate_json(kept[0])


def _keep(attempt: Attempt) -> None:
    """Every step is kept at once: a reload goes on where it was."""
    workshop().repository.keep(attempts.NAMESPACE, attempt.id, attempt.model_dump_json())


def _begin(bench: Bench) -> None:
    count = len(attempts.playable(bench.document))
    st.header(plain(bench.document.name) or "A quiz with hints")
    if not count:
        st.markdown("There is no question with an answer in this quiz yet.")
        return
    st.markdown(
        f"{plural(count, 'question')}. Answer each when you can; ask for a hint when you cannot. "
        "Spelling need not be perfect."
    )
    with st.form("play:begin", border=False):
        st.text_input(
            "Your name, if you like",
            key="play:name",
            max_chars=80,
            help="Kept with your result on this machine.",
        )
        st.form_submit_button(
            "Begin", type="primary", icon=":material/play_arrow:", on_click=_start, args=(bench,)
        )


def _start(bench: Bench) -> None:
    attempt = attempts.begin(bench.document, st.session_state.get("play:name", ""))
    _keep(attempt)
    st.query_params[ATTEMPT] = attempt.id


def _table(bench: Bench, attempt: Attempt, turn: Turn, question: TriviaQuestion) -> None:
    st.progress(
        attempt.place / len(attempt.turns),
        text=f"Question {attempt.place + 1} of {len(attempt.turns)}",
    )
    st.header(plain(question.question))
    for number, hint in enumerate(attempts.revealed(turn, question), start=1):
        # An alert, so that screen readers say a hint when it comes.
        st.info(plain(hint.text), title=f"Hint {number}", icon=":material/lightbulb:")
    _said(attempt, turn)
    if turn.ended:
        _answer(turn, question)
        last = attempt.place + 1 == len(attempt.turns)
        st.button(
            "See how it went" if last else "Next question",
            type="primary",
            icon=":material/arrow_forward:",
            on_click=_go_on,
            args=(attempt,),
            key="play:next",
        )
    else:
        _guessing(bench, attempt, turn, question)


def _guessing(bench: Bench, attempt: Attempt, turn: Turn, question: TriviaQuestion) -> None:
    with (
        st.form(f"play:answer:{attempt.place}", clear_on_submit=True, border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            "Your answer",
            key=f"play:guess:{attempt.place}",
            max_chars=attempts.LONGEST_GUESS,
            autocomplete="off",
        )
        st.form_submit_button(
            "Answer",
            type="primary",
            icon=":material/send:",
            on_click=_guess,
            args=(bench, attempt.id, question.id, f"play:guess:{attempt.place}"),
        )
    left = attempts.hints_left(turn, question)
    with st.container(horizontal=True, key="play:more"):
        st.button(
            f"Show a hint ({left} left)" if left else "No hint is left",
            icon=":material/lightbulb:",
            disabled=not left,
            on_click=_reveal,
            args=(bench, attempt.id, question.id, len(turn.shown)),
            key="play:reveal",
        )
        st.button(
            "Give up",
            icon=":material/flag:",
            on_click=_give_up,
            args=(bench, attempt.id, question.id),
            key="play:give_up",
        )
    if turn.guesses:
        tried = "; ".join(plain(guess, limit=60) for guess in turn.guesses[-5:])
        st.markdown(f"Tried so far: {tried}")


def _said(attempt: Attempt, turn: Turn) -> None:
    """What came of the last step, as an alert that screen readers announce."""
    place, fit = st.session_state.get(_SAID, (None, ""))
    if place != (attempt.id, attempt.place):
        return
    if turn.outcome is Outcome.SOLVED:
        seen = len(turn.shown)
        when = f"after {plural(seen, 'hint')}" if seen else "without a hint"
        st.success(f"Right, {when}.", icon=":material/check_circle:")
    elif turn.outcome is Outcome.OPEN and fit == Fit.PART:
        st.warning("Near: that is a part of it. Give the whole name.", icon=":material/near_me:")
    elif turn.outcome is Outcome.OPEN and fit == Fit.WRONG:
        st.error("That is not it. Try again, or ask for a hint.", icon=":material/close:")


def _answer(turn: Turn, question: TriviaQuestion) -> None:
    if turn.outcome is Outcome.GIVEN_UP:
        st.info("Given up.", icon=":material/flag:")
    st.markdown(f"The answer is **{plain(question.answer)}**.")


def _step(bench: Bench, attempt_id: str, question_id: str) -> tuple[Attempt, TriviaQuestion] | None:
    """The run as it is kept, if this question is still on its table: a double click is one."""
    kept = workshop().repository.cached(attempts.NAMESPACE, attempt_id)
    if kept is None:
        return None
    attempt = Attempt.model_validate_json(kept[0])
    question = attempts.question_on_table(attempt, bench.document)
    return None if question is None or question.id != question_id else (attempt, question)


def _reveal(bench: Bench, attempt_id: str, question_id: str, seen: int) -> None:
    """Show one more than the `seen` ones on the page that the click was made on."""
    if (found := _step(bench, attempt_id, question_id)) is None:
        return
    attempt, question = found
    if attempt.turn is not None and len(attempt.turn.shown) == seen:
        st.session_state.pop(_SAID, None)
        _keep(attempts.reveal(attempt, question))


def _guess(bench: Bench, attempt_id: str, question_id: str, key: str) -> None:
    said = st.session_state[key]
    if (found := _step(bench, attempt_id, question_id)) is None or not said.strip():
        return
    attempt, fit = attempts.guess(*found, said)
    st.session_state[_SAID] = ((attempt.id, attempt.place), str(fit))
    _ended(bench, attempt)


def _give_up(bench: Bench, attempt_id: str, question_id: str) -> None:
    if (found := _step(bench, attempt_id, question_id)) is not None:
        _ended(bench, attempts.give_up(*found))


def _ended(bench: Bench, attempt: Attempt) -> None:
    """Keep the run and, once its question has ended, record it in the quiz."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    bench.add(
        lambda quiz: attempts.recorded(quiz, attempt, when),
        author=attempt.player or "player",
        what="Played",
    )
    _keep(attempt)


def _go_on(attempt: Attempt) -> None:
    _keep(attempts.go_on(attempt))


def _finish(bench: Bench, attempt: Attempt) -> None:
    solved = [turn for turn in attempt.turns if turn.outcome is Outcome.SOLVED]
    st.header("How it went")
    st.success(
        f"{len(solved)} of {plural(len(attempt.turns), 'question')} solved.",
        icon=":material/flag:",
    )
    titles = {q.id: q.question for q in bench.document.questions}
    rows = [
        (plain(titles.get(t.question_id, "Gone"), limit=90), _outcome(t)) for t in attempt.turns
    ]
    st.table(
        {"Question": [row[0] for row in rows], "Outcome": [row[1] for row in rows]},
        border="horizontal",
        hide_index=True,
        alt="Your questions and how each ended",
    )
    st.button("Play again", icon=":material/replay:", on_click=_leave, key="play:again")


def _outcome(turn: Turn) -> str:
    seen = len(turn.shown)
    words: dict[Outcome, Callable[[], str]] = {
        Outcome.SOLVED: lambda: (
            f"Solved after {plural(seen, 'hint')}" if seen else "Solved without a hint"
        ),
        Outcome.GIVEN_UP: lambda: f"Not solved, {plural(seen, 'hint')} seen",
        Outcome.OPEN: lambda: "Not played",
    }
    return words[turn.outcome]()


def _leave() -> None:
    st.query_params.pop(ATTEMPT, None)
    st.session_state.pop(_SAID, None)
