"""Comprehension items as Moodle multiple choice; each question shows its passage above it."""

import re

from services.formats import moodle_xml
from services.formats.base import Imported, Unread
from services.formats.html_text import from_html, to_html
from services.formats.passages.preparation import Part, Target, grouped, losses_for, prepare
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED
from services.reading.models import ComprehensionItem, Passage, PassageSet

TARGET = Target(
    label="Moodle",
    carries=frozenset({Part.NAME, Part.PASSAGES, Part.TITLES, Part.FEEDBACK}),
    texts=(NOT_HTML, LINE_ENDS),
    names=(ONE_LINE, TRIMMED, moodle_xml.CATEGORY_EDGES),
)
losses = losses_for(TARGET)
# Moodle's own default; without hints it matters only in adaptive behaviours.
_TRIES = 2
_SHAPE = re.compile(
    r'<div class="passage"><h4>(?P<title>.*?)</h4><div>(?P<text>.*?)</div></div>'
    r"<div>(?P<question>.*)</div>",
    re.DOTALL,
)


def write(passages: PassageSet) -> bytes:
    """UTF-8 XML."""
    kept = prepare(passages, TARGET).passages
    root = moodle_xml.start()
    if kept.name:
        moodle_xml.add_category(root, [kept.name])
    for passage in kept.passages:
        for item in passage.items:
            element = moodle_xml.add_question(
                root,
                "multichoice",
                item.question,
                _html(passage, item),
                hints=_TRIES,
                feedback=item.feedback,
            )
            moodle_xml.add_flag(element, "single", "true")
            moodle_xml.add_flag(element, "shuffleanswers", "false")
            moodle_xml.add_flag(element, "answernumbering", "ABCD")
            for place, option in enumerate(item.options):
                fraction = "100" if place == item.gold else "0"
                moodle_xml.add_answer(element, option, fraction, html=True)
    return moodle_xml.finish(root)


def _html(passage: Passage, item: ComprehensionItem) -> str:
    question = to_html(item.question)
    if not passage.title and not passage.text:
        return question
    title, text = to_html(passage.title), to_html(passage.text)
    return f'<div class="passage"><h4>{title}</h4><div>{text}</div></div><div>{question}</div>'


def read(data: bytes) -> Imported[PassageSet]:
    """Choices with one right answer; a question of others has no passage of its own."""
    rows, unread = [], []
    questions, name = moodle_xml.read_questions(data)
    for found in questions:
        right = [place for place, a in enumerate(found.answers) if a.fraction >= 100]
        if found.kind != "multichoice" or len(right) != 1:
            why = f"a question of type {found.kind or '(none)'} is no item with one key."
            unread.append(Unread(found.number, found.text or found.name, why))
            continue
        match = _SHAPE.fullmatch(found.html)
        item = ComprehensionItem(
            question=from_html(match["question"]) if match else found.text,
            options=tuple(answer.text for answer in found.answers),
            gold=right[0],
            feedback=found.feedback,
            origin="import",
        )
        title, text = (from_html(match["title"]), from_html(match["text"])) if match else ("", "")
        rows.append((title, text, item))
    return Imported(PassageSet(name=name, passages=grouped(rows)), tuple(unread))
