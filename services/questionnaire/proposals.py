"""Taking or leaving what was proposed beside an item (see `rewriting` and `filters`)."""

from services.documents import new_id
from services.questionnaire import arranging
from services.questionnaire.editing import item_of
from services.questionnaire.models import Item, Proposal, QuestionnaireDraft
from services.questionnaire.rewriting import Request


def add(draft: QuestionnaireDraft, proposal: Proposal) -> QuestionnaireDraft:
    """Put a proposal beside its item; an older one for the same request makes room for it."""
    kept = tuple(
        other
        for other in draft.proposals
        if (other.item_id, other.request) != (proposal.item_id, proposal.request)
    )
    return draft.model_copy(update={"proposals": (*kept, proposal)})


def accept(draft: QuestionnaireDraft, proposal_id: str) -> QuestionnaireDraft:
    """Put a proposal in place; one that is gone, or whose item is, changes nothing."""
    proposal = next((p for p in draft.proposals if p.id == proposal_id), None)
    if proposal is None:
        return draft
    draft = keep_own(draft, proposal_id)
    if proposal.request == Request.SECTION:
        return arranging.replace_section_items(draft, proposal.item_id, proposal.items)
    if item_of(draft, proposal.item_id) is None:
        return draft
    if proposal.request == Request.MORE_LIKE_THIS:
        added = tuple(_with_own_id(item, draft) for item in proposal.items)
        return arranging.add_items_after(draft, proposal.item_id, added)
    return arranging.replace_item(draft, proposal.item_id, proposal.items)


def keep_own(draft: QuestionnaireDraft, proposal_id: str) -> QuestionnaireDraft:
    """Leave the author's version as it is and put the proposal away."""
    left = tuple(proposal for proposal in draft.proposals if proposal.id != proposal_id)
    return draft.model_copy(update={"proposals": left})


def _with_own_id(item: Item, draft: QuestionnaireDraft) -> Item:
    """An item added a second time must not share an id."""
    taken = item_of(draft, item.id) is not None
    return item.model_copy(update={"id": new_id()}) if taken else item
