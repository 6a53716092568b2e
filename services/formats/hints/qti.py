"""Hint quizzes as QTI items (3.0 and 2.1): a button shows the next hint, no answer needed.

The idiom of the standard's own examples: a boolean response bound to an end-attempt interaction,
and one feedback block a hint, shown when response processing names it. The item is adaptive, so
that asking for a hint does not end it.
"""

from services.formats.hints.preparation import Part, Target, losses_for, prepare
from services.formats.qti_xml import QTI3, QTI21, ItemBuilder, Version, package
from services.formats.rewriting import LINE_ENDS, NOT_XML, ONE_LINE, TRIMMED
from services.hints.models import HintQuiz, TriviaQuestion

TARGET = Target(
    label="QTI",
    carries=frozenset({Part.ALIASES, Part.HINTS}),
    texts=(NOT_XML, LINE_ENDS),
    lines=(ONE_LINE, TRIMMED),
    blank="(empty)",
)
losses = losses_for(TARGET)
_TITLE_LENGTH = 80


def write_qti3(quiz: HintQuiz) -> bytes:
    """A QTI 3.0 content package (.zip)."""
    return _write(quiz, QTI3)


def write_qti21(quiz: HintQuiz) -> bytes:
    """A QTI 2.1 content package (.zip)."""
    return _write(quiz, QTI21)


def _write(quiz: HintQuiz, version: Version) -> bytes:
    kept = prepare(quiz, TARGET).quiz
    items = {
        f"Q{n}": item(question, f"Q{n}", version) for n, question in enumerate(kept.questions, 1)
    }
    return package(version, items)


def item(question: TriviaQuestion, identifier: str, version: Version) -> bytes:
    """One item as XML."""
    title = " ".join(question.question.split())[:_TITLE_LENGTH] or identifier
    builder = ItemBuilder(version, identifier, title, adaptive=True)
    declaration = builder.response("RESPONSE", "string", question.answer)
    mapping = builder.add(declaration, "mapping", default_value="0")
    accepted = {each.casefold(): each for each in (*reversed(question.aliases), question.answer)}
    for answer in accepted.values():
        builder.add(mapping, "map-entry", map_key=answer, mapped_value="1", case_sensitive="false")
    if question.hints:
        builder.response("HINTREQUEST", "boolean")
    builder.outcome("SCORE", "single", "float", "0")
    if question.hints:
        builder.outcome("HINTS", "multiple", "identifier")
        builder.outcome("LEVEL", "single", "integer", "0")
    _body(builder, question)
    _processing(builder, len(question.hints))
    return builder.finish()


def _body(builder: ItemBuilder, question: TriviaQuestion) -> None:
    body = builder.add(builder.root, "item-body")
    builder.paragraphs(body, question.question)
    line = builder.add(body, "p")
    builder.add(
        line, "text-entry-interaction", response_identifier="RESPONSE", expected_length="40"
    )
    for number, hint in enumerate(question.hints, start=1):
        block = builder.feedback_block(body, "HINTS", f"HINT{number}")
        builder.paragraphs(block, f"{number}. {hint.text}")
    if question.hints:
        line = builder.add(body, "p")
        builder.add(
            line, "end-attempt-interaction", response_identifier="HINTREQUEST", title="Next hint"
        )


def _processing(builder: ItemBuilder, hints: int) -> None:
    """A request adds one hint to those shown; anything else is an answer, and ends the item."""
    processing = builder.add(builder.root, "response-processing")
    if not hints:
        _score(builder, processing)
        return
    condition = builder.add(processing, "response-condition")
    asked = builder.add(condition, "response-if")
    builder.add(asked, "variable", identifier="HINTREQUEST")
    counted = builder.add(builder.set_outcome(asked, "LEVEL"), "sum")
    builder.add(counted, "variable", identifier="LEVEL")
    builder.value(counted, "integer", "1")
    for level in range(1, hints + 1):
        reached = builder.add(builder.add(asked, "response-condition"), "response-if")
        comparison = builder.add(reached, "gte")
        builder.add(comparison, "variable", identifier="LEVEL")
        builder.value(comparison, "integer", str(level))
        shown = builder.add(builder.set_outcome(reached, "HINTS"), "multiple")
        for number in range(1, level + 1):
            builder.value(shown, "identifier", f"HINT{number}")
    _score(builder, builder.add(condition, "response-else"))


def _score(builder: ItemBuilder, parent: object) -> None:
    builder.add(builder.set_outcome(parent, "SCORE"), "map-response", identifier="RESPONSE")
    builder.value(builder.set_outcome(parent, "completionStatus"), "identifier", "completed")
