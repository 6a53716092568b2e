"""The Qsnail form: title, intents, and questions with the labels of their options.

Format of the Qsnail data (arXiv 2402.14272): `{"title", "intents", "qa": [{"question",
"options"}]}`, one object, a list of them, or one a line.
"""

import json
from typing import Any

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_text import decode, parse_json
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.inference import asks_for_several, closed_format, read_role
from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import Part, Target
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Option,
    Questionnaire,
    QuestionnaireDraft,
    ResponseFormat,
)

TARGET = Target(label="The Qsnail form", carries=frozenset({Part.TITLE}))
losses = losses_for(TARGET)


def write(questionnaire: Questionnaire) -> bytes:
    """One JSON object in UTF-8."""
    kept = prepare(questionnaire, TARGET).questionnaire
    entries = [{"question": item.text, "options": list(item.labels)} for item in kept.items]
    form = {"title": kept.title, "intents": [], "qa": entries}
    return json.dumps(form, ensure_ascii=False, indent=2).encode()


def read(data: bytes) -> Imported[QuestionnaireDraft]:
    """A draft: the intents go to its brief. Of several questionnaires the first is taken."""
    forms = _forms(data)
    form = forms[0]
    assembly = Assembly()
    for position, entry in enumerate(_entries(form), start=1):
        assembly.item(_item(entry, position), line=position)
    for other in forms[1:]:
        assembly.unread(None, str(other.get("title", "")), "a file makes one questionnaire.")
    imported = assembly.build(title=_text(form.get("title", ""), "title"))
    intents = tuple(Intent(text=_text(text, "intents")) for text in _list(form, "intents"))
    brief = Brief(topic=imported.document.title, intents=intents)
    draft = QuestionnaireDraft(brief=brief, questionnaire=imported.document)
    return Imported(draft, imported.unread)


def is_form(value: Any) -> bool:
    """Whether parsed JSON looks like the form."""
    return isinstance(value, dict) and isinstance(value.get("qa"), list)


def _forms(data: bytes) -> list[dict[str, Any]]:
    text = decode(data).strip()
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines[:2]):
        value: Any = [parse_json(line.encode(), f"Line {n}") for n, line in enumerate(lines, 1)]
    else:
        value = parse_json(data)
    forms = value if isinstance(value, list) else [value]
    if not forms or not all(is_form(form) for form in forms):
        raise InvalidInput(
            'The file has no list "qa" of questions at its top level.',
            'A Qsnail file is {"title", "intents", "qa": [{"question", "options"}]}.',
        )
    return forms


def _entries(form: dict[str, Any]) -> list[dict[str, Any]]:
    for position, entry in enumerate(form["qa"], start=1):
        if not isinstance(entry, dict) or not isinstance(entry.get("question"), str):
            raise InvalidInput(f'Entry {position} of "qa" has no "question" text.')
    return form["qa"]


def _item(entry: dict[str, Any], position: int) -> Item:
    where = f'the options of entry {position} of "qa"'
    labels = [_text(label, where) for label in _list(entry, "options")]
    text = entry["question"]
    format = ResponseFormat.OPEN
    if labels:
        format = ResponseFormat.MULTIPLE if asks_for_several(text) else closed_format(labels)
    options = tuple(
        Option(label=label, code=str(number), role=read_role(label))
        for number, label in enumerate(labels, start=1)
    )
    return Item(text=text, format=format, options=options)


def _list(holder: dict[str, Any], name: str) -> list[Any]:
    value = holder.get(name) or []
    if not isinstance(value, list):
        raise InvalidInput(f'"{name}" must be a list, not {type(value).__name__}.')
    return value


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InvalidInput(f"A text was expected in {where}, not {type(value).__name__}.")
    return str(value)
