"""DDI-Codebook 2.6 (XML) for archives: sections as variable groups, answers as categories."""

from typing import Any

from services.formats.names import NameRule
from services.formats.questionnaires.conditions import number_text
from services.formats.questionnaires.inference import EXCLUSIVE
from services.formats.questionnaires.preparation import Prepared, losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.rewriting import NOT_XML
from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    OptionRole,
    Questionnaire,
    ResponseFormat,
)

NAMESPACE = "ddi:codebook:2_6"
_CODES = NameRule("A-Za-z0-9_", "A-Za-z0-9_.-", longest=30, filler="a")


def _derived(item: Item, name: str) -> list[str]:
    """One variable for each row of a matrix and for each option of a multiple choice."""
    if item.format is ResponseFormat.MATRIX:
        return [f"{name}_{row.code}" for row in item.rows]
    if item.format is ResponseFormat.MULTIPLE:
        return [f"{name}_{option.code}" for option in item.options]
    return []


TARGET = Target(
    label="DDI-Codebook",
    carries=EVERYTHING - {Part.REQUIRED, Part.EXCLUSIVE, Part.OTHER, Part.DECIMALS},
    variables=NameRule("A-Za-z_", "A-Za-z0-9_.-", longest=60),
    codes=_CODES,
    rows=_CODES,
    derived=_derived,
    texts=(NOT_XML,),
)
losses = losses_for(TARGET)
# Missing by nature in the data of a single choice: the respondent did not say.
_MISSING = EXCLUSIVE - {OptionRole.NONE}


def write(questionnaire: Questionnaire) -> bytes:
    """The codebook as UTF-8 XML."""
    from lxml import etree

    prepared = prepare(questionnaire, TARGET)
    kept = prepared.questionnaire
    root: Any = etree.Element(_tag("codeBook"), nsmap={None: NAMESPACE}, version="2.6")
    root.set("{http://www.w3.org/XML/1998/namespace}lang", kept.language)
    study = _add(root, "stdyDscr")
    _add(_add(_add(study, "citation"), "titlStmt"), "titl", kept.title)
    if kept.introduction:
        _add(_add(study, "stdyInfo"), "abstract", kept.introduction)
    if kept.items:
        _describe(_add(root, "dataDscr"), prepared)
    document: bytes = etree.tostring(
        root, xml_declaration=True, encoding="UTF-8", pretty_print=True
    )
    return document


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


def _add(parent: Any, tag: str, text: str | None = None, **attributes: str) -> Any:
    from lxml import etree

    element = etree.SubElement(parent, _tag(tag), attributes)
    element.text = text
    return element


def _names(item: Item) -> list[str]:
    return _derived(item, item.variable) or [item.variable]


def _describe(holder: Any, prepared: Prepared) -> None:
    for number, section in enumerate(prepared.questionnaire.sections, start=1):
        names = [f"V_{name}" for item in section.items for name in _names(item)]
        group = _add(holder, "varGrp", ID=f"G_{number}", type="section")
        if names:
            group.set("var", " ".join(names))
        _add(group, "labl", section.title)
        if section.introduction:
            _add(group, "txt", section.introduction)
    for item in prepared.questionnaire.items:
        _variables(holder, item, prepared)


def _variables(holder: Any, item: Item, prepared: Prepared) -> None:
    universe = _universe(item.shown_if, prepared)
    if item.format is ResponseFormat.MATRIX:
        for row in item.rows:
            variable = _variable(holder, f"{item.variable}_{row.code}", row.label, item, universe)
            _categories(variable, item.options)
            _finish(variable, item)
    elif item.format is ResponseFormat.MULTIPLE:
        for option in item.options:
            name = f"{item.variable}_{option.code}"
            variable = _variable(holder, name, option.label, item, universe)
            _categories(variable, _CHOSEN)
            _finish(variable, item)
    else:
        variable = _variable(holder, item.variable, item.text, item, universe)
        _categories(variable, item.options)
        _finish(variable, item)


_CHOSEN = (Option(code="0", label="Not selected"), Option(code="1", label="Selected"))
_DOMAINS = {
    ResponseFormat.NUMBER: "numeric",
    ResponseFormat.MULTIPLE: "multiple",
    ResponseFormat.OPEN: "text",
    ResponseFormat.DATE: "datetime",
    ResponseFormat.SCALE: "scale",
}


def _variable(holder: Any, name: str, label: str, item: Item, universe: str) -> Any:
    """One `var` up to its categories; the literal question of a part is the part's own text."""
    interval = "contin" if item.format is ResponseFormat.NUMBER else "discrete"
    variable = _add(holder, "var", ID=f"V_{name}", name=name, intrvl=interval)
    if item.unit:
        variable.set("measUnit", item.unit)
    _add(variable, "labl", label)
    domain = _DOMAINS.get(item.format, "category")
    question = _add(variable, "qstn", ID=f"Q_{name}", responseDomainType=domain)
    if label != item.text:
        _add(question, "preQTxt", item.text)
    _add(question, "qstnLit", label)
    if item.help:
        _add(question, "ivuInstr", item.help)
    limits = {"min": item.minimum, "max": item.maximum}
    given = {name: number_text(limit) for name, limit in limits.items() if limit is not None}
    if given:
        _add(_add(variable, "valrng"), "range", UNITS="REAL", **given)
    if universe:
        _add(variable, "universe", universe)
    return variable


def _categories(variable: Any, options: tuple[Option, ...]) -> None:
    for option in options:
        category = _add(variable, "catgry")
        if option.role in _MISSING:
            category.set("missing", "Y")
        _add(category, "catValu", option.code)
        _add(category, "labl", option.label)


def _finish(variable: Any, item: Item) -> None:
    words = item.format in (ResponseFormat.OPEN, ResponseFormat.DATE)
    _add(variable, "varFormat", type="character" if words else "numeric")


def _universe(condition: Condition | None, prepared: Prepared) -> str:
    """Who is asked, in words."""
    if condition is None:
        return ""
    source = prepared.by_id[condition.item_id]
    if condition.codes:
        labels = {option.code: option.label for option in source.options}
        answers = " or ".join(f"{code} ({labels[code]})" for code in condition.codes)
        return f"Asked if {source.variable} = {answers}"
    bounds = ((">=", condition.minimum), ("<=", condition.maximum))
    parts = [f"{sign} {number_text(limit)}" for sign, limit in bounds if limit is not None]
    return f"Asked if {source.variable} {' and '.join(parts)}"
