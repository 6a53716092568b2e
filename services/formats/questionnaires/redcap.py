"""REDCap data dictionary (CSV): one form a questionnaire, 18 columns, written and read."""

import re

from services.formats.guarded_cells import guard, write_rows
from services.formats.names import NameRule
from services.formats.questionnaires import conditions
from services.formats.questionnaires.conditions import Dialect, Rule
from services.formats.questionnaires.inference import EXCLUSIVE
from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.rewriting import LINE_ENDS, ONE_LINE, TRIMMED, rewrite
from services.questionnaire.models import Item, OptionRole, Questionnaire, ResponseFormat, Section

COLUMNS = (
    "Variable / Field Name",
    "Form Name",
    "Section Header",
    "Field Type",
    "Field Label",
    "Choices, Calculations, OR Slider Labels",
    "Field Note",
    "Text Validation Type OR Show Slider Number",
    "Text Validation Min",
    "Text Validation Max",
    "Identifier?",
    "Branching Logic (Show field only if...)",
    "Required Field?",
    "Custom Alignment",
    "Question Number (surveys only)",
    "Matrix Group Name",
    "Matrix Ranking?",
    "Field Annotation",
)
(
    NAME,
    FORM,
    HEADER,
    TYPE,
    LABEL,
    CHOICES,
    NOTE,
    VALIDATION,
    MIN,
    MAX,
    _,
    BRANCHING,
    REQUIRED,
    ALIGNMENT,
    _,
    MATRIX,
    _,
    ANNOTATION,
) = COLUMNS
# Between a section's title and the text of a matrix that opens it, in one header.
TITLE_END = "\n\n"


def _derived(item: Item, name: str) -> list[str]:
    other = [f"{name}_other"] if any(o.role is OptionRole.OTHER for o in item.options) else []
    return other + [f"{name}_{row.code}" for row in item.rows]


_NAMES = NameRule(
    "a-z",
    "a-z0-9_",
    longest=26,
    lower=True,
    reserved=frozenset({"record_id"}),
    reserved_pattern=r"section_\d+_introduction",
)
TARGET = Target(
    label="REDCap",
    carries=EVERYTHING
    - {
        Part.TITLE,
        Part.INTRODUCTION,
        Part.LANGUAGE,
        Part.EMPTY_SECTIONS,
        Part.UNTITLED_SECTIONS,
        Part.MATRIX_HELP,
        Part.UNIT,
    },
    variables=_NAMES,
    codes=NameRule("a-z0-9", "a-z0-9_", longest=20, lower=True, filler="a"),
    rows=NameRule("a-z0-9", "a-z0-9_", longest=8, lower=True, filler="r"),
    derived=_derived,
    texts=(
        rewrite("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", "control characters cannot be stored"),
        LINE_ENDS,
        rewrite(r"\[(?=[a-zA-Z0-9_:()-]+\])", "[ ", "[name] would be replaced by an answer"),
        rewrite(r"<(?=[A-Za-z/!])", "< ", "it would be taken for a tag"),
        rewrite(r"\n[ \t\xa0]*(?=\n)", "", "blank lines are not kept"),
        TRIMMED,
    ),
    lines=(ONE_LINE, rewrite(r"\|", "/", "a bar separates choices"), TRIMMED),
    titles=(
        rewrite("[\x00-\x1f\x85\u2028\u2029]+", " ", "it must stay on one line"),
        rewrite(r"<(?=[A-Za-z/!])", "< ", "it would be taken for a tag"),
        TRIMMED,
    ),
    blank="(empty)",
)
losses = losses_for(TARGET)


def _equal(name: str, code: str, several: bool) -> str:
    return f"[{name}({code})] = '1'" if several else f"[{name}] = '{code}'"


DIALECT = Dialect(
    equal=_equal,
    bound=lambda name, operator, value: f"[{name}] {operator} {value}",
    atoms=(
        re.compile(r"\[(?P<name>\w+)\((?P<value>[\w.-]+)\)\] *= *['\"]?1['\"]?"),
        re.compile(r"\[(?P<name>\w+)\] *= *'(?P<value>[^']*)'"),
        re.compile(r'\[(?P<name>\w+)\] *= *"(?P<value>[^"]*)"'),
        re.compile(r"\[(?P<name>\w+)\] *= *(?P<value>\w+)"),
        re.compile(r"\[(?P<name>\w+)\] *(?P<operator>>=|<=) *['\"]?(?P<value>-?\d+(\.\d+)?)['\"]?"),
    ),
)
Field = dict[str, str]


def write(questionnaire: Questionnaire) -> bytes:
    """The dictionary as UTF-8 CSV; a cell that would start a formula is guarded."""
    prepared = prepare(questionnaire, TARGET)
    form = _form_name(questionnaire.title)
    fields: list[Field] = [{NAME: "record_id", TYPE: "text", LABEL: "Record ID"}]
    for number, section in enumerate(prepared.questionnaire.sections, start=1):
        fields += _section_fields(section, number, prepared.by_id)
    rows = [list(COLUMNS)]
    for field in fields:
        field[FORM] = form
        row = [guard(field.get(column, "")) for column in COLUMNS]
        # Fixed wording that begins with @: a blank before it keeps spreadsheets from running it.
        row[-1] = f" {field[ANNOTATION]}" if field.get(ANNOTATION) else ""
        rows.append(row)
    return write_rows(rows, guarded=False)


def _form_name(title: str) -> str:
    return _NAMES.repaired(title).strip("_") or "questionnaire"


def _section_fields(section: Section, number: int, by_id: dict[str, Item]) -> list[Field]:
    fields: list[Field] = []
    if section.introduction:
        name = f"section_{number}_introduction"
        fields.append({NAME: name, TYPE: "descriptive", LABEL: section.introduction})
    for item in section.items:
        fields += _item_fields(item, by_id)
    if section.title and fields:
        header = fields[0].get(HEADER, "")
        rest = header.removeprefix(TITLE_END)
        fields[0][HEADER] = section.title + (TITLE_END + rest if rest else "")
    return fields


def _item_fields(item: Item, by_id: dict[str, Item]) -> list[Field]:
    common = {
        BRANCHING: _branching(item, by_id),
        REQUIRED: "y" if item.required else "",
        CHOICES: " | ".join(f"{option.code}, {option.label}" for option in item.options),
    }
    if item.format is ResponseFormat.MATRIX:
        rows = [
            common
            | {
                NAME: f"{item.variable}_{row.code}",
                TYPE: "radio",
                LABEL: row.label,
                MATRIX: item.variable,
            }
            for row in item.rows
        ]
        # An empty title keeps a colon in the question from being read as the end of one.
        rows[0][HEADER] = (TITLE_END if ": " in item.text else "") + item.text
        return rows
    field = common | {NAME: item.variable, LABEL: item.text, NOTE: item.help} | _kind(item)
    others = [option for option in item.options if option.role is OptionRole.OTHER]
    if not others:
        return [field]
    several = item.format is ResponseFormat.MULTIPLE
    follow_up = {
        NAME: f"{item.variable}_other",
        TYPE: "text",
        LABEL: others[0].label,
        BRANCHING: _equal(item.variable, others[0].code, several),
    }
    return [field, follow_up]


def _kind(item: Item) -> Field:
    if item.format is ResponseFormat.NUMBER:
        return {
            TYPE: "text",
            VALIDATION: "number" if item.decimals else "integer",
            MIN: "" if item.minimum is None else conditions.number_text(item.minimum),
            MAX: "" if item.maximum is None else conditions.number_text(item.maximum),
        }
    if item.format is ResponseFormat.DATE:
        return {TYPE: "text", VALIDATION: "date_ymd"}
    if item.format is ResponseFormat.OPEN:
        return {TYPE: "notes"}
    if item.format is ResponseFormat.SCALE:
        return {TYPE: "radio", ALIGNMENT: "RH"}
    if item.format is not ResponseFormat.MULTIPLE:
        return {TYPE: "radio"}
    alone = [option.code for option in item.options if option.role in EXCLUSIVE]
    tag = f"@NONEOFTHEABOVE='{','.join(alone)}'" if alone else ""
    return {TYPE: "checkbox", ANNOTATION: tag}


def _branching(item: Item, by_id: dict[str, Item]) -> str:
    if item.shown_if is None:
        return ""
    source, condition = by_id[item.shown_if.item_id], item.shown_if
    rule = Rule(source.variable, condition.codes, condition.minimum, condition.maximum)
    return conditions.render(rule, source, DIALECT)
