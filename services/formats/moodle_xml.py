"""Moodle's question XML: what its importer reads of the question types that are used here.

A hint counts only as `<hint><text>`; its importer takes a bare `<hint>` for empty. Tries are hints
plus one and each costs `<penalty>`, so the last one still counts if it is at most 1/(hints + 1).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.errors import InvalidInput
from services.formats import guarded_xml
from services.formats.guarded_xml import child_text, children, local_name
from services.formats.html_text import from_html, to_html
from services.formats.rewriting import rewrite

MAX_NAME = 250


@dataclass(frozen=True, slots=True)
class Answer:
    """`fraction` is the share of the mark in percent."""

    text: str
    fraction: float
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read; texts are plain, `html` keeps the question's own HTML."""

    number: int
    kind: str
    name: str
    text: str
    html: str
    answers: tuple[Answer, ...]
    hints: tuple[str, ...]
    feedback: str
    category: str


def penalty(hints: int) -> str:
    """The largest penalty with seven decimals that leaves the last of `hints + 1` tries a mark."""
    tries = hints + 1
    return f"{int(10**7 / tries) / 10**7:.7f}"


# Between slashes of a path; a slash in a name is written twice.
CATEGORY_EDGES = rewrite(r"\A[/\s]+|[/\s]+\Z", "", "a category cannot begin or end with a slash")
_BETWEEN = re.compile(r"(?<!/)/(?!/)")


def category_path(*names: str) -> str:
    """The path of a category; a slash in a name is written twice."""
    return "/".join(["$course$/top", *(name.replace("/", "//") for name in names if name)])


def last_category(path: str) -> str:
    """The last name of such a path."""
    return _BETWEEN.split(path)[-1].replace("//", "/")


def start() -> Any:
    """An empty quiz."""
    from lxml import etree

    return etree.Element("quiz")


def finish(root: Any) -> bytes:
    """The quiz as UTF-8 XML."""
    from lxml import etree

    document: bytes = etree.tostring(
        root, xml_declaration=True, encoding="UTF-8", pretty_print=True
    )
    return document


def add_category(root: Any, path: Sequence[str]) -> None:
    """The category the following questions go to; a slash in a name is written twice."""
    question = _add(root, "question", type="category")
    _text(_add(question, "category"), category_path(*path))


def add_question(root: Any, kind: str, name: str, html: str, *, hints: int, feedback: str) -> Any:
    """The head of a question; answers and hints are added behind it."""
    question = _add(root, "question", type=kind)
    _text(_add(question, "name"), _short(name))
    _text(_add(question, "questiontext", format="html"), html)
    _text(_add(question, "generalfeedback", format="html"), to_html(feedback))
    _add(question, "defaultgrade", "1")
    _add(question, "penalty", penalty(hints))
    _add(question, "hidden", "0")
    return question


def add_flag(question: Any, name: str, value: str) -> None:
    """A setting of one question type."""
    _add(question, name, value)


def add_answer(question: Any, text: str, fraction: str, *, html: bool, feedback: str = "") -> None:
    """An answer worth `fraction` percent; short answers are plain, choices are HTML."""
    form = "html" if html else "moodle_auto_format"
    answer = _add(question, "answer", fraction=fraction, format=form)
    _text(answer, to_html(text) if html else text)
    _text(_add(answer, "feedback", format="html"), to_html(feedback))


def add_hint(question: Any, text: str) -> None:
    """The next hint, in the order in which they are shown."""
    _text(_add(question, "hint", format="html"), to_html(text))


def _short(name: str) -> str:
    line = " ".join(name.split()) or "Question"
    return line if len(line) <= MAX_NAME else line[: MAX_NAME - 1] + "…"


def _add(parent: Any, tag: str, text: str | None = None, **attributes: str) -> Any:
    from lxml import etree

    element = etree.SubElement(parent, tag, attributes)
    element.text = text
    return element


def _text(parent: Any, text: str) -> None:
    _add(parent, "text", text)


def is_quiz(root: Any) -> bool:
    """Whether the root is that of Moodle's question XML."""
    return local_name(root) == "quiz"


def read_questions(data: bytes) -> tuple[list[Question], str]:
    """All questions in order, and the first category. Raises `InvalidInput` if it is no quiz."""
    root = guarded_xml.parse(data)
    if not is_quiz(root):
        raise InvalidInput(
            f"The file's root is <{local_name(root)}>, not <quiz>, so it is no Moodle XML."
        )
    category = first = ""
    found = []
    for number, element in enumerate(children(root, "question"), start=1):
        kind = element.get("type", "")
        if kind == "category":
            category = _category(element)
            first = first or category
        else:
            found.append(_question(number, kind, element, category))
    return found, first


def _category(element: Any) -> str:
    """The last name of the category's path."""
    return last_category(_inner(element, "category"))


def _question(number: int, kind: str, element: Any, category: str) -> Question:
    html = _inner(element, "questiontext")
    answers = tuple(
        Answer(
            _plain(answer, child_text(answer, "text")),
            _fraction(answer),
            from_html(_inner(answer, "feedback")),
        )
        for answer in children(element, "answer")
    )
    return Question(
        number=number,
        kind=kind,
        name=_inner(element, "name"),
        text=_plain(next(iter(children(element, "questiontext")), element), html),
        html=html,
        answers=answers,
        hints=tuple(_plain(hint, child_text(hint, "text")) for hint in children(element, "hint")),
        feedback=from_html(_inner(element, "generalfeedback")),
        category=category,
    )


def _fraction(answer: Any) -> float:
    """The share of the mark; an answer whose share cannot be read earns none."""
    said = answer.get("fraction") or ""
    return float(said) if re.fullmatch(r"-?\d{1,3}(\.\d+)?", said) else 0.0


def _inner(element: Any, name: str) -> str:
    """What stands in `<name><text>…</text></name>`."""
    found = children(element, name)
    return child_text(found[0], "text") if found else ""


def _plain(holder: Any, text: str) -> str:
    """Text as shown: HTML becomes plain where the element says that it is HTML."""
    return from_html(text) if holder.get("format", "html") == "html" else text
