"""Labels made options: cleaned, distinct, sorted where they have an order, closed with escapes."""

import re
from collections.abc import Sequence

from services.questionnaire import escape, ranges
from services.questionnaire.models import Option, OptionRole
from services.questionnaire.numbering import strip_letters
from services.questionnaire.wording import (
    fits_language,
    is_whole,
    normal,
    sentence_case,
    trimmed,
    without_asides,
)

_HOW_OFTEN = re.compile(
    r"(?:always|often|sometimes|rarely|never|occasionally|frequently|regularly|seldom|daily|weekly|"
    r"monthly|every (?:day|week|month)|(?:once|twice|several times) (?:a|per))\b"
    r"|(?:几乎)?(?:每天|每周|每月|总是|经常|有时|偶尔|很少|从不|从来不)",
    re.IGNORECASE,
)
_ASKS_HOW_OFTEN = re.compile(
    r"\b(?:how (?:often|frequently|many|regularly)|frequency|when|how do|how would|how long)\b"
    r"|多久|频率|几次|多少次|经常|何时|什么时候|习惯",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"(?:both|all|everything)(?: of)?(?: (?:these|them|the above))?"
    r"|两者(?:都有?|皆有?)|(?:以上)?(?:都有|都是|全部)",
    re.IGNORECASE,
)
LONGEST_LABEL = 60
MOST = 7


def with_escapes(found: Sequence[str], language: str, *, several: bool) -> tuple[Option, ...]:
    """Labels as options, sorted if they are bands, closed by Other (and None of these)."""
    # "Both" goes without saying where several can be chosen.
    texts = [text for text in found if not (several and _ALL.fullmatch(text))]
    roles = [escape.role_of(text) for text in texts]
    bands = ranges.read(texts)
    if bands is not None:
        texts = [texts[place] for place in bands.order()]
        extra: list[Option] = []
    else:
        wanted = [OptionRole.OTHER, *([OptionRole.NONE] if several else [])]
        extra = [escape.escape_option(role, language) for role in wanted if role not in roles]
    options = [Option(label=text, role=escape.role_of(text)) for text in texts]
    return coded(escape.in_closing_order([*options, *extra]))


def coded(options: Sequence[Option]) -> tuple[Option, ...]:
    """Options with the codes 1 to n, in their order."""
    return tuple(
        option.model_copy(update={"code": str(number)})
        for number, option in enumerate(options, start=1)
    )


def cleaned(raw: Sequence[str], question: str, language: str, *, most: int = MOST) -> list[str]:
    """Whole, distinct labels in the language; those that repeat the question are dropped.

    None at all if they say how often where that is not asked: they answer another question.
    """
    kept: dict[str, str] = {}
    for text in strip_letters([" ".join(entry.split()) for entry in raw]):
        is_number = ranges.is_number(text)
        label = text if is_number else sentence_case(trimmed(without_asides(text)))
        usable = is_number or fits_language(label, language)
        whole = is_whole(label, LONGEST_LABEL) and len(text) < LONGEST_LABEL
        if usable and whole and normal(label) != normal(question):
            kept.setdefault(normal(label), label)
    substantive = [label for label in kept.values() if _is_answer(label)]
    how_often = sum(bool(_HOW_OFTEN.match(label)) for label in substantive)
    if 2 * how_often > len(substantive) and not _ASKS_HOW_OFTEN.search(question):
        return []
    return _apart(substantive)[:most]


def _is_answer(label: str) -> bool:
    """A real answer, or a way out in words of its own ("I do not cook"): the rest is added."""
    role = escape.role_of(label)
    own_words = label.startswith(("I ", "We ", "我"))
    return role is OptionRole.ORDINARY or (role is OptionRole.NONE and own_words)


def _apart(labels: Sequence[str]) -> list[str]:
    """Labels of which none holds another: "Pizza" goes before "Pizza and burgers"."""
    return [
        label
        for label in labels
        if ranges.is_number(label)
        or not any(other != label and _holds(label, other) for other in labels)
    ]


def _holds(label: str, other: str) -> bool:
    """Whether all of `other` stands in `label`: as words, in Chinese as characters."""
    whole, part = normal(label), normal(other)
    return part in whole if not part.isascii() else f" {part} " in f" {whole} "
