"""How an item is answered, inferred from its text and options where a file does not say."""

import re
from collections.abc import Sequence
from itertools import pairwise

from services.questionnaire import anchors, scales
from services.questionnaire.escape import is_substantive
from services.questionnaire.models import Option, ResponseFormat

_MULTIPLE = re.compile(
    r"(?:^|[.?!:(\[]\s*|please )(select|tick|check|choose|mark|indicate|pick)( \w+){0,2} "
    r"(all|any|as many|every|those|up to)\b|"
    r"(?:^|[.?!:(\[]\s*|please )(select|tick|check|choose|mark|pick|name)( \w+){0,2} "
    r"(two|three|four|five|[2-5])\b|"
    r"\b(all|any) that apply\b|\bmore than one (answer|option)\b|"
    r"多选|可选多|最多选|选择所有|所有符合|任选|不定项|选出.{0,4}[2-9二三四五]项",
    re.IGNORECASE,
)
_YES = re.compile(r"^(yes|yeah|true|是|有|会|对|是的)\b", re.IGNORECASE)
_NO = re.compile(r"^(no|false|否|没有|不会|不是|无|不)\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"\bhow (many|much|old|far|tall|heavy|long)\b|\bwhat (age|number|percentage|year)\b|"
    r"\bin (what|which) year\b|多少|几[个次天岁小年月口人位]|多大年龄|(?<!出生)年龄|年份",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(date of birth|birth ?date|on (what|which) (date|day)|what (date|day) did|"
    r"what is the date)\b|"
    r"出生日期|日期|哪一天|几月几日",
    re.IGNORECASE,
)


def infer(text: str, labels: Sequence[str]) -> tuple[ResponseFormat, str | None]:
    """The response format, and the name of the catalogue scale if the options spell one out."""
    options = [Option(label=label) for label in labels if label.strip()]
    if not options:
        return _without_options(text), None
    if asks_for_several(text):
        return ResponseFormat.MULTIPLE, None
    if scale := scales.recognise(labels):
        return ResponseFormat.SCALE, scale.name
    substantive = [option.label for option in options if is_substantive(option)]
    if is_yes_no(substantive):
        return ResponseFormat.YES_NO, None
    graded = anchors.read_all(substantive)
    if (graded and len(graded) > 2) or _is_numeric_scale(substantive):
        return ResponseFormat.SCALE, None
    return ResponseFormat.SINGLE, None


def asks_for_several(text: str) -> bool:
    """Whether the stem says that more than one option may be chosen."""
    return _MULTIPLE.search(text) is not None


def is_yes_no(labels: Sequence[str]) -> bool:
    """Whether the substantive options are one yes and one no."""
    if len(labels) != 2:
        return False
    first, second = labels
    return any(_YES.match(a) and _NO.match(b) for a, b in ((first, second), (second, first)))


def _is_numeric_scale(labels: Sequence[str]) -> bool:
    """Consecutive whole numbers, as in a 0 to 10 rating; its ends may carry words."""
    numbers = [re.match(r"\d{1,2}(?!\d)", label.strip()) for label in labels]
    if len(labels) < 4 or not all(numbers):
        return False
    bare = sum(label.strip().isdigit() for label in labels)
    values = [int(match[0]) for match in numbers if match]
    steps = {b - a for a, b in pairwise(values)}
    return len(steps) == 1 and steps <= {1, -1} and bare >= len(labels) - 3


def _without_options(text: str) -> ResponseFormat:
    if _DATE.search(text):
        return ResponseFormat.DATE
    return ResponseFormat.NUMBER if _NUMBER.search(text) else ResponseFormat.OPEN
