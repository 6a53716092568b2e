"""Edits of passages and items, as values: a set goes in, a set comes out.

An id that is not there (any more) changes nothing: another window may have removed it meanwhile.
What the solver answered belongs to one wording of passage, question and options: an edit of any
of them takes it away.
"""

from collections.abc import Callable, Sequence

from services.reading.models import ComprehensionItem, ComprehensionType, Passage, PassageSet

MAX_OPTIONS = 10


def passage_of(document: PassageSet, passage_id: str) -> Passage | None:
    """The passage with that id."""
    return next((p for p in document.passages if p.id == passage_id), None)


def item_of(document: PassageSet, item_id: str) -> ComprehensionItem | None:
    """The item with that id, of whichever passage."""
    return next((item for item in all_items(document) if item.id == item_id), None)


def home_of(document: PassageSet, item_id: str) -> Passage | None:
    """The passage that the item with that id is about."""
    return next((p for p in document.passages if any(i.id == item_id for i in p.items)), None)


def all_items(document: PassageSet) -> tuple[ComprehensionItem, ...]:
    """The items of all passages, in order."""
    return tuple(item for passage in document.passages for item in passage.items)


def change_passage(
    document: PassageSet, passage_id: str, change: Callable[[Passage], Passage]
) -> PassageSet:
    """The set with `change` made to one passage."""
    passages = tuple(change(p) if p.id == passage_id else p for p in document.passages)
    return document.model_copy(update={"passages": passages})


def change_item(
    document: PassageSet,
    item_id: str,
    change: Callable[[ComprehensionItem], ComprehensionItem],
) -> PassageSet:
    """The set with `change` made to one item."""

    def within(passage: Passage) -> Passage:
        items = tuple(change(i) if i.id == item_id else i for i in passage.items)
        return passage.model_copy(update={"items": items})

    home = home_of(document, item_id)
    return document if home is None else change_passage(document, home.id, within)


# The set and its passages.


def set_name(document: PassageSet, name: str) -> PassageSet:
    return document.model_copy(update={"name": name})


def add_passages(document: PassageSet, passages: Sequence[Passage]) -> PassageSet:
    """Put passages at the end; an empty one that was only opened to be filled makes room."""
    if not passages:
        return document
    kept = tuple(p for p in document.passages if not is_blank(p))
    return document.model_copy(update={"passages": (*kept, *passages)})


def add_blank(document: PassageSet, passage_id: str) -> PassageSet:
    """Put an empty passage at the end."""
    if passage_of(document, passage_id) is not None:
        return document
    return document.model_copy(
        update={"passages": (*document.passages, Passage(id=passage_id))},
    )


def remove_passage(document: PassageSet, passage_id: str) -> PassageSet:
    kept = tuple(p for p in document.passages if p.id != passage_id)
    return document.model_copy(update={"passages": kept})


def is_blank(passage: Passage) -> bool:
    """Whether nothing has been entered for a passage."""
    return not (passage.title or passage.text.strip() or passage.items or passage.proposals)


def set_title(document: PassageSet, passage_id: str, title: str) -> PassageSet:
    return change_passage(document, passage_id, lambda p: p.model_copy(update={"title": title}))


def set_target(document: PassageSet, passage_id: str, grade: float | None) -> PassageSet:
    """The US school grade the author writes for."""
    return change_passage(
        document, passage_id, lambda p: p.model_copy(update={"target_grade": grade})
    )


def set_text(document: PassageSet, passage_id: str, text: str) -> PassageSet:
    return change_passage(document, passage_id, lambda p: with_text(p, text))


def with_text(passage: Passage, text: str) -> Passage:
    """The passage with another text, and without what the solver said about the old one."""
    if text == passage.text:
        return passage
    items = tuple(_updated(item, solver=None) for item in passage.items)
    proposals = tuple(_updated(item, solver=None) for item in passage.proposals)
    return passage.model_copy(update={"text": text, "items": items, "proposals": proposals})


# A second version, for before and after.


def start_version(document: PassageSet, passage_id: str) -> PassageSet:
    """Begin a second version with the text as it is; one that is there stays."""

    def change(passage: Passage) -> Passage:
        edited = passage.text if passage.edited is None else passage.edited
        return passage.model_copy(update={"edited": edited})

    return change_passage(document, passage_id, change)


def set_version(document: PassageSet, passage_id: str, text: str) -> PassageSet:
    """Change the second version; without one nothing is changed."""

    def change(passage: Passage) -> Passage:
        return passage if passage.edited is None else passage.model_copy(update={"edited": text})

    return change_passage(document, passage_id, change)


def take_version(document: PassageSet, passage_id: str) -> PassageSet:
    """The second version becomes the text."""

    def change(passage: Passage) -> Passage:
        if passage.edited is None:
            return passage
        return with_text(passage, passage.edited).model_copy(update={"edited": None})

    return change_passage(document, passage_id, change)


def drop_version(document: PassageSet, passage_id: str) -> PassageSet:
    return change_passage(document, passage_id, lambda p: p.model_copy(update={"edited": None}))


# Items.


def add_items(
    document: PassageSet, passage_id: str, items: Sequence[ComprehensionItem]
) -> PassageSet:
    """Put items at the end of a passage's; those that are there already are not doubled."""

    def change(passage: Passage) -> Passage:
        there = {item.id for item in passage.items}
        new = tuple(item for item in items if item.id not in there)
        return passage.model_copy(update={"items": (*passage.items, *new)})

    return change_passage(document, passage_id, change)


def remove_item(document: PassageSet, item_id: str) -> PassageSet:
    home = home_of(document, item_id)
    if home is None:
        return document
    kept = tuple(item for item in home.items if item.id != item_id)
    return change_passage(document, home.id, lambda p: p.model_copy(update={"items": kept}))


def set_question(document: PassageSet, item_id: str, question: str) -> PassageSet:
    return change_item(document, item_id, lambda i: _reworded(i, question=question))


def set_option(document: PassageSet, item_id: str, place: int, text: str) -> PassageSet:
    """Change the option at `place` (0-based)."""

    def change(item: ComprehensionItem) -> ComprehensionItem:
        if not 0 <= place < len(item.options):
            return item
        options = (*item.options[:place], text, *item.options[place + 1 :])
        return _reworded(item, options=options)

    return change_item(document, item_id, change)


def add_option(document: PassageSet, item_id: str) -> PassageSet:
    """Put an empty option at the end; ten are the most that a solver reads."""

    def change(item: ComprehensionItem) -> ComprehensionItem:
        if len(item.options) >= MAX_OPTIONS:
            return item
        return _reworded(item, options=(*item.options, ""))

    return change_item(document, item_id, change)


def remove_option(document: PassageSet, item_id: str, place: int) -> PassageSet:
    """Take out the option at `place`; the key stays on its option, or is gone with it."""

    def change(item: ComprehensionItem) -> ComprehensionItem:
        if not 0 <= place < len(item.options):
            return item
        gold = item.gold
        if gold is not None and gold >= place:
            gold = None if gold == place else gold - 1
        return _reworded(
            item, options=(*item.options[:place], *item.options[place + 1 :]), gold=gold
        )

    return change_item(document, item_id, change)


def set_key(document: PassageSet, item_id: str, place: int | None) -> PassageSet:
    """Mark the option at `place` as the key, or none."""

    def change(item: ComprehensionItem) -> ComprehensionItem:
        there = place is None or 0 <= place < len(item.options)
        return _updated(item, gold=place) if there else item

    return change_item(document, item_id, change)


def set_types(document: PassageSet, item_id: str, types: Sequence[ComprehensionType]) -> PassageSet:
    """The author's own choice of types; none at all leaves it to the classifier again."""
    chosen = tuple(kind for kind in ComprehensionType if kind in types) or None
    return change_item(document, item_id, lambda i: _updated(i, types=chosen))


def set_feedback(document: PassageSet, item_id: str, feedback: str) -> PassageSet:
    return change_item(document, item_id, lambda i: _updated(i, feedback=feedback))


def set_observed(document: PassageSet, item_id: str, share: float | None) -> PassageSet:
    """How many of the author's readers answered right, as a share from 0 to 1."""
    within = None if share is None else min(1.0, max(0.0, share))
    return change_item(document, item_id, lambda i: _updated(i, observed=within))


def dismiss(document: PassageSet, item_id: str, code: str) -> PassageSet:
    """Set a flaw aside: the author has looked at it and it does not apply here."""
    return change_item(
        document,
        item_id,
        lambda i: _updated(i, dismissed=tuple(dict.fromkeys((*i.dismissed, code)))),
    )


def show_again(document: PassageSet, item_id: str, code: str) -> PassageSet:
    return change_item(
        document,
        item_id,
        lambda i: _updated(i, dismissed=tuple(c for c in i.dismissed if c != code)),
    )


def _reworded(item: ComprehensionItem, **update: object) -> ComprehensionItem:
    """The item with other words; what the solver said goes if anything did change."""
    changed = item.model_copy(update=update)
    return item if changed == item else _updated(changed, solver=None)


def _updated(item: ComprehensionItem, **update: object) -> ComprehensionItem:
    return item.model_copy(update=update)
