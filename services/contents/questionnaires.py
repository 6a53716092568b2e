"""A questionnaire's draft in words: brief, outline, sections, questions."""

from collections.abc import Iterator, Mapping

from services.contents.parts import Line, Part, lines, spelled
from services.questionnaire.models import (
    Brief,
    Condition,
    Item,
    OutlineSection,
    Proposal,
    QuestionnaireDraft,
)


def renamed(draft: QuestionnaireDraft, title: str) -> QuestionnaireDraft:
    whole = draft.questionnaire.model_copy(update={"title": title})
    return draft.model_copy(update={"questionnaire": whole})


def parts(draft: QuestionnaireDraft) -> tuple[Part, ...]:
    """Everything of the draft that an author sees, in the order of the page."""
    return tuple(_parts(draft))


def _parts(draft: QuestionnaireDraft) -> Iterator[Part]:
    intents = {intent.id: intent.text for intent in draft.brief.intents}
    whole = draft.questionnaire
    yield Part("brief", "The brief", _brief(draft.brief))
    yield from _outline(draft.outline, intents)
    yield Part(
        "questionnaire",
        "The questionnaire",
        lines(
            ("Title", whole.title),
            ("Introduction", whole.introduction),
            ("Language", whole.language if whole.language != draft.brief.language else ""),
            ("Advice put aside", tuple(spelled(code) for code in draft.dismissed)),
        ),
    )
    numbers = {item.id: number for number, item in enumerate(whole.items, start=1)}
    for place, section in enumerate(whole.sections, start=1):
        yield Part(
            f"section:{section.id}",
            f"Section {place}",
            lines(("Title", section.title), ("Introduction", section.introduction)),
        )
        for item in section.items:
            yield Part(
                f"item:{item.id}",
                f"Question {numbers[item.id]}",
                _item(item, intents, whole.items, numbers),
                depth=1,
            )
    for proposal in draft.proposals:
        yield _proposal(proposal, numbers)


def _brief(brief: Brief) -> tuple[Line, ...]:
    return lines(
        ("Topic", brief.topic),
        ("What you want to find out", tuple(intent.text for intent in brief.intents)),
        ("Who will answer", brief.audience),
        ("Language", brief.language),
        ("Length in questions", None if brief.minutes else brief.questions),
        ("Length in minutes", brief.minutes),
        ("What to leave out", brief.leave_out),
        ("How it is drafted", spelled(brief.method)),
        ("Seed", brief.seed or None),
    )


def _outline(outline: tuple[OutlineSection, ...], intents: Mapping[str, str]) -> Iterator[Part]:
    number = 0
    for place, section in enumerate(outline, start=1):
        yield Part(
            f"outline:{section.id}", f"Outline, section {place}", lines(("Title", section.title))
        )
        for question in section.questions:
            number += 1
            yield Part(
                f"outline-question:{question.id}",
                f"Outline, question {number}",
                lines(
                    ("Wording", question.text),
                    ("Serves", intents.get(question.intent or "", "")),
                ),
                depth=1,
            )


def _item(
    item: Item,
    intents: Mapping[str, str],
    items: tuple[Item, ...],
    numbers: Mapping[str, int],
) -> tuple[Line, ...]:
    return lines(
        ("Wording", item.text),
        ("Answered by", spelled(item.format)),
        ("Options", item.labels),
        ("Statements", tuple(row.label for row in item.rows)),
        ("Smallest", item.minimum),
        ("Largest", item.maximum),
        ("Unit", item.unit),
        ("Must be answered", item.required),
        ("Help text", item.help),
        ("Variable name", item.variable),
        ("Asked only if", _condition(item.shown_if, items, numbers)),
        ("Serves", tuple(intents[served] for served in item.intents if served in intents)),
        ("Advice put aside", tuple(spelled(code) for code in item.dismissed)),
        ("Left to check", tuple(spelled(mark) for mark in item.marks)),
    )


def _condition(rule: Condition | None, items: tuple[Item, ...], numbers: Mapping[str, int]) -> str:
    if rule is None:
        return ""
    source = next((item for item in items if item.id == rule.item_id), None)
    if source is None:
        return "a question that is gone"
    labels = {option.code: option.label for option in source.options}
    said = [labels.get(code, code) for code in rule.codes]
    if rule.minimum is not None:
        said.append(f"at least {rule.minimum:g}")
    if rule.maximum is not None:
        said.append(f"at most {rule.maximum:g}")
    return f"question {numbers[source.id]} was answered: {', '.join(said)}"


def _proposal(proposal: Proposal, numbers: Mapping[str, int]) -> Part:
    number = numbers.get(proposal.item_id)
    return Part(
        f"proposal:{proposal.id}",
        f"Proposal for question {number}" if number else "Proposal",
        lines(
            ("Asked for", spelled(proposal.request)),
            ("Wording", tuple(item.text for item in proposal.items)),
            ("Options", tuple(", ".join(item.labels) for item in proposal.items if item.options)),
            ("Note", proposal.note),
        ),
    )
