"""Qualtrics' "Advanced Format" text (.txt): simple to import there, without skip logic.

The display rules stand at the end, in a text question for whoever sets the survey up, since they
must be entered by hand.
"""

import re

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_text import decode
from services.formats.names import NameRule
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.inference import closed_format, read_role
from services.formats.questionnaires.preparation import losses_for, prepare
from services.formats.questionnaires.target import Part, Target
from services.formats.questionnaires.wording import limits_text, rule_text
from services.formats.rewriting import LINE_ENDS, ONE_LINE, TRIMMED, rewrite
from services.questionnaire.models import (
    CLOSED,
    Item,
    Option,
    Questionnaire,
    ResponseFormat,
    Row,
)

FIRST_LINE = "[[AdvancedFormat]]"
NOTES_TAG = "setup_notes"
_CODES = NameRule("A-Za-z0-9", "A-Za-z0-9_", longest=20, filler="a")
_ONE_BRACKET = rewrite(r"\[(?=\[)", "[ ", "[[ would begin a command")
_NO_BLANK_LINES = rewrite(r"\n\s*\n", "\n", "a blank line would end the text")
_NO_PIPES = rewrite(r"\$(?=\{)", "$ ", "${ would be read as piped text")
_CONTROLS = rewrite(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x85\u2028\u2029]", " ", "control characters cannot be stored"
)
TARGET = Target(
    label="Qualtrics text",
    carries=frozenset(
        {
            Part.SECTIONS,
            Part.SECTION_INTRODUCTION,
            Part.EMPTY_SECTIONS,
            Part.UNTITLED_SECTIONS,
            Part.MATRIX,
            Part.MULTIPLE,
        }
    ),
    variables=NameRule("A-Za-z", "A-Za-z0-9_", longest=40, reserved=frozenset({NOTES_TAG})),
    codes=_CODES,
    rows=_CODES,
    texts=(
        _CONTROLS,
        LINE_ENDS,
        _ONE_BRACKET,
        _NO_PIPES,
        rewrite(r"[^\S\n]*\n[^\S\n]*", "\n", "blanks at the ends of lines are not kept"),
        _NO_BLANK_LINES,
        TRIMMED,
    ),
    lines=(ONE_LINE, TRIMMED),
    titles=(
        rewrite("[\x00-\x1f\x85\u2028\u2029]+", " ", "it must stay on one line"),
        rewrite(r"\[", "(", "square brackets would end the command"),
        rewrite(r"\]", ")", "square brackets would end the command"),
        TRIMMED,
    ),
    blank="(empty)",
    blank_title="(untitled)",
)
losses = losses_for(TARGET)
_TYPES = {
    ResponseFormat.MULTIPLE: "MC:MultipleAnswer",
    ResponseFormat.MATRIX: "Matrix",
    ResponseFormat.OPEN: "TE:Essay",
}


def write(questionnaire: Questionnaire) -> bytes:
    """UTF-8 text."""
    kept = prepare(questionnaire, TARGET).questionnaire
    blocks = [FIRST_LINE]
    for section in kept.sections:
        blocks.append(f"[[Block:{section.title}]]")
        if section.introduction:
            blocks.append(f"[[Question:DB]]\n{section.introduction}")
        blocks += [_question(item) for item in section.items]
    notes = _notes(questionnaire)
    if notes:
        lines = "\n".join(["Setup notes: enter these by hand, then delete this question.", *notes])
        blocks.append(f"[[Question:DB]]\n[[ID:{NOTES_TAG}]]\n{lines}")
    return ("\n\n".join(blocks) + "\n").encode()


def _question(item: Item) -> str:
    kind = _TYPES.get(item.format, "MC:SingleAnswer")
    lines = [f"[[Question:{kind}]]", f"[[ID:{item.variable}]]", item.text]
    entries = item.rows or item.options
    if entries:
        lines += ["", "[[AdvancedChoices]]"]
        for entry in entries:
            lines += [f"[[Choice:{entry.code}]]", entry.label]
    if item.rows:
        lines.append("[[AdvancedAnswers]]")
        for option in item.options:
            lines += [f"[[Answer:{option.code}]]", option.label]
    return "\n".join(lines)


def _notes(questionnaire: Questionnaire) -> list[str]:
    """What has to be set by hand in Qualtrics: rules, limits, required answers."""
    items = questionnaire.items
    places = {item.id: place for place, item in enumerate(items, start=1)}
    notes = []
    for place, item in enumerate(items, start=1):
        source = next(
            (i for i in items[: place - 1] if item.shown_if and i.id == item.shown_if.item_id), None
        )
        if source and item.shown_if and source.format in (*CLOSED, ResponseFormat.NUMBER):
            notes.append(f"Question {place}: {rule_text(item.shown_if, source, places[source.id])}")
        demand = " ".join(part for part in limits_text(item) if part)
        notes += [f"Question {place}: {demand}"] if demand else []
        notes += [f"Question {place}: an answer is required."] if item.required else []
    return [_safe(note) for note in notes]


def _safe(note: str) -> str:
    line = re.sub(r"\s+", " ", note)
    return _NO_PIPES.pattern.sub("$ ", _ONE_BRACKET.pattern.sub("[ ", line))


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in Advanced Format. Raises `InvalidInput` if it does not begin so."""
    text = decode(data)
    if FIRST_LINE.lower() not in text[:200].lower():
        raise InvalidInput(f"The file does not begin with {FIRST_LINE}.")
    assembly = Assembly()
    for number, kind, value, body in _commands(text):
        if kind == "block":
            assembly.section(value)
        elif kind == "question":
            _take(assembly, number, value, body)
        elif kind not in ("advancedformat", "pagebreak"):
            assembly.unread(number, f"[[{kind}:{value}]]", "this command is not known.")
    return assembly.build()


_COMMAND = re.compile(r"\[\[(?P<kind>[A-Za-z]+)(?::(?P<value>.*?))?\]\]\s*")
_INNER = {"id", "advancedchoices", "choices", "choice", "advancedanswers", "answers", "answer"}


def _commands(text: str) -> list[tuple[int, str, str, list[str]]]:
    """Top-level commands with line number, kind, value and the lines that follow."""
    found: list[tuple[int, str, str, list[str]]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        match = _COMMAND.fullmatch(line.strip())
        kind = match["kind"].lower() if match else ""
        if match and kind not in _INNER:
            found.append((number, kind, match["value"] or "", []))
        elif found:
            found[-1][3].append(line.rstrip("\r"))
    return found


def _take(assembly: Assembly, number: int, kind: str, lines: list[str]) -> None:
    text, tag, choices, answers = _parts(lines)
    if kind.upper().startswith("DB"):
        _take_text(assembly, number, text, tag)
        return
    parts = kind.split(":")
    format = {"MC": ResponseFormat.SINGLE, "TE": ResponseFormat.OPEN}.get(parts[0])
    if parts[0] == "Matrix":
        format = ResponseFormat.MATRIX
    if format is None:
        assembly.unread(number, text, f"questions of type {kind} are not taken over.")
        return
    labels = [label for _, label in choices]
    if format is ResponseFormat.SINGLE:
        several = "MultipleAnswer" in parts
        format = ResponseFormat.MULTIPLE if several else closed_format(labels)
    matrix = format is ResponseFormat.MATRIX
    options = answers if matrix else choices
    assembly.item(
        Item(
            text=text,
            format=format,
            options=tuple(
                Option(code=code, label=label, role=read_role(label, rating=matrix))
                for code, label in options
            ),
            rows=tuple(Row(code=code, label=label) for code, label in choices) if matrix else (),
            variable=tag,
        ),
        line=number,
    )


def _take_text(assembly: Assembly, number: int, text: str, tag: str) -> None:
    if tag == NOTES_TAG:
        for line in text.split("\n")[1:]:
            assembly.unread(number, line, "setup notes are for entering by hand.")
    elif assembly.section_is_empty:
        assembly.introduce(text)
    else:
        assembly.unread(number, text, "a text between questions is not taken over.")


def _parts(
    lines: list[str],
) -> tuple[str, str, list[tuple[str, str]], list[tuple[str, str]]]:
    """Text, tag, choices and answers of one question; simple `[[Choices]]` lists get numbers."""
    tag, text = "", list[str]()
    lists: dict[str, list[tuple[str, str]]] = {"choice": [], "answer": []}
    current, code = "", ""
    for line in lines:
        match = _COMMAND.fullmatch(line.strip())
        kind = match["kind"].lower() if match else ""
        if match and kind == "id":
            tag = match["value"] or ""
        elif match and kind in lists:
            current, code = kind, match["value"] or ""
            lists[kind].append((code, ""))
        elif match:
            current = {"choices": "choice", "answers": "answer"}.get(
                kind.removeprefix("advanced"), ""
            )
            code = "" if kind.startswith("advanced") else "auto"
        elif not current:
            text.append(line)
        elif line.strip() and code == "auto":
            lists[current].append((str(len(lists[current]) + 1), line.strip()))
        elif line.strip() and lists[current]:
            old_code, old = lists[current][-1]
            lists[current][-1] = (old_code, f"{old}\n{line.strip()}" if old else line.strip())
    return "\n".join(text).strip(), tag, lists["choice"], lists["answer"]
