"""Codes and variable names for items that have none: by position, so that a mended typo in a
label changes nothing in the data.

Ordinary options are 1, 2, 3, ...; options with a role get the codes survey practice keeps for
them. A code or name the author has set is never changed here.
"""

from collections.abc import Sequence

from services.questionnaire.models import Item, Option, OptionRole, Questionnaire, Row

_ROLE_CODES = {
    OptionRole.NOT_APPLICABLE: "95",
    OptionRole.OTHER: "96",
    OptionRole.NONE: "97",
    OptionRole.DONT_KNOW: "98",
    OptionRole.REFUSAL: "99",
}
_CROWDED = 95


def coded_options(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options with a code each; those that have one keep it."""
    taken = {option.code for option in options if option.code}
    crowded = len(options) >= _CROWDED
    result, position = [], 0
    for option in options:
        position += option.role is OptionRole.ORDINARY
        if option.code:
            result.append(option)
            continue
        code = _ROLE_CODES.get(option.role, str(position))
        code = "9" * crowded + code if option.role in _ROLE_CODES else code
        code = _unused(code, taken)
        taken.add(code)
        result.append(option.model_copy(update={"code": code}))
    return tuple(result)


def coded_rows(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of a matrix with a code each: 1, 2, 3, ... where they have none."""
    taken = {row.code for row in rows if row.code}
    result = []
    for position, row in enumerate(rows, start=1):
        code = row.code or _unused(str(position), taken)
        taken.add(code)
        result.append(row.model_copy(update={"code": code}))
    return tuple(result)


def coded_item(item: Item) -> Item:
    """The item with codes for its options and rows."""
    update = {"options": coded_options(item.options), "rows": coded_rows(item.rows)}
    return item.model_copy(update=update)


def coded(questionnaire: Questionnaire) -> Questionnaire:
    """The questionnaire with a code for every option and row and a variable for every item."""
    taken = {item.variable for item in questionnaire.items if item.variable}
    position, sections = 0, []
    for section in questionnaire.sections:
        items = []
        for item in section.items:
            position += 1
            variable = item.variable or _unused(f"q{position}", taken, joiner="_")
            taken.add(variable)
            items.append(coded_item(item).model_copy(update={"variable": variable}))
        sections.append(section.model_copy(update={"items": tuple(items)}))
    return questionnaire.model_copy(update={"sections": tuple(sections)})


def _unused(code: str, taken: set[str], joiner: str = "") -> str:
    """`code` itself, or the next number (or, with a joiner, the code with 2, 3, ... behind)."""
    number, candidate = 1, code
    while candidate in taken:
        number += 1
        candidate = f"{code}{joiner}{number}" if joiner else str(int(code) + number - 1)
    return candidate
