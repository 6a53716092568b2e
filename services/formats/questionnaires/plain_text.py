"""A questionnaire as people type or paste it: numbered questions with lettered options.

`read` takes bytes, `understand` a text; both also say which lines they could not place. Nothing
is guessed into being: a line that fits nowhere is listed, not dropped.
"""

import re
from dataclasses import replace

from services.errors import InvalidInput
from services.formats.base import Imported
from services.formats.guarded_text import decode
from services.formats.questionnaires.text_answers import with_written_answers
from services.formats.questionnaires.text_assembly import TextAssembly
from services.formats.questionnaires.text_lines import Kind, Line, classify
from services.questionnaire.models import Questionnaire

MAX_LINES = 50_000
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()<>#|~+\-.=])")
_QUESTION_END = ("?", "？", ":", "：")


def read(data: bytes) -> Imported[Questionnaire]:
    """The questionnaire in a UTF-8 text. Raises `InvalidInput` if it is not text."""
    return understand(decode(data))


def understand(text: str) -> Imported[Questionnaire]:
    """The questionnaire in `text`; what fits nowhere is in `unread`. Raises `InvalidInput` for a
    text of more lines than a questionnaire has."""
    if text.count("\n") > MAX_LINES:
        raise InvalidInput(f"The text has more than {MAX_LINES:,} lines.", "Split it.")
    lines = list(classify(text))
    if any(line.kind is Kind.TITLE for line in lines):
        # Markdown: a backslash keeps a sign from being read as one.
        lines = [replace(line, text=_ESCAPED.sub(r"\1", line.text)) for line in lines]
    return assemble(lines)


def assemble(lines: list[Line]) -> Imported[Questionnaire]:
    """The questionnaire in classified lines (also those of a Word document)."""
    lines = _resolved(lines)
    parser = _Parser(TextAssembly())
    for line in lines:
        parser.take(line)
    parser.assembly.close()
    return parser.assembly.build()


def _resolved(lines: list[Line]) -> list[Line]:
    """Lines whose kind depends on the others: numbered options, Chinese numbers, bare lists."""
    lines = _first_heading(_numbered_options(lines))
    if not any(line.kind is Kind.QUESTION for line in lines):
        lines = _chinese_questions(lines)
    if not any(line.kind is Kind.QUESTION for line in lines):
        lines = _unnumbered(lines)
    return with_written_answers(lines)


def _numbered_options(lines: list[Line]) -> list[Line]:
    """Numbers that restart at 1 under a question, or are written another way, count options."""
    result: list[Line] = []
    first = next((line.style for line in lines if line.kind is Kind.QUESTION), "")
    expected, counting, options = 0, 0, False
    for line in lines:
        if line.kind is Kind.OPTION and line.style != "number":
            options, counting = True, 0
        if line.kind is Kind.HEADING:
            options, counting = True, 0
        if line.kind is not Kind.QUESTION or not line.mark.isdigit():
            result.append(line)
            continue
        number = int(line.mark)
        starts = number == 1 and expected >= 1 and not options and counting == 0
        runs_on = counting > 0 and number == counting + 1
        next_question = number == expected + 1 and line.style == first
        ambiguous = runs_on and next_question and line.indent == 0
        if (starts or runs_on) and not (ambiguous and line.text.endswith(_QUESTION_END)):
            counting = number
            result.append(replace(line, kind=Kind.OPTION, style="number"))
            continue
        expected, counting, options = number, 0, False
        result.append(line)
    return result


def _first_heading(lines: list[Line]) -> list[Line]:
    """A heading right over the first question, which would pass for the introduction's end."""
    texts = [n for n, line in enumerate(lines) if line.kind is not Kind.BLANK]
    first = next((k for k, n in enumerate(texts) if lines[n].kind is Kind.QUESTION), 0)
    if first < 2:
        return lines
    place = texts[first - 1]
    line, apart = lines[place], lines[place - 1].kind is Kind.BLANK
    if line.kind is not Kind.TEXT or not apart or not _looks_like_heading(line.text):
        return lines
    return [*lines[:place], replace(line, kind=Kind.HEADING), *lines[place + 1 :]]


def _chinese_questions(lines: list[Line]) -> list[Line]:
    """Without Arabic numbers, 一、二、三、 before options number the questions."""
    numbered = [line for line in lines if line.kind is Kind.HEADING and line.style == "numbered"]
    options = sum(line.kind is Kind.OPTION for line in lines)
    if not numbered or not options:
        return lines
    return [
        replace(line, kind=Kind.QUESTION, style="chinese", mark=str(numbered.index(line) + 1))
        if line in numbered
        else line
        for line in lines
    ]


def _unnumbered(lines: list[Line]) -> list[Line]:
    """A line that ends like a question starts one; what follows without a blank are its options."""
    result: list[Line] = []
    inside = False
    for line in lines:
        if line.kind is Kind.TEXT and line.text.rstrip("*＊ ").endswith(_QUESTION_END):
            inside = True
            result.append(replace(line, kind=Kind.QUESTION, style="bare"))
        elif line.kind is Kind.TEXT and inside:
            result.append(replace(line, kind=Kind.OPTION, style="bare"))
        else:
            inside = inside and line.kind in (Kind.OPTION, Kind.NOTE)
            result.append(line)
    return result


class _Parser:
    """Places each line by its kind and by what came before it."""

    def __init__(self, assembly: TextAssembly) -> None:
        self.assembly = assembly
        self.after_blank = False

    def take(self, line: Line) -> None:
        place = {
            Kind.TITLE: self._title,
            Kind.HEADING: self._heading,
            Kind.QUESTION: self.assembly.question,
            Kind.OPTION: self._option,
            Kind.GRID: self.assembly.grid,
            Kind.RULED: self.assembly.ruled,
            Kind.NOTE: self.assembly.note,
            Kind.TEXT: self._text,
        }.get(line.kind)
        if place is not None:
            place(line)
        self.after_blank = line.kind is Kind.BLANK

    def _title(self, line: Line) -> None:
        if self.assembly.title or self.assembly.started:
            self._heading(line)
        else:
            self.assembly.title = line.text

    def _heading(self, line: Line) -> None:
        self.assembly.close()
        self.assembly.open_section(line.text)

    def _option(self, line: Line) -> None:
        if self.assembly.question_open:
            self.assembly.option(line)
        else:
            self._text(line)

    def _text(self, line: Line) -> None:
        """A line without a mark: title, introduction, heading, or the end of the line before."""
        assembly = self.assembly
        if not assembly.started:
            if not assembly.title and not assembly.introduction:
                assembly.title = line.text
            else:
                assembly.introduction = "\n".join(
                    part for part in (assembly.introduction, line.text) if part
                )
        elif not assembly.question_open and assembly.in_new_section:
            assembly.introduce(line.text)
        elif not self.after_blank and assembly.question_open:
            assembly.continue_last(line)
        elif _looks_like_heading(line.text):
            self._heading(line)
        else:
            assembly.stray(line)


def _looks_like_heading(text: str) -> bool:
    """Short, no end of sentence: what people write over a group of questions."""
    short = len(text) <= 60 and len(text.split()) <= 8
    return short and not re.search(r"[.。!！?？,，;；]\s*$", text)
