"""One hint: how it reads, its grades and warnings, and, when opened, the field for its text."""

from collections.abc import Callable

import streamlit as st

from components import hints_badges as badges
from components.fields import WHOLE_PAGE, commit, text_field
from components.hints_cards import (
    card_of,
    changed,
    hint_key,
    note_drawn,
    open_hint,
    set_open,
)
from components.hints_details import details
from components.hints_live import encoder, reading_grade
from components.hints_terms import plural
from components.plain import plain
from components.workbench import Bench
from services.hints import arranging, editing
from services.hints.cautions import CHECK, DOUBTED, is_unchecked
from services.hints.editing import hint_of, question_of
from services.hints.models import Hint, HintQuiz, TriviaQuestion

EARLIER, LATER, LOOKED = "Show earlier", "Show later", "I have checked this"
ASIDE, BY_FILTERS, REMOVE = "Set aside", "Leave it to the filters", "Remove"
Step = Callable[[HintQuiz], HintQuiz]


def show_hint(bench: Bench, question_id: str, hint_id: str) -> None:
    """Draw a hint as a fragment of its own, so that an edit of it draws nothing else."""
    st.fragment(key=hint_key(hint_id))(_draw)(bench, question_id, hint_id)


def _draw(bench: Bench, question_id: str, hint_id: str) -> None:
    question = question_of(bench.document, question_id)
    hint = hint_of(question, hint_id) if question is not None else None
    if question is None or hint is None:
        return
    note_drawn(bench, card_of(question, hint))
    is_open = open_hint(bench) == hint_id
    with st.container(border=True, key=f"{bench.id}:{hint_id}:card"):
        _reading(question, hint)
        if is_open:
            _editor(bench, question, hint)
        with st.container(horizontal=True, gap="xsmall", key=f"{bench.id}:{hint_id}:buttons"):
            _buttons(bench, question, hint, is_open=is_open)


def _reading(question: TriviaQuestion, hint: Hint) -> None:
    number = "–" if hint.order is None else f"{hint.order}."
    text = plain(hint.text) or ":gray-badge[:material/edit: No text yet]"
    marks = (
        badges.grades(hint, question),
        badges.standing(hint, question),
        badges.truth(hint),
        badges.unchecked(hint),
    )
    lines = [f"**{number}** {text}", " ".join(mark for mark in marks if mark)]
    lines += [*_warnings(hint), measures(hint)]
    st.markdown("  \n".join(line for line in lines if line))


def _warnings(hint: Hint) -> list[str]:
    found = []
    if hint.dropped:
        word = "Kept by you" if hint.override else "A filter would drop it"
        found.append(f":red-badge[:material/filter_alt_off: {word}] {plain(hint.dropped)}")
    for warning in hint.warnings:
        # These two are badges already.
        if warning not in (CHECK, DOUBTED):
            found.append(f":orange-badge[:material/warning: Look at it] {plain(warning)}")
    if hint.source:
        found.append(f":blue-badge[:material/menu_book: Source] {plain(hint.source)}")
    return found


def measures(hint: Hint) -> str:
    """Length, readability and relevance in one line of Markdown."""
    parts = [plural(len(hint.text.split()), "word")]
    grade = reading_grade(hint.text) if hint.text.strip() else None
    if grade is not None:
        parts.append(f"reads at US grade {max(0.0, grade):.0f}")
    if hint.question_similarity is not None:
        parts.append(f"relevance to the question {max(0.0, hint.question_similarity):.2f} of 1")
    return f":small[{' · '.join(parts)}]"


def _editor(bench: Bench, question: TriviaQuestion, hint: Hint) -> None:
    text_field(
        bench,
        "Text of the hint",
        hint.text,
        lambda text: lambda now: editing.set_hint_text(now, question.id, hint.id, text, encoder()),
        key=f"hint:{hint.id}:text",
        what="Hint changed",
        repaint=lambda: changed(bench),
    )


def _buttons(bench: Bench, question: TriviaQuestion, hint: Hint, *, is_open: bool) -> None:
    st.button(
        "Done" if is_open else "Edit",
        key=f"{bench.id}:{hint.id}:edit",
        icon=":material/check:" if is_open else ":material/edit:",
        on_click=_toggle,
        args=(bench, question, None if is_open else hint.id),
    )
    details(bench, question, hint)
    steps = _steps(question, hint)
    key = f"{bench.id}:{hint.id}:more"
    st.menu_button(
        "More",
        list(steps),
        key=key,
        icon=":material/more_horiz:",
        on_click=lambda: commit(
            bench,
            steps[st.session_state[key]],
            f"Hint: {st.session_state[key].lower()}",
            WHOLE_PAGE,
        ),
    )


def _steps(question: TriviaQuestion, hint: Hint) -> dict[str, Step]:
    asked, own = question.id, hint.id
    steps: dict[str, Step] = {
        EARLIER: lambda now: arranging.move_hint(now, asked, own, -1),
        LATER: lambda now: arranging.move_hint(now, asked, own, 1),
    }
    if is_unchecked(hint):
        steps[LOOKED] = lambda now: editing.mark_checked(now, asked, own)
    steps[ASIDE] = lambda now: editing.set_override(now, asked, own, False, encoder())
    if hint.override:
        steps[BY_FILTERS] = lambda now: editing.set_override(now, asked, own, None, encoder())
    steps[REMOVE] = lambda now: editing.remove_hint(now, asked, own, encoder())
    return steps


def _toggle(bench: Bench, question: TriviaQuestion, hint_id: str | None) -> None:
    """Open or close an editor. On closing, cards go where they belong."""
    set_open(bench, question, hint_id)
    st.rerun()
