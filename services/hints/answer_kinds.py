"""What the answer of a question of a TREC class is called."""

from services.hints.models import QuestionType

PEOPLE = "people"
# One, and many of them.
_CALLED = {
    "HUM:ind": ("person", PEOPLE),
    "HUM:gr": ("group", "groups or organisations"),
    "LOC:city": ("city", "cities or towns"),
    "LOC:country": ("country", "countries"),
    "LOC:mount": ("mountain", "mountains"),
    "LOC:state": ("state", "states or provinces"),
    "LOC:other": ("place", "places"),
    "ENTY:animal": ("animal", "animals"),
    "ENTY:plant": ("plant", "plants"),
    "ENTY:food": ("food", "foods or drinks"),
    "ENTY:color": ("colour", "colours"),
    "ENTY:sport": ("sport", "sports"),
    "ENTY:cremat": ("work", "works of its kind"),
    "ENTY:instru": ("instrument", "instruments"),
    "ENTY:lang": ("language", "languages"),
    "ENTY:substance": ("substance", "substances"),
    "ENTY:event": ("event", "events"),
    "NUM:date": ("time", "dates or times"),
}
SURE = 0.5


def one(kind: QuestionType | None) -> str | None:
    """ "city"; None when the class is unsure or says little about the answer."""
    called = _called(kind)
    return called[0] if called else None


def many(kind: QuestionType | None) -> str:
    """ "cities or towns"; "answers" when nothing better is known."""
    called = _called(kind)
    return called[1] if called else "answers"


def _called(kind: QuestionType | None) -> tuple[str, str] | None:
    return _CALLED.get(kind.fine) if kind is not None and kind.confidence >= SURE else None
