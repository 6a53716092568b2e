"""Faults of wording, options and order: `find` them, `apply` a fix.

Rules decide what rules can, lexicons and spaCy's parse judge English wording, lexicons Chinese
wording, embeddings redundancy and grouping. Precision goes before recall: an author who is
wrongly told off stops listening.
"""

from collections.abc import Sequence
from dataclasses import replace

from services.questionnaire.encoders import usable
from services.questionnaire.faults import (  # noqa: F401  (importing registers the rules)
    coordination,
    grouping,
    negation,
    option_order,
    option_set,
    order,
    quantity,
    range_options,
    redundancy,
    response_match,
    scale_balance,
    slant,
    syntax,
    taken_for_granted,
    terms,
)
from services.questionnaire.faults.apply import apply
from services.questionnaire.faults.finding import Finding, Hit
from services.questionnaire.faults.kinds import KINDS, FaultKind, Severity
from services.questionnaire.faults.registry import ITEM_RULES, WHOLE_RULES
from services.questionnaire.faults.subject import Parser, Subject, Whole
from services.questionnaire.models import Brief, Item, Questionnaire
from services.text import spacy_english
from services.text.embeddings import Embedder

__all__ = [
    "KINDS",
    "FaultKind",
    "Finding",
    "Severity",
    "apply",
    "find",
    "find_in_item",
    "find_in_whole",
    "subjects_of",
    "subjects_of_items",
]


def find(
    questionnaire: Questionnaire,
    brief: Brief | None = None,
    *,
    embedder: Embedder | None = None,
    parse: Parser = spacy_english.parse,
) -> list[Finding]:
    """All findings, by item in the order of the questionnaire, then those of the whole.

    What the author dismissed for an item (`Item.dismissed`) is left out. Without an encoder that
    knows the language, redundancy is judged by words alone and grouping is not judged.
    """
    subjects = subjects_of(questionnaire, brief, parse)
    of_items = [
        finding
        for index, subject in enumerate(subjects)
        for finding in find_in_item(subject, index)
    ]
    return find_in_whole(questionnaire, subjects, brief, embedder, of_items)


def subjects_of(
    questionnaire: Questionnaire, brief: Brief | None = None, parse: Parser = spacy_english.parse
) -> tuple[Subject, ...]:
    """The questionnaire's items as the rules see them."""
    return subjects_of_items(questionnaire.items, questionnaire.language, brief, parse)


def subjects_of_items(
    items: Sequence[Item],
    language: str,
    brief: Brief | None = None,
    parse: Parser = spacy_english.parse,
) -> tuple[Subject, ...]:
    """Items as the rules see them; English stems are parsed, all in one go."""
    audience = brief.audience if brief else ""
    subjects = [Subject(item, language, audience=audience) for item in items]
    if language.split("-")[0] != "en":
        return tuple(subjects)
    docs = parse([subject.text for subject in subjects])
    return tuple(replace(subject, doc=doc) for subject, doc in zip(subjects, docs, strict=True))


def find_in_item(subject: Subject, index: int) -> list[Finding]:
    """Findings of the rules that judge an item by itself."""
    return [
        _finding(code, hit, index, subject.item)
        for code, rule in ITEM_RULES
        if code not in subject.item.dismissed
        for hit in rule(subject)
    ]


def find_in_whole(
    questionnaire: Questionnaire,
    subjects: Sequence[Subject],
    brief: Brief | None,
    embedder: Embedder | None,
    of_items: Sequence[Finding],
) -> list[Finding]:
    """The items' findings as far as the whole bears them out, and those of the whole.

    For a single question the whole has nothing to say.
    """
    if len(subjects) < 2:
        return list(of_items)
    topic = brief.topic if brief and brief.topic else questionnaire.title
    encoder = embedder if usable(embedder, questionnaire.language) else None
    whole = Whole(questionnaire, tuple(subjects), topic, encoder)
    found = []
    for code, rule in WHOLE_RULES:
        for hit in rule(whole):
            item = subjects[hit.item].item if hit.item is not None else None
            if item is None or code not in item.dismissed:
                found.append(_finding(code, hit, hit.item, item))
    of_items = _once_per_term(of_items, subjects)
    unfiltered = {finding.item for finding in found if finding.code == "filter_missing_or_late"}
    return [f for f in of_items if _stands(f, whole, unfiltered)] + found


def _once_per_term(findings: Sequence[Finding], subjects: Sequence[Subject]) -> list[Finding]:
    """A term is explained where it first appears; its later uses are no findings of their own."""
    seen: set[str] = set()
    kept = []
    for finding in findings:
        if finding.code == "technical_term" and finding.span and finding.item is not None:
            start, end = finding.span
            term = subjects[finding.item].text[start:end].casefold()
            if term in seen:
                continue
            seen.add(term)
        kept.append(finding)
    return kept


def _stands(finding: Finding, whole: Whole, unfiltered: set[int | None]) -> bool:
    """A presupposition is none after a filter, and is told once where the filter is missing."""
    if finding.code != "presupposition" or finding.item is None:
        return True
    if finding.item in unfiltered:
        return False
    needed = order.needed_by(whole.subjects[finding.item])
    return not order.filter_before(whole, finding.item, needed)


def _finding(code: str, hit: Hit, index: int | None, item: Item | None) -> Finding:
    return Finding(
        code=code,
        message=hit.message,
        severity=hit.severity or KINDS[code].severity,
        item=index,
        item_id=item.id if item else None,
        span=hit.span,
        options=hit.options,
        fix=hit.fix,
        related=hit.related,
    )
