"""The Qsnail form of a questionnaire: {"title", "intents", "qa": [{"question", "options"}]}.

Beyond the paper's form, an entry may say its `section` and a filter as `show_if` ("q1 = Yes",
"q2 = Bus or Tram"); question numbers and option letters are taken off, since they are layout.
"""

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from services.errors import InvalidInput
from services.questionnaire.escape import role_of
from services.questionnaire.models import Condition, Item, Option, Origin, Questionnaire, Section
from services.questionnaire.numbering import strip_letters, strip_number
from services.questionnaire.response_format import infer
from services.text.language import UNKNOWN, detect

_SHOW_IF = re.compile(r"^\s*q(\d+)\s*(?:=|==|is)\s*(.+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QsnailFile:
    """A questionnaire with the topic (its title) and the intents it was made for."""

    questionnaire: Questionnaire
    topic: str
    intents: tuple[str, ...]


def looks_like_qsnail(document: Any) -> bool:
    return isinstance(document, dict) and isinstance(document.get("qa"), list)


def parse(document: dict[str, Any]) -> QsnailFile:
    """Read a Qsnail document. Raises `InvalidInput` that names the entry at fault."""
    title = _text(document.get("title", ""), "title")
    intents = document.get("intents") or []
    if not isinstance(intents, list):
        raise InvalidInput("The field intents is no list.", 'Write it as ["first intent", …].')
    entries = document["qa"]
    items: list[Item] = []
    for number, entry in enumerate(entries, start=1):
        items.append(_item(entry, number, items))
    return QsnailFile(
        Questionnaire(
            title=title,
            sections=_sections(items, [entry.get("section") or "" for entry in entries]),
            language=_language(title, items),
        ),
        title,
        tuple(_text(intent, "intents").strip() for intent in intents),
    )


def as_document(questionnaire: Questionnaire, intents: tuple[str, ...] = ()) -> dict[str, Any]:
    """The questionnaire in Qsnail's form; formats, matrices' rows and filters do not fit in."""
    return {
        "title": questionnaire.title,
        "intents": list(intents),
        "qa": [
            {"question": item.text, "options": list(item.labels)} for item in questionnaire.items
        ],
    }


def _item(entry: Any, number: int, earlier: list[Item]) -> Item:
    where = f"question {number}"
    if not isinstance(entry, dict):
        raise InvalidInput(f"Entry {number} of qa is no object.", 'Write {"question", "options"}.')
    text = strip_number(_text(entry.get("question", entry.get("text")), where))
    if not text:
        raise InvalidInput(f"There is no text in {where}.", 'Give it in the field "question".')
    options = entry.get("options") or []
    if not isinstance(options, list):
        raise InvalidInput(f"The options of {where} are no list.", "Write them as a list of texts.")
    labels = strip_letters([_text(label, f"the options of {where}") for label in options])
    labels = tuple(label for label in labels if label)
    response_format, scale = infer(text, labels)
    return Item(
        text=text,
        format=response_format,
        scale=scale,
        options=tuple(
            Option(label=label, code=str(code), role=role_of(label))
            for code, label in enumerate(labels, start=1)
        ),
        shown_if=_condition(entry.get("show_if"), where, earlier),
        origin=Origin.IMPORT,
    )


def _condition(rule: Any, where: str, earlier: list[Item]) -> Condition | None:
    if not rule:
        return None
    match = _SHOW_IF.match(_text(rule, f"show_if of {where}"))
    if not match or not 1 <= int(match[1]) <= len(earlier):
        raise InvalidInput(
            f"The filter of {where} names no earlier question: {rule!r}.",
            'Write it as "q1 = Yes", counting questions from 1.',
        )
    asked = earlier[int(match[1]) - 1]
    wanted = {part.strip(" '\"").casefold() for part in re.split(r",|\bor\b|/|或", match[2])}
    codes = tuple(option.code for option in asked.options if option.label.casefold() in wanted)
    return Condition(item_id=asked.id, codes=codes)


def _sections(items: list[Item], titles: list[str]) -> tuple[Section, ...]:
    """Neighbouring items with the same section title stand in one section."""
    pairs = zip(titles, items, strict=True)
    return tuple(
        Section(title=title, items=tuple(item for _, item in group))
        for title, group in groupby(pairs, key=lambda pair: pair[0])
    )


def _language(title: str, items: list[Item]) -> str:
    """From all stems and, if they are too short to tell ("Age?"), the options too."""
    stems = "\n".join([title, *(item.text for item in items)])
    found = detect(stems)
    if found == UNKNOWN:
        found = detect("\n".join([stems, *(label for item in items for label in item.labels)]))
    return found


def _text(value: Any, where: str) -> str:
    """A text; a number stands for itself. Anything else is refused."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InvalidInput(
            f"There is no text in {where}.", "Give every question and option a text."
        )
    return str(value)
