"""Edits of an item's options as a table of labels, codes and roles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.errors import InvalidInput
from services.questionnaire import escape, scales
from services.questionnaire.editing import change_item, item_of, next_code, without_lost_codes
from services.questionnaire.models import Item, Option, OptionRole, QuestionnaireDraft


@dataclass(frozen=True, slots=True)
class Cells:
    """What was entered in a row; None where nothing was."""

    label: str | None = None
    code: str | None = None
    role: OptionRole | None = None


def edit(
    draft: QuestionnaireDraft,
    item_id: str,
    *,
    judged: Item,
    changed: Mapping[int, Cells] | None = None,
    added: Sequence[Cells] = (),
    removed: Sequence[int] = (),
) -> QuestionnaireDraft:
    """The draft with edits of rows (0-based) made to the options as `judged` has them.

    A row without a label goes; a new row without a code gets the next free one. Nothing changes
    if the options are not as they were in the table (another window was quicker). Raises
    `InvalidInput` for a code that two options would share, since data are stored by code.
    """
    item = item_of(draft, item_id)
    if item is None or item.options != judged.options:
        return draft
    edited = {
        row: _updated(option, (changed or {}).get(row, Cells()))
        for row, option in enumerate(item.options)
    }
    rows = [option for row, option in edited.items() if row not in set(removed)]
    taken = {option.code for option in (*item.options, *rows)}
    for cells in added:
        label = (cells.label or "").strip()
        code = (cells.code or "").strip() or next_code(taken)
        taken.add(code)
        rows.append(Option(label=label, code=code, role=cells.role or escape.role_of(label)))
    options = tuple(option for option in rows if option.label)
    _require_distinct(options)
    known = scales.recognise([option.label for option in options])
    update = {"options": options, "scale": known.name if known else None}
    codes = {item.options[row].code: option.code for row, option in edited.items()}
    draft = _with_rules_renamed(draft, item_id, codes)
    draft = change_item(draft, item_id, lambda found: found.model_copy(update=update))
    return without_lost_codes(draft, item_id)


def _updated(option: Option, cells: Cells) -> Option:
    label = option.label if cells.label is None else cells.label.strip()
    role = cells.role or option.role
    if (
        cells.role is None
        and cells.label is not None
        and option.role is escape.role_of(option.label)
    ):
        # A role that the label's words gave follows them; one that was chosen stays.
        role = escape.role_of(label)
    code = option.code if not (cells.code or "").strip() else (cells.code or "").strip()
    return Option(label=label, code=code, role=role)


def _with_rules_renamed(
    draft: QuestionnaireDraft, item_id: str, codes: Mapping[str, str]
) -> QuestionnaireDraft:
    """Skip rules that name answers of the item follow their new codes."""

    def renamed(item: Item) -> Item:
        rule = item.shown_if
        if rule is None or rule.item_id != item_id:
            return item
        named = tuple(codes.get(code, code) for code in rule.codes)
        return item.model_copy(update={"shown_if": rule.model_copy(update={"codes": named})})

    for item in draft.questionnaire.items:
        draft = change_item(draft, item.id, renamed)
    return draft


def _require_distinct(options: Sequence[Option]) -> None:
    for field in ("code", "label"):
        values = [getattr(option, field) for option in options]
        doubled = next((value for value in values if values.count(value) > 1), None)
        if doubled is not None:
            raise InvalidInput(
                f"Two answers would have the {field} “{doubled}”.", f"Give each its own {field}."
            )
