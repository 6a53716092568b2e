"""Edits of the brief and the outline, and the way from an outline to items (see `editing`)."""

from collections.abc import Callable

from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Origin,
    OutlineQuestion,
    OutlineSection,
    Questionnaire,
    QuestionnaireDraft,
    Section,
)

MOST_INTENTS = 5


def set_brief(draft: QuestionnaireDraft, **changes: object) -> QuestionnaireDraft:
    """Change fields of the brief; raises pydantic's `ValidationError` for a value out of range."""
    brief = Brief.model_validate({**draft.brief.model_dump(), **changes})
    return draft.model_copy(update={"brief": brief})


def add_intent(draft: QuestionnaireDraft, text: str) -> QuestionnaireDraft:
    """Add an intent while there is room for it (the paper's briefs have up to five)."""
    if len(draft.brief.intents) >= MOST_INTENTS:
        return draft
    return _with_intents(draft, (*draft.brief.intents, Intent(text=text)))


def set_intent(draft: QuestionnaireDraft, intent_id: str, text: str) -> QuestionnaireDraft:
    return _with_intents(
        draft,
        tuple(
            intent.model_copy(update={"text": text}) if intent.id == intent_id else intent
            for intent in draft.brief.intents
        ),
    )


def remove_intent(draft: QuestionnaireDraft, intent_id: str) -> QuestionnaireDraft:
    """Take an intent out of the brief, the outline and the items that served it."""
    draft = _with_intents(draft, tuple(i for i in draft.brief.intents if i.id != intent_id))
    outline = _each_question(
        draft.outline,
        lambda q: q.model_copy(update={"intent": None}) if q.intent == intent_id else q,
    )
    sections = tuple(
        section.model_copy(
            update={"items": tuple(_without_intent(item, intent_id) for item in section.items)}
        )
        for section in draft.questionnaire.sections
    )
    questionnaire = draft.questionnaire.model_copy(update={"sections": sections})
    return draft.model_copy(update={"outline": outline, "questionnaire": questionnaire})


def move_intent(draft: QuestionnaireDraft, intent_id: str, by: int) -> QuestionnaireDraft:
    intents = list(draft.brief.intents)
    place = next((n for n, intent in enumerate(intents) if intent.id == intent_id), None)
    if place is None:
        return draft
    intent = intents.pop(place)
    intents.insert(max(0, min(len(intents), place + by)), intent)
    return _with_intents(draft, tuple(intents))


def set_question_text(draft: QuestionnaireDraft, question_id: str, text: str) -> QuestionnaireDraft:
    return _change_question(draft, question_id, lambda q: q.model_copy(update={"text": text}))


def set_question_intent(
    draft: QuestionnaireDraft, question_id: str, intent_id: str | None
) -> QuestionnaireDraft:
    """Say which intent a question serves; an unknown one changes nothing."""
    if intent_id is not None and intent_id not in {i.id for i in draft.brief.intents}:
        return draft
    return _change_question(
        draft, question_id, lambda q: q.model_copy(update={"intent": intent_id})
    )


def add_question(
    draft: QuestionnaireDraft, section_id: str, text: str = "", intent: str | None = None
) -> QuestionnaireDraft:
    added = OutlineQuestion(text=text, intent=intent)
    return _change_section(draft, section_id, lambda s: _with_questions(s, (*s.questions, added)))


def remove_question(draft: QuestionnaireDraft, question_id: str) -> QuestionnaireDraft:
    outline = tuple(
        _with_questions(section, tuple(q for q in section.questions if q.id != question_id))
        for section in draft.outline
    )
    return draft.model_copy(update={"outline": outline})


def move_question(draft: QuestionnaireDraft, question_id: str, by: int) -> QuestionnaireDraft:
    """Move a question `by` places up (negative) or down; at a section's edge it goes over it."""
    for _ in range(abs(by)):
        draft = _stepped(draft, question_id, 1 if by > 0 else -1)
    return draft


def move_question_to(
    draft: QuestionnaireDraft, question_id: str, section_id: str, position: int | None = None
) -> QuestionnaireDraft:
    found = [q for s in draft.outline for q in s.questions if q.id == question_id]
    if not found or section_id not in {section.id for section in draft.outline}:
        return draft

    def insert(section: OutlineSection) -> OutlineSection:
        questions = list(section.questions)
        questions.insert(len(questions) if position is None else max(0, position), found[0])
        return _with_questions(section, tuple(questions))

    return _change_section(remove_question(draft, question_id), section_id, insert)


def add_outline_section(draft: QuestionnaireDraft, title: str = "") -> QuestionnaireDraft:
    return draft.model_copy(update={"outline": (*draft.outline, OutlineSection(title=title))})


def set_outline_section_title(
    draft: QuestionnaireDraft, section_id: str, title: str
) -> QuestionnaireDraft:
    return _change_section(draft, section_id, lambda s: s.model_copy(update={"title": title}))


def remove_outline_section(draft: QuestionnaireDraft, section_id: str) -> QuestionnaireDraft:
    outline = tuple(section for section in draft.outline if section.id != section_id)
    return draft.model_copy(update={"outline": outline})


def move_outline_section(draft: QuestionnaireDraft, section_id: str, by: int) -> QuestionnaireDraft:
    sections = list(draft.outline)
    place = next((n for n, section in enumerate(sections) if section.id == section_id), None)
    if place is None:
        return draft
    section = sections.pop(place)
    sections.insert(max(0, min(len(sections), place + by)), section)
    return draft.model_copy(update={"outline": tuple(sections)})


def accept(draft: QuestionnaireDraft) -> QuestionnaireDraft:
    """Make a questionnaire of the outline: an item for each question that has a text.

    An item has the id of its question. Items that were made of the same question before keep
    what they have, unless the question's text is another now.
    """
    before = {item.id: item for item in draft.questionnaire.items}
    sections = tuple(
        Section(
            id=section.id,
            title=section.title,
            items=tuple(_item(q, before.get(q.id)) for q in section.questions if q.text.strip()),
        )
        for section in draft.outline
    )
    questionnaire = Questionnaire(
        title=draft.questionnaire.title or draft.brief.topic,
        introduction=draft.questionnaire.introduction,
        sections=tuple(section for section in sections if section.items),
        language=draft.brief.language,
    )
    return draft.model_copy(update={"questionnaire": questionnaire, "proposals": ()})


def _item(question: OutlineQuestion, before: Item | None) -> Item:
    intents = (question.intent,) if question.intent else ()
    if before is not None and before.text == question.text:
        return before.model_copy(update={"intents": intents or before.intents})
    return Item(id=question.id, text=question.text, intents=intents, origin=Origin.MODEL)


def _stepped(draft: QuestionnaireDraft, question_id: str, step: int) -> QuestionnaireDraft:
    for number, section in enumerate(draft.outline):
        ids = [question.id for question in section.questions]
        if question_id not in ids:
            continue
        target = ids.index(question_id) + step
        if 0 <= target < len(ids):
            return move_question_to(draft, question_id, section.id, target)
        if 0 <= number + step < len(draft.outline):
            neighbour = draft.outline[number + step]
            return move_question_to(draft, question_id, neighbour.id, 0 if step > 0 else None)
    return draft


def _without_intent(item: Item, intent_id: str) -> Item:
    if intent_id not in item.intents:
        return item
    return item.model_copy(update={"intents": tuple(i for i in item.intents if i != intent_id)})


def _with_intents(draft: QuestionnaireDraft, intents: tuple[Intent, ...]) -> QuestionnaireDraft:
    brief = draft.brief.model_copy(update={"intents": intents})
    return draft.model_copy(update={"brief": brief})


def _with_questions(
    section: OutlineSection, questions: tuple[OutlineQuestion, ...]
) -> OutlineSection:
    return section.model_copy(update={"questions": questions})


def _change_section(
    draft: QuestionnaireDraft,
    section_id: str,
    change: Callable[[OutlineSection], OutlineSection],
) -> QuestionnaireDraft:
    outline = tuple(change(s) if s.id == section_id else s for s in draft.outline)
    return draft.model_copy(update={"outline": outline})


def _change_question(
    draft: QuestionnaireDraft,
    question_id: str,
    change: Callable[[OutlineQuestion], OutlineQuestion],
) -> QuestionnaireDraft:
    outline = _each_question(draft.outline, lambda q: change(q) if q.id == question_id else q)
    return draft.model_copy(update={"outline": outline})


def _each_question(
    outline: tuple[OutlineSection, ...], change: Callable[[OutlineQuestion], OutlineQuestion]
) -> tuple[OutlineSection, ...]:
    return tuple(
        _with_questions(section, tuple(change(q) for q in section.questions)) for section in outline
    )
