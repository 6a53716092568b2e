"""The checks of the options stage: an item passes the rules, or is repaired, or is marked."""

from collections.abc import Sequence

from services.questionnaire import escape, faults, scales
from services.questionnaire.faults.finding import Finding, OptionsFix
from services.questionnaire.models import Brief, Item, Option, OptionRole, Questionnaire, Section
from services.questionnaire.option_labels import coded

MAX_REPAIRS = 2
# Faults that lie in the options rather than in the wording.
OPTION_CODES = frozenset(
    {
        "unbalanced_scale",
        "overlapping_ranges",
        "gap_in_ranges",
        "unsorted_options",
        "missing_escape_option",
        "option_question_mismatch",
        "too_many_options",
    }
)


def settled(item: Item, brief: Brief) -> tuple[Item, int]:
    """The item after at most two repairs of its options, and how many there were.

    Only options are changed: the text is the author's by now. Codes of the faults that are left
    become the item's marks.
    """
    found = findings(item, brief)
    repairs = 0
    while found and repairs < MAX_REPAIRS:
        better = _repaired(item, found, brief)
        if better is None:
            break
        repairs += 1
        left = findings(better, brief)
        if len(left) >= len(found):
            break
        item, found = better, left
    marks = dict.fromkeys([*item.marks, *(finding.code for finding in found)])
    return item.model_copy(update={"marks": tuple(marks)}), repairs


def findings(item: Item, brief: Brief) -> list[Finding]:
    """What the rules find in the item by itself."""
    alone = Questionnaire(sections=(Section(items=(item,)),), language=brief.language)
    return faults.find(alone, brief)


def _repaired(item: Item, found: list[Finding], brief: Brief) -> Item | None:
    """The item with other options: a rule's own repair, or a way out of an assumption."""
    for finding in found:
        fix = finding.fix
        if isinstance(fix, OptionsFix) and len({o.label.casefold() for o in fix.options}) >= 2:
            return _with_options(item, fix.options)
    assumes = any(finding.code == "presupposition" for finding in found)
    roles = {escape.effective_role(option) for option in item.options}
    if assumes and item.options and OptionRole.NOT_APPLICABLE not in roles:
        way_out = escape.escape_option(OptionRole.NOT_APPLICABLE, brief.language)
        return _with_options(item, escape.in_closing_order([*item.options, way_out]))
    return None


def _with_options(item: Item, options: Sequence[Option]) -> Item:
    scale = scales.recognise([option.label for option in options])
    return item.model_copy(
        update={"options": coded(options), "scale": scale.name if scale else None}
    )
