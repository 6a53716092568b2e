"""Options that say how often in counts: "Every day", "1-3 times a month", "每周1-2次".

Read as events a year, good enough to put them in order; escape options are left out before.
"""

import re
import unicodedata
from collections.abc import Sequence

_PER_YEAR = {
    "hour": 8_760.0, "day": 365.0, "week": 52.0, "fortnight": 26.0, "month": 12.0, "term": 3.0,
    "semester": 2.0, "quarter": 4.0, "year": 1.0, "小时": 8_760.0, "天": 365.0, "日": 365.0,
    "周": 52.0, "星期": 52.0, "月": 12.0, "季度": 4.0, "学期": 2.0, "年": 1.0, "evening": 365.0,
    "night": 365.0, "morning": 365.0, "weekday": 260.0, "weekend": 52.0,
}  # fmt: skip
_ADVERBS = {
    "hourly": 8_760.0, "daily": 365.0, "weekly": 52.0, "fortnightly": 26.0, "monthly": 12.0,
    "quarterly": 4.0, "yearly": 1.0, "annually": 1.0, "most days": 300.0, "every other day": 180.0,
    "constantly": 20_000.0, "几乎每天": 300.0,
}  # fmt: skip
_NEVER = re.compile(r"^(never|not at all|not in the past .*|从不|从来没有|从未|没有|不去)$")
_RARER = re.compile(r"^(less|less often|less frequently|rarer|rarely|seldom|更少|很少|偶尔)$")
_COUNT = re.compile(
    r"(?P<less>less than |under |不到)?(?P<more>more than |over |at least |超过)?(?:about )?"
    r"(?P<low>\d+|once|twice|one|two|three|four|five|six|a few|several|a couple of|几|数|一|两|三)"
    r"(?:\s*(?:-|to|or|至|到)\s*(?P<high>\d+|twice|two|three|four|five|six))?"
)
_ENGLISH = "|".join(unit for unit in _PER_YEAR if unit.isascii())
_CHINESE = "|".join(unit for unit in _PER_YEAR if not unit.isascii())
_RATE = re.compile(
    rf"^(?P<count>.*?)\s*(?:times?|days?|evenings?|nights?|occasions?)?\s*"
    rf"(?:a|an|per|each|every|in a|/)\s*(?P<every>\d+|two|three|four|other|few)?\s*"
    rf"(?P<unit>{_ENGLISH})s?(?: or more(?: often)?| or less(?: often)?| on average)?$"
)
_RATE_ZH = re.compile(
    rf"^(?:大?约|平均)?每(?P<every>\d+|两|三|几|隔一)?个?(?P<unit>{_CHINESE})"
    r"(?P<count>.*?)(?:次|天|回|遍)?(?:及以上|以上|左右)?$"
)
_NUMBERS = {
    "once": 1.0, "twice": 2.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0,
    "six": 6.0, "a few": 3.0, "several": 4.0, "a couple of": 2.0, "few": 3.0, "other": 2.0,
    "几": 3.0, "数": 3.0, "一": 1.0, "两": 2.0, "三": 3.0, "隔一": 2.0,
}  # fmt: skip


def read(labels: Sequence[str]) -> tuple[float, ...] | None:
    """Events a year for each label; None unless all are rates and one names a period."""
    values = [per_year(label) for label in labels]
    present = [value for value in values if value is not None]
    if len(present) < len(labels) or not any(value >= 1 for value in present):
        return None
    return tuple(present)


def per_year(label: str) -> float | None:
    """Events a year; "less often" is a little more than never."""
    text = re.sub(r"[‐-―−~〜～—]+", "-", unicodedata.normalize("NFKC", label).casefold())
    text = " ".join(text.split()).strip(" .。")
    if _NEVER.match(text):
        return 0.0
    if _RARER.match(text):
        return 0.1
    if text in _ADVERBS:
        return _ADVERBS[text]
    match = _RATE.match(text) or _RATE_ZH.match(text)
    if not match:
        return None
    every = _number(match["every"]) if match["every"] else 1.0
    count = _count(match["count"].strip())
    return None if count is None else count * _PER_YEAR[match["unit"]] / every


def _count(text: str) -> float | None:
    if not text or text in ("about", "almost", "nearly", "几乎"):
        return 1.0
    match = _COUNT.match(text)
    if not match:
        return None
    low = _number(match["low"])
    count = (low + _number(match["high"])) / 2 if match["high"] else low
    if match["less"]:
        return count * 0.5
    return count * 1.5 if match["more"] else count


def _number(text: str) -> float:
    return float(text) if text.isdigit() else _NUMBERS[text]
