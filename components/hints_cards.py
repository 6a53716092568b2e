"""What each hint on the page shows, as values: a card is drawn again when its value changes.

While a hint is open for editing the cards stay in their places, so that nothing moves under the
author's hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.draft_bar import DRAFT_BAR
from components.fields import WHOLE_PAGE
from components.hints_terms import DROPPED, QUESTION, SHELF, SUMMARY
from components.workbench import Bench
from services.hints.editing import hint_of, question_of
from services.hints.models import Hint, TriviaQuestion


@dataclass(frozen=True, slots=True)
class HintCard:
    """One hint that is shown, and what its badges need to know of the question."""

    hint: Hint
    candidates: tuple[str, ...]
    signature: str
    own_order: bool

    @property
    def key(self) -> str:
        return hint_key(self.hint.id)


def hint_key(hint_id: str) -> str:
    """The key of the fragment that draws a hint."""
    return f"hint:{hint_id}"


def card_of(question: TriviaQuestion, hint: Hint) -> HintCard:
    return HintCard(hint, question.candidates, question.signature, question.own_order)


def shown_hints(bench: Bench, question: TriviaQuestion) -> list[Hint]:
    """The hints with a card, in the order on the page."""
    kept = [hint.id for hint in question.kept_hints]
    frozen = st.session_state.get(_frozen_key(bench), ())
    if open_hint(bench) in {hint.id for hint in question.hints}:
        there = {hint.id for hint in question.hints}
        places = [hint_id for hint_id in frozen if hint_id in there]
        kept = [*places, *(hint_id for hint_id in kept if hint_id not in places)]
    found = (hint_of(question, hint_id) for hint_id in kept)
    return [hint for hint in found if hint is not None]


def dropped_hints(bench: Bench, question: TriviaQuestion) -> list[Hint]:
    """The hints without a card: dropped by a filter or set aside."""
    shown = {hint.id for hint in shown_hints(bench, question)}
    return [hint for hint in question.hints if hint.id not in shown]


def open_hint(bench: Bench) -> str | None:
    """The hint whose text is being edited."""
    found: str | None = st.session_state.get(_open_key(bench))
    return found


def set_open(bench: Bench, question: TriviaQuestion, hint_id: str | None) -> None:
    """Have the editor of this hint open from the next run on, and no other."""
    st.session_state[_frozen_key(bench)] = [hint.id for hint in shown_hints(bench, question)]
    st.session_state[_open_key(bench)] = hint_id


def remember(bench: Bench, question_id: str, cards: Sequence[HintCard]) -> None:
    """Note what the page shows now."""
    st.session_state[_shown_key(bench)] = (question_id, {card.key: card for card in cards})


def note_drawn(bench: Bench, card: HintCard) -> None:
    """Note that one card was drawn anew."""
    _, cards = st.session_state.get(_shown_key(bench), ("", {}))
    cards[card.key] = card


def changed(bench: Bench) -> Sequence[str] | str:
    """The fragments that an edit made out of date; the whole page if a card came, went or moved."""
    question_id, before = st.session_state.get(_shown_key(bench), ("", {}))
    question = question_of(bench.document, question_id)
    if question is None:
        return WHOLE_PAGE
    cards = (card_of(question, hint) for hint in shown_hints(bench, question))
    now = {card.key: card for card in cards}
    if list(now) != list(before):
        return WHOLE_PAGE
    stale = [key for key, card in now.items() if card != before[key]]
    return [DRAFT_BAR, SHELF, QUESTION, SUMMARY, DROPPED, *stale]


def _open_key(bench: Bench) -> str:
    return f"{bench.id}:open_hint"


def _frozen_key(bench: Bench) -> str:
    return f"{bench.id}:hints_frozen"


def _shown_key(bench: Bench) -> str:
    return f"{bench.id}:hints_shown"
