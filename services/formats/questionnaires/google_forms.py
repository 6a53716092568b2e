"""A Google Apps Script that builds the questionnaire as a Google Form when it is run there."""

import json

from services.formats.base import Loss
from services.formats.questionnaires.page_plan import Page, Plan, plan
from services.formats.questionnaires.preparation import prepare
from services.formats.questionnaires.target import EVERYTHING, Part, Target
from services.formats.questionnaires.wording import limits_message
from services.formats.rewriting import ONE_LINE, TRIMMED, rewrite
from services.questionnaire.models import Item, OptionRole, Questionnaire, ResponseFormat

TARGET = Target(
    label="Google Forms",
    carries=EVERYTHING - {Part.LANGUAGE, Part.UNIT, Part.EXCLUSIVE, Part.SCALE},
    texts=(rewrite("\x00", "", "a NUL character cannot be stored"),),
    lines=(ONE_LINE, TRIMMED),
    blank="(empty)",
    distinct_labels=True,
)
_ADDERS = {
    ResponseFormat.MULTIPLE: "addCheckboxItem",
    ResponseFormat.MATRIX: "addGridItem",
    ResponseFormat.NUMBER: "addTextItem",
    ResponseFormat.DATE: "addDateItem",
    ResponseFormat.OPEN: "addParagraphTextItem",
}


def losses(questionnaire: Questionnaire) -> tuple[Loss, ...]:
    """What Google Forms cannot hold; besides, rules that are not between neighbouring pages."""
    prepared = prepare(questionnaire, TARGET)
    kept = prepared.questionnaire
    places = {item.id: place for place, item in enumerate(kept.items)}
    found = list(prepared.losses)
    if any(item.options for item in kept.items):
        what = "Google stores the wording of answers, not codes: mend typos before the first one."
        found.append(Loss(None, what))
    outline = plan(kept)
    for item in outline.unruled:
        what = "Its display rule is lost: a form branches only from a single choice to a next page."
        found.append(Loss(places[item.id], what, "shown_if"))
    for page in outline.pages:
        if page.filter is not None and not page.filter.required:
            what = "Whoever leaves it blank sees the questions that depend on it."
            found.append(Loss(places[page.filter.id], what))
    for place, item in enumerate(kept.items):
        if _has_other(item):
            what = "Google words the free-text option itself (Other:)."
            found.append(Loss(place, what, "options"))
            if any(page.filter is item and _other_leads(page) for page in outline.pages):
                found.append(Loss(place, "Its free-text option cannot lead to a page.", "shown_if"))
    return tuple(sorted(found, key=lambda loss: -1 if loss.item is None else loss.item))


def write(questionnaire: Questionnaire) -> bytes:
    """The script in UTF-8 (ASCII but for nothing): paste it at script.google.com and run it."""
    kept = prepare(questionnaire, TARGET).questionnaire
    outline = plan(kept)
    lines = ["function buildForm() {", f"  var form = FormApp.create({_quoted(kept.title)});"]
    if kept.introduction:
        lines.append(f"  form.setDescription({_quoted(kept.introduction)});")
    lines.append("  form.setProgressBar(true);")
    names = {item.id: f"item{number}" for number, item in enumerate(kept.items, start=1)}
    for number, page in enumerate(outline.pages):
        lines += _page(page, number, kept)
        for item in page.items:
            lines += [f"  {line}" for line in _item(item, names[item.id], kept.language)]
    lines += _navigation(outline, names)
    lines += ["  Logger.log(form.getEditUrl());", "}", ""]
    return "\n".join(lines).encode()


def _quoted(text: str) -> str:
    """A JavaScript string; JSON in ASCII is one, also for line separators."""
    return json.dumps(text)


def _page(page: Page, number: int, kept: Questionnaire) -> list[str]:
    if page.section is None:
        return [f"  var page{number} = form.addPageBreakItem();"]
    section = kept.sections[page.section]
    adder = "addPageBreakItem" if number else "addSectionHeaderItem"
    line = f"  var page{number} = form.{adder}().setTitle({_quoted(section.title)})"
    if section.introduction:
        line += f".setHelpText({_quoted(section.introduction)})"
    return [f"{line};"]


def _item(item: Item, name: str, language: str) -> list[str]:
    adder = _ADDERS.get(item.format, "addMultipleChoiceItem")
    lines = [f"var {name} = form.{adder}().setTitle({_quoted(item.text)});"]
    if item.help:
        lines.append(f"{name}.setHelpText({_quoted(item.help)});")
    if item.required:
        lines.append(f"{name}.setRequired(true);")
    if item.format is ResponseFormat.MATRIX:
        lines.append(f"{name}.setRows({_list([row.label for row in item.rows])});")
        lines.append(f"{name}.setColumns({_list(list(item.labels))});")
    elif item.options:
        lines.append(f"{name}.setChoiceValues({_list(_plain_labels(item))});")
        if _has_other(item):
            lines.append(f"{name}.showOtherOption(true);")
    elif item.format is ResponseFormat.NUMBER:
        lines.append(f"{name}.setValidation({_validation(item, language)});")
    return lines


def _list(labels: list[str]) -> str:
    return json.dumps(labels)


def _has_other(item: Item) -> bool:
    return any(option.role is OptionRole.OTHER for option in item.options)


def _plain_labels(item: Item) -> list[str]:
    """Labels of all but the free-text option; a form must have one at least."""
    labels = [option.label for option in item.options if option.role is not OptionRole.OTHER]
    return labels or list(item.labels)


def _validation(item: Item, language: str) -> str:
    low, high = item.minimum, item.maximum
    demand = "requireNumber()" if item.decimals else "requireWholeNumber()"
    if low is not None and high is not None:
        demand = f"requireNumberBetween({low!r}, {high!r})"
    elif low is not None:
        demand = f"requireNumberGreaterThanOrEqualTo({low!r})"
    elif high is not None:
        demand = f"requireNumberLessThanOrEqualTo({high!r})"
    message = limits_message(item, language)
    help_text = f".setHelpText({_quoted(message)})" if message else ""
    return f"FormApp.createTextValidation(){help_text}.{demand}.build()"


def _other_leads(page: Page) -> bool:
    source = page.filter
    return source is not None and any(
        option.role is OptionRole.OTHER and option.code in page.codes for option in source.options
    )


def _navigation(outline: Plan, names: dict[str, str]) -> list[str]:
    """Choices that lead to pages, set at the end, when all pages exist."""
    lines = []
    for number, page in enumerate(outline.pages):
        if page.filter is None:
            continue
        name = names[page.filter.id]
        past = number + 1 < len(outline.pages)
        elsewhere = f"page{number + 1}" if past else "FormApp.PageNavigationType.SUBMIT"
        choices = [
            f"{name}.createChoice({_quoted(option.label)}, "
            f"{f'page{number}' if option.code in page.codes else elsewhere})"
            for option in page.filter.options
            if option.role is not OptionRole.OTHER
        ]
        lines.append(f"  {name}.setChoices([{', '.join(choices)}]);")
    return lines
