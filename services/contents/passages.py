"""A set of passages in words: texts and the items written about them."""

from collections.abc import Iterator

from services.contents.parts import Line, Part, lines, spelled
from services.reading.models import ComprehensionItem, Passage, PassageSet

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def renamed(document: PassageSet, title: str) -> PassageSet:
    return document.model_copy(update={"name": title})


def parts(document: PassageSet) -> tuple[Part, ...]:
    """Everything of the set that an author sees, in the order of the page."""
    return tuple(_parts(document))


def _parts(document: PassageSet) -> Iterator[Part]:
    yield Part("set", "The set", lines(("Name", document.name)))
    for place, passage in enumerate(document.passages, start=1):
        yield Part(f"passage:{passage.id}", f"Passage {place}", _passage(passage))
        for number, item in enumerate(passage.items, start=1):
            yield Part(
                f"item:{item.id}", f"Passage {place}, question {number}", _item(item), depth=1
            )
        for item in passage.proposals:
            name = f"Passage {place}, suggested question"
            yield Part(f"suggested:{item.id}", name, _item(item), depth=1)
        for rewrite in passage.rewrites:
            yield Part(
                f"rewrite:{rewrite.id}",
                f"Passage {place}, easier sentence",
                lines(("Sentence", rewrite.original), ("Easier", rewrite.rewritten)),
                depth=1,
            )


def _passage(passage: Passage) -> tuple[Line, ...]:
    return lines(
        ("Title", passage.title),
        ("Text", passage.text),
        ("Second version", passage.edited),
        ("Grade aimed at", passage.target_grade),
    )


def _item(item: ComprehensionItem) -> tuple[Line, ...]:
    known = item.gold is not None and item.gold < len(item.options)
    return lines(
        ("Question", item.question),
        ("Options", tuple(_lettered(n, option) for n, option in enumerate(item.options))),
        ("Key", LETTERS[item.gold] if known and item.gold is not None else ""),
        ("Comprehension types", tuple(spelled(kind) for kind in item.types or ())),
        ("Feedback", item.feedback),
        ("Readers who were right", None if item.observed is None else f"{item.observed:.0%}"),
        ("Advice put aside", tuple(spelled(code) for code in item.dismissed)),
        ("Answered by", item.solver.solver if item.solver else ""),
        ("Tries to beat the reader", len(item.attempts) or None),
    )


def _lettered(place: int, option: str) -> str:
    letter = LETTERS[place] if place < len(LETTERS) else str(place + 1)
    return f"{letter}  {option}"
