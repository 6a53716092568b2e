"""What the order view of the page shows: each item's place, kind and sensitive subject."""

from dataclasses import dataclass

from services.questionnaire.item_kind import Kind, kind_of, sensitive_subject
from services.questionnaire.models import Questionnaire


@dataclass(frozen=True, slots=True)
class Position:
    """One item in the order: `sensitive` names the threatening subject it touches, if any."""

    item: int
    section: str
    kind: Kind
    sensitive: str | None


def positions(questionnaire: Questionnaire) -> tuple[Position, ...]:
    """The items in order. Facts are wanted before opinions, sensitive items late (Qsnail,
    section 1; Dillman, Smyth & Christian 2014); faults of order say where that is not so.
    """
    placed = [(section.title, item) for section in questionnaire.sections for item in section.items]
    return tuple(
        Position(index, title, kind_of(item), sensitive_subject(item.text))
        for index, (title, item) in enumerate(placed)
    )
