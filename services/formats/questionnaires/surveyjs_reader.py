"""Reads SurveyJS definitions, also those of others: pages as sections, panels dissolved."""

import re
from typing import Any

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_text import parse_json
from services.formats.questionnaires import conditions
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.conditions import Rule
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.questionnaires.surveyjs import DIALECT, Element
from services.questionnaire.models import (
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
    Row,
)

_ANY_OF = re.compile(r"\s*\{(?P<name>[^}]+)\} *anyof *\[(?P<values>[^\]]*)\]\s*", re.IGNORECASE)
_SPECIAL = (
    ("showOtherItem", "otherText", "Other (describe)", "other", OptionRole.OTHER),
    ("showNoneItem", "noneText", "None", "none", OptionRole.NONE),
    ("showRefuseItem", "refuseText", "Refuse to answer", "refused", OptionRole.REFUSAL),
    ("showDontKnowItem", "dontKnowText", "Don't know", "dontknow", OptionRole.DONT_KNOW),
)
# Properties that change what is asked; those of looks only are passed over.
_LEFT_OUT = {
    "choicesByUrl",
    "choicesFromQuestion",
    "choicesVisibleIf",
    "cellType",
    "defaultValue",
    "enableIf",
    "requiredIf",
    "setValueExpression",
}
_OLD_SPECIAL = {"hasOther": "showOtherItem", "hasNone": "showNoneItem"}


def is_survey(value: Any) -> bool:
    """Whether parsed JSON looks like a SurveyJS definition."""
    return isinstance(value, dict) and (
        isinstance(value.get("pages"), list) or isinstance(value.get("elements"), list)
    )


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in a definition. Raises `InvalidInput` naming what is missing where."""
    survey = parse_json(data)
    if not is_survey(survey):
        raise InvalidInput(
            'The file has neither "pages" nor "elements" at its top level.',
            "A SurveyJS definition has one of them.",
        )
    assembly = Assembly()
    pages = survey.get("pages", [{"elements": survey.get("elements")}])
    for number, page in enumerate(pages, start=1):
        if not isinstance(page, dict):
            raise InvalidInput(f"Page {number} of the survey is not an object.")
        assembly.section(_words(page.get("title")), _words(page.get("description")))
        if page.get("visibleIf"):
            assembly.unread(None, str(page["visibleIf"]), "a display rule on a page is not kept.")
        _take_elements(assembly, page, f"page {number}")
    return assembly.build(
        title=_words(survey.get("title")),
        introduction=_words(survey.get("description")),
        language=str(survey.get("locale") or "en"),
    )


def _take_elements(assembly: Assembly, holder: Element, where: str) -> None:
    elements = holder.get("elements", holder.get("questions", []))
    if not isinstance(elements, list):
        raise InvalidInput(f'"elements" of {where} is not a list.')
    for element in elements:
        if not isinstance(element, dict) or not isinstance(element.get("name"), str):
            raise InvalidInput(f"An element of {where} has no name.")
        if element.get("type") == "panel":
            _take_panel(assembly, element)
            continue
        item = _item(element)
        if item is None:
            why = f"questions of type {element.get('type')} are not taken over."
            assembly.unread(None, _words(element.get("title")) or element["name"], why)
            continue
        said = str(element.get("visibleIf") or "")
        assembly.item(item, rule=_rule(said), said=said)
        for name in sorted(_LEFT_OUT & set(element)):
            what = f"{element['name']}: {name}"
            assembly.unread(None, what, "this property is not taken over.")


def _take_panel(assembly: Assembly, panel: Element) -> None:
    title = _words(panel.get("title"))
    if title or panel.get("visibleIf"):
        why = "a panel is dissolved into its page" + (
            ", its display rule is not kept." if panel.get("visibleIf") else "."
        )
        assembly.unread(None, title or panel["name"], why)
    _take_elements(assembly, panel, f"panel {panel['name']}")


def _rule(said: str) -> Rule | None:
    if match := _ANY_OF.fullmatch(said):
        codes = re.findall(r"'([^']*)'|\"([^\"]*)\"|([\w.-]+)", match["values"])
        return Rule(match["name"], tuple(next(filter(None, found), "") for found in codes))
    return conditions.parse(said, DIALECT) if said else None


def _words(value: Any) -> str:
    """A text, or of a text in several languages the default one."""
    if isinstance(value, dict):
        value = value.get("default") or value.get("en") or next(iter(value.values()), "")
    return "" if value is None else str(value)


def _item(element: Element) -> Item | None:
    kind = element.get("type")
    format = {
        "radiogroup": ResponseFormat.SINGLE,
        "dropdown": ResponseFormat.SINGLE,
        "boolean": ResponseFormat.YES_NO,
        "rating": ResponseFormat.SCALE,
        "checkbox": ResponseFormat.MULTIPLE,
        "tagbox": ResponseFormat.MULTIPLE,
        "matrix": ResponseFormat.MATRIX,
        "comment": ResponseFormat.OPEN,
        "text": ResponseFormat.OPEN,
    }.get(str(kind))
    if format is None:
        return None
    if kind == "text":
        format = _input_format(str(element.get("inputType", "")))
    options = _options(element, format)
    if format is ResponseFormat.SINGLE:
        labels = [option.label for option in options]
        format = ResponseFormat.SCALE if element.get("colCount") == 0 else closed_format(labels)
    title = _words(element.get("title")) or element["name"]
    minimum, maximum = _limits(element) if format is ResponseFormat.NUMBER else (None, None)
    return Item(
        text="" if title == " " else title,
        format=format,
        options=options,
        rows=tuple(Row(code=c, label=label) for c, label in _values(element.get("rows"))),
        required=bool(element.get("isRequired") or element.get("eachRowRequired")),
        help=_words(element.get("description")),
        variable=element["name"],
        minimum=minimum,
        maximum=maximum,
        decimals=format is ResponseFormat.NUMBER and not _in_whole_steps(element),
    )


def _input_format(input_type: str) -> ResponseFormat:
    if input_type in ("number", "range"):
        return ResponseFormat.NUMBER
    return ResponseFormat.DATE if input_type == "date" else ResponseFormat.OPEN


def _values(entries: Any) -> list[tuple[str, str]]:
    """Code and label of each entry, which may be a bare value."""
    pairs = []
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict):
            code = str(entry.get("value", ""))
            pairs.append((code, _words(entry.get("text")) or code))
        else:
            pairs.append((str(entry), str(entry)))
    return [(code, "" if label == " " else label) for code, label in pairs]


def _options(element: Element, format: ResponseFormat) -> tuple[Option, ...]:
    if element["type"] == "boolean":
        labels = (element.get("labelTrue", "Yes"), element.get("labelFalse", "No"))
        codes = ("true", "false")
        return tuple(Option(code=c, label=_words(t)) for c, t in zip(codes, labels, strict=True))
    if element["type"] == "rating":
        return _rating(element)
    if format is ResponseFormat.MATRIX:
        columns = _values(element.get("columns"))
        return tuple(Option(code=c, label=t, role=read_role(t, rating=True)) for c, t in columns)
    several = format is ResponseFormat.MULTIPLE
    raw = element["choices"] if isinstance(element.get("choices"), list) else []
    options = [
        _option(code, label, entry, several, scale=element.get("colCount") == 0)
        for (code, label), entry in zip(_values(raw), raw, strict=True)
    ]
    flags = {_OLD_SPECIAL.get(name, name) for name, value in element.items() if value is True}
    for flag, text, default, code, role in _SPECIAL:
        if flag in flags:
            label = _words(element.get(text)) or default
            options.append(Option(code=code, label=label, role=role))
    return tuple(options)


def _option(code: str, label: str, entry: Any, several: bool, *, scale: bool) -> Option:
    marks = entry if isinstance(entry, dict) else {}
    exclusive = bool(marks.get("isExclusive")) if several else None
    other = bool(marks.get("showCommentArea"))
    role = read_role(label, exclusive=exclusive, other=other, rating=scale and not other)
    return Option(code=code, label=label, role=role)


def _rating(element: Element) -> tuple[Option, ...]:
    values = _values(element.get("rateValues"))
    if not values:
        low, high = int(element.get("rateMin", 1)), int(element.get("rateMax", 5))
        step = max(int(element.get("rateStep", 1)), 1)
        values = [(str(n), str(n)) for n in range(low, min(high, low + 100 * step) + 1, step)]
    return tuple(Option(code=code, label=label) for code, label in values)


def _in_whole_steps(element: Element) -> bool:
    step = element.get("step")
    return isinstance(step, (int, float)) and float(step).is_integer()


def _limits(element: Element) -> tuple[float | None, float | None]:
    listed = element.get("validators")
    validators = listed if isinstance(listed, list) else []
    numeric = next(
        (v for v in validators if isinstance(v, dict) and v.get("type") == "numeric"), Element()
    )
    found: list[float | None] = []
    for plain, strict in (("min", "minValue"), ("max", "maxValue")):
        value = element.get(plain, numeric.get(strict))
        usable = isinstance(value, (int, float)) and not isinstance(value, bool)
        found.append(float(value) if value is not None and usable else None)
    return found[0], found[1]
