"""A questionnaire as a Word document to print or hand out: written here, with styles of its own.

The styles say what each paragraph is, so that the document comes back as it was as long as it
keeps them (see `questionnaire_docx_reader`).
"""

import io
from typing import Any

from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.questionnaires.wording import limits_text, rule_text
from services.formats.rewriting import LINE_ENDS, NOT_XML
from services.questionnaire.models import Item, Questionnaire, ResponseFormat

TARGET = Target(
    label="Word",
    carries=EVERYTHING - {Part.LANGUAGE, Part.EXCLUSIVE, Part.OTHER, Part.DECIMALS},
    texts=(NOT_XML, LINE_ENDS),
)
losses = losses_for(TARGET)
CATEGORY = "Askwright questionnaire"
TITLE, SECTION = "Title", "Heading 1"
INTRODUCTION = "Questionnaire Introduction"
SECTION_INTRODUCTION = "Section Introduction"
QUESTION, REQUIRED = "Question", "Required Question"
HELP, RULE = "Question Help", "Display Rule"
BUTTON, BOX, POINT = "One Answer", "Several Answers", "Scale Point"
ANSWER = "Answer Line"
STYLES = (
    INTRODUCTION,
    SECTION_INTRODUCTION,
    QUESTION,
    REQUIRED,
    HELP,
    RULE,
    BUTTON,
    BOX,
    POINT,
    ANSWER,
)
MARKS = {BUTTON: "○ ", BOX: "☐ ", POINT: "○ "}
LINE = "_" * 40
_BULLET_OF_GRID = "○"


def write(questionnaire: Questionnaire) -> bytes:
    """The .docx file."""
    import docx

    kept = prepare(questionnaire, TARGET).questionnaire
    document = docx.Document()
    _add_styles(document)
    properties = document.core_properties
    properties.title = kept.title[:250]
    properties.category = CATEGORY
    properties.author = "Askwright"
    properties.comments = ""
    document.add_paragraph(kept.title, TITLE)
    if kept.introduction:
        document.add_paragraph(kept.introduction, INTRODUCTION)
    numbers = {item.id: number for number, item in enumerate(kept.items, start=1)}
    by_id = {item.id: item for item in kept.items}
    for section in kept.sections:
        document.add_paragraph(section.title, SECTION)
        if section.introduction:
            document.add_paragraph(section.introduction, SECTION_INTRODUCTION)
        for item in section.items:
            _add_item(document, item, numbers, by_id)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _add_styles(document: Any) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.shared import Pt

    for name in STYLES:
        style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = document.styles["Normal"]
        style.quick_style = True
        form = style.paragraph_format
        form.space_after = Pt(2)
        if name in (QUESTION, REQUIRED):
            style.font.bold = True
            form.space_before, form.keep_with_next = Pt(12), True
        elif name in (HELP, RULE):
            style.font.italic = True
            form.keep_with_next = True
        elif name in (BUTTON, BOX, POINT):
            form.left_indent, form.first_line_indent = Pt(36), Pt(-16)
            form.keep_together = True
        elif name in (INTRODUCTION, SECTION_INTRODUCTION):
            form.space_after = Pt(8)


def _add_item(document: Any, item: Item, numbers: dict[str, int], by_id: dict[str, Item]) -> None:
    stem = document.add_paragraph(
        f"{numbers[item.id]}. {item.text}", REQUIRED if item.required else QUESTION
    )
    if item.required:
        stem.add_run(" *").bold = False
    if item.help:
        document.add_paragraph(item.help, HELP)
    if item.shown_if:
        source = by_id[item.shown_if.item_id]
        document.add_paragraph(rule_text(item.shown_if, source, numbers[source.id]), RULE)
    if item.format is ResponseFormat.MATRIX:
        _add_grid(document, item)
    elif item.options:
        style = {ResponseFormat.MULTIPLE: BOX, ResponseFormat.SCALE: POINT}.get(item.format, BUTTON)
        for option in item.options:
            document.add_paragraph(MARKS[style] + option.label, style)
    else:
        unit, demand = limits_text(item)
        document.add_paragraph(" ".join([LINE, *filter(None, (unit, demand))]), ANSWER)


def _add_grid(document: Any, item: Item) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement

    table = document.add_table(rows=1 + len(item.rows), cols=1 + len(item.options))
    table.style = "Table Grid"
    head = table.rows[0]
    repeated = OxmlElement("w:tblHeader")
    head._tr.get_or_add_trPr().append(repeated)
    for row in table.rows:
        row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
    cells = [row.cells for row in table.rows]
    for place, option in enumerate(item.options, start=1):
        cells[0][place].text = option.label
    for line, row in enumerate(item.rows, start=1):
        cells[line][0].text = row.label
        for place in range(1, len(item.options) + 1):
            cells[line][place].text = _BULLET_OF_GRID
            cells[line][place].paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
