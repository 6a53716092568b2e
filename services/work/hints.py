"""Jobs of the hint room: hints for one question, candidates, grades, a whole quiz.

What is finished is saved at once. What the author changed while the model was at work is never
overwritten (`merging`), and all that one job saves is one step of undo.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from services.errors import InvalidInput, NotFound
from services.hints import answer_kinds, batch, candidates, editing, generation, merging
from services.hints.batch import Stage
from services.hints.models import HintQuiz, TriviaQuestion
from services.jobs import JobContext, Work
from services.work.hint_tools import tools_of

if TYPE_CHECKING:
    from services.workshop import Workshop

AUTHOR = "model"
PAUSE = "hints.pause"


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work. Payloads are described at each handler."""
    desk = _Jobs(workshop)
    return {
        "hints.generate": Work(desk.generate),
        "hints.more": Work(desk.more),
        "hints.candidates": Work(desk.candidates),
        "hints.judge": Work(desk.judge),
        "hints.batch": Work(desk.batch),
    }


def pause(workshop: "Workshop", draft_id: str) -> None:
    """Let the quiz's job stop when the question it is at is finished."""
    workshop.repository.keep(PAUSE, draft_id, "asked")


def is_paused(workshop: "Workshop", draft_id: str) -> bool:
    """Whether a pause was asked for since the quiz's job last began."""
    kept = workshop.repository.cached(PAUSE, draft_id)
    return kept is not None and kept[0] == "asked"


@dataclass
class _Saving:
    """What one job has put into its draft: `put` are ids of hints, `onto` its last revision."""

    workshop: "Workshop"
    context: JobContext
    what: str
    put: set[str] = field(default_factory=set)
    onto: int | None = None

    def save(self, read: TriviaQuestion, made: TriviaQuestion) -> None:
        """Merge what was made of the question `read` into the draft as it is now.

        An undo meanwhile took back all that the job had saved: the job then stops and saves nothing
        more, so that a redo brings it back.
        """
        if self._taken_back():
            self.context.cancel.set()
            return
        known = frozenset(self.put)
        draft = self.workshop.repository.update(
            str(self.context.draft_id),
            lambda now: merging.merged(now, read, made, known),
            author=AUTHOR,
            what=self.what,
            onto=self.onto,
        )
        self.onto = draft.revision
        self.put |= {hint.id for hint in made.hints} - {hint.id for hint in read.hints}

    def _taken_back(self) -> bool:
        """Revisions are numbered as they are made: only after an undo an earlier one is shown."""
        shown = self.workshop.repository.get(str(self.context.draft_id)).revision
        return self.onto is not None and shown < self.onto


class _Jobs:
    def __init__(self, workshop: "Workshop") -> None:
        self._workshop = workshop

    def generate(self, context: JobContext) -> None:
        """Write hints for a question until it has as many as the quiz wants.

        Payload: {"question_id"}. Hints that are there stay.
        """
        quiz, question = self._read(context)
        self._write(context, quiz, question, quiz.count)

    def more(self, context: JobContext) -> None:
        """Write more hints beside those there are. Payload: {"question_id", "count": how many}."""
        quiz, question = self._read(context)
        count = len(question.kept_hints) + int(context.payload.get("count", 5))
        self._write(context, quiz, question, count)

    def _write(
        self, context: JobContext, quiz: HintQuiz, question: TriviaQuestion, count: int
    ) -> None:
        """Save after each request and each judged hint; progress counts both."""
        context.progress(0, 2 * count, "loading the model")
        tools = tools_of(self._workshop, quick=quiz.quick)
        saving = _Saving(self._workshop, context, "Hints written")
        place = 0

        def show(so_far: TriviaQuestion) -> None:
            nonlocal place
            kept = so_far.kept_hints
            place = min(len(kept), count) + sum(bool(hint.verdicts) for hint in kept)
            saving.save(question, so_far)

        def report(done: int, total: int, what: str) -> None:
            context.progress(min(place, 2 * count), 2 * count, _note(done, total, what))

        made = generation.make_hints(
            batch.wanted(question, quiz, count=count, seed=_seed(context, question)),
            tools,
            onto=question,
            cancel=context.cancel,
            report=report,
            show=show,
        )
        saving.save(question, made)
        context.progress(2 * count, 2 * count)

    def candidates(self, context: JobContext) -> None:
        """Ask who or what else it could be; the quiz says how many. Payload: {"question_id"}."""
        quiz, question = self._read(context)
        context.progress(0, None, "looking for other answers")
        names = candidates.propose(
            question.question,
            question.answer,
            question.aliases,
            self._workshop.engine,
            kind=answer_kinds.many(question.question_type),
            used=quiz.candidate_count,
            seed=quiz.seed + _seed(context, question),
            cancel=context.cancel,
        )

        def change(now: HintQuiz) -> HintQuiz:
            found = editing.question_of(now, question.id)
            if found is None or found.candidates != question.candidates:
                return now
            return editing.set_candidates(now, question.id, names, self._workshop.embedder)

        self._workshop.repository.update(
            str(context.draft_id), change, author=AUTHOR, what="Candidates proposed"
        )

    def judge(self, context: JobContext) -> None:
        """Find the grades that are missing or out of date. Payload: {"question_id"}."""
        quiz, question = self._read(context)
        context.progress(0, len(question.kept_hints), "loading the model")
        tools = tools_of(self._workshop, quick=quiz.quick)
        saving = _Saving(self._workshop, context, "Hints judged")
        count = len(question.kept_hints)
        place = 0

        def show(so_far: TriviaQuestion) -> None:
            nonlocal place
            place = sum(len(h.verdicts) == len(so_far.candidates) for h in so_far.kept_hints)
            saving.save(question, so_far)

        def report(done: int, total: int, what: str) -> None:
            context.progress(min(place, count), count, _note(done, total, what))

        made = batch.graded(question, quiz, tools, cancel=context.cancel, report=report, show=show)
        saving.save(question, made)
        context.progress(count, count)

    def batch(self, context: JobContext) -> None:
        """Finish every question of the quiz that needs it, one after the other.

        Payload: {} for those that are not finished, or {"question_ids": [...]} for these, failed
        ones included. Each is saved when it is finished; a pause is heeded between two.
        """
        quiz = self._quiz(context)
        draft_id, ids = str(context.draft_id), context.payload.get("question_ids")
        self._workshop.repository.keep(PAUSE, draft_id, "")
        chosen = [q.id for q in quiz.questions if q.id in ids] if isinstance(ids, list) else None
        wanted = chosen if chosen is not None else [q.id for q in batch.unfinished(quiz)]
        context.progress(0, len(wanted), "loading the model")
        _ = self._workshop.engine
        saving = _Saving(self._workshop, context, "Hints for the quiz")
        made = batch.run(
            quiz,
            self._still_wanted(context, wanted, even_failed=chosen is not None),
            lambda: tools_of(self._workshop, quick=quiz.quick),
            seed=0 if chosen is None else _seed(context, None),
            cancel=context.cancel,
            report=_follow(context, wanted),
        )
        for read, question in made:
            saving.save(read, question)
            context.progress(1 + wanted.index(read.id), len(wanted))
            if is_paused(self._workshop, draft_id):
                return
        context.progress(len(wanted), len(wanted))

    def _still_wanted(
        self, context: JobContext, ids: Sequence[str], *, even_failed: bool
    ) -> Iterator[TriviaQuestion]:
        """Each question as it is when its turn comes, without those removed or finished since."""
        for question_id in ids:
            question = editing.question_of(self._quiz(context), question_id)
            if question is None:
                continue
            stage = batch.stage_of(question)
            if stage in batch.UNFINISHED or (even_failed and stage is Stage.FAILED):
                yield question

    def _quiz(self, context: JobContext) -> HintQuiz:
        if context.draft_id is None:
            raise NotFound("The job belongs to no draft.", "Open a quiz and ask again.")
        document = self._workshop.repository.get(context.draft_id).document
        if not isinstance(document, HintQuiz):
            raise InvalidInput("That draft is no quiz.", "Open one.")
        return document

    def _read(self, context: JobContext) -> tuple[HintQuiz, TriviaQuestion]:
        quiz = self._quiz(context)
        question = editing.question_of(quiz, str(context.payload.get("question_id")))
        if question is None:
            raise NotFound("That question is gone.", "Choose another one.")
        if not question.question.strip() or not question.answer.strip():
            raise InvalidInput("The question or its answer is empty.", "Give both.")
        return quiz, question


def _follow(
    context: JobContext, ids: Sequence[str]
) -> Callable[[TriviaQuestion, int, int, str], None]:
    def report(question: TriviaQuestion, part: int, whole: int, what: str) -> None:
        title = " ".join(question.question.split())[:60]
        note = f"“{title}”: {_note(part, whole, what)}"
        context.progress(ids.index(question.id), len(ids), note)

    return report


def _note(done: int, total: int, what: str) -> str:
    return f"{what}, {done} of {total}" if done and total else what


def _seed(context: JobContext, question: TriviaQuestion | None) -> int:
    """0 for a question's first hints; then another job is another seed, so that asking again
    gives other hints."""
    if question is not None and not question.hints:
        return 0
    return 1 + sum(context.id.encode()) % 10_000
