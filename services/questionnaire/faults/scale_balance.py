"""Bipolar scales with unequal sides or an off-centre middle."""

from collections.abc import Iterator, Sequence

from services.questionnaire import scales
from services.questionnaire.anchors import Anchor
from services.questionnaire.faults.finding import Hit, OptionsFix
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject
from services.questionnaire.models import Option

# Self-rated health and its kind: skewed, yet standard in the field.
ACCEPTED = (
    ("excellent", "very good", "good", "fair", "poor"),
    ("excellent", "good", "fair", "poor"),
    ("very good", "good", "fair", "poor"),
)
# Dimensions that rise from nothing and have no two sides.
ONE_SIDED = frozenset(
    {"frequency", "amount", "education", "size", "level", "severity", "skill", "ordinal",
     "weekday", "month", "daypart"}
)  # fmt: skip


@item_rule("unbalanced_scale")
def unbalanced_scale(subject: Subject) -> Iterator[Hit]:
    """More points on one side than on the other, or the middle not in the middle."""
    graded = subject.anchors
    if graded is None or len(graded) < 3 or graded[0].dimension in ONE_SIDED:
        return
    if _is_accepted(subject.labels) or any(anchor.zero for anchor in graded):
        return
    if is_trichotomy(graded):
        return
    below = [i for i, anchor in enumerate(graded) if anchor.side < 0]
    above = [i for i, anchor in enumerate(graded) if anchor.side > 0]
    middle = [i for i, anchor in enumerate(graded) if anchor.side == 0]
    if not below and _starts_low(graded):
        return
    off_centre = bool(middle) and len(graded) % 2 == 1 and middle != [len(graded) // 2]
    if len(below) == len(above) and not off_centre:
        return
    few, many = sorted((below, above), key=len)
    indices = tuple(subject.substantive[i][0] for i in (many if few != many else middle))
    yield Hit(
        _message(subject, len(below), len(above)), options=indices, fix=_balanced(subject, graded)
    )


def is_trichotomy(graded: Sequence[Anchor]) -> bool:
    """ "Better, worse, about the same": by custom the neutral answer may stand last."""
    return len(graded) == 3 and {anchor.side for anchor in graded} == {-1, 0, 1}


def _starts_low(graded: Sequence[Anchor]) -> bool:
    """ "Not very likely, somewhat likely, very likely": one side, but from its low end."""
    return min(anchor.value for anchor in graded) < 0.5 and all(a.side > 0 for a in graded)


def _is_accepted(labels: Sequence[str]) -> bool:
    plain = tuple(label.casefold().strip() for label in labels)
    return plain in ACCEPTED or plain[::-1] in ACCEPTED


def _message(subject: Subject, below: int, above: int) -> str:
    if subject.chinese:
        return f"量表有{above}个正面选项和{below}个负面选项，两边应当对称。"
    return f"The scale has {above} positive and {below} negative points; both sides need as many."


def _balanced(subject: Subject, graded: Sequence[Anchor]) -> OptionsFix | None:
    """The catalogue's balanced scale of that dimension, escapes kept, in the author's direction."""
    known = {scale.name for scale in scales.catalogue()}
    name = {"comparison": "change", "change": "change_amount", "truth": "truth_of_me"}.get(
        graded[0].dimension, graded[0].dimension
    )
    if name not in known:
        return None
    language = "zh" if subject.chinese else "en"
    options = scales.named(name, language=language).options
    if graded[0].value > graded[-1].value:
        options = options[::-1]
    escapes = [o for i, o in enumerate(subject.item.options) if i not in dict(subject.substantive)]
    return OptionsFix((*options, *_recoded(escapes, len(options))))


def _recoded(options: Sequence[Option], taken: int) -> list[Option]:
    return [
        option.model_copy(update={"code": str(taken + position)})
        for position, option in enumerate(options, start=1)
    ]
