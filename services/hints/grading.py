"""Grades a question's hints: filters, convergence, familiarity, strength, and the order.

What the question already has (candidates, verdicts) is used as it is; what is missing is asked
from whatever is at hand, and stays None where nothing is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event

from services.errors import Unavailable
from services.hints import (
    answer_kinds,
    candidates,
    familiarity,
    filters,
    intake,
    judging,
    reveal,
    strength,
)
from services.hints.familiarity import ViewFinder
from services.hints.judging import Show, Watch, open_cells, unseen
from services.hints.models import Entity, TriviaQuestion, ViewSource
from services.hints.question_type import QuestionClassifier
from services.llm.base import Engine, Progress
from services.text.embeddings import Embedder


@dataclass(frozen=True)
class Tools:
    """What grading may ask. Any of them may be missing.

    `entities` (page titles a hint) and `views` (monthly views by title) are a person's, and are
    used instead of spaCy and every other source of views.
    """

    engine: Engine | None = None
    embedder: Embedder | None = None
    finder: ViewFinder = field(default_factory=ViewFinder)
    classifier: QuestionClassifier | None = None
    entities: Sequence[Sequence[str]] | None = None
    views: Mapping[str, float] = field(default_factory=dict)
    wording: str = "paper"


def needs_judge(question: TriviaQuestion) -> bool:
    """Whether a language model would have anything to add: candidates or verdicts."""
    return not question.candidates or any(open_cells(question, hint) for hint in question.hints)


def grade(
    question: TriviaQuestion,
    tools: Tools,
    *,
    cancel: Event | None = None,
    progress: Progress | None = None,
    show: Show = unseen,
    keep_order: bool = False,
    judge_dropped: bool = True,
) -> TriviaQuestion:
    """`question` with every grade that can be had, the reasons of the filters, and the order.

    Every hint is graded, dropped or not; without `judge_dropped` the model is spared the dropped
    ones. With `keep_order` the numbers that hints have already are the author's and stay. `show`
    is given the question again after each hint that the model has judged.
    Raises `Cancelled` when `cancel` is set and `Unavailable` when the model fails on the way.
    """
    question = _with_candidates(_typed(question, tools), tools, cancel)
    inspected = _inspected(question, tools)
    spared = frozenset() if judge_dropped else {h.id for h in inspected.hints if not h.kept}
    watch = Watch(cancel, progress, show)
    judged = judging.judged(inspected, tools.engine, tools.wording, spared, watch)
    named = _named(judged, tools)
    described = _described(_strengths(named, tools), tools)
    return reveal.ordered(described, keep_order=keep_order)


def _typed(question: TriviaQuestion, tools: Tools) -> TriviaQuestion:
    if question.question_type or tools.classifier is None or not question.question.strip():
        return question
    if not intake.is_english(question.question):
        return question
    try:
        kind = tools.classifier.classify([question.question])[0]
    except Unavailable as error:
        tools.finder.note(error)
        return question
    return question.model_copy(update={"question_type": kind})


def _with_candidates(
    question: TriviaQuestion, tools: Tools, cancel: Event | None
) -> TriviaQuestion:
    """The question's own candidates, else a natural set, else what the model proposes."""
    if question.candidates:
        return question
    names = candidates.propose(
        question.question,
        question.answer,
        question.aliases,
        tools.engine,
        kind=answer_kinds.many(question.question_type),
        cancel=cancel,
    )
    return question.model_copy(update={"candidates": names})


def _inspected(question: TriviaQuestion, tools: Tools) -> TriviaQuestion:
    texts = [hint.text for hint in question.hints]
    found = filters.inspect(
        question.question, question.answer, question.aliases, texts, tools.embedder
    )
    hints = [
        hint.model_copy(
            update={
                "leak": inspection.leak.lemma if inspection.leak else None,
                "question_similarity": inspection.question_similarity,
                "dropped": inspection.reason,
            }
        )
        for hint, inspection in zip(question.hints, found, strict=True)
    ]
    return question.model_copy(update={"hints": tuple(hints)})


def _named(question: TriviaQuestion, tools: Tools) -> TriviaQuestion:
    """Entities and HIFAS of every hint."""
    texts = [hint.text for hint in question.hints]
    given = tools.entities
    named = given if given is not None else _names(texts, question.question, tools)
    hints = []
    for hint, names in zip(question.hints, named, strict=True):
        entities = _entities(names, f"{question.question} {hint.text}", tools)
        score = familiarity.hifas(entities)
        hints.append(
            hint.model_copy(
                update={
                    "entities": tuple(entities),
                    "hifas": score.mean if score else None,
                    "hifas_min": score.low if score else None,
                    "hifas_max": score.high if score else None,
                }
            )
        )
    return question.model_copy(update={"hints": tuple(hints)})


def _names(texts: Sequence[str], question: str, tools: Tools) -> Sequence[Sequence[str]]:
    """What spaCy finds; nothing, and a note, where it is not installed."""
    try:
        return familiarity.names_in(texts, question)
    except Unavailable as error:
        tools.finder.note(error)
        return [()] * len(texts)


def _entities(names: Sequence[str], context: str, tools: Tools) -> list[Entity]:
    """One entity a page: a person's views where given, else what the finder knows."""
    distinct = {familiarity.title_key(name): name for name in reversed(names) if name.strip()}
    given = {familiarity.title_key(title): views for title, views in tools.views.items()}
    asked = [name for key, name in reversed(distinct.items()) if key not in given]
    found = {
        familiarity.title_key(entity.name): entity
        for entity in tools.finder.entities(asked, context)
    }
    entities: dict[str, Entity] = {}
    for key, name in reversed(distinct.items()):
        spoken = name.replace("_", " ")
        entity = (
            familiarity.known(spoken, name, given[key], ViewSource.SNAPSHOT)
            if key in given
            else found.get(key)
        )
        if entity is not None:
            entities.setdefault(familiarity.title_key(entity.title), entity)
    return list(entities.values())


def _strengths(question: TriviaQuestion, tools: Tools) -> TriviaQuestion:
    if tools.embedder is None:
        return question
    own = reveal.answer_index(question) if question.candidates else None
    scores = strength.strengths(question, own, tools.embedder)
    hints = [
        hint.model_copy(update={"strength": score})
        for hint, score in zip(question.hints, scores, strict=True)
    ]
    return question.model_copy(update={"hints": tuple(hints)})


def _described(question: TriviaQuestion, tools: Tools) -> TriviaQuestion:
    """Difficulty of the question and popularity of its answer."""
    own = _entities([question.answer], question.question, tools)
    popularity = own[0].normalized if own else None
    difficulty = None
    if tools.entities is None:
        asked = _names([question.question], "", tools)[0]
        score = familiarity.hifas(_entities(asked, question.question, tools))
        difficulty = round(1 - score.mean, 3) if score else None
    return question.model_copy(
        update={
            "answer_popularity": popularity,
            "answer_source": own[0].source if own else None,
            "question_difficulty": difficulty,
            "notes": tuple(dict.fromkeys([*question.notes, *tools.finder.problems])),
            "signature": signature(question, tools),
        }
    )


def signature(question: TriviaQuestion, tools: Tools) -> str:
    """How the grades were made, so that two people get the same numbers."""
    asked = any(margin is not None for hint in question.hints for margin in hint.margins)
    judge = "given"
    if asked and tools.engine is not None:
        info = tools.engine.info
        judge = f"{info.model},undecided<={info.capabilities.undecided_nats}"
    encoder = tools.embedder.info.name if tools.embedder is not None else "none"
    return "|".join(
        (
            f"hicos:n={len(question.candidates)},wording={tools.wording},judge={judge}",
            f"hifas:mean,max={familiarity.MOST_VIEWS},window=2015-07..2023-12",
            f"strength:{strength.VERSION},encoder={encoder}",
        )
    )
