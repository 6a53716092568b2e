"""Lists of options: nobody left without an answer, nobody left with too many."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from services.questionnaire import lexicon
from services.questionnaire.escape import effective_role, escape_option, in_closing_order
from services.questionnaire.faults.finding import Hit, OptionsFix
from services.questionnaire.faults.range_options import with_codes
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject
from services.questionnaire.item_kind import sensitive_subject
from services.questionnaire.models import OptionRole, ResponseFormat

FAMILY = "option_set"
# Nominal lists up to this length can be weighed one by one; several may be picked from more.
MAX_NOMINAL = 12
MAX_NOMINAL_MULTIPLE = 15
# Verbal ratings above 7 points, numeric ones above 0 to 10, tell no more apart.
MAX_VERBAL_POINTS = 7
MAX_NUMERIC_POINTS = 11
MAX_BANDS = 12
# Ladders that are as long as they are.
FIXED_LADDERS = frozenset({"month", "weekday", "education", "ordinal"})


@item_rule("missing_escape_option")
def missing_escape_option(subject: Subject) -> Iterator[Hit]:
    """A nominal list without Other or None, or a sensitive question without a way to refuse."""
    roles = escape_needed(subject)
    if not roles:
        return
    language = "zh" if subject.chinese else "en"
    added = [escape_option(role, language) for role in roles]
    options = with_codes(in_closing_order((*subject.item.options, *added)))
    names = " / ".join(option.label for option in added)
    message = f"请加上“{names}”。" if subject.chinese else f"Add “{names}” for those it fits."
    yield Hit(message, fix=OptionsFix(options))


def escape_needed(subject: Subject) -> tuple[OptionRole, ...]:
    """Which escape options the item lacks, in closing order."""
    if len(subject.labels) < 2 or subject.roles & {OptionRole.NOT_APPLICABLE}:
        return ()
    if _may_be_refused(subject):
        return () if OptionRole.REFUSAL in subject.roles else (OptionRole.REFUSAL,)
    if subject.roles & {OptionRole.OTHER, OptionRole.NONE} or not _is_nominal(subject):
        return ()
    if _is_whole(subject):
        return ()
    return (OptionRole.OTHER, OptionRole.NONE) if subject.is_multiple else (OptionRole.OTHER,)


def _may_be_refused(subject: Subject) -> bool:
    """A report on oneself about a sensitive subject, answered with facts."""
    text = subject.question
    if subject.anchors is not None and not subject.bands:
        return False
    if lexicon.pattern(FAMILY, "refusable").search(text) and not subject.is_statement:
        return not (subject.roles & {OptionRole.OTHER} and _asks_gender(text))
    subject_matter = sensitive_subject(text)
    if subject_matter == "income":
        return subject.bands is not None and not subject.roles & {OptionRole.NONE}
    personal = lexicon.pattern(FAMILY, "personal_report").search(text)
    if subject_matter in (None, "alcohol") or personal is None:
        return False
    return subject.is_yes_no or (subject_matter == "crime" and subject.bands is not None)


def _asks_gender(text: str) -> bool:
    return lexicon.pattern(FAMILY, "gender").search(text) is not None


def _is_nominal(subject: Subject) -> bool:
    """Names of things, without an order or a number, under a stem that asks for one of many."""
    ordered = subject.bands or subject.rates or subject.anchors
    if ordered or subject.is_yes_no or subject.item.format is ResponseFormat.MATRIX:
        return False
    if _starts_yes_no(subject.labels) or (subject.is_statement and not subject.chinese):
        return False
    return lexicon.pattern(FAMILY, "open_domain").search(subject.question) is not None


def _starts_yes_no(labels: Sequence[str]) -> bool:
    return any(
        re.match(r"(?:yes|no)\b|是|否|会|不会|有|没", label, re.IGNORECASE) for label in labels
    )


def _is_whole(subject: Subject) -> bool:
    """Whether the list is complete by nature, or the stem names its alternatives."""
    plain = [
        re.sub(r"^(?:a|an|the|in|on|at|only|mainly) ", "", o.casefold()) for o in subject.labels
    ]
    for pair in lexicon.entries(FAMILY, "exhaustive"):
        if all(any(_starts(label, word) for label in plain) for word in pair):
            return True
    stem = subject.text.casefold()
    if all(label in stem for label in plain):
        return True
    return lexicon.pattern(FAMILY, "closed_stem").search(subject.question) is not None


def _starts(label: str, word: str) -> bool:
    return label == word or (word.isascii() and label.startswith(f"{word} "))


@item_rule("too_many_options")
def too_many_options(subject: Subject) -> Iterator[Hit]:
    """More points or names than a respondent can tell apart or keep in mind."""
    count, limit = len(subject.labels), _limit(subject)
    if count <= limit:
        return
    if subject.chinese:
        yield Hit(f"有{count}个选项，超过{limit}个就难以比较。")
    else:
        yield Hit(f"{count} options are more than one can weigh; use at most {limit}.")


def _limit(subject: Subject) -> int:
    graded = subject.anchors
    if graded is not None:
        return 99 if graded[0].dimension in FIXED_LADDERS else MAX_VERBAL_POINTS
    if _is_numbered(subject.labels):
        return MAX_NUMERIC_POINTS
    if subject.bands is not None or subject.rates is not None:
        return MAX_BANDS
    heads = Counter(label.casefold().split()[-1] for label in subject.labels if label.split())
    if heads and heads.most_common(1)[0][1] > MAX_VERBAL_POINTS:
        # "Hardly important, a little important, quite important ...": a scale of one's own.
        return MAX_VERBAL_POINTS
    return MAX_NOMINAL_MULTIPLE if subject.is_multiple else MAX_NOMINAL


def _is_numbered(labels: Sequence[str]) -> bool:
    """A rating by numbers, perhaps with words at its ends."""
    return (
        len(labels) > 3
        and all(re.match(r"\d{1,3}(?!\d)", label) for label in labels)
        and (sum(label.strip().isdigit() for label in labels) >= len(labels) - 3)
    )


def has_way_out(subject: Subject) -> bool:
    """Whether somebody to whom the question does not apply can say so."""
    escapes = {OptionRole.NONE, OptionRole.NOT_APPLICABLE}
    if re.search(r"\bnot\b|n't\b", subject.question) and any(
        re.match(r"i (?:do|did|have|am|was)\b", label, re.IGNORECASE) for label in subject.labels
    ):
        return True
    if escapes & {effective_role(option) for option in subject.item.options}:
        return True
    bands, rates = subject.bands, subject.rates
    if bands is not None and min(band.low for band in bands.bands) <= 0 and _counts_zero(bands):
        return True
    if rates is not None and min(rates) == 0:
        return True
    zero = r"^(?:0\b|zero|none|never|not at all|nothing|no\b|从不|从未|没有|不|无|0)"
    return any(re.match(zero, label, re.IGNORECASE) for label in subject.item.labels)


def _counts_zero(bands: object) -> bool:
    """A band from 0 up takes in those with none; "less than 1 year" of doing it does not."""
    from services.questionnaire.ranges import Bands

    assert isinstance(bands, Bands)
    return any(band.low == 0 for band in bands.bands)
