"""Options of a question that is answered with a number: bands made of limits, never by the model.

Bands grow with the numbers, touch without overlap and are open at the top. Counts are whole
numbers ("0", "1-2", "10 or more"); spans and measures are continuous ("1 to less than 3 hours").
"""

import re
from itertools import pairwise

from services.questionnaire.models import Option
from services.questionnaire.wording import trimmed

# Counts over a named period: few answers are zero, many are small, some are large.
_PERIODS = (
    (r"past (7 days|week)|typical week|(a|per|each) week|过去(7|七)天|每周|一周", (1, 2, 3, 5)),
    (r"past (30 days|month)|(a|per|each) month|过去(30|三十)天|每月", (1, 2, 4, 8)),
    (r"past 3 months|过去(3|三)个月", (1, 2, 4, 8)),
    (r"past (12 months|year)|(a|per|each) year|过去(12|十二)个月|过去一年|每年", (1, 3, 6, 12)),
)
_ROUND = (1, 2, 5)
# English singular and plural, and Chinese, of units that are measured rather than counted.
_UNITS = {
    "minutes": ("minute", "minutes", "分钟"),
    "hours": ("hour", "hours", "小时"),
    "weeks": ("week", "weeks", "周"),
    "months": ("month", "months", "个月"),
    "years": ("year", "years", "年"),
    "km": ("km", "km", "公里"),
    "kg": ("kg", "kg", "公斤"),
    "grams": ("gram", "grams", "克"),
    "litres": ("litre", "litres", "升"),
}
_SYNONYMS = {
    "min": "minutes", "hr": "hours", "h": "hours", "yr": "years", "kilometres": "km",
    "kilometers": "km", "kilograms": "kg", "kilos": "kg", "g": "grams", "liters": "litres",
    "l": "litres", "公里": "km", "千米": "km", "公斤": "kg", "千克": "kg", "克": "grams",
    "升": "litres", "分钟": "minutes", "小时": "hours", "周": "weeks", "星期": "weeks",
    "月": "months", "个月": "months", "年": "years",
}  # fmt: skip
# What no answer can exceed, whatever the model thinks.
_MOST = {"hours": 24, "minutes": 600, "years": 60, "months": 60, "weeks": 52}
_SPAN = re.compile(r"\b(per|each|every|typical|usual) (week|month)\b|每(周|月)", re.IGNORECASE)


def period_counts(text: str, language: str) -> tuple[Option, ...] | None:
    """Bands for events in a period the question names; None if it names none."""
    for pattern, starts in _PERIODS:
        if re.search(pattern, text, re.IGNORECASE):
            return counts(starts, language)
    return None


def counts(starts: tuple[int, ...], language: str = "en") -> tuple[Option, ...]:
    """Bands of whole numbers: 0, then one from each of `starts` (rising) on, the last open."""
    more = "或更多" if language.split("-")[0] == "zh" else " or more"
    labels = ["0"] if starts[0] == 1 else [f"0-{starts[0] - 1}"]
    for low, following in pairwise(starts):
        labels.append(str(low) if following == low + 1 else f"{low}-{following - 1}")
    return _options([*labels, f"{starts[-1]}{more}"])


def count_bands(most: int, language: str) -> tuple[Option, ...]:
    """Bands for a count whose usual answers reach `most`."""
    if most <= 5:
        return counts(tuple(range(1, max(most, 2) + 1)), language)
    return counts((1, *(start for start in _cuts(most) if start > 1)), language)


def measure_bands(most: float, unit: str, language: str) -> tuple[Option, ...]:
    """Bands for a measure in a known `unit` whose usual answers reach `most`."""
    singular, plural, chinese = _UNITS[unit]
    cuts = _cuts(max(most, 2))

    def named(number: int) -> str:
        return f"{number} {singular if number == 1 else plural}"

    if language.split("-")[0] == "zh":
        labels = [f"不到{cuts[0]}{chinese}"]
        labels += [f"{low}{chinese}至不到{high}{chinese}" for low, high in pairwise(cuts)]
        return _options([*labels, f"{cuts[-1]}{chinese}或更多"])
    labels = [f"Less than {named(cuts[0])}"]
    labels += [f"{low} to less than {named(high)}" for low, high in pairwise(cuts)]
    return _options([*labels, f"{named(cuts[-1])} or more"])


def unit_in(text: str) -> str | None:
    """The unit a question asks in ("how many hours"), in the form of the catalogue."""
    match = re.search(
        r"how many (hours|minutes|months|years|weeks)\b|几个?(小时|分钟|公里|个月|年)|"
        r"多少(小时|分钟|公里|个月|年)",
        text,
        re.IGNORECASE,
    )
    if match:
        return known_unit(next(group for group in match.groups() if group))
    if re.search(r"\bhow old\b|多大了", text, re.IGNORECASE):
        return "years"
    return "km" if re.search(r"\bhow far\b|多远", text, re.IGNORECASE) else None


def known_unit(word: str) -> str | None:
    """The catalogue's form of a unit ("kilograms" and "公斤" are kg); None for what is counted."""
    word = trimmed(word).casefold()
    for form in (word, f"{word}s"):
        if form in _UNITS:
            return form
    return _SYNONYMS.get(word)


def possible(most: float, unit: str | None, text: str) -> float:
    """`most` within what can be: no day has 30 hours."""
    ceiling = _MOST.get(unit or "", 1_000_000)
    if unit == "hours" and _SPAN.search(text):
        ceiling = 168
    return max(1, min(most, ceiling))


def _cuts(most: float) -> tuple[int, ...]:
    """Three or four round numbers up to about `most`, growing: 10 gives 1, 2, 5, 10."""
    rounds = [step * 10**power for power in range(7) for step in _ROUND]
    upper = max((number for number in rounds if number <= most), default=2)
    place = rounds.index(max(upper, 2))
    return tuple(rounds[max(0, place - 3) : place + 1])


def _options(labels: list[str]) -> tuple[Option, ...]:
    return tuple(Option(label=label, code=str(n)) for n, label in enumerate(labels, start=1))
