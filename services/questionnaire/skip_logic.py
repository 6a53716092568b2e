"""Skip logic: what a question may depend on, what is wrong with a rule, who sees what.

A rule names an earlier question and its answers by code (`Condition`), so that mending the wording
of an answer changes nothing. Moving questions can break a rule; it is told, never dropped unasked.
"""

from collections.abc import Mapping, Sequence

from services.questionnaire.models import (
    CLOSED,
    Condition,
    Item,
    OptionRole,
    Questionnaire,
    ResponseFormat,
)

# Codes of the chosen options, or the number that was entered.
Answer = frozenset[str] | float


def sources(questionnaire: Questionnaire, item_id: str) -> tuple[Item, ...]:
    """The earlier items that a rule for this one can rest on: closed ones and numbers."""
    items = questionnaire.items
    place = next((n for n, item in enumerate(items) if item.id == item_id), 0)
    return tuple(item for item in items[:place] if _can_be_asked_about(item))


def problem(questionnaire: Questionnaire, item: Item) -> str:
    """Why the rule of `item` cannot be met, in one sentence; "" if it can or there is none."""
    rule = item.shown_if
    if rule is None:
        return ""
    items = questionnaire.items
    places = {other.id: place for place, other in enumerate(items)}
    if rule.item_id not in places:
        return "The question this one depends on is gone."
    if places[rule.item_id] >= places.get(item.id, len(items)):
        return "The question this one depends on stands after it."
    source = items[places[rule.item_id]]
    if source.format is ResponseFormat.NUMBER:
        unbounded = rule.minimum is None and rule.maximum is None
        return "The rule names no number." if unbounded else ""
    if not set(rule.codes) & {option.code for option in source.options}:
        return "The answer this question depends on is gone."
    return ""


def visible(questionnaire: Questionnaire, answers: Mapping[str, Answer]) -> tuple[Item, ...]:
    """The items a respondent with these answers is shown, in order.

    An answer to an item that is itself hidden counts for nothing, as on the survey platforms.
    """
    seen: dict[str, Item] = {}
    for item in questionnaire.items:
        rule = item.shown_if
        if rule is None or (rule.item_id in seen and meets(answers.get(rule.item_id), rule)):
            seen[item.id] = item
    return tuple(seen.values())


def meets(answer: Answer | None, rule: Condition) -> bool:
    """Whether an answer is one of those the rule names."""
    if answer is None:
        return False
    if isinstance(answer, frozenset):
        return bool(answer & set(rule.codes))
    if rule.minimum is None and rule.maximum is None:
        return False
    low = rule.minimum is None or answer >= rule.minimum
    return low and (rule.maximum is None or answer <= rule.maximum)


def clash(item: Item, chosen: Sequence[str]) -> tuple[str, ...]:
    """Labels of chosen answers that exclude all others, when others are chosen as well."""
    exclusive = {
        option.code: option.label
        for option in item.options
        if option.role not in (OptionRole.ORDINARY, OptionRole.OTHER)
    }
    if len(chosen) < 2:
        return ()
    return tuple(exclusive[code] for code in chosen if code in exclusive)


def _can_be_asked_about(item: Item) -> bool:
    if item.format is ResponseFormat.NUMBER:
        return True
    closed = item.format in CLOSED and item.format is not ResponseFormat.MATRIX
    return closed and bool(item.options)
