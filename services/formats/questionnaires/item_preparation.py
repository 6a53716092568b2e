"""One item cut down to what a target can hold: its format, options, codes, texts and limits."""

import math
from collections.abc import Sequence

from services.formats.base import Loss
from services.formats.names import NameRule, legal_names
from services.formats.questionnaires.conditions import need_decimals
from services.formats.questionnaires.inference import (
    EXCLUSIVE,
    asks_for_several,
    before_exclusive,
    closed_format,
    read_role,
)
from services.formats.questionnaires.rewriting import rewritten
from services.formats.questionnaires.target import Part, Target
from services.questionnaire.models import CLOSED, Item, Option, OptionRole, ResponseFormat

_ONE_ANSWER = (ResponseFormat.SINGLE, ResponseFormat.YES_NO, ResponseFormat.SCALE)
_WORDS = {
    ResponseFormat.YES_NO: "yes/no",
    ResponseFormat.SINGLE: "single choice",
    ResponseFormat.MULTIPLE: "multiple choice",
    ResponseFormat.SCALE: "rating scale",
    ResponseFormat.OPEN: "open text",
}


def prepare_item(index: int, original: Item, coded: Item, target: Target, lost: list[Loss]) -> Item:
    """The item as the file will hold it, apart from its variable and its rule."""
    item = _shaped(index, coded, target, lost)
    item = _texts(index, item, target, lost)
    item = _options(index, original, item, target, lost)
    item = _with_format(index, item, target, lost)
    return _demands(index, item, target, lost)


def _shaped(index: int, item: Item, target: Target, lost: list[Loss]) -> Item:
    """The item without parts its format has no use for, and with a format that works."""

    def change(format: ResponseFormat, why: str) -> None:
        nonlocal item
        lost.append(Loss(index, f"{why}: it becomes {_WORDS[format]}.", "format"))
        item = item.model_copy(update={"format": format})

    if item.format is ResponseFormat.MATRIX and not target.holds(Part.MATRIX):
        change(closed_format(item.labels), f"{target.label} has no matrix questions")
    if item.format is ResponseFormat.MATRIX and not item.rows:
        change(closed_format(item.labels), "The matrix has no rows")
    if item.format in CLOSED and not item.options:
        change(ResponseFormat.OPEN, "The question has no options")
    if item.format is ResponseFormat.NUMBER and not target.holds(Part.NUMBER):
        change(ResponseFormat.OPEN, f"{target.label} has no number questions")
    if item.format is ResponseFormat.DATE and not target.holds(Part.DATE):
        change(ResponseFormat.OPEN, f"{target.label} has no date questions")
    if item.options and item.format not in CLOSED:
        lost.append(Loss(index, "Its options are left out: the question is not closed.", "options"))
        item = item.model_copy(update={"options": ()})
    if item.rows and item.format is not ResponseFormat.MATRIX:
        lost.append(Loss(index, "Its rows are left out: it is not a matrix.", "rows"))
        item = item.model_copy(update={"rows": ()})
    return item


def _with_format(index: int, item: Item, target: Target, lost: list[Loss]) -> Item:
    """The format that a reader will find, by what the target marks and by the wording."""
    found = item.format
    if not target.holds(Part.MULTIPLE) and found in (*_ONE_ANSWER, ResponseFormat.MULTIPLE):
        several = asks_for_several(item.text)
        found = ResponseFormat.MULTIPLE if several else closed_format(item.labels)
    elif found in (ResponseFormat.SINGLE, ResponseFormat.YES_NO) or (
        found is ResponseFormat.SCALE and not target.holds(Part.SCALE)
    ):
        found = closed_format(item.labels)
    if found is not item.format:
        what = f"Stored as {_WORDS[found]}, not as {_WORDS[item.format]}."
        lost.append(Loss(index, what, "format"))
    return item.model_copy(update={"format": found})


def _texts(index: int, item: Item, target: Target, lost: list[Loss]) -> Item:
    update = {"text": rewritten(index, item.text, target, lost, "text")}
    for part, name, word in ((Part.HELP, "help", "help text"), (Part.UNIT, "unit", "unit")):
        text: str = getattr(item, name)
        if name == "help" and item.format is ResponseFormat.MATRIX:
            part = Part.MATRIX_HELP
        useless = name == "unit" and item.format is not ResponseFormat.NUMBER
        if text and (not target.holds(part) or useless):
            lost.append(Loss(index, f"Its {word} is not stored.", name))
            text = ""
        update[name] = rewritten(index, text, target, lost, name, line=name == "unit", blank=False)
    return item.model_copy(update=update)


def _options(index: int, original: Item, item: Item, target: Target, lost: list[Loss]) -> Item:
    options = _labelled(index, item.options, target, lost, "options")
    rows = _labelled(index, item.rows, target, lost, "rows")
    options = _roles(index, item.format, options, target, lost)
    options = _coded(index, original.options, options, target.codes, lost, "codes")
    rows = _coded(index, original.rows, rows, target.rows, lost, "row_codes")
    if target.other_code:
        options = _other_apart(index, options, target, lost)
    return item.model_copy(update={"options": options, "rows": rows})


def _labelled(index: int, entries: Sequence, target: Target, lost: list[Loss], field: str) -> tuple:
    """Options or rows with labels that the target takes."""
    result, seen = [], set[str]()
    for entry in entries:
        label = rewritten(index, entry.label, target, lost, field, line=True)
        if target.distinct_labels and label in seen:
            number = 2
            while f"{label} ({number})" in seen:
                number += 1
            lost.append(
                Loss(index, f"{label!r} stands twice: written as '{label} ({number})'.", field)
            )
            label = f"{label} ({number})"
        seen.add(label)
        result.append(entry.model_copy(update={"label": label}))
    return tuple(result)


def _roles(
    index: int,
    format: ResponseFormat,
    options: tuple[Option, ...],
    target: Target,
    lost: list[Loss],
) -> tuple[Option, ...]:
    """The roles a reader will find: as the target marks them, or else by the wording."""
    several = format is ResponseFormat.MULTIPLE
    rating = format is ResponseFormat.MATRIX or (
        format is ResponseFormat.SCALE and target.holds(Part.SCALE)
    )
    other_there = False
    result = []
    for option in options:
        is_other = option.role is OptionRole.OTHER and not other_there and not rating
        other_there |= is_other
        role = read_role(
            option.label,
            exclusive=option.role in EXCLUSIVE
            if several and target.holds(Part.EXCLUSIVE)
            else None,
            other=is_other if target.holds(Part.OTHER) else None,
            rating=rating,
        )
        if role is not option.role:
            what = f"Option {option.label!r}: stored as {role.value}, not as {option.role.value}."
            lost.append(Loss(index, what.replace("_", " "), "roles"))
        result.append(option.model_copy(update={"role": role}))
    alone = [option.label for option in result if option.role in EXCLUSIVE]
    if several and alone and not target.holds(Part.EXCLUSIVE):
        what = f"{target.label} lets {', '.join(map(repr, alone))} be chosen with other answers."
        lost.append(Loss(index, what))
    return tuple(result)


def _coded(
    index: int,
    originals: Sequence,
    entries: Sequence,
    rule: NameRule | None,
    lost: list[Loss],
    field: str,
) -> tuple:
    """Options or rows with legal, distinct codes; counted from 1 where the target has none."""
    if rule is None:
        codes = tuple(str(number) for number in range(1, len(entries) + 1))
    else:
        codes = legal_names([entry.code for entry in entries], rule)
    changes = []
    for original, entry, code in zip(originals, entries, codes, strict=False):
        if original.code != code:
            changes.append(f"{original.code or 'none'} → {code} ({entry.label[:30]})")
    if changes and rule is None:
        lost.append(Loss(index, "Codes are not stored; on reading they count from 1.", field))
    elif changes:
        lost.append(Loss(index, f"Codes as stored: {'; '.join(changes)}.", field))
    return tuple(
        entry.model_copy(update={"code": code}) for entry, code in zip(entries, codes, strict=True)
    )


def _other_apart(
    index: int, options: tuple[Option, ...], target: Target, lost: list[Loss]
) -> tuple[Option, ...]:
    """The free-text option under the code and in the place that the target forces on it."""
    others = [option for option in options if option.role is OptionRole.OTHER]
    if not others:
        return options
    rest = [option for option in options if option.role is not OptionRole.OTHER]
    other = others[0].model_copy(update={"code": target.other_code})
    if not other.label:
        lost.append(Loss(index, f"{target.label} labels its free-text option 'Other'.", "options"))
        other = other.model_copy(update={"label": "Other"})
    if others[0].code != target.other_code:
        what = f"The free-text option has the code {target.other_code} in {target.label}."
        lost.append(Loss(index, what, "codes"))
    place = before_exclusive([option.role for option in rest])
    placed = (*rest[:place], other, *rest[place:])
    if [o.label for o in placed] != [o.label for o in options]:
        lost.append(Loss(index, f"{other.label!r} is moved towards the end.", "options"))
        lost.append(Loss(index, "The order of codes changes with it.", "codes"))
        lost.append(Loss(index, "The order of roles changes with it.", "roles"))
    return placed


def _demands(index: int, item: Item, target: Target, lost: list[Loss]) -> Item:
    """Required and limits, where the target holds them."""
    update: dict[str, object] = {}
    if item.required and not target.holds(Part.REQUIRED):
        lost.append(Loss(index, "That an answer is required is not stored.", "required"))
        update["required"] = False
    for name in ("minimum", "maximum"):
        value: float | None = getattr(item, name)
        if value is None:
            continue
        why = ""
        if item.format is not ResponseFormat.NUMBER:
            why = "only number questions have limits"
        elif not target.holds(Part.LIMITS):
            why = f"{target.label} has no limits"
        elif not math.isfinite(value):
            why = "it is not a finite number"
        if why:
            lost.append(Loss(index, f"The {name} is not stored: {why}.", name))
            update[name] = None
    return _decimals(index, item.model_copy(update=update), target, lost)


def _decimals(index: int, item: Item, target: Target, lost: list[Loss]) -> Item:
    """Whether decimals may be entered, as a reader will find it: by a mark or by the limits."""
    found = item.format is ResponseFormat.NUMBER and (
        (item.decimals and target.holds(Part.DECIMALS)) or need_decimals(item.minimum, item.maximum)
    )
    if found and not item.decimals:
        lost.append(
            Loss(index, "Its limits are not whole, so decimals may be entered.", "decimals")
        )
    if item.decimals and not found:
        lost.append(Loss(index, "That decimals may be entered is not stored.", "decimals"))
    return item.model_copy(update={"decimals": found})
