"""What a file leaves unsaid and its wording tells: roles of options, yes/no, one or several."""

import re
from collections.abc import Sequence

from services.questionnaire import anchors, ranges, rates
from services.questionnaire.escape import role_of
from services.questionnaire.models import OptionRole, ResponseFormat

EXCLUSIVE = frozenset(
    {OptionRole.NONE, OptionRole.DONT_KNOW, OptionRole.NOT_APPLICABLE, OptionRole.REFUSAL}
)
_YES = {"yes", "y", "true", "是", "有", "是的", "会", "oui", "ja", "sí", "si"}
_NO = {"no", "n", "false", "否", "没有", "不是", "不会", "non", "nein"}
_SEVERAL = re.compile(
    r"(select|choose|check|tick|mark|pick|circle) (all|any|as many|one or more|up to)\b"
    r"|all that apply|multiple (answers|choices|responses)|more than one answer"
    r"|多选|可多选|不定项|选出所有|可选多项|(选择|勾选)所有"
    r"|mehrfach(nennung|antwort|auswahl)|mehrere (antworten|angaben)|alle[s]? zutreffende"
    r"|plusieurs (réponses|choix)|varias (respuestas|opciones)",
    re.IGNORECASE,
)
# What is counted comes next: "How many of these are true?" asks for one of the options, if any.
_COUNTED = re.compile(
    r"^(?:and |on average,? |in total,? |about |in (?:a|the) [^,?]{3,40}, )*"
    r"(?:how (?:many|old)\b|(?:in )?(?:what|which) year\b)"
    r"|^(?:und )?wie ?viele\b|^wie alt\b"
    r"|多少(?:个|次|天|小时|分钟|元|人|本|岁)|几(?:个|次|天|岁|小时)",
    re.IGNORECASE,
)
_POINT = re.compile(r"-?\d{1,2}(?: \([^()]+\))?")


def is_yes_no(labels: Sequence[str]) -> bool:
    """Whether the options are a yes and a no, in this order or the other, and nothing else."""
    words = [label.strip().strip(".。!！").casefold() for label in labels]
    return len(words) == 2 and (
        (words[0] in _YES and words[1] in _NO) or (words[0] in _NO and words[1] in _YES)
    )


def asks_for_several(text: str) -> bool:
    """Whether the question's wording allows more than one answer."""
    return bool(_SEVERAL.search(text))


def asks_for_a_number(text: str) -> bool:
    """Whether an item without options is answered with a number, by the way it asks."""
    return bool(_COUNTED.search(text.strip()))


def is_graded(labels: Sequence[str]) -> bool:
    """Whether the options rise in one order, so that only one of them can be true."""
    ordinary = _ordinary(labels)
    if len(ordinary) < 2:
        return False
    graded = anchors.read_all(ordinary) or rates.read(ordinary)
    return bool(graded) or ranges.read(ordinary) is not None


def is_scale(labels: Sequence[str]) -> bool:
    """Whether the options are degrees of one thing, among which "Neither" is the middle."""
    ordinary = _ordinary(labels)
    return len(ordinary) > 1 and anchors.read_all(ordinary) is not None


def _ordinary(labels: Sequence[str]) -> list[str]:
    return [label for label in labels if role_of(label) is OptionRole.ORDINARY]


def is_points(labels: Sequence[str]) -> bool:
    """Whether the options are numbers that count on, with words at the ends at most."""
    if len(labels) < 3 or not all(_POINT.fullmatch(label) for label in labels):
        return False
    numbers = [int(label.split(" ", 1)[0]) for label in labels]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def closed_format(labels: Sequence[str]) -> ResponseFormat:
    """Yes/no or single choice, by the options' wording."""
    return ResponseFormat.YES_NO if is_yes_no(labels) else ResponseFormat.SINGLE


def exclusive_role(label: str) -> OptionRole:
    """The role of an option that is known to exclude the others; `none` if its wording is mute."""
    role = role_of(label)
    return role if role in EXCLUSIVE else OptionRole.NONE


def read_role(
    label: str,
    *,
    exclusive: bool | None = None,
    other: bool | None = None,
    rating: bool = False,
) -> OptionRole:
    """The role of an option as a file tells it.

    `exclusive` and `other` are what the file marks; None where it cannot mark that, so that the
    wording decides. With `rating` the option is a point of a scale or the column of a matrix:
    there "Neither" or "None of the time" is an answer like the others.
    """
    if exclusive:
        return exclusive_role(label)
    if other:
        return OptionRole.OTHER
    guess = role_of(label)
    if rating and guess in (OptionRole.NONE, OptionRole.OTHER):
        return OptionRole.ORDINARY
    if guess in EXCLUSIVE:
        return guess if exclusive is None else OptionRole.ORDINARY
    return guess if other is None else OptionRole.ORDINARY


def before_exclusive(roles: Sequence[OptionRole]) -> int:
    """Where a free-text option goes that a format keeps apart: before closing exclusive ones."""
    position = len(roles)
    while position and roles[position - 1] in EXCLUSIVE:
        position -= 1
    return position
