"""What each part of the questions view shows, as values: a part is drawn again when that changes.

A card is made from the draft and its checks; `changed` compares the cards with those last drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.draft_bar import DRAFT_BAR
from components.fields import WHOLE_PAGE
from components.questionnaire_live import checks_of
from components.workbench import Bench
from services.formats.questionnaires.wording import rule_text
from services.questionnaire import skip_logic
from services.questionnaire.faults.finding import Finding
from services.questionnaire.live import Checks
from services.questionnaire.models import Item, Proposal, QuestionnaireDraft, Section

# Fragments that show figures of the whole; every edit draws them again.
TILES, WHOLE, BAR = "questionnaire:tiles", "questionnaire:whole", "questionnaire:bar"


@dataclass(frozen=True, slots=True)
class ItemCard:
    """One question: `findings` is None while nothing has been checked. `rule` is in words."""

    number: int
    item: Item
    findings: tuple[Finding, ...] | None
    rule: str
    problem: str
    proposals: tuple[Proposal, ...]

    @property
    def key(self) -> str:
        return item_key(self.item.id)


@dataclass(frozen=True, slots=True)
class SectionCard:
    """The head of a section; its items have cards of their own."""

    number: int
    section_id: str
    title: str
    introduction: str
    proposals: tuple[Proposal, ...]

    @property
    def key(self) -> str:
        return section_key(self.section_id)


def item_key(item_id: str) -> str:
    """The key of the fragment that draws an item."""
    return f"item:{item_id}"


def section_key(section_id: str) -> str:
    """The key of the fragment that draws the head of a section."""
    return f"section:{section_id}"


def item_card(draft: QuestionnaireDraft, item_id: str, checks: Checks | None) -> ItemCard | None:
    """The card of an item; None if it is gone."""
    items = draft.questionnaire.items
    number = next((n for n, item in enumerate(items, start=1) if item.id == item_id), None)
    if number is None:
        return None
    item = items[number - 1]
    return ItemCard(
        number=number,
        item=item,
        findings=None
        if checks is None
        else tuple(found for found in checks.findings if found.item_id == item_id),
        rule=rule_in_words(draft, item),
        problem=skip_logic.problem(draft.questionnaire, item),
        proposals=_proposals(draft, item_id),
    )


def section_card(draft: QuestionnaireDraft, section_id: str) -> SectionCard | None:
    """The card of a section's head; None if the section is gone."""
    for number, section in enumerate(draft.questionnaire.sections, start=1):
        if section.id == section_id:
            return _head(draft, section, number)
    return None


def rule_in_words(draft: QuestionnaireDraft, item: Item) -> str:
    """ "Ask only if question 1 = “Yes”."; empty without a rule or when it cannot be met."""
    if item.shown_if is None or skip_logic.problem(draft.questionnaire, item):
        return ""
    for number, source in enumerate(draft.questionnaire.items, start=1):
        if source.id == item.shown_if.item_id:
            return rule_text(item.shown_if, source, number)
    return ""


def remember(bench: Bench, card: ItemCard | SectionCard) -> None:
    """Note what a fragment shows now."""
    _shown(bench)[card.key] = card


def forget_all(bench: Bench) -> None:
    """Before the whole page is drawn."""
    _shown(bench).clear()


def changed(bench: Bench) -> Sequence[str] | str:
    """The fragments that an edit made out of date; the whole page if a part came or went."""
    shown, now = _shown(bench), _cards(bench)
    if list(shown) != [card.key for card in now]:
        return WHOLE_PAGE
    figures = [TILES, WHOLE, BAR] if bench.document.questionnaire.items else [WHOLE]
    return [DRAFT_BAR, *figures, *(card.key for card in now if card != shown[card.key])]


def _cards(bench: Bench) -> list[ItemCard | SectionCard]:
    """All cards in the order in which they are drawn."""
    draft, checks = bench.document, checks_of(bench)
    cards: list[ItemCard | SectionCard] = []
    for number, section in enumerate(draft.questionnaire.sections, start=1):
        cards.append(_head(draft, section, number))
        found = (item_card(draft, item.id, checks) for item in section.items)
        cards.extend(card for card in found if card is not None)
    return cards


def _head(draft: QuestionnaireDraft, section: Section, number: int) -> SectionCard:
    return SectionCard(
        number, section.id, section.title, section.introduction, _proposals(draft, section.id)
    )


def _proposals(draft: QuestionnaireDraft, target: str) -> tuple[Proposal, ...]:
    return tuple(proposal for proposal in draft.proposals if proposal.item_id == target)


def _shown(bench: Bench) -> dict[str, ItemCard | SectionCard]:
    found: dict[str, ItemCard | SectionCard] = st.session_state.setdefault(f"{bench.id}:shown", {})
    return found
