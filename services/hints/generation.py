"""From a question and its answer to a graded set of hints.

A small model makes facts up. So every hint that no source stands behind says "check this", the
model is asked back whether each hint is true of the answer, and hints that disagree are marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event

from services.errors import Cancelled, InvalidInput, Unavailable, UnusableAnswer
from services.hints import answer_kinds, candidates, clues, contradictions, filters, grading, intake
from services.hints.grading import Tools
from services.hints.judging import Show, unseen
from services.hints.leaks import near_leak
from services.hints.models import Hint, QuestionType, TriviaQuestion
from services.hints.names import name_key
from services.hints.words import content_words, words
from services.llm.base import ChoiceQuery, Engine, Sampling, chat

FEWEST_KEPT = 5
MOST_REQUESTS = 3 * len(clues.KINDS)
# The lead of an article is cut here: a small model loses the thread in more.
LEAD_CHARACTERS = 1_200
CHECK = "Check this: no source stands behind it."
DOUBTED = "Asked back, the model itself does not think that this is true of the answer."
TRUE_OF = 'Is this true of {answer}: "{hint}"? Choose ONLY between "Yes" or "No".'
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
    """What is at hand while one question is worked on."""

    wanted: Wanted
    tools: Tools
    engine: Engine
    cancel: Event
    report: Report
    show: Show
    kind: QuestionType | None = None
    said: str = ""
    knows: bool | None = None
    names: tuple[str, ...] = ()
    facts: str = ""
    source: str = ""
    notes: list[str] = field(default_factory=list)

    def step(self, done: int, total: int, note: str) -> None:
        """Say how far the work is. Raises `Cancelled` when it is to stop."""
        if self.cancel.is_set():
            raise Cancelled
        self.report(done, total, note)

    def question(self, hints: Sequence[Hint]) -> TriviaQuestion:
        """The question as far as it is."""
        return TriviaQuestion(
            question=self.wanted.question,
            answer=self.wanted.answer,
            aliases=self.wanted.aliases,
            question_type=self.kind,
            knows_answer=self.knows,
            model_answer=self.said,
            candidates=self.names,
            hints=tuple(hints),
            notes=tuple(self.notes),
        )


def make_hints(
    wanted: Wanted,
    tools: Tools,
    *,
    cancel: Event | None = None,
    report: Report = lambda done, total, note: None,
    show: Show = unseen,
) -> TriviaQuestion:
    """Write, filter, grade and order hints. `report(done, total, what)` follows the work, and
    `show` is given the question as far as it is: after each request, and each hint judged.

    Hints that a filter drops stay in the result with the reason. `notes` say what the author
    should know: that fewer hints are left than wanted, that the model does not know the answer.
    Raises `InvalidInput` for an empty question or answer, `Unavailable` without a model,
    `Cancelled` when `cancel` is set.
    """
    if not wanted.question.strip() or not wanted.answer.strip():
        raise InvalidInput("Question or answer is empty.", "Give both.")
    if tools.engine is None:
        raise Unavailable("Hints need a language model.", "Choose one on the Models page.")
    desk = _Desk(wanted, tools, tools.engine, cancel or Event(), report, show)
    if tools.classifier is not None:
        desk.kind = tools.classifier.classify([wanted.question])[0]
    desk.notes += intake.advice(wanted.question, wanted.answer, desk.kind)
    desk.step(0, wanted.count, "asking the model the question")
    desk.said, desk.knows = _answer_first(desk)
    desk.step(0, wanted.count, "looking for other answers")
    desk.names = candidates.propose(
        wanted.question,
        wanted.answer,
        wanted.aliases,
        desk.engine,
        kind=answer_kinds.many(desk.kind),
        used=wanted.candidate_count,
        seed=wanted.seed,
        cancel=desk.cancel,
    )
    desk.show(desk.question(()))
    _ground(desk)
    hints = _warned(desk, _best(desk, _written(desk)))
    question = desk.question(hints)
    desk.show(question)
    return _graded(desk, question)


def _answer_first(desk: _Desk) -> tuple[str, bool]:
    """What the model answers when asked the question, and whether that is the answer."""
    asked = chat(ASK.format(question=desk.wanted.question))
    pieces = desk.engine.stream(asked, Sampling(max_tokens=24), cancel=desk.cancel)
    said = " ".join("".join(pieces).split())
    knows = any(_says(said, name) for name in (desk.wanted.answer, *desk.wanted.aliases))
    if not knows:
        desk.notes.append(
            f"Asked the question, the model answers “{said[:80]}”; it may judge these hints badly."
        )
    return said, knows


def _says(reply: str, name: str) -> bool:
    said = {form for word in words(reply) for form in word.forms}
    own = content_words(name)
    return name_key(name) in name_key(reply) if not own else all(w.forms & said for w in own)


def _ground(desk: _Desk) -> None:
    """Facts from the lead of the answer's article, where Wikipedia is switched on and reached."""
    pages = desk.tools.finder.pages
    if pages is None:
        return
    wanted = desk.wanted
    try:
        title = pages.titles([wanted.answer], wanted.question, desk.tools.embedder)[wanted.answer]
        desk.facts = pages.lead(title)[:LEAD_CHARACTERS] if title else ""
    except Unavailable as error:
        desk.notes.append(f"The hints are ungrounded: {error}")
        return
    if desk.facts:
        desk.source = f"Wikipedia: {title}"


def _written(desk: _Desk) -> list[Hint]:
    """Hints of every kind of clue in turn, until enough pass the filters or the model has had
    its chances."""
    wanted = desk.wanted
    others = [name for name in desk.names if name_key(name) != name_key(wanted.answer)]
    hints: list[Hint] = []
    for request in range(MOST_REQUESTS):
        clue = clues.KINDS[request % len(clues.KINDS)]
        kept = [hint.text for hint in hints if hint.kept]
        if len(kept) >= wanted.count:
            break
        desk.step(len(kept), wanted.count, "writing hints")
        asked = clues.prompt(
            wanted.question,
            wanted.answer,
            wanted.aliases,
            clue,
            kind=desk.kind,
            others=others,
            facts=desk.facts,
            had=kept if request >= len(clues.KINDS) else (),
        )
        try:
            texts = clues.write(asked, desk.engine, seed=wanted.seed + request, cancel=desk.cancel)
        except UnusableAnswer:
            continue
        hints += [Hint(text=text, kind=clue, source=desk.source) for text in texts]
        hints = _filtered(desk, hints)
        desk.show(desk.question(hints))
    return hints


def _filtered(desk: _Desk, hints: list[Hint]) -> list[Hint]:
    wanted = desk.wanted
    found = filters.inspect(
        wanted.question,
        wanted.answer,
        wanted.aliases,
        [hint.text for hint in hints],
        desk.tools.embedder,
    )
    return [
        hint.model_copy(update={"dropped": inspection.reason})
        for hint, inspection in zip(hints, found, strict=True)
    ]


def _best(desk: _Desk, hints: list[Hint]) -> list[Hint]:
    """The hints asked for: of those that passed, the ones that the model, asked back, finds
    truest of the answer. Dropped hints stay."""
    passed = [hint for hint in hints if hint.kept]
    desk.step(len(passed), desk.wanted.count, "asking back")
    queries = [
        ChoiceQuery(chat(TRUE_OF.format(answer=desk.wanted.answer, hint=hint.text)))
        for hint in passed
    ]
    scores = desk.engine.score(queries, cancel=desk.cancel)
    margins = {hint.id: score.margin for hint, score in zip(passed, scores, strict=True)}
    chosen = sorted(margins, key=lambda key: -margins[key])[: desk.wanted.count]
    if len(chosen) < min(FEWEST_KEPT, desk.wanted.count):
        desk.notes.append(
            f"Only {len(chosen)} of {len(hints)} hints that the model wrote can be shown; "
            "write some of your own or try another seed."
        )
    elif len(chosen) < desk.wanted.count:
        desk.notes.append(f"{desk.wanted.count} hints were asked for; {len(chosen)} can be shown.")
    return [
        hint.model_copy(update={"fit_margin": margins.get(hint.id)})
        for hint in hints
        if not hint.kept or hint.id in chosen
    ]


def _warned(desk: _Desk, hints: list[Hint]) -> list[Hint]:
    """What the author should look at in each hint that is shown."""
    shown = [hint for hint in hints if hint.kept]
    clashes: dict[str, list[str]] = {}
    for clash in contradictions.find([hint.text for hint in shown], desk.tools.embedder):
        for own, other in ((clash.first, clash.second), (clash.second, clash.first)):
            sentence = f"Disagrees with “{shown[other].text}”: {clash.why}."
            clashes.setdefault(shown[own].id, []).append(sentence)
    return [
        hint.model_copy(update={"warnings": (*_doubts(desk, hint), *clashes.get(hint.id, ()))})
        if hint.kept
        else hint
        for hint in hints
    ]


def _doubts(desk: _Desk, hint: Hint) -> list[str]:
    found = []
    if not hint.source:
        found.append(CHECK)
    elif strange := _not_in(desk.facts, hint.text):
        found.append(f"Check this: “{strange}” is not in the source.")
    if hint.fit_margin is not None and hint.fit_margin < 0:
        found.append(DOUBTED)
    relative = near_leak(desk.wanted.answer, desk.wanted.aliases, hint.text)
    if relative is not None:
        found.append(f"“{relative}” is close to the answer.")
    return found


def _not_in(facts: str, hint: str) -> str | None:
    """The first number or name of a hint that its source does not have."""
    known = {form for word in content_words(facts) for form in word.forms}
    for word in content_words(hint):
        named = word.key[0].isdigit() or (word.text[0].isupper() and not word.opens_sentence)
        if named and not word.forms & known:
            return word.text
    return None


def _graded(desk: _Desk, question: TriviaQuestion) -> TriviaQuestion:
    def follow(done: int, total: int) -> None:
        desk.step(done, total, "judging candidates")

    return grading.grade(
        question,
        desk.tools,
        cancel=desk.cancel,
        progress=follow,
        show=desk.show,
        judge_dropped=False,
    )
