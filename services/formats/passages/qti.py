"""Comprehension items as QTI choices (3.0 and 2.1), the passage above the question."""

import string
from typing import Any

from services.formats.passages.preparation import Part, Target, losses_for, prepare
from services.formats.qti_xml import QTI3, QTI21, ItemBuilder, Version, package
from services.formats.rewriting import LINE_ENDS, NOT_XML, ONE_LINE
from services.reading.models import ComprehensionItem, Passage, PassageSet

TARGET = Target(
    label="QTI",
    carries=frozenset({Part.PASSAGES, Part.TITLES, Part.FEEDBACK}),
    texts=(NOT_XML, LINE_ENDS),
    titles=(ONE_LINE,),
)
losses = losses_for(TARGET)
PASSAGE_CLASS = "passage"
_TITLE_LENGTH = 80


def write_qti3(passages: PassageSet) -> bytes:
    """A QTI 3.0 content package (.zip)."""
    return _write(passages, QTI3)


def write_qti21(passages: PassageSet) -> bytes:
    """A QTI 2.1 content package (.zip)."""
    return _write(passages, QTI21)


def _write(passages: PassageSet, version: Version) -> bytes:
    kept = prepare(passages, TARGET).passages
    items = {
        f"P{number:03d}Q{place:03d}": (passage, item)
        for number, passage in enumerate(kept.passages, start=1)
        for place, item in enumerate(passage.items, start=1)
    }
    return package(version, {name: _item(*pair, name, version) for name, pair in items.items()})


def _identifier(place: int) -> str:
    letters = string.ascii_uppercase
    return letters[place] if place < len(letters) else f"X{place + 1}"


def _item(passage: Passage, item: ComprehensionItem, identifier: str, version: Version) -> bytes:
    title = " ".join(item.question.split())[:_TITLE_LENGTH] or identifier
    builder = ItemBuilder(version, identifier, title, adaptive=False)
    builder.response("RESPONSE", "identifier", _identifier(item.gold or 0))
    builder.outcome("SCORE", "single", "float", "0")
    if item.feedback:
        builder.outcome("FEEDBACK", "single", "identifier")
    body = builder.add(builder.root, "item-body")
    if passage.title or passage.text:
        holder = builder.add(body, "div", class_=PASSAGE_CLASS)
        if passage.title:
            builder.add(holder, "h3", passage.title)
        builder.paragraphs(holder, passage.text)
    choice = builder.add(
        body,
        "choice-interaction",
        response_identifier="RESPONSE",
        shuffle="false",
        max_choices="1",
    )
    _inline(builder, builder.add(choice, "prompt"), item.question)
    for place, option in enumerate(item.options):
        _inline(
            builder, builder.add(choice, "simple-choice", identifier=_identifier(place)), option
        )
    _processing(builder, bool(item.feedback))
    if item.feedback:
        _feedback(builder, item.feedback)
    return builder.finish()


def _inline(builder: ItemBuilder, holder: Any, text: str) -> None:
    """`text` with its line breaks as `br`."""
    first, *more = text.split("\n")
    holder.text = first
    for line in more:
        builder.add(holder, "br").tail = line


def _processing(builder: ItemBuilder, feedback: bool) -> None:
    processing = builder.add(builder.root, "response-processing")
    condition = builder.add(processing, "response-condition")
    right = builder.add(condition, "response-if")
    match = builder.add(right, "match")
    builder.add(match, "variable", identifier="RESPONSE")
    builder.add(match, "correct", identifier="RESPONSE")
    builder.value(builder.set_outcome(right, "SCORE"), "float", "1")
    wrong = builder.add(condition, "response-else")
    builder.value(builder.set_outcome(wrong, "SCORE"), "float", "0")
    if feedback:
        builder.value(builder.set_outcome(processing, "FEEDBACK"), "identifier", "GENERAL")


def _feedback(builder: ItemBuilder, text: str) -> None:
    modal = builder.add(
        builder.root,
        "modal-feedback",
        outcome_identifier="FEEDBACK",
        identifier="GENERAL",
        show_hide="show",
    )
    holder = builder.add(modal, "content-body") if builder.version.identifiers_in_content else modal
    builder.paragraphs(holder, text)
