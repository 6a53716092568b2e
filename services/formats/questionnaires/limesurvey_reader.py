"""Reads LimeSurvey's tab-separated structure files, also those of others."""

from typing import Any

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_cells import read_rows
from services.formats.guarded_text import decode
from services.formats.html_text import from_html
from services.formats.questionnaires import conditions
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.conditions import Rule
from services.formats.questionnaires.inference import before_exclusive, closed_format, read_role
from services.formats.questionnaires.limesurvey import DIALECT, OTHER_CODE
from services.questionnaire.models import (
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
    Row,
)

_FORMATS = {
    "L": ResponseFormat.SINGLE,
    "!": ResponseFormat.SINGLE,
    "O": ResponseFormat.SINGLE,
    "Y": ResponseFormat.YES_NO,
    "G": ResponseFormat.SINGLE,
    "5": ResponseFormat.SCALE,
    "M": ResponseFormat.MULTIPLE,
    "P": ResponseFormat.MULTIPLE,
    "N": ResponseFormat.NUMBER,
    "D": ResponseFormat.DATE,
    "S": ResponseFormat.OPEN,
    "T": ResponseFormat.OPEN,
    "U": ResponseFormat.OPEN,
    "F": ResponseFormat.MATRIX,
    "A": ResponseFormat.MATRIX,
    "B": ResponseFormat.MATRIX,
    "C": ResponseFormat.MATRIX,
    "E": ResponseFormat.MATRIX,
}
# The answers of types whose answers the program itself provides.
_BUILT_IN = {
    "Y": (("Y", "Yes"), ("N", "No")),
    "G": (("F", "Female"), ("M", "Male")),
    "5": tuple((str(n), str(n)) for n in range(1, 6)),
    "A": tuple((str(n), str(n)) for n in range(1, 6)),
    "B": tuple((str(n), str(n)) for n in range(1, 11)),
    "C": (("Y", "Yes"), ("U", "Uncertain"), ("N", "No")),
    "E": (("I", "Increase"), ("S", "Same"), ("D", "Decrease")),
}
Cells = dict[str, str]
Numbered = tuple[int, Cells]


def is_header(first_line: str) -> bool:
    """Whether a file's first line is the head of such a file."""
    return first_line.lstrip("\ufeff").lower().startswith(("class\ttype/scale", '"class"\t'))


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in its base language. Raises `InvalidInput` naming the row."""
    text = decode(data)
    if not is_header(text.split("\n", 1)[0]):
        raise InvalidInput(
            "The file's first row does not begin with the columns class and type/scale.",
            "Export the survey from LimeSurvey as tab-separated values.",
        )
    rows = _rows(text)
    settings = {row["name"]: row["text"] for _, row in rows if row["class"] == "S"}
    language = settings.get("language", "") or "en"
    rows = [(n, row) for n, row in rows if row.get("language", "") in ("", language)]
    words = {row["name"]: row["text"] for _, row in rows if row["class"] == "SL"}
    assembly = Assembly()
    for number, row, answers in _questions(rows):
        if row["class"] == "G":
            assembly.section(row["name"], from_html(row["text"]))
            _warn_of_relevance(assembly, number, row)
        else:
            _take(assembly, number, row, answers)
    welcome = words.get("surveyls_welcometext") or words.get("surveyls_description", "")
    return assembly.build(
        title=words.get("surveyls_title", ""),
        introduction=from_html(welcome),
        language=language.split("-")[0],
    )


def _rows(text: str) -> list[Numbered]:
    table = read_rows(text, "The file", guarded=False, separator="\t")
    header = [name.strip().lower() for name in table[0]]
    for needed in ("class", "type/scale", "name", "text"):
        if needed not in header:
            raise InvalidInput(f"The file has no column {needed}.")
    rows = []
    for number, cells in enumerate(table[1:], start=2):
        padded = cells + [""] * (len(header) - len(cells))
        if any(cells):
            rows.append((number, dict(zip(header, padded, strict=False))))
    return rows


def _questions(rows: list[Numbered]) -> list[tuple[int, Cells, list[Cells]]]:
    """Groups and questions, the latter with their answers and subquestions."""
    found: list[tuple[int, Cells, list[Cells]]] = []
    for number, row in rows:
        if row["class"] in ("G", "Q"):
            found.append((number, row, []))
        elif row["class"] in ("A", "SQ"):
            if not found or found[-1][1]["class"] != "Q":
                raise InvalidInput(f"Row {number}: an answer stands before any question.")
            found[-1][2].append(row)
    return found


def _warn_of_relevance(assembly: Assembly, number: int, row: Cells) -> None:
    said = row.get("relevance", "").strip()
    if said not in ("", "1"):
        assembly.unread(number, said, "a display rule on a group is not taken over.")


def _take(assembly: Assembly, number: int, row: Cells, answers: list[Cells]) -> None:
    kind = row["type/scale"].strip()
    text = from_html(row["text"])
    if kind == "X" and assembly.section_is_empty:
        assembly.introduce(text)
        return
    if kind not in _FORMATS:
        why = f"questions of type {kind or '(none)'} are not taken over."
        assembly.unread(number, text or row["name"], why)
        return
    said = row.get("relevance", "").strip()
    said = "" if said == "1" else said
    assembly.item(_item(kind, row, answers), rule=_rule(said), said=said, line=number)
    for name in ("validation", "default", "array_filter", "random_order", "em_validation_q"):
        value = row.get(name, "").strip()
        if value not in ("", "0"):
            assembly.unread(number, f"{name}: {value}", "this setting is not taken over.")
    for name in ("min_num_value_n", "max_num_value_n"):
        if row.get(name, "").strip() and _number(row, name) is None:
            assembly.unread(number, f"{name}: {row[name]}", "this limit is no number.")


def _rule(said: str) -> Rule | None:
    rule = conditions.parse(said, DIALECT) if said else None
    if rule is None:
        return None
    codes = tuple(OTHER_CODE if code == "other" else code for code in rule.codes)
    return Rule(rule.variable, codes, rule.minimum, rule.maximum)


def _item(kind: str, row: Cells, answers: list[Cells]) -> Item:
    format = _FORMATS[kind]
    options = _options(kind, format, row, answers)
    if kind in ("L", "!", "O"):
        format = closed_format([option.label for option in options])
    is_matrix = format is ResponseFormat.MATRIX
    subquestions = [a for a in answers if a["class"] == "SQ"] if is_matrix else []
    return Item(
        text=from_html(row["text"]),
        format=format,
        options=options,
        rows=tuple(Row(code=a["name"], label=from_html(a["text"])) for a in subquestions),
        required=row.get("mandatory", "").upper() in ("Y", "S"),
        help=from_html(row.get("help", "")),
        variable=row["name"],
        minimum=_number(row, "min_num_value_n"),
        maximum=_number(row, "max_num_value_n"),
        decimals=format is ResponseFormat.NUMBER
        and row.get("num_value_int_only", "").strip() != "1",
        unit=from_html(row.get("suffix", "")) if format is ResponseFormat.NUMBER else "",
    )


def _number(row: Cells, name: str) -> float | None:
    try:
        return float(row[name]) if row.get(name, "").strip() else None
    except ValueError:
        # LimeSurvey allows an expression here, which is no limit that can be kept.
        return None


def _options(
    kind: str, format: ResponseFormat, row: Cells, answers: list[Cells]
) -> tuple[Option, ...]:
    several = format is ResponseFormat.MULTIPLE
    wanted = "SQ" if several else "A"
    pairs: list[tuple[str, str]] = list(_BUILT_IN.get(kind, ()))
    pairs += [(a["name"], from_html(a["text"])) for a in answers if a["class"] == wanted]
    alone = set(row.get("exclude_all_others", "").split(";")) if several else set[str]()
    rating = format in (ResponseFormat.MATRIX, ResponseFormat.SCALE)
    marks: dict[str, Any] = {"other": False, "rating": rating}
    options = [
        Option(
            code=code,
            label=label,
            role=read_role(label, exclusive=code in alone if several else None, **marks),
        )
        for code, label in pairs
    ]
    if row.get("other", "").upper() == "Y":
        label = from_html(row.get("other_replace_text", "")) or "Other"
        place = before_exclusive([option.role for option in options])
        options.insert(place, Option(code=OTHER_CODE, label=label, role=OptionRole.OTHER))
    return tuple(options)
