"""LimeSurvey's survey archive (.lss): the same content as the text file, as XML. Written only.

Tables, columns and DBVersion are those that LimeSurvey 6.4 was seen to import.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from services.formats.questionnaires.limesurvey import (
    SURVEY_ID,
    TARGET,
    TYPES,
    answers,
    attributes,
    has_other,
    losses,
    relevance,
    written,
)
from services.formats.questionnaires.preparation import Prepared, prepare
from services.questionnaire.models import Item, Questionnaire

DB_VERSION = "620"
_LANGUAGE_ATTRIBUTES = {"other_replace_text", "suffix"}
Record = dict[str, str]


@dataclass
class _Tables:
    """The rows of each table; question ids count over questions and subquestions."""

    groups: list[Record] = field(default_factory=list)
    questions: list[Record] = field(default_factory=list)
    subquestions: list[Record] = field(default_factory=list)
    answers: list[Record] = field(default_factory=list)
    question_attributes: list[Record] = field(default_factory=list)
    last_id: int = 0

    def next_id(self) -> str:
        self.last_id += 1
        return str(self.last_id)


def write(questionnaire: Questionnaire) -> bytes:
    """The archive as UTF-8 XML."""
    from lxml import etree

    prepared = prepare(questionnaire, TARGET)
    kept = prepared.questionnaire
    tables = _filled(prepared)
    root = etree.Element("document")
    etree.SubElement(root, "LimeSurveyDocType").text = "Survey"
    etree.SubElement(root, "DBVersion").text = DB_VERSION
    languages = etree.SubElement(root, "languages")
    etree.SubElement(languages, "language").text = kept.language
    survey = {
        "sid": SURVEY_ID,
        "language": kept.language,
        "format": "G",
        "active": "N",
        "gsid": "1",
    }
    words = {
        "surveyls_survey_id": SURVEY_ID,
        "surveyls_language": kept.language,
        "surveyls_title": kept.title,
        "surveyls_welcometext": written(kept.introduction),
    }
    named: list[tuple[str, Sequence[Record]]] = [
        ("surveys", [survey]),
        ("surveys_languagesettings", [words]),
        ("groups", tables.groups),
        ("questions", tables.questions),
        ("subquestions", tables.subquestions),
        ("answers", tables.answers),
        ("question_attributes", tables.question_attributes),
    ]
    for name, records in named:
        _table(root, name, records)
    document: bytes = etree.tostring(
        root, xml_declaration=True, encoding="UTF-8", pretty_print=True
    )
    return document


def _table(root: object, name: str, records: Sequence[Record]) -> None:
    from lxml import etree

    if not records:
        return
    table = etree.SubElement(root, name)
    fields = etree.SubElement(table, "fields")
    for column in records[0]:
        etree.SubElement(fields, "fieldname").text = column
    rows = etree.SubElement(table, "rows")
    for record in records:
        row = etree.SubElement(rows, "row")
        for column, value in record.items():
            etree.SubElement(row, column).text = value


def _filled(prepared: Prepared) -> _Tables:
    tables = _Tables()
    language = prepared.questionnaire.language
    for group, section in enumerate(prepared.questionnaire.sections, start=1):
        tables.groups.append(
            {
                "gid": str(group),
                "sid": SURVEY_ID,
                "group_name": section.title,
                "group_order": str(group),
                "description": written(section.introduction),
                "language": language,
                "randomization_group": "",
                "grelevance": "1",
            }
        )
        for order, item in enumerate(section.items):
            _add_question(tables, item, prepared, str(group), str(order))
    return tables


def _add_question(tables: _Tables, item: Item, prepared: Prepared, group: str, order: str) -> None:
    question = tables.next_id()
    language = prepared.questionnaire.language
    record = {
        "qid": question,
        "parent_qid": "0",
        "sid": SURVEY_ID,
        "gid": group,
        "type": TYPES[item.format],
        "title": item.variable,
        "question": written(item.text),
        "preg": "",
        "help": written(item.help),
        "other": "Y" if has_other(item) else "N",
        "mandatory": "Y" if item.required else "N",
        "encrypted": "N",
        "question_order": order,
        "language": language,
        "scale_id": "0",
        "same_default": "0",
        "relevance": relevance(item, prepared),
    }
    tables.questions.append(record)
    for position, answer in enumerate(answers(item), start=1):
        if answer["class"] == "SQ":
            _add_subquestion(tables, record, answer, str(position))
        else:
            _add_answer(tables, question, answer, language, str(position))
    for name, value in attributes(item).items():
        if value:
            spoken = language if name in _LANGUAGE_ATTRIBUTES else ""
            tables.question_attributes.append(
                {"qid": question, "attribute": name, "value": value, "language": spoken}
            )


def _add_subquestion(tables: _Tables, parent: Record, answer: Record, order: str) -> None:
    tables.subquestions.append(
        parent
        | {
            "qid": tables.next_id(),
            "parent_qid": parent["qid"],
            "title": answer["name"],
            "question": answer["text"],
            "help": "",
            "other": "N",
            "mandatory": "",
            "question_order": order,
            "relevance": "1",
        }
    )


def _add_answer(tables: _Tables, question: str, answer: Record, language: str, order: str) -> None:
    tables.answers.append(
        {
            "qid": question,
            "code": answer["name"],
            "answer": answer["text"],
            "sortorder": order,
            "assessment_value": "0",
            "language": language,
            "scale_id": "0",
        }
    )


__all__ = ["TARGET", "losses", "write"]
