"""Adding, removing, doubling and moving items and sections, as values (see `editing`)."""

from collections.abc import Callable

from services.documents import new_id
from services.questionnaire.editing import change_item, item_of, with_questionnaire
from services.questionnaire.models import Item, QuestionnaireDraft, Section


def add_item(
    draft: QuestionnaireDraft,
    section_id: str,
    item: Item | None = None,
    position: int | None = None,
) -> QuestionnaireDraft:
    """Put an item (an empty one by default) into a section, at its end or at a position."""
    added = item or Item(text="")
    if item_of(draft, added.id) is not None:
        added = added.model_copy(update={"id": new_id()})
    return _change_section(draft, section_id, lambda s: _inserted(s, added, position))


def add_items_after(
    draft: QuestionnaireDraft, item_id: str, items: tuple[Item, ...]
) -> QuestionnaireDraft:
    """Put items behind one that is there; without it nothing changes."""
    return _replaced(draft, item_id, lambda item: (item, *items))


def replace_item(
    draft: QuestionnaireDraft, item_id: str, items: tuple[Item, ...]
) -> QuestionnaireDraft:
    """Put items in the place of one; none takes it out."""
    return _replaced(draft, item_id, lambda _: items)


def remove_item(draft: QuestionnaireDraft, item_id: str) -> QuestionnaireDraft:
    """Take an item out, and the conditions that rest on it, and its proposals."""
    if item_of(draft, item_id) is None:
        return draft
    draft = _without_conditions_on(draft, {item_id})
    proposals = tuple(p for p in draft.proposals if p.item_id != item_id)
    draft = draft.model_copy(update={"proposals": proposals})
    return _replaced(draft, item_id, lambda _: ())


def duplicate_item(draft: QuestionnaireDraft, item_id: str) -> QuestionnaireDraft:
    """A copy behind the item, with an id and no variable name of its own."""
    return _replaced(
        draft,
        item_id,
        lambda item: (item, item.model_copy(update={"id": new_id(), "variable": ""})),
    )


def move_item(draft: QuestionnaireDraft, item_id: str, by: int) -> QuestionnaireDraft:
    """Move an item `by` places up (negative) or down; at a section's edge it goes over it."""
    for _ in range(abs(by)):
        draft = _stepped(draft, item_id, 1 if by > 0 else -1)
    return draft


def move_item_to(
    draft: QuestionnaireDraft, item_id: str, section_id: str, position: int | None = None
) -> QuestionnaireDraft:
    """Move an item into a section, to its end or a position."""
    item = item_of(draft, item_id)
    if item is None or section_id not in {s.id for s in draft.questionnaire.sections}:
        return draft
    without = _replaced(draft, item_id, lambda _: ())
    return _change_section(without, section_id, lambda s: _inserted(s, item, position))


def add_section(
    draft: QuestionnaireDraft, title: str = "", position: int | None = None
) -> QuestionnaireDraft:
    sections = list(draft.questionnaire.sections)
    sections.insert(len(sections) if position is None else max(0, position), Section(title=title))
    return _with_sections(draft, tuple(sections))


def remove_section(draft: QuestionnaireDraft, section_id: str) -> QuestionnaireDraft:
    """Take a section out with its items, and the conditions that rest on them."""
    gone = [section for section in draft.questionnaire.sections if section.id == section_id]
    for item in (item for section in gone for item in section.items):
        draft = remove_item(draft, item.id)
    left = tuple(s for s in draft.questionnaire.sections if s.id != section_id)
    return _with_sections(draft, left)


def move_section(draft: QuestionnaireDraft, section_id: str, by: int) -> QuestionnaireDraft:
    sections = list(draft.questionnaire.sections)
    place = next((n for n, section in enumerate(sections) if section.id == section_id), None)
    if place is None:
        return draft
    section = sections.pop(place)
    sections.insert(max(0, min(len(sections), place + by)), section)
    return _with_sections(draft, tuple(sections))


def set_section_title(draft: QuestionnaireDraft, section_id: str, title: str) -> QuestionnaireDraft:
    return _change_section(draft, section_id, lambda s: s.model_copy(update={"title": title}))


def set_section_introduction(
    draft: QuestionnaireDraft, section_id: str, text: str
) -> QuestionnaireDraft:
    return _change_section(draft, section_id, lambda s: s.model_copy(update={"introduction": text}))


def replace_section_items(
    draft: QuestionnaireDraft, section_id: str, items: tuple[Item, ...]
) -> QuestionnaireDraft:
    """Other items in a section; conditions on those that go are dropped."""
    section = next((s for s in draft.questionnaire.sections if s.id == section_id), None)
    if section is None:
        return draft
    gone = {item.id for item in section.items} - {item.id for item in items}
    draft = _without_conditions_on(draft, gone)
    return _change_section(draft, section_id, lambda s: s.model_copy(update={"items": items}))


def _stepped(draft: QuestionnaireDraft, item_id: str, step: int) -> QuestionnaireDraft:
    sections = draft.questionnaire.sections
    for number, section in enumerate(sections):
        ids = [item.id for item in section.items]
        if item_id not in ids:
            continue
        target = ids.index(item_id) + step
        if 0 <= target < len(ids):
            return move_item_to(draft, item_id, section.id, target)
        if 0 <= number + step < len(sections):
            neighbour = sections[number + step]
            return move_item_to(draft, item_id, neighbour.id, 0 if step > 0 else None)
    return draft


def _replaced(
    draft: QuestionnaireDraft, item_id: str, make: Callable[[Item], tuple[Item, ...]]
) -> QuestionnaireDraft:
    """The draft with the items `make` gives in the place of one."""
    sections = tuple(
        section.model_copy(
            update={
                "items": tuple(
                    new
                    for item in section.items
                    for new in (make(item) if item.id == item_id else (item,))
                )
            }
        )
        for section in draft.questionnaire.sections
    )
    return _with_sections(draft, sections)


def _inserted(section: Section, item: Item, position: int | None) -> Section:
    items = list(section.items)
    items.insert(len(items) if position is None else max(0, position), item)
    return section.model_copy(update={"items": tuple(items)})


def _change_section(
    draft: QuestionnaireDraft, section_id: str, change: Callable[[Section], Section]
) -> QuestionnaireDraft:
    sections = draft.questionnaire.sections
    return _with_sections(draft, tuple(change(s) if s.id == section_id else s for s in sections))


def _without_conditions_on(draft: QuestionnaireDraft, gone: set[str]) -> QuestionnaireDraft:
    for item in draft.questionnaire.items:
        if item.shown_if is not None and item.shown_if.item_id in gone:
            draft = change_item(
                draft, item.id, lambda found: found.model_copy(update={"shown_if": None})
            )
    return draft


def _with_sections(draft: QuestionnaireDraft, sections: tuple[Section, ...]) -> QuestionnaireDraft:
    return with_questionnaire(draft, draft.questionnaire.model_copy(update={"sections": sections}))
