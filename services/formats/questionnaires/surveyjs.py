"""SurveyJS JSON (survey-core): pages of elements with `visibleIf` expressions."""

import json
import re
from typing import Any

from services.formats.names import NameRule
from services.formats.questionnaires import conditions
from services.formats.questionnaires.conditions import Dialect, Rule
from services.formats.questionnaires.inference import EXCLUSIVE
from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.rewriting import rewrite
from services.questionnaire.models import (
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
)

_PIPED = rewrite(
    r"\{([^{}]*)\}", r"(\1)", "a word in braces would be replaced by the answer to that question"
)
TARGET = Target(
    label="SurveyJS",
    carries=EVERYTHING - {Part.UNIT},
    variables=NameRule("A-Za-z_", "A-Za-z0-9_"),
    # Values are compared without regard to case, and numbers by value: 1 and 01 are one.
    codes=NameRule("A-Za-z1-9_", "A-Za-z0-9_", filler="a", reserved=frozenset({"other"})),
    rows=NameRule("A-Za-z0-9_", "A-Za-z0-9_", filler="r"),
    texts=(_PIPED, rewrite(r"\A\s+\Z", "", "a text of nothing but blanks is not kept")),
)
losses = losses_for(TARGET)
DIALECT = Dialect(
    equal=lambda name, code, several: f"{{{name}}} {'contains' if several else '='} '{code}'",
    bound=lambda name, operator, value: f"{{{name}}} {operator} {value}",
    atoms=(
        re.compile(r"\{(?P<name>[^}]+)\} *(?:={1,2}|contains) *'(?P<value>[^']*)'"),
        re.compile(r'\{(?P<name>[^}]+)\} *(?:={1,2}|contains) *"(?P<value>[^"]*)"'),
        re.compile(r"\{(?P<name>[^}]+)\} *(?:={1,2}|contains) *(?P<value>\w+)"),
        re.compile(r"\{(?P<name>[^}]+)\} *(?P<operator>>=|<=) *(?P<value>-?\d+(\.\d+)?)"),
    ),
)
Element = dict[str, Any]


def write(questionnaire: Questionnaire) -> bytes:
    """The survey definition in UTF-8 JSON."""
    prepared = prepare(questionnaire, TARGET)
    kept = prepared.questionnaire
    survey: Element = {"title": kept.title}
    if kept.introduction:
        survey["description"] = kept.introduction
    if kept.language != "en":
        survey["locale"] = kept.language
    # As elsewhere: who is no longer asked has not answered, also for rules further down.
    survey["clearInvisibleValues"] = "onHidden"
    survey["pages"] = [
        _clean(
            {
                "name": f"page{number}",
                "title": section.title,
                "description": section.introduction,
                "elements": [_element(item, prepared.by_id) for item in section.items],
            }
        )
        for number, section in enumerate(kept.sections, start=1)
    ]
    return json.dumps(survey, ensure_ascii=False, indent=1).encode()


def _clean(element: Element) -> Element:
    """Without what is empty: SurveyJS takes an absent property as its default."""
    return {k: v for k, v in element.items() if k == "elements" or not _is_default(v)}


def _is_default(value: Any) -> bool:
    return value is None or value is False or value == ""


def _element(item: Item, by_id: dict[str, Item]) -> Element:
    element: Element = {
        "type": _type(item),
        "name": item.variable,
        # Without a title SurveyJS shows the name instead.
        "title": item.text or " ",
        "description": item.help,
        "isRequired": item.required,
        "visibleIf": _visible_if(item, by_id),
    }
    if item.format is ResponseFormat.MATRIX:
        element["eachRowRequired"] = item.required
        element["rows"] = [{"value": row.code, "text": row.label or " "} for row in item.rows]
        element["columns"] = [{"value": o.code, "text": o.label or " "} for o in item.options]
    elif item.options:
        several = item.format is ResponseFormat.MULTIPLE
        element["choices"] = [_choice(option, several) for option in item.options]
        element["colCount"] = 0 if item.format is ResponseFormat.SCALE else None
    elif item.format is ResponseFormat.NUMBER:
        element |= _number(item)
    elif item.format is ResponseFormat.DATE:
        element["inputType"] = "date"
    return _clean(element)


def _type(item: Item) -> str:
    return {
        ResponseFormat.MATRIX: "matrix",
        ResponseFormat.MULTIPLE: "checkbox",
        ResponseFormat.OPEN: "comment",
        ResponseFormat.NUMBER: "text",
        ResponseFormat.DATE: "text",
    }.get(item.format, "radiogroup")


def _choice(option: Option, several: bool) -> Element:
    choice: Element = {"value": option.code, "text": option.label or " "}
    if option.role is OptionRole.OTHER:
        choice["showCommentArea"] = True
    if several and option.role in EXCLUSIVE:
        choice["isExclusive"] = True
    return choice


def _number(item: Item) -> Element:
    limits = {"minValue": _json_number(item.minimum), "maxValue": _json_number(item.maximum)}
    given = {name: value for name, value in limits.items() if value is not None}
    element: Element = {"inputType": "number"}
    if not item.decimals:
        element["step"] = 1
    if given:
        element["min"] = limits["minValue"]
        element["max"] = limits["maxValue"]
        element["validators"] = [{"type": "numeric", **given}]
    return element


def _json_number(value: float | None) -> float | int | None:
    return int(value) if value is not None and value.is_integer() else value


def _visible_if(item: Item, by_id: dict[str, Item]) -> str:
    condition = item.shown_if
    if condition is None:
        return ""
    source = by_id[condition.item_id]
    rule = Rule(source.variable, condition.codes, condition.minimum, condition.maximum)
    return conditions.render(rule, source, DIALECT)
