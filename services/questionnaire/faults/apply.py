"""Putting a fix in place: pure functions from a questionnaire to a questionnaire."""

from collections.abc import Callable, Sequence
from itertools import groupby

from services.documents import new_id
from services.questionnaire.faults.finding import (
    AddItemsFix,
    Finding,
    OptionsFix,
    OrderFix,
    RemoveFix,
    SplitFix,
    TextFix,
)
from services.questionnaire.models import Item, Questionnaire, Section


def apply(questionnaire: Questionnaire, finding: Finding) -> Questionnaire:
    """The questionnaire with the finding's fix; unchanged if it has none or its item is gone."""
    fix = finding.fix
    if isinstance(fix, AddItemsFix):
        return _with_section(questionnaire, fix.items)
    if isinstance(fix, OrderFix):
        return _reordered(questionnaire, fix.order)
    if fix is None or finding.item_id is None:
        return questionnaire
    return _replacing(questionnaire, finding.item_id, lambda item: fixed(item, finding))


def fixed(item: Item, finding: Finding) -> tuple[Item, ...]:
    """What stands in the item's place: one item, several after a split, none after a removal."""
    fix = finding.fix
    if isinstance(fix, RemoveFix):
        return ()
    if isinstance(fix, OptionsFix):
        return (item.model_copy(update={"options": fix.options, "scale": None}),)
    if isinstance(fix, TextFix):
        return (item.model_copy(update={"text": fix.text}),)
    if isinstance(fix, SplitFix):
        first, *rest = fix.texts
        return (
            item.model_copy(update={"text": first}),
            *(
                item.model_copy(update={"text": text, "id": new_id(), "variable": ""})
                for text in rest
            ),
        )
    return (item,)


def _replacing(
    questionnaire: Questionnaire, item_id: str, change: Callable[[Item], tuple[Item, ...]]
) -> Questionnaire:
    def items(section: Section) -> tuple[Item, ...]:
        return tuple(
            new
            for item in section.items
            for new in (change(item) if item.id == item_id else (item,))
        )

    sections = tuple(s.model_copy(update={"items": items(s)}) for s in questionnaire.sections)
    return questionnaire.model_copy(update={"sections": sections})


def _with_section(questionnaire: Questionnaire, items: Sequence[Item]) -> Questionnaire:
    title = "关于您" if questionnaire.language.startswith("zh") else "About you"
    added = Section(title=title, items=tuple(items))
    return questionnaire.model_copy(update={"sections": (*questionnaire.sections, added)})


def _reordered(questionnaire: Questionnaire, order: Sequence[int]) -> Questionnaire:
    """Items in the new order; runs from one section stay under its title."""
    items = questionnaire.items
    if sorted(order) != list(range(len(items))):
        return questionnaire
    section_of = {item.id: section for section in questionnaire.sections for item in section.items}
    placed = [items[index] for index in order]
    sections: list[Section] = []
    for _, run in groupby(placed, key=lambda item: section_of[item.id].id):
        run_items = tuple(run)
        section = section_of[run_items[0].id]
        seen = any(section.id == earlier.id for earlier in sections)
        update = {"items": run_items} | ({"id": new_id(), "introduction": ""} if seen else {})
        sections.append(section.model_copy(update=update))
    return questionnaire.model_copy(update={"sections": tuple(sections)})
