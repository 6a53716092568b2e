"""Passages and their items cut down to what a format can hold, with every difference named."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from services.formats.base import Loss
from services.formats.rewriting import Rewrite, apply_rewrites
from services.reading.models import ComprehensionItem, ComprehensionType, Passage, PassageSet


class Part(StrEnum):
    """Parts of a passage set that not every format has a place for."""

    NAME = "the set's name"
    PASSAGES = "the passages"
    TITLES = "the passages' titles"
    LONE_PASSAGES = "passages without items"
    UNKEYED = "items without a key"
    FEEDBACK = "feedback"
    TYPES = "comprehension types"


@dataclass(frozen=True)
class Target:
    """What a format holds.

    `passages`, `questions`, `options` and `names` are rewritten besides `texts`, which applies to
    all. `blank` is written for a question or an option without text, `blank_passage` for a
    passage. Items with more than `max_options` are left out.
    """

    label: str
    carries: frozenset[Part]
    texts: tuple[Rewrite, ...] = ()
    passages: tuple[Rewrite, ...] = ()
    titles: tuple[Rewrite, ...] = ()
    questions: tuple[Rewrite, ...] = ()
    options: tuple[Rewrite, ...] = ()
    names: tuple[Rewrite, ...] = ()
    blank: str = ""
    blank_passage: str = ""
    min_options: int = 2
    max_options: int | None = None


@dataclass(frozen=True)
class Prepared:
    """The passages as the file will hold them, and what that lost."""

    passages: PassageSet
    losses: tuple[Loss, ...]


def losses_for(target: Target) -> Callable[[PassageSet], tuple[Loss, ...]]:
    """The `losses` function of a format with that target."""

    def losses(passages: PassageSet) -> tuple[Loss, ...]:
        """What the file cannot hold, item by item over all passages."""
        return prepare(passages, target).losses

    return losses


def prepare(passages: PassageSet, target: Target) -> Prepared:
    """Cut `passages` down to `target`."""
    lost: list[Loss] = []
    kept: list[Passage] = []
    index = 0
    for place, passage in enumerate(passages.passages, start=1):
        items = []
        for item in passage.items:
            written = _item(index, item, target, lost)
            items += [written] if written else []
            index += 1
        head = _head(place, passage, target, lost)
        alone = Part.LONE_PASSAGES in target.carries and (head["title"] or head["text"])
        if items or alone:
            kept.append(passage.model_copy(update={**head, "items": tuple(items), "proposals": ()}))
        else:
            lost.append(Loss(None, f"Passage {place} has no items to write: left out.", "passages"))
    name = passages.name
    if name and Part.NAME not in target.carries:
        lost.append(Loss(None, "The set's name is not stored.", "name"))
        name = ""
    name = apply_rewrites(None, name, target.texts + target.names, lost, "name")
    if any(p.proposals or p.rewrites or p.edited is not None for p in passages.passages):
        lost.append(Loss(None, "Proposals and second versions stay in Askwright's own file."))
    merged = _merged(kept, target, lost)
    ordered = sorted(lost, key=lambda loss: -1 if loss.item is None else loss.item)
    update = {"name": name, "passages": tuple(merged)}
    return Prepared(passages.model_copy(update=update), tuple(ordered))


def _head(place: int, passage: Passage, target: Target, lost: list[Loss]) -> dict[str, Any]:
    """Title and text as the target holds them."""
    title, text = passage.title, passage.text
    if text.strip() and Part.PASSAGES not in target.carries:
        lost.append(Loss(None, f"The text of passage {place} is not stored.", "passages"))
        text = ""
    if title and Part.TITLES not in target.carries:
        lost.append(Loss(None, f"The title of passage {place} is not stored.", "titles"))
        title = ""
    text = apply_rewrites(None, text, target.texts + target.passages, lost, "passages")
    title = apply_rewrites(None, title, target.texts + target.titles, lost, "titles")
    if title and not text and target.blank_passage:
        lost.append(Loss(None, f"Passage {place} has no text.", "passages"))
        text = target.blank_passage
    return {"title": title, "text": text, "edited": None}


def _merged(passages: list[Passage], target: Target, lost: list[Loss]) -> list[Passage]:
    """Passages the file cannot tell from the one before are joined to it."""
    result: list[Passage] = []
    for passage in passages:
        before = result[-1] if result else None
        same = before is not None and (before.title, before.text) == (passage.title, passage.text)
        hidden = before is not None and not passage.title and not passage.text
        joins = same or (hidden and bool(target.blank_passage))
        if before is not None and joins:
            told = Loss(None, "A passage is joined to the one before.", "passages")
            lost += [] if told in lost else [told]
            result[-1] = before.model_copy(update={"items": before.items + passage.items})
        else:
            result.append(passage)
    return result


def _item(
    index: int, item: ComprehensionItem, target: Target, lost: list[Loss]
) -> ComprehensionItem | None:
    why = _unusable(item, target)
    if why:
        lost.append(Loss(index, f"{why}: left out.", "items"))
        return None
    rules = target.texts + target.options
    options = tuple(
        apply_rewrites(index, option, rules, lost, "options", target.blank)
        for option in item.options
    )
    feedback, types = _extras(index, item, target, lost)
    gold = item.gold if _keyed(item) else None
    if gold != item.gold:
        lost.append(Loss(index, "Its key is none of its options.", "gold"))
    return item.model_copy(
        update={
            "question": apply_rewrites(
                index,
                item.question,
                target.texts + target.questions,
                lost,
                "question",
                target.blank,
            ),
            "options": options,
            "gold": gold,
            "types": types or None,
            "observed": None,
            "feedback": apply_rewrites(index, feedback, target.texts, lost, "feedback"),
        }
    )


def _extras(
    index: int, item: ComprehensionItem, target: Target, lost: list[Loss]
) -> tuple[str, tuple[ComprehensionType, ...] | None]:
    """Feedback and types, where the target holds them."""
    feedback, types = item.feedback, item.types
    if feedback and Part.FEEDBACK not in target.carries:
        lost.append(Loss(index, "Its feedback is not stored.", "feedback"))
        feedback = ""
    if types and Part.TYPES not in target.carries:
        lost.append(Loss(index, "Its comprehension types are not stored.", "types"))
        types = None
    return feedback, types


def _keyed(item: ComprehensionItem) -> bool:
    return item.gold is not None and 0 <= item.gold < len(item.options)


def _unusable(item: ComprehensionItem, target: Target) -> str:
    if len(item.options) < target.min_options:
        return f"It has fewer than {target.min_options} options"
    if target.max_options is not None and len(item.options) > target.max_options:
        return f"It has more than {target.max_options} options"
    if not _keyed(item) and Part.UNKEYED not in target.carries:
        return "It has no key"
    return ""


def grouped(found: list[tuple[str, str, ComprehensionItem]]) -> tuple[Passage, ...]:
    """Passages out of (title, text, item) rows: neighbours with the same passage share it."""
    passages: list[Passage] = []
    for title, text, item in found:
        if passages and (passages[-1].title, passages[-1].text) == (title, text):
            items = (*passages[-1].items, item)
            passages[-1] = passages[-1].model_copy(update={"items": items})
        else:
            passages.append(Passage(title=title, text=text, items=(item,)))
    return tuple(passages)
