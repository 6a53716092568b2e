"""Comprehension items in Aiken: questions, options and keys only."""

from services.formats import aiken
from services.formats.base import Imported
from services.formats.guarded_text import decode
from services.formats.passages.preparation import Target, grouped, losses_for, prepare
from services.formats.rewriting import LINE_ENDS, NOT_HTML, ONE_LINE, TRIMMED, rewrite
from services.reading.models import ComprehensionItem, PassageSet

NOTICE = "Aiken holds neither passages nor feedback."
TARGET = Target(
    label="Aiken",
    carries=frozenset(),
    texts=(
        NOT_HTML,
        LINE_ENDS,
        ONE_LINE,
        TRIMMED,
        rewrite(r"\A(?=[A-Z][.)]\s)", "- ", "it would be read as an option"),
        rewrite(r"(?i)\AANSWER(?=\s*:)", "Answer -", "it would be read as the answer"),
    ),
    blank="(empty)",
    max_options=aiken.MAX_OPTIONS,
)
losses = losses_for(TARGET)


def write(passages: PassageSet) -> bytes:
    """UTF-8 text."""
    kept = prepare(passages, TARGET).passages
    blocks = [
        aiken.render(item.question, item.options, item.gold or 0)
        for passage in kept.passages
        for item in passage.items
    ]
    return ("\n\n".join(blocks) + "\n").encode()


def read(data: bytes) -> Imported[PassageSet]:
    """The items, under one passage without text."""
    found, unread = aiken.parse(decode(data))
    rows = [
        (
            "",
            "",
            ComprehensionItem(question=q.text, options=q.options, gold=q.gold, origin="import"),
        )
        for q in found
    ]
    return Imported(PassageSet(passages=grouped(rows)), tuple(unread))
