"""A questionnaire cut down to what a target can hold, with every difference named.

`prepare(questionnaire, target)` gives the questionnaire as the file will have it. A format's
writer writes that and nothing else, so `losses` is complete by construction.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from services.formats.base import Loss
from services.formats.names import legal_names
from services.formats.questionnaires.coding import coded
from services.formats.questionnaires.item_preparation import prepare_item
from services.formats.questionnaires.rewriting import rewritten, rewritten_title
from services.formats.questionnaires.rule_preparation import prepare_rule
from services.formats.questionnaires.target import Part, Target
from services.questionnaire.models import Item, Questionnaire, Section


@dataclass(frozen=True)
class Prepared:
    """The questionnaire as the file will hold it, and what that lost."""

    questionnaire: Questionnaire
    losses: tuple[Loss, ...]

    @property
    def by_id(self) -> dict[str, Item]:
        return {item.id: item for item in self.questionnaire.items}


def losses_for(target: Target) -> Callable[[Questionnaire], tuple[Loss, ...]]:
    """The `losses` function of a format with that target."""

    def losses(questionnaire: Questionnaire) -> tuple[Loss, ...]:
        """What the file cannot hold, item by item."""
        return prepare(questionnaire, target).losses

    return losses


def prepare(questionnaire: Questionnaire, target: Target) -> Prepared:
    """Cut `questionnaire` down to `target`."""
    lost: list[Loss] = []
    whole = coded(questionnaire)
    originals = {item.id: item for item in questionnaire.items}
    kept: dict[str, Item] = {}
    for index, item in enumerate(whole.items):
        kept[item.id] = prepare_item(index, originals[item.id], item, target, lost)
    kept = _named(kept, originals, target, lost)
    earlier: dict[str, Item] = {}
    for index, item in enumerate(whole.items):
        kept[item.id] = prepare_rule(index, item, kept[item.id], whole, earlier, target, lost)
        earlier[item.id] = kept[item.id]
    sections = _sections(whole, kept, target, lost)
    update = {"sections": sections, **_heading(whole, target, lost)}
    _note_workspace(questionnaire, lost)
    ordered = sorted(lost, key=lambda loss: -1 if loss.item is None else loss.item)
    return Prepared(whole.model_copy(update=update), tuple(ordered))


def _named(
    kept: dict[str, Item], originals: dict[str, Item], target: Target, lost: list[Loss]
) -> dict[str, Item]:
    """Legal, distinct variables for all items, or none where the target has no place for them."""
    items = list(kept.values())
    if target.variables is None:
        names = ("",) * len(items)
    else:
        families = [_family(item, target) for item in items]
        names = legal_names([item.variable for item in items], target.variables, families)
    for index, (item, name) in enumerate(zip(items, names, strict=True)):
        original = originals[item.id].variable
        if original and not name:
            lost.append(Loss(index, f"The variable name {original} is not stored.", "variable"))
        elif original != name:
            lost.append(Loss(index, _renamed(original, name, index), "variable"))
        kept[item.id] = item.model_copy(update={"variable": name})
    return kept


def _renamed(original: str, name: str, index: int) -> str:
    """What is said of a name; the same of all that have none, so that they stand on one line."""
    if original:
        return f"Variable name: {original} is written as {name}."
    if name == f"q{index + 1}":
        return "A variable name is added, q and the question's number."
    return f"Variable name: it is named {name}."


def _family(item: Item, target: Target) -> Callable[[str], Any]:
    return lambda name: target.derived(item, name)


def _sections(
    whole: Questionnaire, kept: dict[str, Item], target: Target, lost: list[Loss]
) -> tuple[Section, ...]:
    result: list[Section] = []
    for section in whole.sections:
        items = tuple(kept[item.id] for item in section.items)
        name = section.title or "without a title"
        if not items and not target.holds(Part.EMPTY_SECTIONS):
            lost.append(Loss(None, f"Section {name!r} has no questions: left out.", "sections"))
            continue
        update: dict[str, Any] = {"items": items}
        update["title"] = rewritten_title(section.title, target, lost, "section_title")
        introduction = section.introduction
        if introduction and not target.holds(Part.SECTION_INTRODUCTION):
            lost.append(
                Loss(None, f"The introduction of section {name!r} is not stored.", "introductions")
            )
            introduction = ""
        update["introduction"] = rewritten(
            None, introduction, target, lost, "introductions", blank=False
        )
        result.append(section.model_copy(update=update))
    return _merged(result, target, lost)


def _merged(sections: list[Section], target: Target, lost: list[Loss]) -> tuple[Section, ...]:
    """Sections that the file cannot tell from the one before are joined to it."""
    result: list[Section] = []
    for section in sections:
        joins = bool(result) and (
            not target.holds(Part.SECTIONS)
            or (
                not target.holds(Part.UNTITLED_SECTIONS) and section.title in ("", result[-1].title)
            )
        )
        if not joins:
            result.append(section)
            continue
        name = section.title or "without a title"
        lost.append(Loss(None, f"Section {name!r} is joined to the one before.", "sections"))
        items = result[-1].items + section.items
        result[-1] = result[-1].model_copy(update={"items": items})
    if result and not target.holds(Part.SECTIONS):
        if result[0].title:
            lost.append(Loss(None, f"Section title {result[0].title!r} is not stored.", "sections"))
        result[0] = result[0].model_copy(update={"title": "", "introduction": ""})
    return tuple(result)


def _heading(whole: Questionnaire, target: Target, lost: list[Loss]) -> dict[str, Any]:
    """Title, introduction and language as the target holds them."""
    update: dict[str, Any] = {}
    for part, name in ((Part.TITLE, "title"), (Part.INTRODUCTION, "introduction")):
        text = getattr(whole, name)
        if text and not target.holds(part):
            lost.append(Loss(None, f"The questionnaire's {name} is not stored.", name))
        update[name] = ""
        if target.holds(part) and part is Part.TITLE:
            update[name] = rewritten_title(text, target, lost, name)
        elif target.holds(part):
            update[name] = rewritten(None, text, target, lost, name, blank=False)
    if whole.language != "en" and not target.holds(Part.LANGUAGE):
        lost.append(Loss(None, f"The language ({whole.language}) is not stored.", "language"))
        update["language"] = "en"
    return update


def _note_workspace(questionnaire: Questionnaire, lost: list[Loss]) -> None:
    """What only Askwright's own file keeps, said once."""
    kept_here = {
        "the scales' names": any(item.scale for item in questionnaire.items),
        "the questions' intents": any(item.intents for item in questionnaire.items),
        "dismissed findings": any(item.dismissed for item in questionnaire.items),
        "marks": any(item.marks for item in questionnaire.items),
    }
    names = [name for name, there in kept_here.items() if there]
    if names:
        lost.append(Loss(None, f"Only Askwright's own file keeps {', '.join(names)}.", "workspace"))
