"""Numeric options that overlap, or that leave values out."""

import re
from collections.abc import Iterator, Sequence

from services.questionnaire import ranges
from services.questionnaire.escape import effective_role
from services.questionnaire.faults.finding import Hit, OptionsFix
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject
from services.questionnaire.faults.wording import QUANTITY, is_conditional
from services.questionnaire.models import Option, OptionRole
from services.questionnaire.range_repair import repair
from services.questionnaire.ranges import INFINITY, Bands

_COUNT = re.compile(
    r"\bhow (?:many|often)\b(?! (?:stars|points|marks))|\bnumber of\b|"
    r"几(?:次|天|个|本|杯|支|人|口)|多少(?:次|天|个|本|杯|人)",
    re.IGNORECASE,
)
_AGE = re.compile(r"\bhow old\b|\bage\b|年龄|多大", re.IGNORECASE)
_MONEY = re.compile(r"income|salary|rent|earn|spend|cost|price|pay|收入|工资|费|花", re.IGNORECASE)
# Nobody could answer zero: the question is about what there must be at least one of.
_AT_LEAST_ONE = re.compile(
    r"\bincluding you\b|\b(?:people|persons|members|employees|rooms|bedrooms|adults|floors|years|"
    r"languages|students|staff|nights)\b|家有几口人|几口人|多少人",
    re.IGNORECASE,
)
_OPTIONAL = re.compile(
    r"\bhow (?:many|often|much)\b.*\b(?:did|do|does|have|has|were) (?:you|your|the)\b|"
    r"(?:几|多少)(?:次|天|本|个|只|杯|场|部)",
    re.IGNORECASE,
)
# "How many of the five sessions": there are no more.
_OF_SO_MANY = re.compile(r"\bhow many of (?:the|these|those|our|your)\b", re.IGNORECASE)
# Largest value that exists, by what is counted over what.
_NATURAL_TOPS = (
    (
        re.compile(
            r"\bdays?\b.*\bweek\b|\b7 (?:days|nights)\b|\bweek\b.*\bdays\b|周.*几天|7天", re.I
        ),
        7,
    ),
    (re.compile(r"\bhours?\b.*\bday\b|每天.*小时", re.I), 24),
    (re.compile(r"percent|%|\bshare\b|百分", re.I), 100),
    (re.compile(r"\bdays?\b.*\bmonth\b|\b30 days\b|每月.*天|30天", re.I), 30),
    (re.compile(r"\bmonths?\b.*\byear\b", re.I), 12),
    (re.compile(r"\b(?:what|which) year\b", re.I), 2020),
    (re.compile(r"\b2 weeks\b|\b14 days\b|14天|两周", re.I), 14),
)


@item_rule("overlapping_ranges")
def overlapping_ranges(subject: Subject) -> Iterator[Hit]:
    """One value fits two options."""
    bands = _interval_bands(subject)
    if bands is None:
        return
    pairs = bands.overlaps()
    if not pairs:
        return
    indices = _indices(subject, [i for pair in pairs for i in pair])
    labels = [subject.item.options[i].label for i in indices[:2]]
    yield Hit(_overlap_message(subject, labels), options=indices, fix=_repaired(subject, bands))


@item_rule("gap_in_ranges")
def gap_in_ranges(subject: Subject) -> Iterator[Hit]:
    """Values between two options, above the highest or below the lowest fit none."""
    bands = subject.bands
    if bands is None or not _is_quantity(subject, bands):
        return
    gaps = bands.gaps()
    low, high = _open_low(subject, bands), _open_high(subject, bands)
    if not (gaps or low or high):
        return
    missing = []
    if gaps:
        missing.append("between the options" if subject.english else "选项之间")
    if low:
        missing.append("below the lowest" if subject.english else "低于最小选项")
    if high:
        missing.append("above the highest" if subject.english else "高于最大选项")
    indices = _indices(subject, [i for pair in gaps for i in pair])
    if subject.chinese:
        message = f"{'、'.join(missing)}的数值没有可选的选项。"
    else:
        message = f"Values {' and '.join(missing)} fit no option."
    yield Hit(message, options=indices, fix=_repaired(subject, bands, low, high))


def _interval_bands(subject: Subject) -> Bands | None:
    """The bands where at least one is a real interval: a list of points cannot overlap."""
    bands = subject.bands
    if bands is None or all(band.is_point for band in bands.bands):
        return None
    return bands


def _is_quantity(subject: Subject, bands: Bands) -> bool:
    """Points are a quantity only if the stem counts: 0 to 5 may be a rating or a grade."""
    if any(not band.is_point for band in bands.bands):
        return True
    return _COUNT.search(subject.question) is not None and not subject.is_multiple


def _open_high(subject: Subject, bands: Bands) -> bool:
    """No open top although larger values exist."""
    top = max(band.high for band in bands.bands)
    if top == INFINITY or not QUANTITY.search(subject.question):
        return False
    if _OF_SO_MANY.search(subject.question):
        return False
    text = " ".join((subject.text, *subject.labels))
    return not any(rule.search(text) and top >= limit for rule, limit in _NATURAL_TOPS)


def _open_low(subject: Subject, bands: Bands) -> bool:
    """The lowest option leaves out values that a respondent may have."""
    bottom = min(band.low for band in bands.bands)
    if is_conditional(subject):
        return False
    if bottom in (-INFINITY, 0) or bottom < 0 or _has_zero(subject):
        return False
    if not QUANTITY.search(subject.question):
        return False
    if _AGE.search(subject.question):
        # A survey of adults may start at 18; one open at the top is whole for its population.
        return max(band.high for band in bands.bands) < INFINITY
    if bottom > 1:
        return True
    if subject.item.shown_if is not None:
        # Only those are asked who do it at all.
        return False
    if _AT_LEAST_ONE.search(subject.question):
        return False
    return _OPTIONAL.search(subject.question) is not None


def _has_zero(subject: Subject) -> bool:
    """None, Never, "I do not ..." stand for zero beside numbers."""
    roles = (effective_role(option) for option in subject.item.options)
    return any(role in (OptionRole.NONE, OptionRole.NOT_APPLICABLE) for role in roles)


def _repaired(
    subject: Subject, bands: Bands, open_low: bool = False, open_high: bool = False
) -> OptionsFix | None:
    """Rebuilt bands in the author's direction; every other option stays where it stands."""
    labels = [subject.item.options[i].label for i, _ in subject.substantive]
    ages = _AGE.search(subject.question) is not None
    if not (subject.english or subject.chinese):
        return None
    rebuilt = repair(bands, labels, ages=ages, open_low=open_low, open_high=open_high)
    if rebuilt is None or not _is_clean(rebuilt):
        return None
    if not bands.rising and bands.is_sorted:
        rebuilt = rebuilt[::-1]
    kept = {option.label: option.code for option in subject.item.options}
    numeric = [Option(label=label, code=kept.get(label, "")) for label in rebuilt]
    inside = dict(subject.substantive)
    before = [o for i, o in enumerate(subject.item.options) if i not in inside and i < min(inside)]
    after = [o for i, o in enumerate(subject.item.options) if i not in inside and i > min(inside)]
    return OptionsFix(with_codes((*before, *numeric, *after)))


def _is_clean(labels: Sequence[str]) -> bool:
    """Whether the rebuilt labels read back without overlap or gap."""
    bands = ranges.read(labels)
    return bands is not None and not bands.overlaps() and not bands.gaps()


def with_codes(options: Sequence[Option]) -> tuple[Option, ...]:
    """Options with the codes they have, new ones given the lowest codes still free."""
    taken = {option.code for option in options if option.code}
    free = (str(n) for n in range(1, 10_000) if str(n) not in taken)
    return tuple(o if o.code else o.model_copy(update={"code": next(free)}) for o in options)


def _overlap_message(subject: Subject, labels: Sequence[str]) -> str:
    if subject.chinese:
        return f"“{labels[0]}”与“{labels[-1]}”有重叠的数值。"
    return f"A value can fit both “{labels[0]}” and “{labels[-1]}”."


def _indices(subject: Subject, places: Sequence[int]) -> tuple[int, ...]:
    """Indices among all options of places among the substantive ones."""
    return tuple(sorted({subject.substantive[place][0] for place in places}))
