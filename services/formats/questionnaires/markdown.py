"""A questionnaire in Markdown, to read, print and discuss. Written only; pasted text reads it."""

import re

from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.questionnaires.wording import limits_text, rule_text
from services.formats.rewriting import LINE_ENDS, ONE_LINE
from services.questionnaire.models import Item, Questionnaire, ResponseFormat

TARGET = Target(
    label="Markdown",
    carries=EVERYTHING - {Part.LANGUAGE, Part.EXCLUSIVE, Part.OTHER, Part.DECIMALS},
    texts=(LINE_ENDS,),
    lines=(ONE_LINE,),
    titles=(LINE_ENDS, ONE_LINE),
)
losses = losses_for(TARGET)
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#|~])")
_LINE_START = re.compile(r"^(\s*)([-+>=]|\d{1,9}(?=[.)]))", re.MULTILINE)


def write(questionnaire: Questionnaire) -> bytes:
    """UTF-8 Markdown; what Markdown would act on in a text is escaped."""
    kept = prepare(questionnaire, TARGET).questionnaire
    blocks = [f"# {_escaped(kept.title)}", _escaped(kept.introduction)]
    numbers = {item.id: n for n, item in enumerate(kept.items, start=1)}
    by_id = {item.id: item for item in kept.items}
    for section in kept.sections:
        blocks += [f"## {_escaped(section.title)}", _escaped(section.introduction)]
        for item in section.items:
            blocks.append(_stem(item, numbers[item.id]))
            blocks.append(f"*{_escaped(item.help)}*" if item.help else "")
            if item.shown_if:
                source = by_id[item.shown_if.item_id]
                rule = rule_text(item.shown_if, source, numbers[source.id], '"', '"')
                blocks.append(f"*{_escaped(rule)}*")
            blocks.append(_answer(item))
    return ("\n\n".join(block for block in blocks if block.strip("# ")) + "\n").encode()


def _stem(item: Item, number: int) -> str:
    required = " *(required)*" if item.required else ""
    first, *more = _escaped(item.text).split("\n")
    rest = "".join(f"  \n{line}" for line in more)
    return f"**{number}. {first.strip()}**{rest}{required}"


def _answer(item: Item) -> str:
    if item.format is ResponseFormat.MATRIX:
        head = ["", *item.labels]
        lines = [head, ["---"] * len(head)]
        lines += [[row.label, *["( )"] * len(item.options)] for row in item.rows]
        return "\n".join(
            "| "
            + " | ".join(cell if cell in ("---", "( )") else _escaped(cell) for cell in line)
            + " |"
            for line in lines
        )
    if item.options:
        mark = "[ ]" if item.format is ResponseFormat.MULTIPLE else "( )"
        return "\n".join(f"- {mark} {_escaped(label)}" for label in item.labels)
    return f"____________ {_escaped(' '.join(part for part in limits_text(item) if part))}".rstrip()


def _escaped(text: str) -> str:
    return _LINE_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))
