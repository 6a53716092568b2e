"""Hint quizzes as an edX course archive (OLX): `demandhint` gives one hint a press.

Studio's import replaces the course it is run in, so the archive goes into a new one; the files
under problem/ can also be pasted into the advanced editor one by one.
"""

import struct
import zlib
from typing import Any

from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.packing import tar_gz_bytes
from services.formats.rewriting import LINE_ENDS, NOT_XML, ONE_LINE, TRIMMED
from services.hints.models import HintQuiz, TriviaQuestion

NOTICE = "Studio's import replaces a whole course: import the archive into a new, empty one."
TARGET = Target(
    label="edX",
    carries=frozenset({Part.NAME, Part.ALIASES, Part.HINTS}),
    texts=(NOT_XML, LINE_ENDS),
    lines=(ONE_LINE, TRIMMED),
    blank="(empty)",
)
losses = losses_for(TARGET)
_RUN, _COURSE, _ORGANISATION = "hints", "HINTS101", "Askwright"
_NAME_LENGTH = 60
_IMAGE = "course_image.png"


def write(quiz: HintQuiz) -> bytes:
    """A .tar.gz of a course with one chapter, one unit a question."""
    kept = prepare(quiz, TARGET).quiz
    title = kept.name or "Hint quiz"
    files = {
        "course.xml": _course_pointer(),
        f"course/{_RUN}.xml": _course(title),
        "chapter/quiz.xml": _with_child("chapter", title, ["sequential"], ["questions"]),
    }
    units = [f"unit{number}" for number in range(1, len(kept.questions) + 1)]
    files["sequential/questions.xml"] = _with_child(
        "sequential", title, ["vertical"] * len(units), units
    )
    for unit, question in zip(units, kept.questions, strict=True):
        name = unit.replace("unit", "question")
        label = _label(question)
        files[f"vertical/{unit}.xml"] = _with_child("vertical", label, ["problem"], [name])
        files[f"problem/{name}.xml"] = problem(question)
    files[f"static/{_IMAGE}"] = _grey_pixel()
    files[f"policies/{_RUN}/policy.json"] = _POLICY
    files[f"policies/{_RUN}/grading_policy.json"] = _GRADING
    return tar_gz_bytes({f"course/{path}": data for path, data in files.items()})


_POLICY = b'{"course/hints": {}}\n'
_GRADING = (
    b'{"GRADER": [{"type": "Quiz", "short_label": "Quiz", "min_count": 1, "drop_count": 0, '
    b'"weight": 1.0}], "GRADE_CUTOFFS": {"Pass": 0.5}}\n'
)


def _grey_pixel() -> bytes:
    """A PNG of one grey pixel: a course must have an image."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixel = zlib.compress(b"\x00\x80")
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def _xml(root: Any) -> bytes:
    from lxml import etree

    document: bytes = etree.tostring(root, encoding="UTF-8", pretty_print=True)
    return document


def _course_pointer() -> bytes:
    from lxml import etree

    attributes = {"url_name": _RUN, "org": _ORGANISATION, "course": _COURSE}
    return _xml(etree.Element("course", attributes))


def _course(title: str) -> bytes:
    from lxml import etree

    attributes = {
        "display_name": title,
        "start": "2030-01-01T00:00:00Z",
        "end": "2040-01-01T00:00:00Z",
        "course_image": _IMAGE,
        "language": "en",
    }
    root = etree.Element("course", attributes)
    etree.SubElement(root, "chapter", {"url_name": "quiz"})
    return _xml(root)


def _with_child(kind: str, title: str, kinds: list[str], names: list[str]) -> bytes:
    from lxml import etree

    root = etree.Element(kind, {"display_name": title})
    for child, name in zip(kinds, names, strict=True):
        etree.SubElement(root, child, {"url_name": name})
    return _xml(root)


def _label(question: TriviaQuestion) -> str:
    line = " ".join(question.question.split())
    return line if len(line) <= _NAME_LENGTH else line[: _NAME_LENGTH - 1] + "…"


def problem(question: TriviaQuestion) -> bytes:
    """One problem: text entry, case ignored, hints in their order."""
    from lxml import etree

    root = etree.Element("problem", {"display_name": _label(question), "max_attempts": ""})
    response = etree.SubElement(root, "stringresponse", {"answer": question.answer, "type": "ci"})
    etree.SubElement(response, "label").text = question.question
    for alias in question.aliases:
        etree.SubElement(response, "additional_answer", {"answer": alias})
    etree.SubElement(response, "textline", {"size": "40"})
    if question.hints:
        hints = etree.SubElement(root, "demandhint")
        for hint in question.hints:
            etree.SubElement(hints, "hint").text = hint.text
    return _xml(root)
