"""Texts of questions with the places marked that a finding is about."""

from collections.abc import Iterable, Sequence

from components.plain import plain
from services.questionnaire.faults.finding import Finding, Span
from services.questionnaire.models import Item

SHOWN_OPTIONS = 9


def marked(text: str, spans: Iterable[Span]) -> str:
    """`text` as literal Markdown with a coloured ground at the spans, which may overlap."""
    parts, at = [], 0
    for start, end in _joined(spans, len(text)):
        parts += [_literal(text[at:start]), f":orange-background[{_literal(text[start:end])}]"]
        at = end
    return "".join([*parts, _literal(text[at:])])


def marked_options(item: Item, findings: Sequence[Finding]) -> str:
    """The options in one line of Markdown, those a finding names with a coloured ground."""
    named = {place for finding in findings for place in finding.options}
    shown = [
        f":orange-background[{plain(label)}]" if place in named else plain(label)
        for place, label in enumerate(item.labels)
    ]
    more = len(shown) - SHOWN_OPTIONS
    # Marked ones are always shown: the message is about them.
    if more > 1 and not any(place >= SHOWN_OPTIONS for place in named):
        shown = [*shown[:SHOWN_OPTIONS], f"and {more} more"]
    return " · ".join(shown)


def _joined(spans: Iterable[Span], length: int) -> list[Span]:
    """Spans in order, within the text, overlapping ones made one."""
    joined: list[Span] = []
    for start, end in sorted((max(0, s), min(e, length)) for s, e in spans):
        if start >= end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _literal(part: str) -> str:
    """As `plain`, but blanks at the ends stay: the part stands in the middle of a line."""
    if not part.strip():
        return " " if part else ""
    before = " " if part[0].isspace() else ""
    return f"{before}{plain(part)}{' ' if part[-1].isspace() else ''}"
