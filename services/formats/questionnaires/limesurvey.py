"""LimeSurvey's tab-separated structure file (.txt): written here, read in `limesurvey_reader`.

Texts are HTML there: quotes, braces (which LimeSurvey would run as an expression) and line breaks
are written as references, so that no field needs the quoting its importer mishandles.
"""

import csv
import io
import re
from collections.abc import Iterator

from services.formats.html_text import to_html
from services.formats.names import NameRule
from services.formats.questionnaires import conditions
from services.formats.questionnaires.conditions import Dialect, Rule
from services.formats.questionnaires.inference import EXCLUSIVE
from services.formats.questionnaires.preparation import Prepared, losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED, rewrite
from services.questionnaire.models import Item, OptionRole, Questionnaire, ResponseFormat

OTHER_CODE = "-oth-"
SURVEY_ID = "123456"
COLUMNS = (
    "class",
    "type/scale",
    "name",
    "relevance",
    "text",
    "help",
    "language",
    "validation",
    "mandatory",
    "other",
    "default",
    "same_default",
    "other_replace_text",
    "exclude_all_others",
    "min_num_value_n",
    "max_num_value_n",
    "num_value_int_only",
    "suffix",
)
_RESERVED = frozenset({"lang", "sid", "savedid", "token", "qid", "gid", "sgq", "self", "that"})
_CODES = NameRule("A-Za-z0-9", "A-Za-z0-9", longest=5, filler="a", reserved=frozenset({"other"}))
TARGET = Target(
    label="LimeSurvey",
    carries=EVERYTHING - {Part.SCALE},
    variables=NameRule("A-Za-z", "A-Za-z0-9", longest=20, reserved=_RESERVED | {"this", "time"}),
    codes=_CODES,
    rows=NameRule(
        "A-Za-z0-9", "A-Za-z0-9", longest=5, filler="r", reserved=frozenset({"time", "other"})
    ),
    texts=(NOT_HTML, LINE_ENDS),
    titles=(
        NOT_HTML,
        ONE_LINE,
        rewrite('"', "'", "its importer mishandles double quotation marks"),
        rewrite(r"\{(?=\S)", "{ ", "a word in braces would be run as an expression"),
        rewrite(r"<(?=[A-Za-z/!])", "< ", "it would be taken for a tag"),
        rewrite(r"\t", " ", "a tab would end the field"),
        TRIMMED,
        rewrite(r"\A(?=[=+\-@])", "'", "a spreadsheet would take it for a formula"),
    ),
    blank_title="(untitled)",
    other_code=OTHER_CODE,
)
losses = losses_for(TARGET)
TYPES = {
    ResponseFormat.YES_NO: "L",
    ResponseFormat.SINGLE: "L",
    ResponseFormat.SCALE: "L",
    ResponseFormat.MULTIPLE: "M",
    ResponseFormat.NUMBER: "N",
    ResponseFormat.DATE: "D",
    ResponseFormat.OPEN: "T",
    ResponseFormat.MATRIX: "F",
}


def _equal(name: str, code: str, several: bool) -> str:
    if not several:
        return f'{name}.NAOK == "{code}"'
    return f"!is_empty({name}_other.NAOK)" if code == OTHER_CODE else f'{name}_{code}.NAOK == "Y"'


_NAME = r"(?P<name>[A-Za-z][A-Za-z0-9]*)"
DIALECT = Dialect(
    equal=_equal,
    bound=lambda name, operator, value: f"{name}.NAOK {operator} {value}",
    atoms=(
        re.compile(rf"!is_empty\( *{_NAME}_(?P<value>other)(?:\.NAOK)? *\)"),
        re.compile(rf"{_NAME}_(?P<value>[A-Za-z0-9]+)(?:\.NAOK)? *={{2}} *['\"]Y['\"]"),
        re.compile(rf"{_NAME}(?:\.NAOK)? *={{2}} *['\"](?P<value>[\w-]+)['\"]"),
        re.compile(
            rf"{_NAME}(?:\.NAOK)? *(?P<operator>>=|<=) *['\"]?(?P<value>-?\d+(\.\d+)?)['\"]?"
        ),
    ),
)


def written(text: str) -> str:
    """A text as LimeSurvey stores it; its first sign never starts a formula in a spreadsheet."""
    html = to_html(text, braces=True)
    return f"&#{ord(html[0])};{html[1:]}" if html[:1] in tuple("=+-@") else html


def write(questionnaire: Questionnaire) -> bytes:
    """UTF-8 with byte order mark, as its importer was found to want it."""
    prepared = prepare(questionnaire, TARGET)
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, delimiter="\t", lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(_rows(prepared))
    return stream.getvalue().encode("utf-8-sig")


def _rows(prepared: Prepared) -> Iterator[dict[str, str]]:
    kept = prepared.questionnaire
    language = {"language": kept.language}
    for name, value in (("sid", SURVEY_ID), ("language", kept.language), ("format", "G")):
        yield {"class": "S", "name": name, "text": value}
    yield {"class": "SL", "name": "surveyls_title", "text": kept.title, **language}
    if kept.introduction:
        welcome = written(kept.introduction)
        yield {"class": "SL", "name": "surveyls_welcometext", "text": welcome, **language}
    for section in kept.sections:
        yield {
            "class": "G",
            "name": section.title,
            "relevance": "1",
            "text": written(section.introduction),
            **language,
        }
        for item in section.items:
            yield _question(item, prepared) | language
            for answer in answers(item):
                yield answer | language


def _question(item: Item, prepared: Prepared) -> dict[str, str]:
    row = {
        "class": "Q",
        "type/scale": TYPES[item.format],
        "name": item.variable,
        "relevance": relevance(item, prepared),
        "text": written(item.text),
        "help": written(item.help),
        "mandatory": "Y" if item.required else "N",
        "other": "Y" if has_other(item) else "N",
    }
    return row | attributes(item)


def relevance(item: Item, prepared: Prepared) -> str:
    """The display rule as an expression; 1 is always."""
    condition = item.shown_if
    if condition is None:
        return "1"
    source = prepared.by_id[condition.item_id]
    rule = Rule(source.variable, condition.codes, condition.minimum, condition.maximum)
    return f"(({conditions.render(rule, source, DIALECT)}))"


def has_other(item: Item) -> bool:
    """Whether one of its options has a free text."""
    return any(option.role is OptionRole.OTHER for option in item.options)


def attributes(item: Item) -> dict[str, str]:
    """Question attributes: free-text label, exclusive options, limits, unit."""
    found: dict[str, str] = {}
    for option in item.options:
        if option.role is OptionRole.OTHER:
            found["other_replace_text"] = written(option.label)
    if item.format is ResponseFormat.MULTIPLE:
        alone = [option.code for option in item.options if option.role in EXCLUSIVE]
        found["exclude_all_others"] = ";".join(alone)
    limits = {"min_num_value_n": item.minimum, "max_num_value_n": item.maximum}
    for name, limit in limits.items():
        found[name] = "" if limit is None else conditions.number_text(limit)
    if item.format is ResponseFormat.NUMBER and not item.decimals:
        found["num_value_int_only"] = "1"
    found["suffix"] = written(item.unit)
    return found


def answers(item: Item) -> list[dict[str, str]]:
    """Rows of class A (answers) and SQ (subquestions) of one question."""
    options = [option for option in item.options if option.role is not OptionRole.OTHER]
    several = item.format is ResponseFormat.MULTIPLE
    rows = [_answer("SQ", row.code, row.label) for row in item.rows]
    return rows + [_answer("SQ" if several else "A", o.code, o.label) for o in options]


def _answer(kind: str, code: str, label: str) -> dict[str, str]:
    row = {"class": kind, "type/scale": "0", "name": code, "text": written(label)}
    return row | {"relevance": "1"} if kind == "SQ" else row
