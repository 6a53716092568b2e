"""From a question and its answer to a graded set of hints.

A small model makes facts up. So every hint that no source stands behind says "check this", the
model is asked back whether each hint is true of the answer, and hints that disagree are marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

from services.errors import Cancelled, InvalidInput, Unavailable, UnusableAnswer
from services.hints import answer_kinds, candidates, cautions, clues, filters, grading, intake
from services.hints.grading import Tools
from services.hints.judging import Show, unseen
from services.hints.models import Hint, TriviaQuestion
from services.hints.names import name_key
from services.hints.soundness import is_sound
from services.hints.words import content_words, words
from services.llm.base import Engine, Sampling, chat

FEWEST_KEPT = 5
MOST_REQUESTS = 3 * len(clues.KINDS)
MOST_FOR_SOUND = len(clues.KINDS) + 3
# The lead of an article is cut here: a small model loses the thread in more.
LEAD_CHARACTERS = 1_200
ASK = "{question}\nReply with the answer alone, in a few words."

Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the author asks for."""

    question: str
    answer: str
    aliases: tuple[str, ...] = ()
    count: int = 10
    candidate_count: int = candidates.USED
    seed: int = 0


@dataclass
class _Desk:
    """What is at hand while one question is worked on; `question` is as far as it is, `before`
    the ids of the hints that it had at the beginning."""

    wanted: Wanted
    tools: Tools
    engine: Engine
    cancel: Event
    report: Report
    show: Show
    question: TriviaQuestion
    before: frozenset[str]
    facts: str = ""
    source: str = ""

    def step(self, done: int, total: int, note: str) -> None:
        """Say how far the work is. Raises `Cancelled` when it is to stop."""
        if self.cancel.is_set():
            raise Cancelled
        self.report(done, total, note)

    def learn(self, **found: Any) -> None:
        """Put what was found into the question, and show it."""
        self.question = self.question.model_copy(update=found)
        self.show(self.question)

    def note(self, *sentences: str) -> None:
        """Tell the author something, once."""
        notes = tuple(dict.fromkeys((*self.question.notes, *sentences)))
        self.question = self.question.model_copy(update={"notes": notes})


def make_hints(
    wanted: Wanted,
    tools: Tools,
    *,
    onto: TriviaQuestion | None = None,
    cancel: Event | None = None,
    report: Report = lambda done, total, note: None,
    show: Show = unseen,
) -> TriviaQuestion:
    """Write, filter, grade and order hints. `report(done, total, what)` follows the work, and
    `show` is given the question as far as it is: after each request, and each hint judged.

    Hints that a filter drops stay in the result with the reason. `notes` say what the author
    should know: that fewer hints are left than wanted, that the model does not know the answer.
    `onto` is the question with the hints it has already: they stay, and `wanted.count` is how many
    there are to be in all. Raises `InvalidInput` for an empty question or answer, `Unavailable`
    without a model, `Cancelled` when `cancel` is set.
    """
    if not wanted.question.strip() or not wanted.answer.strip():
        raise InvalidInput("Question or answer is empty.", "Give both.")
    if tools.engine is None:
        raise Unavailable("Hints need a language model.", "Choose one on the Models page.")
    given = {"question": wanted.question, "answer": wanted.answer, "aliases": wanted.aliases}
    question = (onto or TriviaQuestion()).model_copy(update={**given, "notes": ()})
    before = frozenset(hint.id for hint in question.hints)
    desk = _Desk(wanted, tools, tools.engine, cancel or Event(), report, show, question, before)
    _prepare(desk)
    _ground(desk)
    _write(desk)
    _choose(desk)
    desk.learn(hints=cautions.warned(desk.question, tools.embedder).hints)
    return _graded(desk)


def _prepare(desk: _Desk) -> None:
    """What is needed before a hint is written: the class, what the model knows, candidates."""
    wanted, count = desk.wanted, desk.wanted.count
    kind = desk.question.question_type
    if desk.tools.classifier is not None and intake.is_english(wanted.question):
        kind = desk.tools.classifier.classify([wanted.question])[0]
        desk.learn(question_type=kind)
    desk.note(*intake.advice(wanted.question, wanted.answer, kind))
    if desk.question.knows_answer is None:
        desk.step(0, count, "asking the model the question")
        said, knows = _answer_first(desk)
        desk.learn(model_answer=said, knows_answer=knows)
    if not desk.question.knows_answer:
        said = desk.question.model_answer[:80]
        desk.note(f"Asked the question, the model answers “{said}”; it may judge hints badly.")
    if desk.question.candidates:
        return
    desk.step(0, count, "looking for other answers")
    names = candidates.propose(
        wanted.question,
        wanted.answer,
        wanted.aliases,
        desk.engine,
        kind=answer_kinds.many(kind),
        used=wanted.candidate_count,
        seed=wanted.seed,
        cancel=desk.cancel,
    )
    desk.learn(candidates=names)


def _answer_first(desk: _Desk) -> tuple[str, bool]:
    """What the model answers when asked the question, and whether that is the answer."""
    asked = chat(ASK.format(question=desk.wanted.question))
    pieces = desk.engine.stream(asked, Sampling(max_tokens=24), cancel=desk.cancel)
    said = " ".join("".join(pieces).split())
    return said, any(_says(said, name) for name in (desk.wanted.answer, *desk.wanted.aliases))


def _says(reply: str, name: str) -> bool:
    said = {form for word in words(reply) for form in word.forms}
    own = content_words(name)
    return name_key(name) in name_key(reply) if not own else all(w.forms & said for w in own)


def _ground(desk: _Desk) -> None:
    """Facts from the lead of the answer's article, where Wikipedia is switched on and reached."""
    pages = desk.tools.finder.awake()
    if pages is None:
        return
    wanted = desk.wanted
    try:
        title = pages.titles([wanted.answer], wanted.question, desk.tools.embedder)[wanted.answer]
        desk.facts = pages.lead(title)[:LEAD_CHARACTERS] if title else ""
    except Unavailable as error:
        desk.note(f"The hints are ungrounded: {error}")
        desk.tools.finder.let_rest(error)
        return
    if desk.facts:
        desk.source = f"Wikipedia: {title}"


def _write(desk: _Desk) -> None:
    """Hints of every kind of clue in turn, until enough pass the filters or the model has had
    its chances."""
    wanted = desk.wanted
    others = [
        name for name in desk.question.candidates if name_key(name) != name_key(wanted.answer)
    ]
    for request in range(MOST_REQUESTS):
        clue = clues.KINDS[request % len(clues.KINDS)]
        kept = [hint.text for hint in desk.question.hints if hint.kept]
        if _is_enough(desk, request):
            break
        desk.step(min(len(kept), wanted.count), wanted.count, "writing hints")
        asked = clues.prompt(
            wanted.question,
            wanted.answer,
            wanted.aliases,
            clue,
            kind=desk.question.question_type,
            others=others,
            facts=desk.facts,
            had=kept if desk.before or request >= len(clues.KINDS) else (),
        )
        try:
            texts = clues.write(asked, desk.engine, seed=wanted.seed + request, cancel=desk.cancel)
        except UnusableAnswer:
            continue
        written = (Hint(text=text, kind=clue, source=desk.source) for text in texts)
        desk.learn(hints=_filtered(desk, [*desk.question.hints, *map(_to_check(desk), written)]))
        _ask_back(desk)


def _is_enough(desk: _Desk, requests: int) -> bool:
    """Whether no more hints need be written.

    Of a handful as many as are wanted; of more some to spare, so that the least sound can be left
    out (with ten wanted, one request of each kind of clue), and a few requests more for sound ones.
    """
    count = desk.wanted.count
    kept = [hint for hint in desk.question.hints if hint.kept]
    if count <= 2 * clues.PER_REQUEST:
        return len(kept) >= count
    sound = sum(is_sound(desk.wanted.question, hint) for hint in kept)
    spare = len(kept) >= count + clues.PER_REQUEST
    return spare and (sound >= count or requests >= MOST_FOR_SOUND)


def _ask_back(desk: _Desk) -> None:
    """How far the model stands by each hint that passed the filters, where it was not asked."""
    unasked = [hint for hint in desk.question.hints if hint.kept and hint.fit_margin is None]
    texts = [hint.text for hint in unasked]
    found = cautions.fit_margins(desk.wanted.answer, texts, desk.engine, cancel=desk.cancel)
    margins = {hint.id: margin for hint, margin in zip(unasked, found, strict=True)}
    hints = (
        hint.model_copy(update={"fit_margin": margins.get(hint.id, hint.fit_margin)})
        for hint in desk.question.hints
    )
    desk.learn(hints=tuple(hints))


def _to_check(desk: _Desk) -> Callable[[Hint], Hint]:
    return lambda hint: hint.model_copy(update={"warnings": cautions.grounding(hint, desk.facts)})


def _filtered(desk: _Desk, hints: Sequence[Hint]) -> tuple[Hint, ...]:
    wanted = desk.wanted
    found = filters.inspect(
        wanted.question,
        wanted.answer,
        wanted.aliases,
        [hint.text for hint in hints],
        desk.tools.embedder,
    )
    return tuple(
        hint.model_copy(update={"dropped": inspection.reason})
        for hint, inspection in zip(hints, found, strict=True)
    )


def _choose(desk: _Desk) -> None:
    """The hints asked for: of the new ones that passed, the sound, and of those the ones that the
    model, asked back, finds truest of the answer. Dropped hints stay, and so do those that were
    there before."""
    wanted = desk.wanted
    desk.step(wanted.count, wanted.count, "asking back")
    _ask_back(desk)
    hints = desk.question.hints
    passed = [hint for hint in hints if hint.kept]
    new = [hint for hint in passed if hint.id not in desk.before]
    new.sort(key=lambda h: (not is_sound(wanted.question, h), -(h.fit_margin or 0.0)))
    room = max(0, wanted.count - (len(passed) - len(new)))
    left_out = {hint.id for hint in new[room:]}
    chosen = len(passed) - len(left_out)
    if chosen < min(FEWEST_KEPT, wanted.count):
        desk.note(
            f"Only {chosen} of {len(hints)} hints that the model wrote can be shown; "
            "write some of your own or try another seed."
        )
    elif chosen < wanted.count:
        desk.note(f"{wanted.count} hints were asked for; {chosen} can be shown.")
    kept = tuple(hint for hint in hints if hint.id not in left_out)
    desk.question = desk.question.model_copy(update={"hints": kept})


def _graded(desk: _Desk) -> TriviaQuestion:
    def follow(done: int, total: int) -> None:
        desk.step(done, total, "judging candidates")

    return grading.grade(
        desk.question,
        desk.tools,
        cancel=desk.cancel,
        progress=follow,
        show=desk.show,
        keep_order=desk.question.own_order,
        judge_dropped=False,
    )
