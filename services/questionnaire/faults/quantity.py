"""How often and how much: vague quantifiers, and counts of events without a reference period."""

import re
from collections.abc import Iterator

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject

FAMILY = "quantity"
_NO_CHOICE = re.compile(r"\b(?:which|what|who|where)\b.*\b(?:most|least|usually|mainly)\b", re.I)
_DEFINITE_SET = re.compile(r"\bhow many of (?:the|these|your|our)\b", re.IGNORECASE)
_ONE_TIME = re.compile(
    r"\bhow many (?:\w+ ){1,3}(?:did|does|will) (?:it|the|this|that) \w+|"
    r"\bnights did you stay\b|\bhow many \w+ were (?:there|at|in|on)\b",
    re.IGNORECASE,
)


@item_rule("vague_quantifier")
def vague_quantifier(subject: Subject) -> Iterator[Hit]:
    """Often, regularly, recently, a lot, near, soon in the stem, unless defined or compared."""
    if not (subject.english or subject.chinese):
        return
    prefix = "zh_" if subject.chinese else ""
    text = subject.text
    if lexicon.pattern(FAMILY, prefix + "defined").search(text):
        return
    words = lexicon.pattern if subject.chinese else lexicon.whole_words
    masked = words(FAMILY, prefix + "not_vague").sub(lambda m: "_" * len(m[0]), text)
    if subject.english and _NO_CHOICE.search(text):
        return
    for match in words(FAMILY, prefix + "vague").finditer(masked):
        # What is said before the question to set the scene is not what is answered.
        if match[0] in subject.question or subject.is_statement:
            yield Hit(_vague_message(subject, match[0]), span=match.span())
            return


def _vague_message(subject: Subject, word: str) -> str:
    if subject.chinese:
        return f"“{word}”因人而异，请改问次数或给出时间范围。"
    return f"“{word}” means something else to each reader; ask for a number or a time."


@item_rule("no_reference_period")
def no_reference_period(subject: Subject) -> Iterator[Hit]:
    """Events are counted, but neither the stem nor the options say over which time."""
    if not subject.item.options:
        return
    if subject.chinese:
        yield from _chinese(subject)
    if not subject.english:
        return
    asked = subject.question
    match = _counts_events(subject, asked)
    if not match or _is_numeric_rating(subject):
        return
    if any(
        lexicon.pattern(FAMILY, "period").search(t) for t in (subject.text, *subject.item.labels)
    ):
        return
    if subject.rates or _DEFINITE_SET.search(asked) or _ONE_TIME.search(asked):
        return
    offset = subject.text.find(asked)
    yield Hit(
        "Say over which time to count, such as “in the past 7 days”.",
        span=(offset + match.start(), offset + match.end()),
    )


def _counts_events(subject: Subject, asked: str) -> re.Match[str] | None:
    if lexicon.pattern(FAMILY, "status_count").search(asked):
        return None
    if match := lexicon.pattern(FAMILY, "event_count").search(asked):
        return None if _asks_other(subject) else match
    if match := lexicon.pattern(FAMILY, "spending").search(asked):
        return match
    if match := lexicon.pattern(FAMILY, "event_perfect").search(asked):
        return match
    if match := re.search(
        r"\bhow many (?:[\w'-]+ ){1,6}(?:did|were) (?:you|your \w+)\b", asked, re.I
    ):
        return match
    verbs = "|".join(lexicon.entries(FAMILY, "event_habit"))
    return re.search(
        rf"\bhow (?:many|much) (?!of )(?:[\w'-]+ ){{1,5}}(?:do|does|have|has) (?:you|your \w+) "
        rf"(?:usually |normally |typically )?(?:{verbs})",
        asked,
        re.IGNORECASE,
    )


def _asks_other(subject: Subject) -> bool:
    """Options that are no frequencies at all are another fault."""
    return subject.is_yes_no


def _is_numeric_rating(subject: Subject) -> bool:
    return subject.anchors is not None and subject.anchors[0].dimension not in (
        "frequency",
        "amount",
    )


def _chinese(subject: Subject) -> Iterator[Hit]:
    match = lexicon.pattern(FAMILY, "zh_event").search(subject.question)
    if not match or re.search(r"多久.{0,6}一次", subject.question):
        return
    texts = (subject.text, *subject.item.labels)
    if any(lexicon.pattern(FAMILY, "zh_period").search(text) for text in texts):
        return
    offset = subject.text.find(subject.question)
    yield Hit(
        "请说明统计的时间范围，例如“过去7天”。",
        span=(offset + match.start(), offset + match.end()),
    )
