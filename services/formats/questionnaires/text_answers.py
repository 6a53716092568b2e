"""Answers written without a mark of their own: bare lists, slashes, points of a scale, grids.

Word processors lose list marks when a questionnaire is copied, and much is typed without any.
Where the lines under a question are answers, they come out as if they had been marked.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.formats.questionnaires.inference import is_graded, is_yes_no
from services.formats.questionnaires.text_lines import REQUIRED_TAG, TYPE_TAG, Kind, Line
from services.formats.questionnaires.text_points import (
    numbered_labels,
    points_in,
    read_points,
    split_list,
)
from services.questionnaire.escape import role_of
from services.questionnaire.models import OptionRole

_BOUNDARY = (Kind.QUESTION, Kind.HEADING, Kind.TITLE)
_CLOSED = ("?", "？", ":", "：", ".", "。", "!", ")", "）", "…", "]", "】", "_", "“", "”", '"')
_SENTENCE_END = re.compile(r"(?<!\.)[.?!。？！:：]$")
_BOX_BEHIND = re.compile(r"\s*(?:[☐□○◯❑❏]|\[ ?\]|\( ?\))\s*")
_FIGURES = re.compile(r"^(?P<row>.*?[^\W\d].*?)[\s.…]+(?P<figures>\d{1,2}(?:\s+\d{1,2}){2,})$")
_ENDS_IN_WORDS = re.compile(
    r"\b(?P<low>\d{1,2}) (?:is|means|being|=|meaning|for) (?P<low_label>[^,;.)]{2,40}?)"
    r",?\s+(?:and|to|,)\s*(?P<high>\d{1,2}) (?:is|means|being|=|meaning|for) "
    r"(?P<high_label>[^,;.):]{2,40})",
    re.IGNORECASE,
)
_LETTER_BUTTON = re.compile(r"[oO0]\s+(?=\S)")
_ASIDE = re.compile(r"\s*[(（\[](?P<aside>[^()（）\[\]]+)[)）\]]\s*(?P<end>[.:?：？]?)\s*$")
_CELL = re.compile(r"\s*\|\s*|\s{2,}|\t+")
# A longer line is an instruction or a paragraph, not an answer.
_MAX_ANSWER = 120
# A longer line is no list of answers, and the readers' time grows with the square of its length.
_MAX_LINE = 1_000


def with_written_answers(lines: list[Line]) -> list[Line]:
    """The lines, with unmarked answers under or behind their question turned into options."""
    result: list[Line] = []
    start = 0
    while start < len(lines):
        line = lines[start]
        end = start + 1
        if line.kind is Kind.QUESTION:
            while end < len(lines) and lines[end].kind not in _BOUNDARY:
                end += 1
            result += _answered(line, lines[start + 1 : end])
        else:
            result.append(line)
        start = end
    return result


def _answered(stem: Line, body: list[Line]) -> list[Line]:
    """One question and what stands under it, up to the next."""
    if any(len(line.text) > _MAX_LINE for line in (stem, *body)):
        return [stem, *body]
    body = _split_points(body)
    for reader in (
        _figures,
        _grid,
        _columns_in_stem,
        _boxes_behind,
        _letter_buttons,
        _filled_blanks,
        _list,
        _behind,
    ):
        if found := reader(stem, body):
            return found
    return [stem, *body]


def _options(labels: Sequence[str], line: Line, style: str = "bare") -> list[Line]:
    return [
        Line(line.number, Kind.OPTION, label, style=style, indent=line.indent) for label in labels
    ]


def _split_points(body: list[Line]) -> list[Line]:
    """`1 = Poor, 2 = Fair, 3 = Good` on one line, which begins like a single point."""
    result: list[Line] = []
    for line in body:
        whole = f"{line.mark} = {line.text}" if line.style == "equals" else ""
        labels = read_points(whole) if whole else ()
        result += _options(labels, line, "equals") if len(labels) > 1 else [line]
    return result


def _run(body: list[Line]) -> tuple[int, int]:
    """Where the first unbroken run of unmarked lines begins and ends, blank lines skipped."""
    start = 0
    while start < len(body) and body[start].kind is Kind.BLANK:
        start += 1
    end = start
    while end < len(body) and body[end].kind is Kind.TEXT:
        end += 1
    return start, end


def _grid(stem: Line, body: list[Line]) -> list[Line] | None:
    """A head of columns, and rows below it: a matrix typed with spaces or lines."""
    start, end = _run(body)
    if start == end:
        return None
    cells = [cell for cell in _CELL.split(body[start].text.strip()) if cell]
    columns = cells if len(cells) > 1 else list(split_list(body[start].text))
    rows = [line for line in body[start + 1 :] if line.kind in (Kind.TEXT, Kind.OPTION)]
    labels = [_row_label(row.text) for row in rows]
    if len(columns) < 3 or not rows or is_answer_list(labels):
        return None
    # A word that ends a question may stand apart from the rest by chance; a scale does not.
    if "|" not in body[start].text and not is_answer_list(columns):
        return None
    return [stem, *_matrix(columns, labels, body[start])]


def _figures(stem: Line, body: list[Line]) -> list[Line] | None:
    """Statements with the figures to ring behind each: `Price  1 2 3 4 5`."""
    rows = [line for line in body if line.kind in (Kind.TEXT, Kind.OPTION)]
    if not all(row.text.strip()[-1:].isdigit() for row in rows):
        return None
    found = [match for row in rows if (match := _FIGURES.match(row.text.strip()))]
    points = {" ".join(match["figures"].split()) for match in found}
    if len(found) < 2 or len(found) != len(rows) or len(points) != 1:
        return None
    columns = list(read_points(points.pop()))
    ends = _ENDS_IN_WORDS.search(stem.text)
    if columns and ends and (ends["low"], ends["high"]) == (columns[0], columns[-1]):
        columns[0] = f"{columns[0]} ({ends['low_label'].strip()})"
        columns[-1] = f"{columns[-1]} ({ends['high_label'].strip()})"
    labels = [match["row"].strip() for match in found]
    return [stem, *_matrix(columns, labels, rows[0])] if columns else None


def _boxes_behind(stem: Line, body: list[Line]) -> list[Line] | None:
    """`Male ☐  Female ☐`: boxes behind their answers, on the question's line or the next."""
    start, end = _run(body)
    run = [line.text for line in body[start:end]]
    asked, *rest = re.split(r"(?<=[?:？：])", stem.text, maxsplit=1)
    texts = run or rest
    pieces = [_BOX_BEHIND.split(text.strip()) for text in texts]
    labels = [label for piece in pieces for label in piece if label]
    closed = bool(texts) and all(len(piece) > 1 and not piece[-1] and piece[0] for piece in pieces)
    if not closed or len(labels) < 2 or any(line.kind is Kind.OPTION for line in body):
        return None
    text = stem.text if run else asked
    return [replace(stem, text=text.strip()), *_options(labels, stem), *body[end:]]


def _row_label(text: str) -> str:
    """The statement of a row, without the line, boxes or figures to mark beside it."""
    text = re.sub(r"^[_＿]+\s*", "", text.strip())
    return re.sub(r"(\s*[|○◯☐□]|\s+(\(\s?\)|\[\s?\]|\d{1,2})(?=\s|$))+\s*$", "", text).strip()


def _matrix(columns: Sequence[str], rows: Sequence[str], line: Line) -> list[Line]:
    head = Line(line.number, Kind.GRID, " | ".join(columns), cells=("", *columns))
    blank = ("",) * len(columns)
    return [head, *(Line(line.number, Kind.GRID, row, cells=(row, *blank)) for row in rows)]


def _columns_in_stem(stem: Line, body: list[Line]) -> list[Line] | None:
    """Points of a scale in brackets behind the stem: columns if statements follow, else options."""
    match = _ASIDE.search(stem.text)
    if not match or TYPE_TAG.search(match.group()) or REQUIRED_TAG.search(match.group()):
        return None
    labels = read_points(match["aside"])
    if not labels and is_answer_list(parts := split_list(match["aside"])):
        labels = parts
    if len(labels) < 2:
        return None
    short = replace(stem, text=f"{stem.text[: match.start()]}{match['end']}".strip())
    start, end = _run(body)
    marked = [line for line in body if line.kind is Kind.OPTION]
    ruled = [line for line in body if line.kind is Kind.RULED and line.text]
    rows = [_row_label(line.text) for line in marked or body[start:end] or ruled]
    if not rows:
        return [short, *_options(labels, stem, "points"), *body]
    if len(labels) < 3 or len(rows) < 2 or is_answer_list(rows):
        return None
    rest = [line for line in body if line.kind not in (Kind.OPTION, Kind.TEXT, Kind.RULED)]
    return [short, *_matrix(labels, rows, stem), *rest]


def _letter_buttons(stem: Line, body: list[Line]) -> list[Line] | None:
    """`O Yes`, `O No`: the letter stands for a button."""
    start, end = _run(body)
    run = body[start:end]
    if len(run) < 2 or not all(_LETTER_BUTTON.match(line.text) for line in run):
        return None
    options = [
        replace(
            line,
            kind=Kind.OPTION,
            text=_LETTER_BUTTON.sub("", line.text, count=1),
            style="button",
            several=False,
        )
        for line in run
    ]
    return [stem, *options, *body[end:]]


def _filled_blanks(stem: Line, body: list[Line]) -> list[Line] | None:
    """`___ Yes`, `___ No`: several lines to write on, each before a label, are lines to tick."""
    ruled = [line for line in body if line.kind is Kind.RULED]
    others = [line for line in body if line.kind not in (Kind.RULED, Kind.BLANK)]
    if len(ruled) < 2 or others or not all(line.text for line in ruled):
        return None
    return [stem, *_options([line.text for line in ruled], stem)]


def _list(stem: Line, body: list[Line]) -> list[Line] | None:
    """Bare lines under a finished question, one answer each, or all of them on one line."""
    start, end = _run(body)
    run = body[start:end]
    if not run or any(line.kind is Kind.OPTION for line in body):
        return None
    # What ends a sentence still belongs to the question: "Think of last week. / How often ...?"
    asked = max((n for n, line in enumerate(run, 1) if _SENTENCE_END.search(line.text)), default=0)
    question, answers = run[:asked], run[asked:]
    texts = [line.text for line in answers]
    labels = list(numbered_labels("\n".join(texts))) if len(texts) > 1 else []
    if len(texts) == 1:
        labels = list(read_points(texts[0]) or _slashed(texts[0]))
    if not labels and len(texts) > 1 and all(len(text) <= _MAX_ANSWER for text in texts):
        said = question[-1].text if question else stem.text
        close = said.rstrip("*＊ ").endswith(_CLOSED) and (start == 0 or asked > 0)
        labels = texts if close or is_answer_list(texts) else []
    if len(labels) < 2:
        return None
    return [stem, *question, *_options(labels, answers[0]), *body[end:]]


def _slashed(text: str) -> tuple[str, ...]:
    """`Yes / No / Not sure`, or a scale with commas; none if the line is a text."""
    parts = split_list(text)
    return parts if is_answer_list(parts) or (len(parts) > 1 and " / " in text) else ()


def _behind(stem: Line, body: list[Line]) -> list[Line] | None:
    """`Do you smoke? Yes / No`: answers behind the question mark on the question's own line."""
    if any(line.kind is Kind.OPTION for line in body):
        return None
    if points := points_in(stem.text):
        text, labels = points
        return [replace(stem, text=text), *_options(labels, stem, "points"), *body]
    asked, mark, rest = _after_question(stem.text)
    parts = split_list(rest)
    if not mark or not is_answer_list(parts):
        return None
    return [replace(stem, text=asked + mark), *_options(parts, stem), *body]


def _after_question(text: str) -> tuple[str, str, str]:
    place = max(text.rfind("?"), text.rfind("？"))
    return (text[:place], text[place], text[place + 1 :]) if place >= 0 else (text, "", "")


def is_answer_list(labels: Sequence[str]) -> bool:
    """Whether the labels are answers by themselves: yes and no, a scale, ranges, a way out."""
    if len(labels) < 2 or any(len(label) > _MAX_ANSWER for label in labels):
        return False
    ordinary = [label for label in labels if role_of(label) is OptionRole.ORDINARY]
    return is_yes_no(ordinary) or 0 < len(ordinary) < len(labels) or is_graded(labels)
