"""Skip logic cut down to what a target can hold, and turned back from names into ids."""

import math

from services.formats.base import Loss
from services.formats.questionnaires.conditions import Rule
from services.formats.questionnaires.target import Part, Target
from services.questionnaire.models import (
    CLOSED,
    Condition,
    Item,
    OptionRole,
    Questionnaire,
    ResponseFormat,
)


def prepare_rule(
    index: int,
    coded: Item,
    kept: Item,
    whole: Questionnaire,
    earlier: dict[str, Item],
    target: Target,
    lost: list[Loss],
) -> Item:
    """`kept` with a condition the target can hold, in the codes the file will use.

    `coded` is the same item before codes were made legal, `earlier` the kept items before it.
    """
    condition = coded.shown_if
    if condition is None:
        return kept
    before = {item.id: item for item in whole.items}
    source = earlier.get(condition.item_id)
    why = _unusable(condition, source, target)
    if why or source is None:
        lost.append(Loss(index, f"Its display rule is not stored: {why}.", "shown_if"))
        return kept.model_copy(update={"shown_if": None})
    rule = _translated(index, condition, before[source.id], source, target, lost)
    return kept.model_copy(update={"shown_if": rule})


def _unusable(condition: Condition, source: Item | None, target: Target) -> str:
    """Why the rule cannot be written; "" if it can."""
    if not target.holds(Part.RULES):
        return f"{target.label} has no skip logic"
    if source is None:
        return "it looks at no earlier question"
    if source.format is ResponseFormat.MATRIX:
        return "it looks at a matrix without naming a row"
    if source.format is ResponseFormat.NUMBER:
        limits = (condition.minimum, condition.maximum)
        usable = any(limit is not None and math.isfinite(limit) for limit in limits)
        return "" if usable else "it names no bounds"
    if source.format not in CLOSED:
        return "it looks at a question without options"
    return "" if condition.codes else "it names no answers"


def _translated(
    index: int,
    condition: Condition,
    before: Item,
    source: Item,
    target: Target,
    lost: list[Loss],
) -> Condition | None:
    if source.format is ResponseFormat.NUMBER:
        if condition.codes:
            lost.append(Loss(index, "Its display rule keeps only its bounds.", "shown_if"))
        bounds = {name: getattr(condition, name) for name in ("minimum", "maximum")}
        finite = {n: v for n, v in bounds.items() if v is not None and math.isfinite(v)}
        if len(finite) < sum(value is not None for value in bounds.values()):
            lost.append(Loss(index, "Its display rule keeps only finite bounds.", "shown_if"))
        return Condition(item_id=source.id, **finite)
    if condition.minimum is not None or condition.maximum is not None:
        lost.append(Loss(index, "Its display rule keeps only its answers.", "shown_if"))
    codes, unknown = _kept_codes(condition, before, source, target)
    if unknown:
        what = f"Its display rule names answers that are not there: {', '.join(unknown)}."
        lost.append(Loss(index, what, "shown_if"))
    return Condition(item_id=source.id, codes=codes) if codes else None


def _kept_codes(
    condition: Condition, before: Item, source: Item, target: Target
) -> tuple[tuple[str, ...], list[str]]:
    """The codes as the file has them, in the order of the options; and those that are none."""
    by_code = {option.code: option for option in reversed(before.options)}
    wanted = [by_code[code] for code in condition.codes if code in by_code]
    places = {before.options.index(option) for option in wanted}
    moved = _moved(before, source, target)
    codes = tuple(source.options[moved[place]].code for place in sorted(places))
    return codes, [code for code in condition.codes if code not in by_code]


def _moved(before: Item, source: Item, target: Target) -> dict[int, int]:
    """Where each option stands in the kept item; only a free-text option may have moved."""
    other = [i for i, option in enumerate(source.options) if option.role is OptionRole.OTHER]
    was = [i for i, option in enumerate(before.options) if option.role is OptionRole.OTHER]
    if not target.other_code or not other or not was:
        return {i: i for i in range(len(before.options))}
    rest_before = [i for i in range(len(before.options)) if i != was[0]]
    rest_after = [i for i in range(len(source.options)) if i != other[0]]
    return {was[0]: other[0], **dict(zip(rest_before, rest_after, strict=True))}


def resolve(rule: Rule, items: list[Item]) -> Condition | None:
    """The condition a rule read from a file states on one of `items`, the earlier ones.

    None if no earlier item has that variable, or its options have none of the codes.
    """
    named = [item for item in items if item.variable == rule.variable]
    if not named:
        return None
    source = named[-1]
    if rule.codes:
        known = {option.code for option in source.options}
        if not set(rule.codes) <= known:
            return None
        return Condition(item_id=source.id, codes=rule.codes)
    if source.format is not ResponseFormat.NUMBER:
        return None
    return Condition(item_id=source.id, minimum=rule.minimum, maximum=rule.maximum)
