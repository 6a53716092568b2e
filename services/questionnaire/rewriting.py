"""Other versions of a question, as proposals beside the author's: nothing is changed unasked.

Each request of an author is one function by its name. Questions that are there already are shown
to the model and not repeated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from threading import Event

from pydantic import BaseModel, Field

from services.documents import new_id
from services.errors import InvalidInput, NotFound, UnusableAnswer
from services.llm.base import Engine, Sampling
from services.llm.structured import generate
from services.questionnaire import options, outline, prompts, question_kinds
from services.questionnaire.editing import item_of
from services.questionnaire.faults.finding import SplitFix
from services.questionnaire.item_kind import is_background
from services.questionnaire.likeness import Likeness
from services.questionnaire.models import (
    Brief,
    Item,
    OutlineQuestion,
    Proposal,
    QuestionnaireDraft,
    Section,
)
from services.questionnaire.options import Filling
from services.questionnaire.question_writing import QuestionWriter
from services.questionnaire.settling import findings, settled
from services.questionnaire.wording_faults import (
    LONGEST_QUESTION,
    WordingCheck,
    reworded,
    usable_question,
)
from services.text.embeddings import Embedder

MAX_REPAIRS = 2
# How many questions "more like this" proposes.
MORE = 2


class Request(StrEnum):
    REGENERATE = "regenerate"
    OPTIONS = "options"
    NEUTRAL = "neutral"
    SPLIT = "split"
    MORE_LIKE_THIS = "more_like_this"
    SECTION = "section"


@dataclass(frozen=True, slots=True)
class Desk:
    """What proposals are made with; another `seed` (from 1) asks for another version."""

    draft: QuestionnaireDraft
    engine: Engine
    embedder: Embedder | None = None
    cancel: Event | None = None
    seed: int = 1

    @property
    def brief(self) -> Brief:
        """The draft's brief, with a topic and the seed of this request."""
        brief = self.draft.brief
        topic = brief.topic.strip() or self.draft.questionnaire.title.strip()
        update = {"seed": self.seed, "topic": topic, "language": self.draft.questionnaire.language}
        return brief.model_copy(update=update)

    @property
    def filling(self) -> Filling:
        return Filling(self.brief, self.engine, self.embedder, self.cancel, fresh=self.seed)

    def writer(self) -> QuestionWriter:
        outline.require_topic(self.brief)
        asked = [item.text for item in self.draft.questionnaire.items if item.text.strip()]
        return QuestionWriter(
            self.brief, self.engine, embedder=self.embedder, asked=asked, cancel=self.cancel
        )


class _Halves(BaseModel):
    first: str = Field(max_length=LONGEST_QUESTION)
    second: str = Field(max_length=LONGEST_QUESTION)


def propose(request: str, target_id: str, desk: Desk) -> Proposal:
    """What the author asked for, for the item (or section) with that id.

    Raises `InvalidInput` for an unknown request or an item without text, `NotFound` when the
    target is gone, `UnusableAnswer` when the model gives nothing better than what is there.
    """
    if request not in set(Request):
        raise InvalidInput(
            f"There is no rewriting called {request!r}.", f"Use one of {', '.join(Request)}."
        )
    if request == Request.SECTION:
        return _section(target_id, desk)
    item = item_of(desk.draft, target_id)
    if item is None:
        raise NotFound("That question is no longer there.", "Undo its removal, then ask again.")
    if not item.text.strip():
        raise InvalidInput("The question has no text yet.", "Write it, then ask again.")
    made = _BY_REQUEST[Request(request)](item, desk)
    return Proposal(item_id=target_id, request=request, items=made)


def regenerated(item: Item, desk: Desk) -> tuple[Item, ...]:
    """Another question for the same purpose, with its options."""
    texts = desk.writer().write(_goal(item, desk), 1, fresh=True).questions
    if not texts:
        raise _nothing()
    return (_refilled(item, texts[0], desk),)


def with_other_options(item: Item, desk: Desk) -> tuple[Item, ...]:
    """The same question with options made anew."""
    filled = options.refilled(item.model_copy(update={"marks": ()}), desk.filling).item
    same = [option.label for option in filled.options] == list(item.labels)
    if same and filled.format is item.format and filled.rows == item.rows:
        raise _nothing()
    return (filled,)


def neutral(item: Item, desk: Desk) -> tuple[Item, ...]:
    """The same question in neutral words: fewer faults of wording, none new."""
    check = WordingCheck(desk.brief)
    [before] = check.counts([item.text])
    for attempt in range(MAX_REPAIRS + 1):
        text = reworded(
            item.text, desk.brief, desk.engine, seed=attempt and desk.seed, cancel=desk.cancel
        )
        if text is None:
            continue
        [after] = check.counts([text])
        if after < before or (after == before == 0):
            return (_reworded(item, text, desk),)
    raise _nothing()


def split(item: Item, desk: Desk) -> tuple[Item, ...]:
    """Two questions in place of one that asks about two things, with the same options."""
    for finding in findings(item, desk.brief):
        if isinstance(finding.fix, SplitFix) and len(finding.fix.texts) > 1:
            return _split_into(item, finding.fix.texts, desk)
    for attempt in range(MAX_REPAIRS + 1):
        halves = _halves(item.text, desk, attempt)
        if halves is not None:
            return _split_into(item, halves, desk)
    raise _nothing()


def more_like(item: Item, desk: Desk) -> tuple[Item, ...]:
    """Further questions for the same purpose, to stand after the item."""
    texts = desk.writer().write(_goal(item, desk), MORE, fresh=True).questions
    if not texts:
        raise _nothing()
    fresh = Item(text="", intents=item.intents)
    made = [fresh.model_copy(update={"id": new_id()}) for _ in texts]
    return tuple(_refilled(one, text, desk) for one, text in zip(made, texts, strict=True))


def _section(section_id: str, desk: Desk) -> Proposal:
    """Other questions for a section, as many as it has; background items stay."""
    found = [s for s in desk.draft.questionnaire.sections if s.id == section_id]
    if not found:
        raise NotFound("That section is no longer there.", "Undo its removal, then ask again.")
    section = found[0]
    stay = [item for item in section.items if is_background(item)]
    count = len(section.items) - len(stay)
    texts = desk.writer().write(_section_goal(section, desk), count, fresh=True).questions
    if not texts:
        raise _nothing()
    served = {intent for item in section.items for intent in item.intents}
    intents = tuple(i.id for i in desk.brief.intents if i.id in served)[:1]
    made = [_refilled(Item(text=text, intents=intents), text, desk) for text in texts]
    return Proposal(item_id=section_id, request=Request.SECTION, items=(*made, *stay))


def _refilled(item: Item, text: str, desk: Desk) -> Item:
    """`item` with another text and what belongs to it; id, intents and place stay."""
    filled = options.fill(
        OutlineQuestion(text=text),
        desk.brief,
        desk.engine,
        embedder=desk.embedder,
        cancel=desk.cancel,
    ).item
    kept = {"id": item.id, "intents": item.intents, "required": item.required}
    return filled.model_copy(update=kept | {"shown_if": item.shown_if, "variable": item.variable})


def _reworded(item: Item, text: str, desk: Desk) -> Item:
    """The item with another wording; its options stay if they still answer it."""
    language = desk.brief.language
    before = question_kinds.recognise(item.text, language)
    after = question_kinds.recognise(text, language)
    if before is not None and after is not None and before.format is not after.format:
        return _refilled(item, text, desk)
    checked, _ = settled(item.model_copy(update={"text": text, "marks": ()}), desk.brief)
    return checked


def _halves(text: str, desk: Desk, attempt: int) -> tuple[str, str] | None:
    """The model's two questions; None if they are not two, or not both of the one."""
    words = prompts.of(desk.brief.language)
    try:
        answer = generate(
            desk.engine,
            words.split.messages(f"{words.question}: {text}"),
            _Halves,
            Sampling(max_tokens=160, temperature=0.7 if attempt else 0.0, seed=desk.seed + attempt),
            max_repairs=0,
            cancel=desk.cancel,
        ).value
    except UnusableAnswer:
        return None
    language = desk.brief.language
    first = usable_question(answer.first, language, unlike=text)
    second = usable_question(answer.second, language, unlike=text)
    if first is None or second is None or first.casefold() == second.casefold():
        return None
    check = WordingCheck(desk.brief).findings([first, second])
    doubled = any(f.code == "double_barrelled" for found in check for f in found)
    related = all(Likeness(language, None).shares(text, half) for half in (first, second))
    return (first, second) if related and not doubled else None


def _split_into(item: Item, texts: tuple[str, ...], desk: Desk) -> tuple[Item, ...]:
    first = _reworded(item, texts[0], desk)
    bare = item.model_copy(update={"variable": ""})
    rest = [bare.model_copy(update={"id": new_id()}) for _ in texts[1:]]
    return (
        first,
        *(_reworded(one, text, desk) for one, text in zip(rest, texts[1:], strict=True)),
    )


def _goal(item: Item, desk: Desk) -> str:
    """What the item is for: its intent, else its section's heading, else the topic."""
    named = {intent.id: intent.text for intent in desk.brief.intents}
    served = [named[intent] for intent in item.intents if named.get(intent, "").strip()]
    if served:
        return served[0]
    for section in desk.draft.questionnaire.sections:
        if item.id in {other.id for other in section.items} and section.title.strip():
            return section.title
    return desk.brief.topic


def _section_goal(section: Section, desk: Desk) -> str:
    serving = [item for item in section.items if item.intents]
    if serving:
        return _goal(serving[0], desk)
    return section.title.strip() or desk.brief.topic


def _nothing() -> UnusableAnswer:
    return UnusableAnswer(
        "The model gave nothing better than what is there.",
        "Ask again, reword it yourself, or choose a larger model on the Models page.",
    )


_BY_REQUEST: Mapping[Request, Callable[[Item, Desk], tuple[Item, ...]]] = {
    Request.REGENERATE: regenerated,
    Request.OPTIONS: with_other_options,
    Request.NEUTRAL: neutral,
    Request.SPLIT: split,
    Request.MORE_LIKE_THIS: more_like,
}
