"""Questions suggested for a passage: drafted by the model in two small steps, checked by rules.

First a question with its answer and the sentence that proves it, then three wrong answers. What
the checks refuse is repaired once by asking again, or dropped with the reason. Nothing is added
to the author's items: suggestions are proposals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from pydantic import BaseModel, Field

from services.errors import UnusableAnswer
from services.llm.base import Engine, Sampling, chat
from services.llm.structured import generate
from services.reading.excerpt import most_relevant
from services.reading.item_flaws.finding import words
from services.reading.item_flaws.key import copied_run
from services.reading.item_flaws.same_meaning import same_text
from services.reading.item_review import ItemReview, SolverChoice, review
from services.reading.models import ComprehensionItem, ComprehensionType
from services.reading.solver import MAX_PASSAGE_WORDS
from services.text.embeddings import Embedder
from services.text.sentences import split

Type = ComprehensionType
DISTRACTORS = 3
# So much of the quoted evidence must stand in one sentence of the passage, word by word.
_QUOTED_SHARE = 0.6
_TRIES = 2
_TEMPERATURE = 0.7
SYSTEM = "You write reading-comprehension questions for a teacher. Use only the passage."

ASKS: dict[Type, str] = {
    Type.FACTUALITY: "which of four statements about the passage is true",
    Type.FACTOID: "for one fact the passage states: who, what or which",
    Type.NON_FACTOID: "why or how something happens in the passage",
    Type.GESTALT_ATTITUDE: "for the main idea of the passage or the attitude of its author",
    Type.NUMERIC: "for a number that must be worked out from numbers in the passage",
    Type.SPATIAL_TEMPORAL: "where or when something happens, or in which order",
    Type.LOGICAL: "what can be concluded from the passage although it is not stated",
}


class QuestionDraft(BaseModel):
    question: str = Field(min_length=8, max_length=240)
    answer: str = Field(min_length=1, max_length=160)
    evidence: str = Field(min_length=8, max_length=400)


class DistractorDraft(BaseModel):
    wrong_answers: list[str] = Field(min_length=DISTRACTORS, max_length=DISTRACTORS)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A proposed item, the sentence of the passage that proves its key, and its review."""

    item: ComprehensionItem
    evidence: str
    review: ItemReview


@dataclass(frozen=True, slots=True)
class Dropped:
    """A draft that the checks refused: what was drafted and why it was dropped."""

    kind: ComprehensionType
    question: str
    reason: str


def suggest(
    passage: str,
    kinds: Sequence[ComprehensionType],
    engine: Engine,
    embedder: Embedder,
    *,
    existing: Sequence[ComprehensionItem] = (),
    seed: int = 0,
    cancel: Event | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Suggestion | Dropped]:
    """One draft for each of `kinds`, in order, as a suggestion or with the reason it was dropped.

    The key's place goes round with the number of items there are. Raises `Unavailable`,
    `Cancelled`.
    """
    results: list[Suggestion | Dropped] = []
    asked = [item.question for item in existing]
    for done, kind in enumerate(kinds, 1):
        place = (len(existing) + len(results)) % (DISTRACTORS + 1)
        drafted = _item(passage, kind, engine, asked, place, seed + 100 * done, cancel)
        if isinstance(drafted, Dropped):
            results.append(drafted)
        else:
            asked.append(drafted[0].question)
            results.append(_reviewed(passage, *drafted, engine, embedder, cancel))
        if progress is not None:
            progress(done, len(kinds))
    return results


def _reviewed(
    passage: str,
    item: ComprehensionItem,
    evidence: str,
    engine: Engine,
    embedder: Embedder,
    cancel: Event | None,
) -> Suggestion:
    checked = review(
        passage,
        item.question,
        item.options,
        item.gold,
        choice=SolverChoice.MODEL,
        embedder=embedder,
        engine=engine,
        cancel=cancel,
    )
    shown = item.model_copy(update={"solver": checked.solved})
    return Suggestion(shown, evidence, checked)


def _item(
    passage: str,
    kind: Type,
    engine: Engine,
    asked: Sequence[str],
    place: int,
    seed: int,
    cancel: Event | None,
) -> tuple[ComprehensionItem, str] | Dropped:
    """Draft question and distractors; each step is tried twice."""
    reason, question = "", ""
    text = most_relevant(passage, ASKS[kind], MAX_PASSAGE_WORDS).text
    for attempt in range(_TRIES):
        try:
            draft = _question(text, kind, engine, asked, seed + attempt, cancel)
        except UnusableAnswer as error:
            reason = error.message
            continue
        question, evidence = draft.question, _evidence(text, draft.evidence)
        reason = _refused(draft, evidence, asked)
        if reason or evidence is None:
            continue
        wrong = _distractors(text, draft, engine, seed + attempt, cancel)
        if len(wrong) < DISTRACTORS:
            reason = f"Only {len(wrong)} usable wrong answers were written."
            continue
        options = [*wrong[:place], draft.answer.strip(), *wrong[place:]]
        item = ComprehensionItem(
            question=draft.question.strip(), options=tuple(options), gold=place, origin="model"
        )
        return item, evidence
    return Dropped(kind, question, reason)


def _question(
    passage: str, kind: Type, engine: Engine, asked: Sequence[str], seed: int, cancel: Event | None
) -> QuestionDraft:
    taken = "".join(f"\n- {question}" for question in asked[-8:])
    avoid = f"\nDo not ask again:{taken}" if taken else ""
    prompt = (
        f"Passage:\n{passage}\n\nWrite one question that asks {ASKS[kind]}. Give its short "
        "answer, and as evidence copy the sentence of the passage that proves the answer."
        f"{avoid}"
    )
    sampling = Sampling(max_tokens=320, temperature=_TEMPERATURE, top_p=0.9, seed=seed)
    return generate(
        engine, chat(prompt, system=SYSTEM), QuestionDraft, sampling, cancel=cancel
    ).value


def _evidence(passage: str, quoted: str) -> str | None:
    """The sentence that `quoted` was copied from; None if it is in no sentence."""
    wanted = words(quoted)
    runs = [(copied_run(wanted, words(s.text)), s.text) for s in split(passage)]
    run, best = max(runs, default=(0, ""))
    return best if wanted and run >= _QUOTED_SHARE * min(len(wanted), len(words(best))) else None


def _refused(draft: QuestionDraft, evidence: str | None, asked: Sequence[str]) -> str:
    """Why a question cannot be used, or nothing."""
    if evidence is None:
        return "The evidence it quotes is not in the passage."
    if any(same_text(draft.question, other) for other in asked):
        return "It repeats a question that is there already."
    answer, question = " ".join(words(draft.answer)), " ".join(words(draft.question))
    if not answer:
        return "It has no answer."
    if len(answer.split()) > 2 and answer in question:
        return "The question gives its own answer."
    return ""


def _distractors(
    passage: str, draft: QuestionDraft, engine: Engine, seed: int, cancel: Event | None
) -> list[str]:
    """Wrong answers that differ from the key and from each other; at most three."""
    prompt = (
        f"Passage:\n{passage}\n\nQuestion: {draft.question}\nRight answer: {draft.answer}\n\n"
        f"Write {DISTRACTORS} wrong answers of the same kind and about the same length, that "
        "someone might choose who has not read carefully. Each must be clearly wrong."
    )
    kept: list[str] = []
    for attempt in range(_TRIES):
        sampling = Sampling(
            max_tokens=240, temperature=_TEMPERATURE, top_p=0.9, seed=seed + attempt
        )
        try:
            written = generate(
                engine, chat(prompt, system=SYSTEM), DistractorDraft, sampling, cancel=cancel
            ).value.wrong_answers
        except UnusableAnswer:
            continue
        for text in map(str.strip, written):
            if words(text) and not any(same_text(text, other) for other in (draft.answer, *kept)):
                kept.append(text)
        if len(kept) >= DISTRACTORS:
            break
    return kept[:DISTRACTORS]
