"""Filter questions, proposed where a question presupposes what is not true of everybody.

The model fills the blank of a yes/no question. It is a proposal: skip logic is never added unasked.
"""

from services.questionnaire import faults, frame_filling, prompts, question_kinds
from services.questionnaire.models import (
    Condition,
    Item,
    Origin,
    Proposal,
    Questionnaire,
    ResponseFormat,
)
from services.questionnaire.options import Filling
from services.questionnaire.wording_faults import yes_no

REQUEST = "filter"
CODES = frozenset({"presupposition", "filter_missing_or_late"})
# More at once would bury the author.
MOST = 3
_KINDS = ("ever", "have")


def proposed(questionnaire: Questionnaire, filling: Filling) -> tuple[Proposal, ...]:
    """A proposal for each of the first few items that need a filter and have none."""
    needing = _needing(questionnaire, filling)[:MOST]
    made = [_proposal(place, questionnaire, filling) for place in needing]
    return tuple(proposal for proposal in made if proposal is not None)


def _needing(questionnaire: Questionnaire, filling: Filling) -> list[int]:
    found = faults.find(questionnaire, filling.brief, embedder=filling.embedder)
    places = {f.item for f in found if f.code in CODES and f.item is not None}
    return sorted(p for p in places if questionnaire.items[p].shown_if is None)


def _proposal(place: int, questionnaire: Questionnaire, filling: Filling) -> Proposal | None:
    item = questionnaire.items[place]
    text = _written(item, filling)
    if text is None:
        return None
    asked = Item(
        text=text,
        format=ResponseFormat.YES_NO,
        options=yes_no(filling.brief.language),
        intents=item.intents,
        origin=Origin.MODEL,
    )
    note = "A filter question first; the question is then shown only to those who say yes."
    shown = shown_if_yes(item, asked)
    return Proposal(item_id=item.id, request=REQUEST, items=(asked, shown), note=note)


def shown_if_yes(item: Item, asked: Item) -> Item:
    """`item`, shown only to those who answer yes (the first option) to `asked`."""
    condition = Condition(item_id=asked.id, codes=(asked.options[0].code,))
    return item.model_copy(update={"shown_if": condition})


def _written(item: Item, filling: Filling) -> str | None:
    """The model's filter question; None when it gives none that can be used."""
    brief = filling.brief
    words = prompts.of(brief.language)
    frames = [question_kinds.frames_of(brief.language)[name] for name in _KINDS]
    request = f"{prompts.heading(brief, words)}\n{words.goal}: {item.text}"
    filled = frame_filling.fill(
        frames,
        request,
        filling.engine,
        language=brief.language,
        cancel=filling.cancel,
    )
    return next((text for text in filled.texts if text), None)
