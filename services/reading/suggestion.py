"""Questions suggested for a passage: drafted by the model in two small steps, checked by rules.

The rules choose a sentence that suits the type; then comes a question with its answer and the
sentence that proves it, then three wrong answers. What the checks refuse is tried again about
another sentence, or dropped with the reason. Nothing is added to the author's items: suggestions
are proposals.
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
from services.reading.item_review import ItemReview, SolverChoice, review
from services.reading.models import ComprehensionItem, ComprehensionType
from services.reading.solver import MAX_PASSAGE_WORDS
from services.reading.suggestion_checks import fits_beside, refused_question, stated, tells_apart
from services.reading.suggestion_focus import Focus, choose
from services.text.embeddings import Embedder
from services.text.sentences import split

Type = ComprehensionType
DISTRACTORS = 3
# So much of the quoted evidence must stand in one sentence of the passage, word by word.
_QUOTED_SHARE = 0.6
_TRIES = 3
_DISTRACTOR_TRIES = 2
_TRUE_STATEMENT = "Which of these statements is true according to the text?"
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
    quoted = [item.feedback for item in existing if item.feedback]
    for done, kind in enumerate(kinds, 1):
        place = (len(existing) + len(results)) % (DISTRACTORS + 1)
        drafted = _item(passage, kind, engine, (asked, quoted), place, seed + 100 * done, cancel)
        if isinstance(drafted, Dropped):
            results.append(drafted)
        else:
            asked.append(drafted[0].question)
            quoted.append(drafted[1])
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
    taken: tuple[Sequence[str], Sequence[str]],
    place: int,
    seed: int,
    cancel: Event | None,
) -> tuple[ComprehensionItem, str] | Dropped:
    """Draft question and distractors, each time about another sentence.

    `taken` are the questions that are there and what they quote.
    """
    reason, question = "", ""
    asked, quoted = taken
    for attempt in range(_TRIES):
        focus = choose(passage, kind, quoted, seed + attempt)
        text = focus.text if focus else most_relevant(passage, ASKS[kind], MAX_PASSAGE_WORDS).text
        try:
            draft = _question(text, focus, kind, engine, asked, seed + attempt, cancel)
        except UnusableAnswer as error:
            reason = error.message
            continue
        question, evidence = draft.question, _evidence(passage, draft.evidence)
        reason = _refused(draft, evidence, text, kind, asked)
        if reason or evidence is None:
            continue
        wrong = _distractors(text, draft, kind, engine, seed + attempt, cancel)
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
    text: str,
    focus: Focus | None,
    kind: Type,
    engine: Engine,
    asked: Sequence[str],
    seed: int,
    cancel: Event | None,
) -> QuestionDraft:
    taken = "".join(f"\n- {question}" for question in asked[-8:])
    avoid = f"\nDo not ask again:{taken}" if taken else ""
    about = f"\n\nAsk about this sentence of it: {focus.sentence}" if focus else ""
    wanted = (
        f"Write one question that asks {ASKS[kind]}. Name the people and things it is about, so "
        "that it is clear without the passage in sight. Give its answer in at most twelve words"
    )
    if kind is Type.FACTUALITY:
        wanted = (
            f'The question is "{_TRUE_STATEMENT}" As its answer, write one true sentence of your '
            "own on what the passage says there, in at most fifteen words"
        )
    prompt = (
        f"Passage:\n{text}{about}\n\n{wanted}, and as evidence copy the sentence of the passage "
        f"that proves the answer.{avoid}"
    )
    sampling = Sampling(max_tokens=320, temperature=_TEMPERATURE, top_p=0.9, seed=seed)
    draft = generate(
        engine, chat(prompt, system=SYSTEM), QuestionDraft, sampling, cancel=cancel
    ).value
    fixed = {"question": _TRUE_STATEMENT} if kind is Type.FACTUALITY else {}
    return draft.model_copy(update=fixed)


def _evidence(passage: str, quoted: str) -> str | None:
    """The sentence that `quoted` was copied from; None if it is in no sentence."""
    wanted = words(quoted)
    runs = [(copied_run(wanted, words(s.text)), s.text) for s in split(passage)]
    run, best = max(runs, default=(0, ""))
    return best if wanted and run >= _QUOTED_SHARE * min(len(wanted), len(words(best))) else None


def _refused(
    draft: QuestionDraft, evidence: str | None, text: str, kind: Type, asked: Sequence[str]
) -> str:
    """Why a question cannot be used, or nothing."""
    if evidence is None:
        return "The evidence it quotes is not in the passage."
    others = [other for other in asked if other != _TRUE_STATEMENT]
    proof = text if kind in (Type.GESTALT_ATTITUDE, Type.LOGICAL, Type.NUMERIC) else evidence
    return refused_question(draft.question, draft.answer, proof, kind, others)


def _distractors(
    text: str,
    draft: QuestionDraft,
    kind: Type,
    engine: Engine,
    seed: int,
    cancel: Event | None,
) -> list[str]:
    """Wrong answers that differ from the key and from each other; at most three."""
    sentences = [sentence.text for sentence in split(text)] if kind is Type.FACTUALITY else []
    wanted = (
        f"Write {DISTRACTORS} wrong answers of the same kind and about the same length, that "
        "someone might choose who has not read carefully. Each must be clearly wrong."
    )
    if kind is Type.FACTUALITY:
        wanted = (
            f"Write {DISTRACTORS} false sentences, each like the right answer but with another "
            "fact changed. Each must be clearly wrong by the passage."
        )
    prompt = (
        f"Passage:\n{text}\n\nQuestion: {draft.question}\nRight answer: {draft.answer}\n\n{wanted}"
    )
    kept: list[str] = []
    for attempt in range(_DISTRACTOR_TRIES):
        sampling = Sampling(
            max_tokens=240, temperature=_TEMPERATURE, top_p=0.9, seed=seed + attempt
        )
        try:
            written = generate(
                engine, chat(prompt, system=SYSTEM), DistractorDraft, sampling, cancel=cancel
            ).value.wrong_answers
        except UnusableAnswer:
            continue
        for answer in map(str.strip, written):
            apart = tells_apart(answer, (draft.answer, *kept)) and fits_beside(answer, draft.answer)
            if apart and not stated(answer, sentences):
                kept.append(answer)
        if len(kept) >= DISTRACTORS:
            break
    return kept[:DISTRACTORS]
