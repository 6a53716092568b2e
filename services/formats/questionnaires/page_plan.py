"""Skip logic as Google Forms has it: from an answer on one page to the page that follows.

A run of neighbouring questions with the same rule becomes a page of its own if the question they
depend on is a single choice on the page before; the other answers jump over it. All other rules
cannot be expressed.
"""

from dataclasses import dataclass, field

from services.questionnaire.models import Condition, Item, Questionnaire, ResponseFormat

_BRANCHING = (ResponseFormat.YES_NO, ResponseFormat.SINGLE, ResponseFormat.SCALE)


@dataclass
class Page:
    """`section` is the index of the section that begins here, or None for a page within one.

    `filter` is the question on the page before whose `codes` lead here; others go past.
    """

    section: int | None
    items: list[Item] = field(default_factory=list)
    filter: Item | None = None
    codes: tuple[str, ...] = ()


@dataclass
class Plan:
    """The pages in order, and the items whose rule had to be given up."""

    pages: list[Page]
    unruled: list[Item]


def plan(questionnaire: Questionnaire) -> Plan:
    """Pages in order, and the items whose rule had to be given up."""
    by_id = {item.id: item for item in questionnaire.items}
    pages: list[Page] = []
    unruled: list[Item] = []
    for number, section in enumerate(questionnaire.sections):
        pages.append(Page(number))
        for item in section.items:
            _place(item, pages, unruled, by_id)
    return Plan(pages, unruled)


def _place(item: Item, pages: list[Page], unruled: list[Item], by_id: dict[str, Item]) -> None:
    current = pages[-1]
    condition = item.shown_if
    if condition is None:
        if current.filter is not None:
            pages.append(Page(None))
        pages[-1].items.append(item)
        return
    source = by_id[condition.item_id]
    if current.filter is not None and _same(current, source, condition):
        current.items.append(item)
    elif current.filter is None and _may_branch(source, current, condition):
        pages.append(Page(None, [item], source, condition.codes))
    else:
        unruled.append(item)
        if current.filter is not None:
            pages.append(Page(None))
        pages[-1].items.append(item)


def _same(page: Page, source: Item, condition: Condition) -> bool:
    return page.filter is not None and (page.filter.id, page.codes) == (source.id, condition.codes)


def _may_branch(source: Item, page: Page, condition: Condition) -> bool:
    """Whether the source is a single choice on this page: its answer decides what comes next."""
    on_page = any(item.id == source.id for item in page.items)
    return bool(condition.codes) and source.format in _BRANCHING and on_page
