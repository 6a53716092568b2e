"""Edits of one item, as values: a draft goes in, a draft comes out.

An id that is not there (any more) changes nothing: another window may have removed it meanwhile.
Codes of options and rows stay when labels change, since collected data are stored by code.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from services.questionnaire import escape, scales
from services.questionnaire.models import (
    CLOSED,
    Condition,
    Item,
    Option,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
    Row,
)
from services.questionnaire.wording_faults import yes_no

Change = Callable[[Item], Item]


def item_of(draft: QuestionnaireDraft, item_id: str) -> Item | None:
    """The item with that id."""
    return next((item for item in draft.questionnaire.items if item.id == item_id), None)


def change_item(draft: QuestionnaireDraft, item_id: str, change: Change) -> QuestionnaireDraft:
    """The draft with `change` made to one item."""
    sections = tuple(
        section.model_copy(
            update={"items": tuple(change(i) if i.id == item_id else i for i in section.items)}
        )
        for section in draft.questionnaire.sections
    )
    return with_questionnaire(draft, draft.questionnaire.model_copy(update={"sections": sections}))


def with_questionnaire(
    draft: QuestionnaireDraft, questionnaire: Questionnaire
) -> QuestionnaireDraft:
    return draft.model_copy(update={"questionnaire": questionnaire})


def set_title(draft: QuestionnaireDraft, title: str) -> QuestionnaireDraft:
    return with_questionnaire(draft, draft.questionnaire.model_copy(update={"title": title}))


def set_introduction(draft: QuestionnaireDraft, text: str) -> QuestionnaireDraft:
    return with_questionnaire(draft, draft.questionnaire.model_copy(update={"introduction": text}))


def set_language(draft: QuestionnaireDraft, language: str) -> QuestionnaireDraft:
    return with_questionnaire(draft, draft.questionnaire.model_copy(update={"language": language}))


def set_text(draft: QuestionnaireDraft, item_id: str, text: str) -> QuestionnaireDraft:
    return change_item(draft, item_id, lambda item: _updated(item, text=text))


def set_help(draft: QuestionnaireDraft, item_id: str, text: str) -> QuestionnaireDraft:
    return change_item(draft, item_id, lambda item: _updated(item, help=text))


def set_required(draft: QuestionnaireDraft, item_id: str, required: bool) -> QuestionnaireDraft:
    return change_item(draft, item_id, lambda item: _updated(item, required=required))


def set_variable(draft: QuestionnaireDraft, item_id: str, variable: str) -> QuestionnaireDraft:
    return change_item(draft, item_id, lambda item: _updated(item, variable=variable))


def set_intents(
    draft: QuestionnaireDraft, item_id: str, intents: Sequence[str]
) -> QuestionnaireDraft:
    """Say which intents an item serves; ids that are no intent of the brief are left out."""
    known = {intent.id for intent in draft.brief.intents}
    served = tuple(dict.fromkeys(intent for intent in intents if intent in known))
    return change_item(draft, item_id, lambda item: _updated(item, intents=served))


def set_limits(
    draft: QuestionnaireDraft,
    item_id: str,
    minimum: float | None,
    maximum: float | None,
    unit: str = "",
    decimals: bool = False,
) -> QuestionnaireDraft:
    """What a number may be: bounds (turned if given the wrong way round), unit, decimals."""
    if minimum is not None and maximum is not None and minimum > maximum:
        minimum, maximum = maximum, minimum
    return change_item(
        draft,
        item_id,
        lambda item: _updated(item, minimum=minimum, maximum=maximum, unit=unit, decimals=decimals),
    )


def set_format(
    draft: QuestionnaireDraft, item_id: str, response_format: ResponseFormat
) -> QuestionnaireDraft:
    """Change how an item is answered. Options stay while the new format has any, rows and limits
    only where they mean something; a yes/no item without options gets its two."""
    language = draft.questionnaire.language

    def change(item: Item) -> Item:
        closed = response_format in CLOSED
        options = item.options if closed else ()
        if response_format is ResponseFormat.YES_NO and not options:
            options = yes_no(language)
        number = response_format is ResponseFormat.NUMBER
        return _updated(
            item,
            format=response_format,
            options=options,
            scale=_scale_name(options),
            rows=item.rows if response_format is ResponseFormat.MATRIX else (),
            minimum=item.minimum if number else None,
            maximum=item.maximum if number else None,
            decimals=item.decimals and number,
            unit=item.unit if number else "",
        )

    return without_lost_codes(change_item(draft, item_id, change), item_id)


def set_options(
    draft: QuestionnaireDraft, item_id: str, labels: Sequence[str]
) -> QuestionnaireDraft:
    """Give an item these labels in this order; empty ones are left out.

    A label that was there keeps its code wherever it stands now; a new label in the place of one
    that is gone is a mended label and keeps the code of that place; other labels get new codes.
    """

    def change(item: Item) -> Item:
        codes = _codes(item.options, labels)
        before = {option.label: option for option in item.options}
        options = tuple(
            before[label].model_copy(update={"code": code})
            if label in before
            else Option(label=label, code=code, role=escape.role_of(label))
            for label, code in codes
        )
        return _updated(item, options=options, scale=_scale_name(options))

    return without_lost_codes(change_item(draft, item_id, change), item_id)


def set_scale(
    draft: QuestionnaireDraft, item_id: str, name: str, points: int | None = None
) -> QuestionnaireDraft:
    """Give an item a scale of the catalogue, keeping its escape options.

    Raises `NotFound` for a scale that is not in the catalogue.
    """
    chosen = scales.named(name, points, draft.questionnaire.language)

    def change(item: Item) -> Item:
        labels = {option.label for option in chosen.options}
        taken = {option.code for option in chosen.options}
        ways_out = []
        for option in item.options:
            if not escape.is_substantive(option) and option.label not in labels:
                code = option.code if option.code not in taken else next_code(taken)
                taken.add(code)
                ways_out.append(option.model_copy(update={"code": code}))
        matrix = item.format is ResponseFormat.MATRIX
        return _updated(
            item,
            options=(*chosen.options, *ways_out),
            scale=name,
            format=item.format if matrix else ResponseFormat.SCALE,
        )

    return without_lost_codes(change_item(draft, item_id, change), item_id)


def set_rows(draft: QuestionnaireDraft, item_id: str, labels: Sequence[str]) -> QuestionnaireDraft:
    """Statements of a matrix; codes are kept as for options."""

    def change(item: Item) -> Item:
        rows = tuple(Row(label=label, code=code) for label, code in _codes(item.rows, labels))
        return _updated(item, rows=rows)

    return change_item(draft, item_id, change)


def set_shown_if(
    draft: QuestionnaireDraft, item_id: str, condition: Condition | None
) -> QuestionnaireDraft:
    """Show an item only under a condition on an earlier item; any other condition is ignored."""
    order = [item.id for item in draft.questionnaire.items]
    if condition is not None:
        if item_id not in order or condition.item_id not in order:
            return draft
        if order.index(condition.item_id) >= order.index(item_id):
            return draft
    return change_item(draft, item_id, lambda item: _updated(item, shown_if=condition))


def dismiss_finding(
    draft: QuestionnaireDraft, code: str, item_id: str | None = None
) -> QuestionnaireDraft:
    """Remember that a fault does not apply, to one item or to the questionnaire as a whole."""
    if item_id is None:
        dismissed = tuple(dict.fromkeys((*draft.dismissed, code)))
        return draft.model_copy(update={"dismissed": dismissed})
    return change_item(
        draft,
        item_id,
        lambda item: _updated(item, dismissed=tuple(dict.fromkeys((*item.dismissed, code)))),
    )


def recall_finding(
    draft: QuestionnaireDraft, code: str, item_id: str | None = None
) -> QuestionnaireDraft:
    """Take a dismissal back."""
    if item_id is None:
        left = tuple(known for known in draft.dismissed if known != code)
        return draft.model_copy(update={"dismissed": left})
    return change_item(
        draft,
        item_id,
        lambda item: _updated(item, dismissed=tuple(c for c in item.dismissed if c != code)),
    )


class _Coded(Protocol):
    @property
    def label(self) -> str: ...
    @property
    def code(self) -> str: ...


_C = TypeVar("_C", bound=_Coded)


def _codes(old: Sequence[_C], labels: Sequence[str]) -> list[tuple[str, str]]:
    """Label and code of each new entry (see `set_options`); doubled labels appear once."""
    wanted = list(dict.fromkeys(label.strip() for label in labels if label.strip()))
    kept = {entry.label: entry.code for entry in old if entry.label in wanted}
    taken = {entry.code for entry in old}
    found: list[tuple[str, str]] = []
    for place, label in enumerate(wanted):
        in_place = old[place] if place < len(old) else None
        if label in kept:
            code = kept[label]
        elif in_place is not None and in_place.label not in wanted:
            code = in_place.code
        else:
            code = next_code(taken)
        taken.add(code)
        found.append((label, code))
    return found


def next_code(taken: set[str]) -> str:
    """The number after the highest code in use: a code once given is not given to another."""
    return str(max((int(code) for code in taken if code.isdigit()), default=0) + 1)


def without_lost_codes(draft: QuestionnaireDraft, item_id: str) -> QuestionnaireDraft:
    """Conditions on an item name only codes it still has; one without any is dropped."""
    asked = item_of(draft, item_id)
    if asked is None:
        return draft
    codes = {option.code for option in asked.options}

    def mended(item: Item) -> Item:
        condition = item.shown_if
        if condition is None or condition.item_id != item_id or not condition.codes:
            return item
        left = tuple(code for code in condition.codes if code in codes)
        return _updated(
            item, shown_if=condition.model_copy(update={"codes": left}) if left else None
        )

    for item in draft.questionnaire.items:
        if mended(item) != item:
            draft = change_item(draft, item.id, mended)
    return draft


def _scale_name(options: Sequence[Option]) -> str | None:
    scale = scales.recognise([option.label for option in options])
    return scale.name if scale else None


def _updated(item: Item, **changes: object) -> Item:
    return item.model_copy(update=changes)
