"""A whole questionnaire by one of four methods, all under the same promises.

Exactly as many items as asked for, every one with a text and a format, closed ones with at least
two distinct options, none doubled, the background items among them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from services.errors import UnusableAnswer
from services.llm.base import Engine
from services.questionnaire import (
    adapting,
    background,
    direct,
    faults,
    options,
    outline,
    question_kinds,
    response_format,
    retrieval,
    serving,
)
from services.questionnaire.faults.finding import OrderFix
from services.questionnaire.models import (
    Brief,
    Item,
    Method,
    Option,
    Origin,
    OutlineQuestion,
    OutlineSection,
    Questionnaire,
    ResponseFormat,
    Section,
)
from services.questionnaire.option_labels import cleaned, with_escapes
from services.questionnaire.options import Filling
from services.questionnaire.question_kinds import Make
from services.questionnaire.question_writing import QuestionWriter
from services.questionnaire.settling import OPTION_CODES, settled
from services.questionnaire.wording_faults import WordingCheck
from services.text.embeddings import Embedder

MAX_REORDERINGS = 3

Progress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class Drafted:
    """`outline` is empty for the methods that have none."""

    questionnaire: Questionnaire
    outline: tuple[OutlineSection, ...]
    repairs: int


@dataclass(frozen=True, slots=True)
class Desk:
    """What drafting works with. `corpus` are the user's own files for `retrieve`."""

    engine: Engine
    embedder: Embedder | None = None
    corpus: tuple[Path, ...] = ()
    cancel: Event | None = None
    progress: Progress = lambda done, total, note: None
    on_text: Callable[[str], None] | None = None


def draft(brief: Brief, desk: Desk) -> Drafted:
    """Draft by `brief.method`.

    Raises `InvalidInput` for an empty topic or a language there are no prompts for,
    `UnusableAnswer` when the model cannot give enough questions, `Cancelled`.
    """
    if brief.method is Method.OUTLINE:
        return _outline_first(brief, desk)
    outline.require_topic(brief)
    total = outline.question_count(brief)
    closing = background.proposed(brief, total)
    wanted = total - len(closing)
    make = _retrieved if brief.method is Method.RETRIEVE else _direct
    items, repairs = make(brief, desk, wanted)
    if len(items) < wanted:
        extra, more = _topped_up(brief, desk, items, wanted - len(items))
        items, repairs = [*items, *extra], repairs + more
    served = _serving(items, brief, desk)
    sections = [Section(items=tuple(served))]
    if closing:
        sections.append(Section(title=background.title(brief.language), items=closing))
    return Drafted(_ordered(_questionnaire(brief, tuple(sections)), brief, desk), (), repairs)


def from_outline(
    sections: Sequence[OutlineSection], items: Sequence[Item], brief: Brief
) -> Questionnaire:
    """The questionnaire of an outline whose questions became `items`, in their order."""
    rest = iter(items)
    made = tuple(
        Section(title=section.title, items=tuple(next(rest) for _ in section.questions))
        for section in sections
    )
    return _questionnaire(brief, tuple(section for section in made if section.items))


def _outline_first(brief: Brief, desk: Desk) -> Drafted:
    total = outline.question_count(brief)
    desk.progress(0, total, "outline")
    made = outline.draft(
        brief, desk.engine, embedder=desk.embedder, cancel=desk.cancel, on_text=desk.on_text
    )
    items: list[Item] = []
    repairs = made.repairs
    for section in made.sections:
        for question in section.questions:
            desk.progress(len(items), total, "options")
            filled = options.fill(
                question, brief, desk.engine, embedder=desk.embedder, cancel=desk.cancel
            )
            items.append(filled.item)
            repairs += filled.repairs
    desk.progress(total, total, "options")
    return Drafted(from_outline(made.sections, items, brief), made.sections, repairs)


def _direct(brief: Brief, desk: Desk, wanted: int) -> tuple[list[Item], int]:
    """Methods topic and topic-intents: the model's own options, cleaned and checked."""
    asked, repairs = direct.write(
        brief,
        desk.engine,
        wanted,
        embedder=desk.embedder,
        cancel=desk.cancel,
        on_questions=lambda texts: desk.progress(len(texts), wanted, "questions"),
    )
    items = []
    filling = Filling(brief, desk.engine, desk.embedder, desk.cancel)
    check = WordingCheck(brief)
    for question in asked:
        text, tries = check.mended(question.text, desk.engine, desk.cancel)
        item, more = _with_own_options(replace(question, text=text), filling)
        items.append(item)
        repairs += tries + more
    return items, repairs


def _with_own_options(question: direct.Asked, filling: Filling) -> tuple[Item, int]:
    """A question with the options the model gave it; with fewer than two it is open.

    Options of another kind than the wording asks for, and options that the rules fault and
    cannot mend, are made anew, as for an outline.
    """
    brief = filling.brief
    labels = cleaned(question.labels, question.text, brief.language)
    labels = labels if len(labels) > 1 else []
    format_, scale = response_format.infer(question.text, labels)
    kind = question_kinds.recognise(question.text, brief.language)
    if labels and kind is not None and kind.make not in (Make.LABELS, Make.NONE) and not scale:
        again = options.refilled(Item(text=question.text, origin=Origin.MODEL), filling)
        return again.item, again.repairs + 1
    if kind is not None and kind.format is options.SEVERAL and format_ is ResponseFormat.SINGLE:
        format_ = kind.format
    nominal = scale is None and format_ in options.CHOICES
    made: tuple[Option, ...] = (
        with_escapes(labels, brief.language, several=format_ is options.SEVERAL)
        if labels and nominal
        else options.labelled(labels)
    )
    item = Item(text=question.text, format=format_, options=made, scale=scale, origin=Origin.MODEL)
    checked, repairs = settled(item, brief)
    if not OPTION_CODES & set(checked.marks):
        return checked, repairs
    again = options.refilled(item, filling)
    return again.item, repairs + again.repairs + 1


def _retrieved(brief: Brief, desk: Desk, wanted: int) -> tuple[list[Item], int]:
    """Items of the nearest questionnaires, adapted to the topic."""
    corpus = retrieval.open_corpus(desk.corpus)
    intents = [intent.text for intent in brief.intents]
    found = corpus.search(brief.topic, intents, brief.language)
    filling = Filling(brief, desk.engine, desk.embedder, desk.cancel)
    return adapting.adapted(found, wanted, filling, desk.progress)


def _topped_up(
    brief: Brief, desk: Desk, items: Sequence[Item], missing: int
) -> tuple[list[Item], int]:
    """What a method came short of, written goal by goal as for an outline."""
    writer = QuestionWriter(
        brief,
        desk.engine,
        embedder=desk.embedder,
        asked=[item.text for item in items],
        cancel=desk.cancel,
    )
    texts: list[str] = []
    goals = [intent.text for intent in brief.intents if intent.text.strip()] or [brief.topic]
    for goal in goals:
        if len(texts) < missing:
            texts += writer.write(goal, missing - len(texts), fresh=True).questions
    texts += writer.stock(missing - len(texts))
    if len(texts) < missing:
        have = len(items) + len(texts)
        raise UnusableAnswer(
            f"The model gave {have} usable questions of {len(items) + missing}.",
            "Ask for fewer, add intents, or choose a larger model on the Models page.",
        )
    extra, repairs = [], writer.repairs
    for text in texts:
        filled = options.fill(
            OutlineQuestion(text=text),
            brief,
            desk.engine,
            embedder=desk.embedder,
            cancel=desk.cancel,
        )
        extra.append(filled.item)
        repairs += filled.repairs
    return extra, repairs


def _serving(items: Sequence[Item], brief: Brief, desk: Desk) -> list[Item]:
    ids = serving.intents_of(
        [item.text for item in items], brief.intents, brief.language, desk.embedder
    )
    return [
        item.model_copy(update={"intents": (found,)}) if found else item
        for item, found in zip(items, ids, strict=True)
    ]


def _ordered(questionnaire: Questionnaire, brief: Brief, desk: Desk) -> Questionnaire:
    """Facts before views, topics together: the order the rules would put the items in.

    The methods without an outline give questions as they come. An order is taken only if it
    leaves fewer findings.
    """
    found = faults.find(questionnaire, brief, embedder=desk.embedder)
    for _ in range(MAX_REORDERINGS):
        fixable = [finding for finding in found if isinstance(finding.fix, OrderFix)]
        if not fixable:
            break
        better = faults.apply(questionnaire, fixable[0])
        left = faults.find(better, brief, embedder=desk.embedder)
        if len(left) >= len(found):
            break
        questionnaire, found = better, left
    return questionnaire


def _questionnaire(brief: Brief, sections: tuple[Section, ...]) -> Questionnaire:
    return Questionnaire(title=brief.topic.strip(), sections=sections, language=brief.language)
