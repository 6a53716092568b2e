"""XLSForm (.xlsx) for ODK, KoboToolbox and their kin: written here, read in `xlsform_reader`.

The sheets survey, choices and settings follow xlsform.org; what pyxform or ODK Validate would
refuse or change quietly is caught by the target below.
"""

import hashlib
import io
import re
from typing import Any

from services.formats.names import NameRule
from services.formats.questionnaires import conditions
from services.formats.questionnaires.conditions import Dialect, Rule
from services.formats.questionnaires.inference import EXCLUSIVE
from services.formats.questionnaires.preparation import Prepared, losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.questionnaires.wording import exclusive_message, limits_message
from services.formats.rewriting import LINE_ENDS, NOT_XML, TRIMMED, rewrite
from services.questionnaire.models import Item, OptionRole, Questionnaire, ResponseFormat

SURVEY_COLUMNS = (
    "type",
    "name",
    "label",
    "hint",
    "required",
    "relevant",
    "appearance",
    "constraint",
    "constraint_message",
)
_MAX_CELL = 32_000
_NAMES = NameRule(
    "A-Za-z_",
    "A-Za-z0-9_",
    longest=60,
    reserved=frozenset({"meta", "introduction"}),
    reserved_pattern=r"(?i)section_\d+(_introduction)?|reserved_name.*",
)
_CODES = NameRule("A-Za-z0-9_", "A-Za-z0-9_.-", filler="a", fold=False)
_ROWS = NameRule("A-Za-z0-9_", "A-Za-z0-9_", longest=20, filler="r")


def _derived(item: Item, name: str) -> list[str]:
    """The names made from a variable: of a matrix's group and rows, of the free-text question."""
    if item.format is ResponseFormat.MATRIX:
        return [f"{name}_grid", *(f"{name}_{row.code}" for row in item.rows)]
    has_other = any(option.role is OptionRole.OTHER for option in item.options)
    return [f"{name}_other"] if has_other else []


TARGET = Target(
    label="XLSForm",
    carries=EVERYTHING - {Part.EMPTY_SECTIONS, Part.UNIT, Part.MATRIX_HELP},
    variables=_NAMES,
    codes=_CODES,
    rows=_ROWS,
    derived=_derived,
    texts=(
        NOT_XML,
        LINE_ENDS,
        rewrite(r"\$(?=\{)", "$ ", "${ would be read as a reference to a question"),
        rewrite("[“”]", '"', "XLSForm tools make curly quotation marks straight"),
        rewrite("[‘’]", "'", "XLSForm tools make curly apostrophes straight"),
        rewrite(r"_(?=x[0-9A-Fa-f]{4}_)", "_ ", "spreadsheets read _xNNNN_ as a character"),
        rewrite("  +", " ", "XLSForm tools make several blanks one"),
        TRIMMED,
        rewrite(rf"(?s)\A(.{{{_MAX_CELL}}}).+", r"\1", f"a cell holds {_MAX_CELL} characters"),
    ),
    blank="(empty)",
)
losses = losses_for(TARGET)
DIALECT = Dialect(
    equal=lambda name, code, several: (
        f"selected(${{{name}}}, '{code}')" if several else f"${{{name}}} = '{code}'"
    ),
    bound=lambda name, operator, value: f"${{{name}}} {operator} {value}",
    atoms=(
        re.compile(r"\$\{(?P<name>[^}]+)\} *= *(?:'(?P<value>[^']*)')"),
        re.compile(r"\$\{(?P<name>[^}]+)\} *= *(?:\"(?P<value>[^\"]*)\")"),
        re.compile(r"selected\( *\$\{(?P<name>[^}]+)\} *, *['\"](?P<value>[^'\"]*)['\"] *\)"),
        re.compile(r"\$\{(?P<name>[^}]+)\} *(?P<operator>>=|<=) *(?P<value>-?\d+(\.\d+)?)"),
    ),
)


def write(questionnaire: Questionnaire) -> bytes:
    """The workbook. Cells hold text only, marked so that no spreadsheet takes one for a formula."""
    prepared = prepare(questionnaire, TARGET)
    survey, choices = _rows(prepared)
    title = prepared.questionnaire.title
    digest = hashlib.sha256(repr((survey, choices)).encode()).hexdigest()[:10]
    settings = {
        "form_title": title,
        "form_id": _NAMES.repaired(title).strip("_")[:40] or "questionnaire",
        "version": digest,
    }
    if prepared.questionnaire.language != "en":
        settings["default_language"] = prepared.questionnaire.language
    return _workbook(
        {
            "survey": (SURVEY_COLUMNS, survey),
            "choices": (("list_name", "name", "label"), choices),
            "settings": (tuple(settings), [settings]),
        }
    )


def _rows(prepared: Prepared) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    survey: list[dict[str, str]] = []
    choices: list[dict[str, str]] = []
    questionnaire = prepared.questionnaire
    if questionnaire.introduction:
        survey.append({"type": "note", "name": "introduction", "label": questionnaire.introduction})
    for number, section in enumerate(questionnaire.sections, start=1):
        name = f"section_{number}"
        survey.append(
            {
                "type": "begin_group",
                "name": name,
                "label": section.title,
                "appearance": "field-list",
            }
        )
        if section.introduction:
            survey.append(
                {"type": "note", "name": f"{name}_introduction", "label": section.introduction}
            )
        for item in section.items:
            survey += _question(item, prepared)
            choices += [
                {"list_name": item.variable, "name": option.code, "label": option.label}
                for option in item.options
            ]
        survey.append({"type": "end_group"})
    return survey, choices


def _question(item: Item, prepared: Prepared) -> list[dict[str, str]]:
    common = {
        "relevant": _relevant(item, prepared),
        "required": "yes" if item.required else "",
        "hint": item.help,
    }
    if item.format is ResponseFormat.MATRIX:
        return _matrix(item, common)
    row = {"name": item.variable, "label": item.text, **common, **_kind(item)}
    row |= _constraint(item, prepared.questionnaire.language)
    other = [option for option in item.options if option.role is OptionRole.OTHER]
    if not other:
        return [row]
    several = item.format is ResponseFormat.MULTIPLE
    follow_up = {
        "type": "text",
        "name": f"{item.variable}_other",
        "label": other[0].label,
        "relevant": DIALECT.equal(item.variable, other[0].code, several),
    }
    return [row, follow_up]


def _matrix(item: Item, common: dict[str, str]) -> list[dict[str, str]]:
    group = {
        "type": "begin_group",
        "name": f"{item.variable}_grid",
        "label": item.text,
        "relevant": common["relevant"],
        "appearance": "table-list",
    }
    rows = [
        {
            "type": f"select_one {item.variable}",
            "name": f"{item.variable}_{row.code}",
            "label": row.label,
            "required": common["required"],
        }
        for row in item.rows
    ]
    return [group, *rows, {"type": "end_group"}]


def _kind(item: Item) -> dict[str, str]:
    return {
        ResponseFormat.NUMBER: {"type": "decimal" if item.decimals else "integer"},
        ResponseFormat.DATE: {"type": "date"},
        ResponseFormat.OPEN: {"type": "text", "appearance": "multiline"},
        ResponseFormat.MULTIPLE: {"type": f"select_multiple {item.variable}"},
        ResponseFormat.SCALE: {"type": f"select_one {item.variable}", "appearance": "likert"},
    }.get(item.format, {"type": f"select_one {item.variable}"})


def _constraint(item: Item, language: str) -> dict[str, str]:
    """The limits of a number, or that an option excludes the others."""
    if item.format is ResponseFormat.NUMBER:
        bounds = (("minimum", ">="), ("maximum", "<="))
        parts = [
            f". {sign} {conditions.number_text(getattr(item, name))}"
            for name, sign in bounds
            if getattr(item, name) is not None
        ]
        message = limits_message(item, language)
        return {"constraint": " and ".join(parts), "constraint_message": message}
    alone = [option for option in item.options if option.role in EXCLUSIVE]
    if item.format is not ResponseFormat.MULTIPLE or not alone:
        return {}
    parts = [f"not(selected(., '{o.code}') and count-selected(.) > 1)" for o in alone]
    message = exclusive_message([option.label for option in alone], language)
    return {"constraint": " and ".join(parts), "constraint_message": message}


def _relevant(item: Item, prepared: Prepared) -> str:
    condition = item.shown_if
    if condition is None:
        return ""
    source = prepared.by_id[condition.item_id]
    rule = Rule(source.variable, condition.codes, condition.minimum, condition.maximum)
    return conditions.render(rule, source, DIALECT)


def _workbook(sheets: dict[str, tuple[tuple[str, ...], list[dict[str, str]]]]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    first: Any = book.active
    book.remove(first)
    for name, (columns, rows) in sheets.items():
        sheet = book.create_sheet(name)
        for column, heading in enumerate(columns, start=1):
            sheet.cell(1, column, heading)
        for number, row in enumerate(rows, start=2):
            for column, heading in enumerate(columns, start=1):
                text = row.get(heading, "")
                if text:
                    cell = sheet.cell(number, column)
                    cell.value, cell.data_type = text, "s"
                    cell.quotePrefix = text[0] in "=+-@"  # type: ignore[attr-defined]
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
