"""Reads Qualtrics Survey Format, as Qualtrics and others write it."""

import re
from typing import Any

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_text import parse_json
from services.formats.html_text import from_html
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.conditions import Comparison, Rule, combine
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.questionnaires.qsf import DATE_TYPE
from services.formats.questionnaires.qsf_envelope import Json
from services.questionnaire.models import Item, Option, Questionnaire, ResponseFormat, Row

_LOCATOR = re.compile(r"q://(QID\w+)/(SelectableChoice|ChoiceTextEntryValue)(?:/(\w+))?")
_OPERATORS = {
    "GreaterThanOrEqual": ">=",
    "LessThanOrEqual": "<=",
}


def is_survey(value: Any) -> bool:
    """Whether parsed JSON looks like a QSF."""
    return isinstance(value, dict) and "SurveyEntry" in value and "SurveyElements" in value


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in a QSF. Raises `InvalidInput` naming what is missing."""
    survey = parse_json(data)
    if not is_survey(survey) or not isinstance(survey["SurveyElements"], list):
        raise InvalidInput(
            "The file has no SurveyEntry and SurveyElements, so it is no Qualtrics survey."
        )
    elements = [element for element in survey["SurveyElements"] if isinstance(element, dict)]
    questions = {
        str(element.get("PrimaryAttribute")): element["Payload"]
        for element in elements
        if element.get("Element") == "SQ" and isinstance(element.get("Payload"), dict)
    }
    assembly = Assembly()
    for block in _blocks(elements):
        assembly.section(str(block.get("Description") or ""))
        for entry in _values(block.get("BlockElements")):
            number = str(entry.get("QuestionID", "")) if isinstance(entry, dict) else ""
            if number in questions:
                _take(assembly, questions[number], questions)
    entry = survey["SurveyEntry"] if isinstance(survey["SurveyEntry"], dict) else {}
    language = str(entry.get("SurveyLanguage") or "EN").lower()
    return assembly.build(
        title=str(entry.get("SurveyName") or ""),
        language="zh" if language.startswith("zh") else language,
    )


def _values(holder: Any) -> list[Any]:
    """The entries of a list, or of an object that stands for one."""
    if isinstance(holder, dict):
        return list(holder.values())
    return holder if isinstance(holder, list) else []


def _blocks(elements: list[Json]) -> list[Json]:
    """Blocks in the order of the survey flow, without the trash."""
    payloads = {str(element.get("Element")): element.get("Payload") for element in elements}
    blocks = [block for block in _values(payloads.get("BL")) if isinstance(block, dict)]
    kept = [block for block in blocks if block.get("Type") != "Trash"]
    order: list[str] = []
    pending = [payloads.get("FL")]
    while pending:
        node = pending.pop(0)
        if isinstance(node, dict):
            order.append(str(node.get("ID", "")))
            pending = _values(node.get("Flow")) + pending
    places = {name: place for place, name in enumerate(order)}
    return sorted(kept, key=lambda block: places.get(str(block.get("ID")), len(order)))


def _take(assembly: Assembly, payload: Json, questions: dict[str, Json]) -> None:
    kind = str(payload.get("QuestionType"))
    text = from_html(str(payload.get("QuestionText") or ""))
    tag = str(payload.get("DataExportTag") or "")
    if kind == "DB" and assembly.section_is_empty:
        assembly.introduce(text)
        return
    format = _format(payload)
    if format is None:
        assembly.unread(None, f"{tag}: {text}", f"questions of type {kind} are not taken over.")
        return
    options, rows = _entries(payload, format, tag)
    if format is ResponseFormat.SINGLE:
        format = closed_format([option.label for option in options])
    settings = _settings(payload)
    logic = payload.get("DisplayLogic")
    rule = _rule(logic, questions) if isinstance(logic, dict) else None
    minimum, maximum = _limits(settings) if format is ResponseFormat.NUMBER else (None, None)
    assembly.item(
        Item(
            text=text,
            format=format,
            options=options,
            rows=rows,
            required=settings.get("ForceResponse") == "ON",
            variable=tag,
            minimum=minimum,
            maximum=maximum,
            decimals=format is ResponseFormat.NUMBER and _has_decimals(settings),
        ),
        rule=rule,
        said=f"display logic of {tag}" if logic else "",
    )
    content = str(settings.get("ContentType") or "")
    if content and content not in ("ValidNumber", DATE_TYPE):
        assembly.unread(None, f"{tag}: {content}", "this validation is not taken over.")
    for name in ("SkipLogic", "InPageDisplayLogic", "Randomization", "DynamicChoices"):
        if payload.get(name):
            assembly.unread(None, f"{tag}: {name}", "this is not taken over.")


def _settings(payload: Json) -> Json:
    validation = payload.get("Validation")
    settings = validation.get("Settings") if isinstance(validation, dict) else None
    return settings if isinstance(settings, dict) else {}


def _format(payload: Json) -> ResponseFormat | None:
    kind, selector = str(payload.get("QuestionType")), str(payload.get("Selector"))
    if kind == "MC":
        if selector == "NPS":
            return ResponseFormat.SCALE
        if selector.startswith("MA") or selector == "MSB":
            return ResponseFormat.MULTIPLE
        return ResponseFormat.SCALE if selector == "SAHR" else ResponseFormat.SINGLE
    if kind == "Matrix":
        single = selector == "Likert" and payload.get("SubSelector") == "SingleAnswer"
        return ResponseFormat.MATRIX if single else None
    if kind != "TE":
        return None
    content = str(_settings(payload).get("ContentType", ""))
    if content == DATE_TYPE:
        return ResponseFormat.DATE
    return ResponseFormat.NUMBER if content == "ValidNumber" else ResponseFormat.OPEN


def _ordered(payload: Json, name: str, order: str) -> list[tuple[str, Json]]:
    """Choices or answers with their keys, in the order in which they are shown."""
    holder = payload.get(name)
    if isinstance(holder, list):
        holder = {str(key): value for key, value in enumerate(holder)}
    if not isinstance(holder, dict):
        return []
    wanted = [str(key) for key in _values(payload.get(order))] or list(holder)
    return [(key, holder[key]) for key in wanted if isinstance(holder.get(key), dict)]


def _entries(
    payload: Json, format: ResponseFormat, tag: str
) -> tuple[tuple[Option, ...], tuple[Row, ...]]:
    recodes = payload.get("RecodeValues")
    recodes = recodes if isinstance(recodes, dict) else {}
    choices = _ordered(payload, "Choices", "ChoiceOrder")
    if format is not ResponseFormat.MATRIX:
        several = format is ResponseFormat.MULTIPLE
        rating = format is ResponseFormat.SCALE
        options = [_option(k, choice, recodes, several, rating) for k, choice in choices]
        return tuple(options), ()
    tags = payload.get("ChoiceDataExportTags")
    tags = tags if isinstance(tags, dict) else {}
    rows = tuple(
        Row(
            code=str(tags.get(key, key)).removeprefix(f"{tag}_"),
            label=from_html(str(choice.get("Display", ""))),
        )
        for key, choice in choices
    )
    answers = _ordered(payload, "Answers", "AnswerOrder")
    return tuple(_option(k, answer, recodes, False, True) for k, answer in answers), rows


def _option(key: str, choice: Json, recodes: Json, several: bool, rating: bool) -> Option:
    label = from_html(str(choice.get("Display", "")))
    other = str(choice.get("TextEntry", "")).lower() == "true"
    exclusive = bool(choice.get("ExclusiveAnswer")) if several else None
    role = read_role(label, exclusive=exclusive, other=other, rating=rating and not other)
    return Option(code=str(recodes.get(key, key)), label=label, role=role)


def _limits(settings: Json) -> tuple[float | None, float | None]:
    number = settings.get("ValidNumber")
    number = number if isinstance(number, dict) else {}
    found: list[float | None] = []
    for name in ("Min", "Max"):
        said = str(number.get(name) or "")
        found.append(float(said) if re.fullmatch(r"-?\d+(\.\d+)?", said) else None)
    return found[0], found[1]


def _has_decimals(settings: Json) -> bool:
    number = settings.get("ValidNumber")
    return not (isinstance(number, dict) and str(number.get("NumDecimals")) == "0")


def _rule(logic: Json, questions: dict[str, Json]) -> Rule | None:
    """The rule of display logic with one group of expressions; None if it says more."""
    groups = [value for key, value in logic.items() if key.isdigit() and isinstance(value, dict)]
    if len(groups) != 1:
        return None
    parts = [v for k, v in groups[0].items() if k.isdigit() and isinstance(v, dict)]
    found = [_comparison(part, questions) for part in parts]
    comparisons = [comparison for comparison in found if comparison]
    joins = {str(part.get("Conjuction", "Or")) for part in parts[1:]}
    if not comparisons or len(comparisons) != len(parts) or len(joins) > 1:
        return None
    return combine(comparisons, alternatives=joins == {"Or"})


def _comparison(part: Json, questions: dict[str, Json]) -> Comparison | None:
    match = _LOCATOR.fullmatch(str(part.get("LeftOperand") or part.get("ChoiceLocator") or ""))
    source = questions.get(match[1]) if match else None
    if not match or source is None:
        return None
    tag, operator = str(source.get("DataExportTag")), str(part.get("Operator"))
    if match[2] == "SelectableChoice" and operator == "Selected" and match[3]:
        recodes = source.get("RecodeValues")
        recodes = recodes if isinstance(recodes, dict) else {}
        return tag, "=", str(recodes.get(match[3], match[3]))
    value = str(part.get("RightOperand", ""))
    if operator in _OPERATORS and re.fullmatch(r"-?\d+(\.\d+)?", value):
        return tag, _OPERATORS[operator], value
    return None
