"""Reads REDCap data dictionaries, also those of others: headers as sections, matrix groups."""

import re
from itertools import groupby

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_cells import read_rows
from services.formats.guarded_text import decode
from services.formats.questionnaires import conditions
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.questionnaires.redcap import (
    ALIGNMENT,
    ANNOTATION,
    BRANCHING,
    CHOICES,
    COLUMNS,
    DIALECT,
    FORM,
    HEADER,
    LABEL,
    MATRIX,
    MAX,
    MIN,
    NAME,
    NOTE,
    REQUIRED,
    TITLE_END,
    TYPE,
    VALIDATION,
    Field,
)
from services.questionnaire.models import Item, Option, Questionnaire, ResponseFormat, Row

_FIXED_CHOICES = {
    "yesno": (("1", "Yes"), ("0", "No")),
    "truefalse": (("1", "True"), ("0", "False")),
}
_ALONE = re.compile(r"@NONEOFTHEABOVE\s*=\s*['\"]?([\w,\s.-]+)['\"]?", re.IGNORECASE)
# A header over a matrix holds both its section's title and its question, as people write them.
_TITLED = re.compile(r"(?P<title>[^:?!.]{1,40}): (?P<text>\S+ \S+ \S.*)", re.DOTALL)
_NUMBERS = {"integer", "number"}


def is_header(cells: list[str]) -> bool:
    """Whether these are the columns of a data dictionary."""
    names = {cell.strip().strip('"').lower() for cell in cells}
    return NAME.lower() in names or {"field_name", "field_type", "field_label"} <= names


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in a dictionary. Raises `InvalidInput` naming the row."""
    rows = read_rows(decode(data), "The dictionary")
    if not rows or not is_header(rows[0]):
        raise InvalidInput(f'The table has no column "{NAME}", so it is no REDCap dictionary.')
    fields = [
        (number, _field(cells)) for number, cells in enumerate(rows[1:], start=2) if any(cells)
    ]
    assembly = Assembly()
    forms = {field[FORM] for _, field in fields}
    last_form = None
    for _, group in groupby(enumerate(fields), key=lambda entry: _group(entry[0], entry[1][1])):
        members = [entry for _, entry in group]
        number, first = members[0]
        if len(forms) > 1 and first[FORM] != last_form:
            assembly.section(first[FORM].replace("_", " ").capitalize())
        last_form = first[FORM]
        if number == 2 and first[TYPE] == "text" and first[NAME] == "record_id":
            continue
        if first[MATRIX]:
            _take_matrix(assembly, members)
        else:
            _take_field(assembly, number, first)
    return assembly.build()


def _field(cells: list[str]) -> Field:
    """The columns by position: dictionaries of other languages name them otherwise."""
    padded = [*cells, *[""] * len(COLUMNS)][: len(COLUMNS)]
    field = dict(zip(COLUMNS, padded, strict=True))
    for name in (NAME, FORM, TYPE, VALIDATION, MATRIX, BRANCHING):
        field[name] = field[name].strip()
    return field


def _group(position: int, field: Field) -> str:
    """Fields of one matrix stand together; every other field stands alone."""
    return f"matrix {field[MATRIX]}" if field[MATRIX] else f"field {position}"


def _open_section(assembly: Assembly, header: str, *, matrix: bool) -> str:
    """Open the section a header names; the rest of a matrix's header is its question."""
    if not matrix:
        if header:
            assembly.section(header)
        return ""
    title, sign, text = header.partition(TITLE_END)
    if not sign and (match := _TITLED.fullmatch(header)):
        title, sign, text = match["title"], ": ", match["text"]
    if sign and title:
        assembly.section(title)
    return text if sign else header


def _take_matrix(assembly: Assembly, members: list[tuple[int, Field]]) -> None:
    number, first = members[0]
    text = _open_section(assembly, first[HEADER], matrix=True)
    if first[TYPE] != "radio":
        why = "a matrix that allows several answers a row is not taken over."
        assembly.unread(number, text or first[MATRIX], why)
        return
    variable = first[MATRIX]
    names = [field[NAME] for _, field in members]
    prefix = f"{variable}_" if all(name.startswith(f"{variable}_") for name in names) else ""
    item = Item(
        text=text,
        format=ResponseFormat.MATRIX,
        options=_options(first, rating=True),
        rows=tuple(
            Row(code=field[NAME].removeprefix(prefix), label=field[LABEL]) for _, field in members
        ),
        required=all(field[REQUIRED].lower() == "y" for _, field in members),
        variable=variable,
    )
    _add(assembly, number, item, first)


def _add(assembly: Assembly, number: int, item: Item, field: Field) -> None:
    said = field[BRANCHING]
    rule = conditions.parse(said, DIALECT) if said else None
    assembly.item(item, rule=rule, said=said, line=number)


def _take_field(assembly: Assembly, number: int, field: Field) -> None:
    _open_section(assembly, field[HEADER], matrix=False)
    kind = field[TYPE].lower()
    if kind == "descriptive" and assembly.section_is_empty:
        assembly.introduce(field[LABEL])
        return
    if kind == "text" and _is_follow_up(assembly, field):
        return
    format = _format(field)
    if format is None:
        why = f"fields of type {kind or '(none)'} are not taken over."
        assembly.unread(number, field[LABEL] or field[NAME], why)
        return
    several = format is ResponseFormat.MULTIPLE
    scale = format is ResponseFormat.SCALE
    options = _options(field, several=several, rating=scale)
    if format is ResponseFormat.SINGLE:
        format = closed_format([option.label for option in options])
    number_field = format is ResponseFormat.NUMBER
    item = Item(
        text=field[LABEL],
        format=format,
        options=options,
        required=field[REQUIRED].lower() == "y",
        help=field[NOTE],
        variable=field[NAME],
        minimum=_limit(field[MIN]) if number_field else None,
        maximum=_limit(field[MAX]) if number_field else None,
        decimals=number_field and field[VALIDATION].lower() != "integer",
    )
    _add(assembly, number, item, field)
    _tell_what_is_left(assembly, number, field)


def _tell_what_is_left(assembly: Assembly, number: int, field: Field) -> None:
    """Validation and annotations that an item has no place for."""
    validation = field[VALIDATION].lower()
    dated = validation.startswith("date_")
    if field[TYPE].lower() == "text" and validation and not dated and not _is_number(validation):
        why = "this validation is not taken over."
        assembly.unread(number, f"{field[NAME]}: {validation}", why)
    annotation = _ALONE.sub("", field[ANNOTATION]).strip()
    if annotation:
        assembly.unread(number, annotation, "this annotation is not taken over.")


def _is_number(validation: str) -> bool:
    return validation in _NUMBERS or validation.startswith("number_")


def _format(field: Field) -> ResponseFormat | None:
    kind, validation = field[TYPE].lower(), field[VALIDATION].lower()
    if kind == "text":
        if validation.startswith("date_"):
            return ResponseFormat.DATE
        return ResponseFormat.NUMBER if _is_number(validation) else ResponseFormat.OPEN
    if kind in ("radio", "dropdown", "yesno", "truefalse"):
        horizontal = field[ALIGNMENT].upper() in ("RH", "LH")
        return ResponseFormat.SCALE if horizontal and kind == "radio" else ResponseFormat.SINGLE
    return {"notes": ResponseFormat.OPEN, "checkbox": ResponseFormat.MULTIPLE}.get(kind)


def _options(field: Field, *, several: bool = False, rating: bool = False) -> tuple[Option, ...]:
    kind = field[TYPE].lower()
    if kind in ("text", "notes"):
        return ()
    pairs = list(_FIXED_CHOICES.get(kind, ()))
    for entry in field[CHOICES].split("|") if not pairs else []:
        code, _, label = entry.partition(",")
        if code.strip():
            pairs.append((code.strip(), label.strip()))
    match = _ALONE.search(field[ANNOTATION])
    alone = {code.strip() for code in match[1].split(",")} if match else set[str]()
    return tuple(
        Option(
            code=code,
            label=label,
            role=read_role(
                label,
                exclusive=code in alone if several else None,
                other=False if not rating else None,
                rating=rating,
            ),
        )
        for code, label in pairs
    )


def _limit(said: str) -> float | None:
    return float(said) if re.fullmatch(r"\s*-?\d+(\.\d+)?\s*", said) else None


def _is_follow_up(assembly: Assembly, field: Field) -> bool:
    """Whether this is the text behind a free-text option; it then becomes that option's role."""
    items = assembly.items
    rule = conditions.parse(field[BRANCHING], DIALECT)
    if not items or rule is None or len(rule.codes) != 1:
        return False
    last = items[-1]
    if field[NAME] != f"{last.variable}_other" or rule.variable != last.variable:
        return False
    options = tuple(
        o.model_copy(update={"role": read_role(o.label, other=True)})
        if o.code == rule.codes[0]
        else o
        for o in last.options
    )
    assembly.replace_last(last.model_copy(update={"options": options}))
    return True
