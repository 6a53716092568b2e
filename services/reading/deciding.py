"""What was proposed or answered, put with a passage or item, taken or left.

Like `editing`: an id that is gone changes nothing, and neither does a result that no longer fits
what it was made from.
"""

from collections.abc import Callable, Sequence

from services.reading import editing
from services.reading.editing import change_item, change_passage, passage_of
from services.reading.models import (
    Attempt,
    ComprehensionItem,
    Passage,
    PassageSet,
    SentenceRewrite,
    SolverResult,
)

# A sentence.


def add_rewrite(document: PassageSet, passage_id: str, rewrite: SentenceRewrite) -> PassageSet:
    """Put a version beside its sentence; an older one of the same sentence makes room for it.

    Nothing is added if the sentence is no longer in the text.
    """

    def change(passage: Passage) -> Passage:
        if rewrite.original not in passage.text:
            return passage
        kept = tuple(r for r in passage.rewrites if r.original != rewrite.original)
        return passage.model_copy(update={"rewrites": (*kept, rewrite)})

    return change_passage(document, passage_id, change)


def accept_rewrite(document: PassageSet, passage_id: str, rewrite_id: str) -> PassageSet:
    """Put the version in the place of its sentence; one whose sentence is gone changes nothing."""

    def change(passage: Passage) -> Passage:
        found = next((r for r in passage.rewrites if r.id == rewrite_id), None)
        if found is None or found.original not in passage.text:
            return passage
        text = rewritten(passage.text, found)
        kept = tuple(r for r in passage.rewrites if r.id != rewrite_id)
        return editing.with_text(passage, text).model_copy(update={"rewrites": kept})

    return change_passage(document, passage_id, change)


def drop_rewrite(document: PassageSet, passage_id: str, rewrite_id: str) -> PassageSet:
    """Keep the author's sentence and put the version away."""

    def change(passage: Passage) -> Passage:
        kept = tuple(r for r in passage.rewrites if r.id != rewrite_id)
        return passage.model_copy(update={"rewrites": kept})

    return change_passage(document, passage_id, change)


def rewritten(text: str, rewrite: SentenceRewrite) -> str:
    """`text` with the version in the place of its sentence, where it now stands nearest to where
    it stood; the text itself if the sentence is gone."""
    places, place = [], text.find(rewrite.original)
    while place >= 0:
        places.append(place)
        place = text.find(rewrite.original, place + 1)
    if not places:
        return text
    start = min(places, key=lambda found: abs(found - rewrite.start))
    return text[:start] + rewrite.rewritten + text[start + len(rewrite.original) :]


# Items.


def add_proposal(document: PassageSet, passage_id: str, item: ComprehensionItem) -> PassageSet:
    """Put a suggested item beside a passage's own."""

    def change(passage: Passage) -> Passage:
        return passage.model_copy(update={"proposals": (*passage.proposals, item)})

    return change_passage(document, passage_id, change)


def accept_proposal(document: PassageSet, passage_id: str, item_id: str) -> PassageSet:
    """Make a suggested item one of the passage's items."""
    passage = passage_of(document, passage_id)
    found = next((i for i in passage.proposals if i.id == item_id), None) if passage else None
    if found is None:
        return document
    return editing.add_items(drop_proposal(document, passage_id, item_id), passage_id, [found])


def drop_proposal(document: PassageSet, passage_id: str, item_id: str) -> PassageSet:
    def change(passage: Passage) -> Passage:
        kept = tuple(item for item in passage.proposals if item.id != item_id)
        return passage.model_copy(update={"proposals": kept})

    return change_passage(document, passage_id, change)


def take_order(document: PassageSet, proposed: Sequence[ComprehensionItem]) -> PassageSet:
    """Give items the order of options that was proposed, where the options are still the same."""
    for item in proposed:
        document = change_item(document, item.id, _ordering(item))
    return document


def _ordering(proposed: ComprehensionItem) -> Callable[[ComprehensionItem], ComprehensionItem]:
    return lambda now: _ordered(now, proposed)


def _ordered(now: ComprehensionItem, proposed: ComprehensionItem) -> ComprehensionItem:
    if now.gold is None or proposed.gold is None:
        return now
    same = sorted(now.options) == sorted(proposed.options)
    key_stays = now.options[now.gold] == proposed.options[proposed.gold]
    if not (same and key_stays) or now.options == proposed.options:
        return now
    return now.model_copy(
        update={"options": proposed.options, "gold": proposed.gold, "solver": None}
    )


# What jobs bring.


def keep_answer(
    document: PassageSet, read: ComprehensionItem, passage: str, answer: SolverResult
) -> PassageSet:
    """Put the solver's answer with an item, if passage and wording are still as it read them."""
    home = editing.home_of(document, read.id)
    if home is None or home.text != passage:
        return document

    def change(now: ComprehensionItem) -> ComprehensionItem:
        same = (now.question, now.options) == (read.question, read.options)
        return now.model_copy(update={"solver": answer}) if same else now

    return change_item(document, read.id, change)


def keep_attempt(document: PassageSet, read: ComprehensionItem, attempt: Attempt) -> PassageSet:
    """Put a try with its item, unless another try came between."""

    def change(now: ComprehensionItem) -> ComprehensionItem:
        if now.attempts != read.attempts:
            return now
        return now.model_copy(update={"attempts": (*now.attempts, attempt)})

    return change_item(document, read.id, change)
