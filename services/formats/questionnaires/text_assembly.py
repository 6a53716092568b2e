"""Questions put together from classified lines: options, grids, tags, rules in words."""

import re
from dataclasses import dataclass, field, replace

from services.formats.base import Imported
from services.formats.questionnaires.assembly import Assembly
from services.formats.questionnaires.conditions import need_decimals
from services.formats.questionnaires.inference import (
    asks_for_a_number,
    asks_for_several,
    closed_format,
    is_graded,
    is_points,
    is_scale,
    read_role,
)
from services.formats.questionnaires.text_jumps import (
    Jump,
    behind_answer,
    under_question,
    with_jumps,
)
from services.formats.questionnaires.text_lines import REQUIRED_TAG, TYPE_TAG, Line
from services.formats.questionnaires.text_rules import WordedRule, limits, worded_rule
from services.questionnaire.models import (
    Condition,
    Item,
    Option,
    Questionnaire,
    ResponseFormat,
    Row,
)

_TAGGED = (
    (re.compile("多选"), ResponseFormat.MULTIPLE),
    (re.compile("填空|简答|问答"), ResponseFormat.OPEN),
    (re.compile("矩阵"), ResponseFormat.MATRIX),
)
_GRID_MARKS = re.compile(r"[○◯⚪●☐□()（）\[\]\s:_-]*|\d{1,2}")
# A line to write on, behind a question or behind "Other": the answer's place, not its wording.
_WRITING_LINE = re.compile(r"__|＿＿|\.{4}|……")
_DATE_WORDS = re.compile(
    r"\b(date of|what date|which date|on what day|DD[/.-]MM|MM[/.-]DD|YYYY)\b|年\s*月\s*日|日期",
    re.IGNORECASE,
)


@dataclass
class _Question:
    line: Line
    text: str
    required: bool
    tag: ResponseFormat | None
    labels: list[str] = field(default_factory=list)
    several: list[bool] = field(default_factory=list)
    grid: list[tuple[str, ...]] = field(default_factory=list)
    help: str = ""
    rule: WordedRule | None = None
    styles: list[str] = field(default_factory=list)
    ruled: bool = False
    demand: str = ""
    jumps: list[Jump] = field(default_factory=list)


class TextAssembly:
    """Keeps the question that is open; `close` turns it into an item."""

    def __init__(self) -> None:
        self.title = ""
        self.introduction = ""
        self._assembly = Assembly()
        self._open: _Question | None = None
        self._by_mark: dict[str, Item] = {}
        self._pending_rule: WordedRule | None = None
        self._jumps: list[Jump] = []
        self.started = False

    @property
    def question_open(self) -> bool:
        return self._open is not None

    @property
    def in_new_section(self) -> bool:
        return self._assembly.current_title is not None and self._assembly.section_is_empty

    def open_section(self, title: str) -> None:
        self._assembly.section(title)
        self.started = True

    def introduce(self, text: str) -> None:
        self._assembly.introduce(text)

    def question(self, line: Line) -> None:
        self.close()
        self.started = True
        text, required = line.text, line.required
        tag = None
        if match := TYPE_TAG.search(text):
            tag = next((f for pattern, f in _TAGGED if pattern.search(match.group())), None)
            text = TYPE_TAG.sub(" ", text).strip()
        if REQUIRED_TAG.search(text):
            required = True
            text = REQUIRED_TAG.sub(" ", text).strip()
        self._open = _Question(line, text, required, tag, rule=self._pending_rule)
        self._pending_rule = None

    def option(self, line: Line) -> None:
        question = self._require()
        if question.ruled and not line.text:
            return
        label, mark = behind_answer(line.text)
        if mark:
            question.jumps.append(Jump(len(question.labels), mark, line.text, line.number))
        question.labels.append(label)
        question.styles.append(line.style)
        if line.several is not None:
            question.several.append(line.several)

    def grid(self, line: Line) -> None:
        if self._open is None:
            self._assembly.unread(line.number, line.text, "a table without a question before it.")
        elif not all(re.fullmatch(r":?-*:?", cell) for cell in line.cells):
            self._open.grid.append(line.cells)

    def ruled(self, line: Line) -> None:
        """A line to write on: the question has no options."""
        if self._open is not None:
            self._open.ruled = True
            self._open.demand = line.text

    def note(self, line: Line) -> None:
        """An instruction: a rule if it can be understood, or else help or a line not placed."""
        jump = under_question(line.text, self._open.labels) if self._open else None
        if jump is not None and self._open is not None:
            self._open.jumps.append(Jump(*jump, line.text, line.number))
            return
        rule = worded_rule(line.text)
        if rule is not None and self._open is not None and not self._open.labels:
            self._open.rule = rule
        elif rule is not None:
            self.close()
            self._pending_rule = rule
        elif self._open is not None and not self._open.labels and not _routes(line.text):
            self._open.help = " ".join(part for part in (self._open.help, line.text) if part)
        else:
            why = "a jump cannot be kept as such" if _routes(line.text) else "it fits nowhere"
            self._assembly.unread(line.number, line.text, f"{why}.")

    def stray(self, line: Line) -> None:
        """A paragraph that stands apart, such as thanks at the end."""
        self._assembly.unread(line.number, line.text, "it belongs to no question.")

    def continue_last(self, line: Line) -> None:
        """A line that runs on: of the last option if it stands under one, else of the question."""
        question = self._require()
        if question.labels:
            question.labels[-1] = f"{question.labels[-1]} {line.text}".strip()
        else:
            question.text = f"{question.text} {line.text}".strip()

    def close(self) -> None:
        """Make the open question an item."""
        if self._open is None:
            return
        question, self._open = self._open, None
        item = _item(question)
        self._assembly.item(item, line=question.line.number)
        item = self._assembly.items[-1]
        self._jumps += [replace(jump, source=item.id) for jump in question.jumps]
        if question.line.mark:
            self._by_mark[question.line.mark] = item
        if question.rule is not None:
            condition = self._condition(question.rule, item)
            if condition is None:
                why = (
                    "the rule names no earlier question or answer, so the question is shown to all."
                )
                self._assembly.unread(question.line.number, question.rule.said, why)
            else:
                self._assembly.replace_last(item.model_copy(update={"shown_if": condition}))

    def _condition(self, rule: WordedRule, item: Item) -> Condition | None:
        source = self._by_mark.get(rule.mark)
        if source is None or source.id == item.id:
            return None
        if rule.minimum is not None or rule.maximum is not None:
            return Condition(item_id=source.id, minimum=rule.minimum, maximum=rule.maximum)
        codes = []
        for label in rule.labels:
            wanted = label.strip().casefold()
            code = next((o.code for o in source.options if _same(o.label, wanted)), None)
            if code is None:
                return None
            codes.append(code)
        return Condition(item_id=source.id, codes=tuple(codes)) if codes else None

    def build(self) -> Imported[Questionnaire]:
        imported = self._assembly.build(title=self.title, introduction=self.introduction)
        if not self._jumps:
            return imported
        return with_jumps(
            imported, self._jumps, {mark: item.id for mark, item in self._by_mark.items()}
        )

    def _require(self) -> _Question:
        assert self._open is not None
        return self._open


def _same(label: str, wanted: str) -> bool:
    return " ".join(label.split()).casefold() == " ".join(wanted.split())


def _routes(text: str) -> bool:
    """Whether the text sends the respondent elsewhere (which only the other end can express)."""
    return bool(re.search(r"\b(skip|go) to\b|跳(转|至|到|过)", text, re.IGNORECASE))


def without_line(text: str) -> str:
    """The text without the line to write on at its end."""
    kept = text.rstrip(" \t_＿/.。…-")
    return kept.rstrip(" \t:：") if _WRITING_LINE.search(text[len(kept) :]) else text.strip()


def _item(question: _Question) -> Item:
    text, labels = (
        question.text,
        [without_line(label) for label in question.labels if label or not question.ruled],
    )
    text = without_line(text) or text
    rows: list[str] = []
    if question.grid:
        labels, rows = _matrix(question.grid)
    format = _format(question, text, labels, rows)
    minimum, maximum, found_number = limits(f"{text} {question.help} {question.demand}")
    if format is ResponseFormat.OPEN and (found_number or asks_for_a_number(text)):
        format = ResponseFormat.NUMBER
    number = format is ResponseFormat.NUMBER
    rating = format is ResponseFormat.MATRIX or is_scale(labels)
    options = [
        Option(label=label, code=str(n), role=read_role(label, rating=rating))
        for n, label in enumerate(labels, start=1)
    ]
    return Item(
        text=text,
        format=format,
        options=tuple(options),
        rows=tuple(Row(label=label, code=str(n)) for n, label in enumerate(rows, start=1)),
        required=question.required,
        help=question.help,
        minimum=minimum if number else None,
        maximum=maximum if number else None,
        decimals=number and need_decimals(minimum, maximum),
    )


def _format(question: _Question, text: str, labels: list[str], rows: list[str]) -> ResponseFormat:
    if rows:
        return ResponseFormat.MATRIX
    if not labels:
        dated = question.demand == "(date)" or _DATE_WORDS.search(text)
        return ResponseFormat.DATE if dated else ResponseFormat.OPEN
    boxes = bool(question.several) and all(question.several) and len(labels) > 1
    if question.tag is ResponseFormat.MULTIPLE or asks_for_several(f"{text} {question.help}"):
        return ResponseFormat.MULTIPLE
    # A box is also what forms print before single choices; only buttons elsewhere tell them apart.
    single = closed_format(labels)
    if boxes and not question.tag and single is ResponseFormat.SINGLE and not is_graded(labels):
        return ResponseFormat.MULTIPLE
    return ResponseFormat.SCALE if is_points(labels) else single


def _matrix(grid: list[tuple[str, ...]]) -> tuple[list[str], list[str]]:
    """Column labels and row labels of a grid whose first row is its head."""
    head, *body = grid
    rows = [cells[0] for cells in body if cells and cells[0]]
    columns = list(head[1:]) if not head[0] or not _GRID_MARKS.fullmatch(head[0]) else list(head)
    return [column for column in columns if column], rows
