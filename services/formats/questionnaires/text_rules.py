"""Display rules and number limits as people word them, English and Chinese."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordedRule:
    """Shown if the question numbered `mark` was answered with one of `labels`, or in the bounds."""

    mark: str
    labels: tuple[str, ...]
    said: str
    minimum: float | None = None
    maximum: float | None = None


_QUOTED = r"[\"'“”‘’「『《]([^\"“”‘’」』》]+?)[\"'“”‘’」』》]"
_ENGLISH = re.compile(
    r"^[\[(（【]?\s*(?:please\s+)?(?:ask|show|display|answer)?\s*(?:this\s+)?(?:question\s+)?"
    r"(?:only\s+)?if\s+(?:you answered\s+)?(?:question|item|q)\s*(?P<mark>\d{1,3})\s*"
    r"(?:=|==|is|was|:)\s*(?P<rest>.+?)\s*[\])）】]?\s*[.:]?\s*$",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"^[\[(（【]?\s*(?:如果|若|仅当|当|如)\s*(?:第\s*(?P<mark>\d{1,3})\s*题|Q\s*(?P<q>\d{1,3}))\s*"
    r"(?:的?答案)?\s*(?:选择?|为|是|=|回答)+\s*(?P<rest>.+?)(?:的?时?[，,]?\s*(?:请)?"
    r"(?:回答|显示|作答)?(?:本题|此题)?)\s*[\])）】]?\s*[。.:：]?\s*$"
)
_BOUND = re.compile(
    r"(?:(?P<low>-?\d+(?:\.\d+)?)\s*(?:to|-|–|至|到)\s*(?P<high>-?\d+(?:\.\d+)?)"
    r"|at least\s+(?P<least>-?\d+(?:\.\d+)?)|at most\s+(?P<most>-?\d+(?:\.\d+)?))$",
    re.IGNORECASE,
)


def worded_rule(text: str) -> WordedRule | None:
    """The rule an instruction states on one numbered question; None if it is another text."""
    match = _ENGLISH.match(text) or _CHINESE.match(text)
    if not match:
        return None
    groups = match.groupdict()
    mark = groups.get("mark") or groups.get("q") or ""
    rest = groups["rest"].strip()
    if bound := _BOUND.fullmatch(rest):
        low = bound["low"] or bound["least"]
        high = bound["high"] or bound["most"]
        return WordedRule(
            mark, (), text, float(low) if low else None, float(high) if high else None
        )
    quoted = re.findall(_QUOTED, rest)
    labels = quoted or [part for part in re.split(r"\s+or\s+|或者?|、", rest) if part]
    return WordedRule(mark, tuple(label.strip(" .。") for label in labels), text)


_LIMITS = (
    re.compile(
        r"(?:number|integer|whole number|value|figure)s?\s*,?\s*(?:from|between|of)?\s*"
        r"(?P<low>-?\d+(?:\.\d+)?)\s*(?:to|and|-|–)\s*(?P<high>-?\d+(?:\.\d+)?)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<low>\d+(?:\.\d+)?)\s*(?:至|到|~|～|—|-)\s*(?P<high>\d+(?:\.\d+)?)\s*(?:之间)?的?(?:整数|数字)"
    ),
)
_NUMBER = re.compile(
    r"\((?:enter |please enter )?(?:a |the )?(?:whole )?number\b|enter (?:a|the) (?:whole )?number"
    r"|\[number\b|（?(?:请)?(?:填写?|输入)(?:数字|整数)",
    re.IGNORECASE,
)


_LEAST = re.compile(
    r"(?:number|integer|value)s?,? (?:of )?at least (-?\d+(?:\.\d+)?)", re.IGNORECASE
)
_MOST = re.compile(r"(?:number|integer|value)s?,? (?:of )?at most (-?\d+(?:\.\d+)?)", re.IGNORECASE)


def limits(text: str) -> tuple[float | None, float | None, bool]:
    """(minimum, maximum, whether a number is asked for) as the instruction words them."""
    for pattern in _LIMITS:
        if match := pattern.search(text):
            return float(match["low"]), float(match["high"]), True
    least, most = _LEAST.search(text), _MOST.search(text)
    if least or most:
        return float(least[1]) if least else None, float(most[1]) if most else None, True
    return None, None, bool(_NUMBER.search(text))
