"""A questionnaire as a table for spreadsheets: a question a row, options a line each, code=label.

A backslash stands before a backslash in a label, and line breaks in labels are written `\\n`, so
that a cell's lines are its options whatever their labels hold.
"""

import re

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_cells import read_rows, write_rows
from services.formats.guarded_text import decode
from services.formats.names import NameRule
from services.formats.questionnaires import conditions
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.conditions import Dialect, Rule
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.rewriting import LINE_ENDS, rewrite
from services.questionnaire.models import Item, Option, Questionnaire, ResponseFormat, Row

COLUMNS = (
    "section",
    "name",
    "type",
    "text",
    "options",
    "rows",
    "required",
    "min",
    "max",
    "show_if",
    "help",
    "unit",
)
_HELD_ELSEWHERE = {
    Part.TITLE,
    Part.INTRODUCTION,
    Part.LANGUAGE,
    Part.SECTION_INTRODUCTION,
    Part.EMPTY_SECTIONS,
    Part.UNTITLED_SECTIONS,
    Part.EXCLUSIVE,
    Part.OTHER,
}
_NAMES = NameRule("A-Za-z_", "A-Za-z0-9_.-", reserved=frozenset({"or", "and"}))
_CODES = NameRule("A-Za-z0-9_", "A-Za-z0-9_.-", filler="a", fold=False)
TARGET = Target(
    label="A CSV table",
    carries=EVERYTHING - _HELD_ELSEWHERE,
    variables=_NAMES,
    codes=_CODES,
    rows=_CODES,
    texts=(rewrite("\x00", "", "a NUL character cannot be stored"), LINE_ENDS),
)
losses = losses_for(TARGET)
_TYPES = {
    "yes_no": ResponseFormat.SINGLE,
    "single": ResponseFormat.SINGLE,
    "scale": ResponseFormat.SCALE,
    "multiple": ResponseFormat.MULTIPLE,
    "number": ResponseFormat.NUMBER,
    "decimal": ResponseFormat.NUMBER,
    "date": ResponseFormat.DATE,
    "open": ResponseFormat.OPEN,
    "text": ResponseFormat.OPEN,
    "matrix": ResponseFormat.MATRIX,
}
DIALECT = Dialect(
    equal=lambda name, code, several: f"{name} = {code}",
    bound=lambda name, operator, value: f"{name} {operator} {value}",
    atoms=(
        re.compile(r"(?P<name>[\w.-]+) *={1,2} *['\"]?(?P<value>[\w.-]+)['\"]?"),
        re.compile(r"(?P<name>[\w.-]+) *(?P<operator>>=|<=) *(?P<value>-?\d+(\.\d+)?)"),
    ),
)


def write(questionnaire: Questionnaire) -> bytes:
    """UTF-8 CSV with byte order mark; cells that would start a formula are guarded."""
    prepared = prepare(questionnaire, TARGET)
    rows = [list(COLUMNS)]
    for section in prepared.questionnaire.sections:
        for item in section.items:
            rows.append(_row(section.title, item, prepared.by_id))
    return write_rows(rows)


def _row(section: str, item: Item, by_id: dict[str, Item]) -> list[str]:
    return [
        section,
        item.variable,
        _type(item),
        item.text,
        _lines(item.options),
        _lines(item.rows),
        "yes" if item.required else "",
        "" if item.minimum is None else conditions.number_text(item.minimum),
        "" if item.maximum is None else conditions.number_text(item.maximum),
        _rule(item, by_id),
        item.help,
        item.unit,
    ]


def _type(item: Item) -> str:
    if item.format in (ResponseFormat.YES_NO, ResponseFormat.SINGLE):
        return "single"
    if item.format is ResponseFormat.OPEN:
        return "text"
    return "decimal" if item.decimals else item.format.value


def _rule(item: Item, by_id: dict[str, Item]) -> str:
    if item.shown_if is None:
        return ""
    source = by_id[item.shown_if.item_id]
    condition = item.shown_if
    rule = Rule(source.variable, condition.codes, condition.minimum, condition.maximum)
    return conditions.render(rule, source, DIALECT)


def _lines(entries: tuple[Option, ...] | tuple[Row, ...]) -> str:
    return "\n".join(f"{entry.code}={_escaped(entry.label)}" for entry in entries)


def _escaped(label: str) -> str:
    return label.replace("\\", "\\\\").replace("\n", "\\n")


def _unescaped(label: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], label)


def is_table(header: list[str]) -> bool:
    """Whether these are the columns of such a table."""
    names = {name.strip().lower() for name in header}
    return {"type", "text", "options"} <= names


def read(data: bytes) -> Imported[Questionnaire]:
    """Raises `InvalidInput` naming the row and column that cannot be read."""
    rows = read_rows(decode(data), "The table")
    if not rows or not is_table(rows[0]):
        raise InvalidInput(
            "The table's first row lacks the columns type, text and options.",
            f"Its columns are {', '.join(COLUMNS)}.",
        )
    header = [name.strip().lower() for name in rows[0]]
    assembly = Assembly()
    for unknown in [name for name in header if name and name not in COLUMNS]:
        assembly.unread(1, unknown, "this column is not known.")
    for number, cells in enumerate(rows[1:], start=2):
        if any(cell.strip() for cell in cells):
            padded = cells + [""] * (len(header) - len(cells))
            _take(assembly, dict(zip(header, padded, strict=False)), number)
    return assembly.build()


def _take(assembly: Assembly, cells: dict[str, str], number: int) -> None:
    section = cells.get("section", "")
    if section != assembly.current_title:
        assembly.section(section)
    item = _item(cells, number)
    said = cells.get("show_if", "").strip()
    rule = conditions.parse(said, DIALECT) if said else None
    assembly.item(item, rule=rule, said=said, line=number)


def _item(cells: dict[str, str], number: int) -> Item:
    kind = cells.get("type", "").strip().lower()
    if kind not in _TYPES:
        raise InvalidInput(
            f"Row {number}: the type {kind!r} is not known.", f"Types are {', '.join(_TYPES)}."
        )
    options = _entries(cells.get("options", ""))
    format = _TYPES[kind]
    if format is ResponseFormat.SINGLE:
        format = closed_format([label for _, label in options])
    rating = format in (ResponseFormat.MATRIX, ResponseFormat.SCALE)
    return Item(
        text=cells.get("text", ""),
        format=format,
        options=tuple(
            Option(code=code, label=label, role=read_role(label, rating=rating))
            for code, label in options
        ),
        rows=tuple(Row(code=c, label=label) for c, label in _entries(cells.get("rows", ""))),
        variable=cells.get("name", "").strip(),
        required=cells.get("required", "").strip().lower() in ("yes", "true", "1", "y"),
        minimum=_number(cells.get("min", ""), number, "min"),
        maximum=_number(cells.get("max", ""), number, "max"),
        decimals=kind == "decimal",
        help=cells.get("help", ""),
        unit=cells.get("unit", ""),
    )


def _entries(cell: str) -> list[tuple[str, str]]:
    """Code and label of each line; a line without `=` is a label without a code."""
    entries = []
    for line in cell.split("\n") if cell else []:
        code, sign, label = line.partition("=")
        code, label = (code.strip(), label) if sign else ("", line)
        entries.append((code, _unescaped(label)))
    return entries


def _number(cell: str, row: int, column: str) -> float | None:
    try:
        return float(cell) if cell.strip() else None
    except ValueError as error:
        raise InvalidInput(f"Row {row}: {cell!r} in column {column} is not a number.") from error
