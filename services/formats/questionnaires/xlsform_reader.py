"""Reads XLSForm workbooks, also those of others: groups as sections, table-lists as matrices."""

import re

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.questionnaires import conditions
from services.formats.questionnaires.inference import read_role
from services.formats.questionnaires.xlsform import DIALECT
from services.formats.questionnaires.xlsform_items import (
    Survey,
    is_required,
    item_of,
    kind_of,
    options_of,
)
from services.formats.workbook import Cells, read_sheets
from services.questionnaire.models import (
    Item,
    Questionnaire,
    ResponseFormat,
    Row,
)

_METADATA = {
    "start",
    "end",
    "today",
    "deviceid",
    "username",
    "phonenumber",
    "email",
    "audit",
    "start-geopoint",
    "simserial",
    "subscriberid",
}


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in a workbook. Raises `InvalidInput` naming the sheet and row at fault."""
    sheets = read_sheets(data)
    if "survey" not in sheets:
        raise InvalidInput(
            "The workbook has no sheet named survey, so it is no XLSForm.",
            f"Its sheets are {', '.join(sheets) or 'none'}.",
        )
    settings = sheets.get("settings", [])
    survey = Survey(_choices(sheets.get("choices", [])))
    rows = list(enumerate(sheets["survey"], start=2))
    _take_rows(survey, rows, depth=0)
    first = settings[0] if settings else {}
    return survey.assembly.build(
        title=first.get("form_title", ""),
        introduction=survey.introduction,
        language=_language(first.get("default_language", "")),
    )


def _language(said: str) -> str:
    """The code in `English (en)`, or the word itself if it is a code."""
    match = re.search(r"\(([a-z]{2,3}(?:-\w+)?)\)", said) or re.fullmatch(
        r"([a-z]{2,3}(?:-\w+)?)", said
    )
    return match[1] if match else "en"


def _choices(rows: list[Cells]) -> dict[str, list[tuple[str, str]]]:
    lists: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        name = row.get("list_name", "").strip()
        if name:
            code = row.get("name", "") or row.get("value", "")
            lists.setdefault(name, []).append((code.strip(), row.get("label", "")))
    return lists


def _take_rows(survey: Survey, rows: list[tuple[int, Cells]], depth: int) -> None:
    position = 0
    while position < len(rows):
        number, row = rows[position]
        kind = kind_of(row)
        if kind.startswith("begin"):
            end = _end(rows, position)
            _take_group(survey, number, row, rows[position + 1 : end], depth)
            position = end + 1
            continue
        if kind:
            _take_question(survey, number, row, depth)
        position += 1


def _end(rows: list[tuple[int, Cells]], start: int) -> int:
    depth = 0
    for position in range(start, len(rows)):
        kind = kind_of(rows[position][1])
        depth += kind.startswith("begin") - kind.startswith("end")
        if depth == 0:
            return position
    raise InvalidInput(
        f"Sheet survey, row {rows[start][0]}: the group that begins here has no end_group."
    )


def _take_group(
    survey: Survey, number: int, group: Cells, rows: list[tuple[int, Cells]], depth: int
) -> None:
    questions = [row for _, row in rows if kind_of(row) and row.get("appearance") != "label"]
    kinds = {kind_of(row) for row in questions}
    table = "table-list" in group.get("appearance", "") or any(
        "list-nolabel" in row.get("appearance", "") for row in questions
    )
    if table and len(kinds) == 1 and kinds.pop().startswith("select_one "):
        _take_matrix(survey, number, group, questions)
        return
    if depth == 0:
        survey.assembly.section(group.get("label", ""))
    elif group.get("label"):
        why = "groups within groups are joined to their section."
        survey.assembly.unread(number, group["label"], why)
    if "repeat" in kind_of(group):
        survey.assembly.unread(number, group.get("name", ""), "a repeat is asked once.")
    if group.get("relevant"):
        why = "a display rule on a group is not taken over."
        survey.assembly.unread(number, group["relevant"], why)
    _take_rows(survey, rows, depth + 1)


def _take_matrix(survey: Survey, number: int, group: Cells, rows: list[Cells]) -> None:
    name = group.get("name", "").strip()
    variable = name.removesuffix("_grid")
    names = [row.get("name", "").strip() for row in rows]
    prefixed = all(each.startswith(f"{variable}_") for each in names)
    if not prefixed:
        variable = name
    codes = [each.removeprefix(f"{variable}_") if prefixed else each for each in names]
    labels = [row.get("label", "") for row in rows]
    said = group.get("relevant", "").strip()
    item = Item(
        text=group.get("label", ""),
        format=ResponseFormat.MATRIX,
        options=options_of(survey, kind_of(rows[0]).split(" ")[1], set(), rating=True),
        rows=tuple(Row(code=c, label=label) for c, label in zip(codes, labels, strict=True)),
        required=all(is_required(row) for row in rows),
        variable=variable,
    )
    rule = conditions.parse(said, DIALECT) if said else None
    survey.assembly.item(item, rule=rule, said=said, line=number)


def _take_question(survey: Survey, number: int, row: Cells, depth: int) -> None:
    kind = kind_of(row)
    if kind in _METADATA or kind.startswith("end"):
        return
    assembly = survey.assembly
    label = row.get("label", "")
    if kind == "note":
        _take_note(survey, number, label, depth)
        return
    if kind == "text" and _is_follow_up(survey, row):
        return
    item = item_of(survey, number, row)
    if item is None:
        why = f"questions of type {kind.split(' ')[0]} are not taken over."
        assembly.unread(number, label or row.get("name", ""), why)
        return
    if depth == 0 and not assembly.section_is_empty and assembly.current_title:
        assembly.section("")
    said = row.get("relevant", "").strip()
    rule = conditions.parse(said, DIALECT) if said else None
    assembly.item(item, rule=rule, said=said, line=number)


def _take_note(survey: Survey, number: int, label: str, depth: int) -> None:
    if depth and survey.assembly.section_is_empty:
        survey.assembly.introduce(label)
    elif survey.assembly.current_title is None:
        survey.introduction = "\n".join(part for part in (survey.introduction, label) if part)
    else:
        survey.assembly.unread(number, label, "a note between questions is not taken over.")


def _is_follow_up(survey: Survey, row: Cells) -> bool:
    """Whether this is the text behind an `other` option; it then becomes that option's role."""
    items = survey.assembly.items
    rule = conditions.parse(row.get("relevant", ""), DIALECT)
    if not items or rule is None or len(rule.codes) != 1:
        return False
    last = items[-1]
    named = row.get("name", "").strip().lower() in (
        f"{last.variable}_other".lower(),
        f"{last.variable}_specify".lower(),
    )
    if not named or rule.variable != last.variable or last.format is ResponseFormat.MATRIX:
        return False
    options = tuple(
        o.model_copy(update={"role": read_role(o.label, other=True)})
        if o.code == rule.codes[0]
        else o
        for o in last.options
    )
    survey.assembly.replace_last(last.model_copy(update={"options": options}))
    return True
