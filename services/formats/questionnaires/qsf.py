"""Qualtrics Survey Format (.qsf), experimental: Qualtrics has not documented it.

The structure follows files that Qualtrics exports. Texts are HTML there; braces behind a dollar
sign are written as references, so that none is read as piped text.
"""

import json
import re

from services.formats.html_text import to_html
from services.formats.names import NameRule
from services.formats.questionnaires import qsf_envelope
from services.formats.questionnaires.conditions import number_text
from services.formats.questionnaires.inference import EXCLUSIVE
from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.qsf_envelope import Json
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.rewriting import LINE_ENDS, NOT_HTML
from services.questionnaire.models import (
    Condition,
    Item,
    OptionRole,
    Questionnaire,
    ResponseFormat,
    Section,
)

DATE_TYPE = "ValidDate"
_ROWS = NameRule("A-Za-z0-9", "A-Za-z0-9_", longest=20, filler="r")
TARGET = Target(
    label="QSF",
    carries=EVERYTHING - {Part.INTRODUCTION, Part.HELP, Part.MATRIX_HELP, Part.UNIT},
    variables=NameRule("A-Za-z", "A-Za-z0-9_", longest=60),
    codes=NameRule("1-9", "0-9", longest=6, numeric=True),
    rows=_ROWS,
    derived=lambda item, name: [f"{name}_{row.code}" for row in item.rows],
    texts=(NOT_HTML, LINE_ENDS),
)
losses = losses_for(TARGET)


def write(questionnaire: Questionnaire) -> bytes:
    """The survey as UTF-8 JSON."""
    kept = prepare(questionnaire, TARGET).questionnaire
    numbers = _question_ids(kept)
    blocks = [_block(kept, number, numbers) for number in range(1, len(kept.sections) + 1)]
    elements = [
        qsf_envelope.element("BL", "Survey Blocks", payload=[*blocks, qsf_envelope.trash()]),
        qsf_envelope.element("FL", "Survey Flow", payload=qsf_envelope.flow(blocks)),
        qsf_envelope.element("SO", "Survey Options", payload=qsf_envelope.options(kept.title)),
        qsf_envelope.element("SCO", "Scoring", payload=qsf_envelope.SCORING),
        qsf_envelope.element("PROJ", "CORE", third="1.1.0", payload=qsf_envelope.PROJECT),
        qsf_envelope.element("STAT", "Survey Statistics", payload=qsf_envelope.STATISTICS),
        qsf_envelope.element("QC", "Survey Question Count", second=str(len(kept.items))),
        qsf_envelope.element("RS", "RS_000000000000001", second="Default Response Set"),
    ]
    by_id = {item.id: item for item in kept.items}
    for section in kept.sections:
        if section.introduction:
            elements.append(_introduction(section, numbers[section.id]))
        elements += [_question(item, numbers, by_id) for item in section.items]
    survey = {"SurveyEntry": qsf_envelope.entry(kept), "SurveyElements": elements}
    return json.dumps(survey, ensure_ascii=False, indent=1).encode()


def written(text: str) -> str:
    """A text as HTML in which nothing is piped."""
    return re.sub(r"\$\{", "$&#123;", to_html(text))


def _question_ids(kept: Questionnaire) -> dict[str, str]:
    """QID1, QID2, ... for the introductions of sections (by section id) and for items."""
    numbers: dict[str, str] = {}
    for section in kept.sections:
        owners = [section.id] if section.introduction else []
        for owner in [*owners, *(item.id for item in section.items)]:
            numbers[owner] = f"QID{len(numbers) + 1}"
    return numbers


def _block(kept: Questionnaire, number: int, numbers: dict[str, str]) -> Json:
    section = kept.sections[number - 1]
    owners = [section.id, *(item.id for item in section.items)]
    return {
        "Type": "Default" if number == 1 else "Standard",
        "Description": section.title,
        "ID": f"BL_{number:015d}",
        "BlockElements": [
            {"Type": "Question", "QuestionID": numbers[owner]}
            for owner in owners
            if owner in numbers
        ],
    }


def _introduction(section: Section, number: str) -> Json:
    payload = _common(number, number, section.introduction)
    payload |= {"QuestionType": "DB", "Selector": "TB"}
    return qsf_envelope.element("SQ", number, second=section.introduction[:80], payload=payload)


def _common(number: str, tag: str, text: str) -> Json:
    return {
        "QuestionText": written(text),
        "DefaultChoices": False,
        "DataExportTag": tag,
        "QuestionID": number,
        "Configuration": {"QuestionDescriptionOption": "UseText"},
        "QuestionDescription": text[:80],
        "Language": [],
        "GradingData": [],
    }


def _question(item: Item, numbers: dict[str, str], by_id: dict[str, Item]) -> Json:
    number = numbers[item.id]
    payload = _common(number, item.variable, item.text)
    payload["Validation"] = {"Settings": _validation(item)}
    if item.format is ResponseFormat.MATRIX:
        payload |= _matrix(item)
    elif item.options:
        payload |= _choices(item)
    else:
        long = item.format is ResponseFormat.OPEN
        payload |= {"QuestionType": "TE", "Selector": "ML" if long else "SL"}
    if item.shown_if:
        source = by_id[item.shown_if.item_id]
        payload["DisplayLogic"] = _logic(item.shown_if, source, numbers[source.id])
    return qsf_envelope.element("SQ", number, second=item.text[:80], payload=payload)


def _validation(item: Item) -> Json:
    settings: Json = {
        "ForceResponse": "ON" if item.required else "OFF",
        "ForceResponseType": "ON",
        "Type": "None",
    }
    if item.format is ResponseFormat.NUMBER:
        limits = [item.minimum, item.maximum]
        texts = ["" if limit is None else number_text(limit) for limit in limits]
        decimals = "" if item.decimals else "0"
        number = {"Min": texts[0], "Max": texts[1], "NumDecimals": decimals}
        return settings | {
            "Type": "ContentType",
            "ContentType": "ValidNumber",
            "ValidNumber": number,
        }
    if item.format is ResponseFormat.DATE:
        return settings | {
            "Type": "ContentType",
            "ContentType": DATE_TYPE,
            "ValidDateType": "DateWithFormat",
        }
    return settings


def _choices(item: Item) -> Json:
    selector = {ResponseFormat.MULTIPLE: "MAVR", ResponseFormat.SCALE: "SAHR"}
    choices: Json = {}
    for key, option in enumerate(item.options, start=1):
        choice: Json = {"Display": written(option.label)}
        if option.role is OptionRole.OTHER:
            choice["TextEntry"] = "true"
        if item.format is ResponseFormat.MULTIPLE and option.role in EXCLUSIVE:
            choice["ExclusiveAnswer"] = True
        choices[str(key)] = choice
    return {
        "QuestionType": "MC",
        "Selector": selector.get(item.format, "SAVR"),
        "SubSelector": "TX",
        "Choices": choices,
        "ChoiceOrder": list(choices),
        "RecodeValues": {str(k): o.code for k, o in enumerate(item.options, start=1)},
    }


def _matrix(item: Item) -> Json:
    rows = {str(k): {"Display": written(row.label)} for k, row in enumerate(item.rows, start=1)}
    answers = {str(k): {"Display": written(o.label)} for k, o in enumerate(item.options, start=1)}
    tags = {str(k): f"{item.variable}_{row.code}" for k, row in enumerate(item.rows, start=1)}
    return {
        "QuestionType": "Matrix",
        "Selector": "Likert",
        "SubSelector": "SingleAnswer",
        "Choices": rows,
        "ChoiceOrder": list(rows),
        "Answers": answers,
        "AnswerOrder": list(answers),
        "RecodeValues": {str(k): o.code for k, o in enumerate(item.options, start=1)},
        "ChoiceDataExportTags": tags,
    }


def _logic(condition: Condition, source: Item, number: str) -> Json:
    """Display logic: one answer of several, or bounds that must both hold."""
    places = {option.code: key for key, option in enumerate(source.options, start=1)}
    if condition.codes:
        joined = "Or"
        parts = [
            {"Operator": "Selected", "Locator": f"q://{number}/SelectableChoice/{places[code]}"}
            for code in condition.codes
        ]
    else:
        joined = "And"
        entry = f"q://{number}/ChoiceTextEntryValue"
        bounds = (
            ("GreaterThanOrEqual", condition.minimum),
            ("LessThanOrEqual", condition.maximum),
        )
        parts = [
            {"Operator": operator, "Locator": entry, "RightOperand": number_text(limit)}
            for operator, limit in bounds
            if limit is not None
        ]
    group: Json = {"Type": "If"}
    for place, part in enumerate(parts):
        locator = part.pop("Locator")
        expression: Json = {
            "LogicType": "Question",
            "QuestionID": number,
            "QuestionIsInLoop": "no",
            "ChoiceLocator": locator,
            "QuestionIDFromLocator": number,
            "LeftOperand": locator,
            "Type": "Expression",
            "Description": f"If {source.variable}",
            **part,
        }
        # The format spells it so.
        group[str(place)] = expression | ({"Conjuction": joined} if place else {})
    return {"0": group, "Type": "BooleanExpression", "inPage": False}
