"""Presuppositions: what a question takes for granted although it is not true of everybody."""

import re
from collections.abc import Iterator

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.option_set import has_way_out
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject
from services.questionnaire.faults.wording import is_conditional
from services.questionnaire.models import OptionRole, ResponseFormat

FAMILY = "taken_for_granted"
_AMOUNT = re.compile(
    r"\b(?:how (?:many|much|often|frequently|long|satisfied|old|far|do you)|which|what|where|when|"
    r"who)\b",
    re.IGNORECASE,
)


# "Less than once a week" is true of those who never do it, too.
_TAKES_IN_NONE = re.compile(r"(?:less|fewer|under|up to|below|rarely|seldom)\b", re.IGNORECASE)


# "Nothing" can be written where there is room to write.
_BEST_LIKED = re.compile(r"what (?:do|did) you (?:like|enjoy|dislike) (?:most|best|least) ", re.I)


@item_rule("presupposition")
def presupposition(subject: Subject) -> Iterator[Hit]:
    """Taken for granted, and nobody offered a way to say that it is not so."""
    match = assumed(subject)
    if match is None or (_is_open(subject) and _BEST_LIKED.match(match[0])):
        return
    if subject.chinese:
        yield Hit(f"“{match[0]}”并非人人适用，请先筛选或加上相应选项。", span=match.span())
    else:
        message = f"“{match[0]}” is not true of everybody; ask that first or offer a way out."
        yield Hit(message, span=match.span())


def _is_open(subject: Subject) -> bool:
    return subject.item.format is ResponseFormat.OPEN and not subject.item.options


def assumed(subject: Subject) -> re.Match[str] | None:
    """The words that assume something, None if nothing is assumed or there is a way out.

    An item shown only after a filter, or one that says "if", assumes nothing.
    """
    if subject.item.shown_if is not None or is_conditional(subject):
        return None
    # "Have you stopped ...?" has no true answer for those who never began, not even No.
    if (match := lexicon.pattern(FAMILY, "stopped").search(subject.text)) and not subject.roles & {
        OptionRole.NONE,
        OptionRole.NOT_APPLICABLE,
    }:
        return match
    if has_way_out(subject):
        return None
    if subject.is_statement and not subject.chinese:
        return None
    return _chinese(subject) if subject.chinese else _english(subject)


def used_thing(subject: Subject) -> re.Match[str] | None:
    """ "the car-sharing service you use", "your last holiday", "after you moved": had or done.

    Meant for whole questionnaires: by itself a question to customers may well say so.
    """
    if lexicon.pattern(FAMILY, "conditional").search(subject.text):
        return None
    if subject.is_yes_no or (subject.is_statement and not subject.chinese):
        return None
    return lexicon.pattern(FAMILY, "zh_used" if subject.chinese else "used").search(subject.text)


def owned_thing(subject: Subject) -> re.Match[str] | None:
    """A thing that not everybody has, even where an option lets those without it out."""
    if subject.is_yes_no or is_conditional(subject) or not _AMOUNT.search(subject.text):
        return _chinese(subject) if subject.chinese else None
    return _possession(subject.text)


def _english(subject: Subject) -> re.Match[str] | None:
    text = subject.text
    if subject.is_yes_no:
        return None
    for name in ("why", "effects", "marriage", "votes", "last_time", "milestones"):
        if match := lexicon.pattern(FAMILY, name).search(text):
            return match
    if not _AMOUNT.search(text):
        return None
    return _possession(text) or _habit(subject) or _no_zero(subject)


def _possession(text: str) -> re.Match[str] | None:
    """ "your dog", "your children's school" under a question that counts or rates it."""
    things = "|".join(lexicon.entries(FAMILY, "possessions"))
    match = re.search(rf"\byour (?:\w+ )?(?:{things})(?![\w-])", text, re.IGNORECASE)
    if match and re.search(
        r"\bhow many (?:of your )?(?:children|dogs|cats|pets|cars)\b", text, re.I
    ):
        return None
    return match


def _habit(subject: Subject) -> re.Match[str] | None:
    text = subject.text
    habits = "|".join(lexicon.entries(FAMILY, "habits"))
    things = "|".join(lexicon.entries(FAMILY, "objects"))
    match = re.search(
        rf"\bdo(?:es)? (?:you|your \w+) (?:usually |normally |typically )?(?:{habits})\b|"
        rf"\b(?:how (?:many|much)|which brand of|what (?:kind|type|brand) of) (?:\w+ ){{0,2}}"
        rf"(?:{things})\b.*\bdo you\b|"
        rf"\bhow much (?:money )?do you (?:\w+ )?spend on (?:\w+ )?(?:{things})\b",
        text,
        re.IGNORECASE,
    )
    employed = lexicon.pattern(FAMILY, "at_work").search(subject.audience)
    return None if match and employed and match[0].endswith("work") else match


def _no_zero(subject: Subject) -> re.Match[str] | None:
    """ "How many cups of tea do you drink?" from 1 up, "How often do you swim?" without Never."""
    everyday = "|".join(lexicon.entries(FAMILY, "everyday"))
    match = re.search(
        rf"\b(?:how (?:often|frequently)|how many (?!people)(?:[\w-]+ ){{1,4}})\s?"
        rf"(?:do|did) you (?:usually |normally |typically )?(?!(?:{everyday})\b)\w+",
        subject.question,
        re.IGNORECASE,
    )
    if match is None or (subject.bands is None and subject.rates is None):
        return None
    if any(_TAKES_IN_NONE.match(label) for label in subject.labels):
        return None
    bands = subject.bands
    lowest = min(bands.bands, key=lambda band: band.low).low if bands is not None else 1
    return re.search(re.escape(match[0]), subject.text) if lowest >= 1 else None


def _chinese(subject: Subject) -> re.Match[str] | None:
    text = subject.text
    if subject.is_yes_no:
        return None
    if match := lexicon.pattern(FAMILY, "why").search(text):
        return match
    if not lexicon.pattern(FAMILY, "zh_asks_amount").search(text):
        return None
    things = "|".join(lexicon.entries(FAMILY, "zh_possessions"))
    if re.search(r"(?:有|养)(?:了)?(?:几|多少)(?:个|只|辆|条)", text):
        return None
    owned = re.search(rf"(?:您|你)(?:家)?(?:的)(?:{things})", text)
    return owned or lexicon.pattern(FAMILY, "zh_objects").search(text)
