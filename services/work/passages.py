"""Jobs of the passage room: easier sentences, surprisal, the solver, the game, suggestions.

Every result is saved before a handler returns, and only where the draft is still as it was read:
what the author changed meanwhile is never overwritten.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from services.errors import InvalidInput, NotFound, Unavailable
from services.jobs import JobContext, Work
from services.reading import (
    adversary,
    deciding,
    kept_scores,
    report,
    rewriting,
    sentence_view,
    solver,
    suggestion,
)
from services.reading.as_in_paper import NO_MODEL
from services.reading.editing import all_items, home_of, item_of, passage_of
from services.reading.models import (
    ComprehensionItem,
    ComprehensionType,
    Passage,
    PassageSet,
    SentenceRewrite,
)
from services.reading.sentence_view import SentenceView
from services.reading.suggestion import Dropped

if TYPE_CHECKING:
    from services.workshop import Workshop

AUTHOR = "model"


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work. Payloads are described at each handler."""
    desk = _Jobs(workshop)
    return {
        "passages.rewrite": Work(desk.rewrite),
        "passages.surprisal": Work(desk.surprisal),
        "passages.solve": Work(desk.solve),
        "passages.attempt": Work(desk.attempt),
        "passages.suggest": Work(desk.suggest),
    }


class _Jobs:
    def __init__(self, workshop: "Workshop") -> None:
        self._workshop = workshop

    def rewrite(self, context: JobContext) -> None:
        """Put an easier version beside a sentence.

        Payload: {"passage_id", "sentence": its text, "start": where it stands}.
        """
        passage = self._passage(context)
        view = _sentence(passage, str(context.payload.get("sentence")), context.payload["start"])
        made = rewriting.rewrite(
            view,
            self._workshop.engine,
            embedder=self._workshop.embedder,
            cancel=context.cancel,
        )
        rewrite = SentenceRewrite(
            original=view.text,
            start=view.start,
            rewritten=made.rewritten,
            grade_before=made.grade_before,
            grade_after=made.grade_after,
        )
        self._save(
            context,
            lambda now: deciding.add_rewrite(now, passage.id, rewrite),
            "Easier sentence proposed",
        )

    def surprisal(self, context: JobContext) -> None:
        """Measure the surprisal of every word of a passage and keep it. Payload: {"passage_id"}.

        It is kept by model and text, beside the drafts: it is a measurement, not an edit.
        """
        passage = self._passage(context)
        scorer = self._workshop.surprisal_scorer
        if scorer is None:
            raise Unavailable(NO_MODEL)
        tokens = scorer.score(passage.text)
        context.check()
        self._workshop.repository.keep(
            kept_scores.NAMESPACE,
            kept_scores.key(scorer.name, passage.text),
            kept_scores.to_json(tokens),
        )

    def solve(self, context: JobContext) -> None:
        """Let the model answer items under the four views. Payload: {"item_ids": [...]}."""
        read = self._read(context)
        wanted = set(context.payload.get("item_ids", ()))
        items = [item for item in all_items(read) if item.id in wanted]
        several = len(items) > 1
        for done, item in enumerate(items):
            passage = _home(read, item)
            if several:
                context.progress(done, len(items), f"question {done + 1} of {len(items)}")
            answer = solver.solve(
                passage.text,
                item.question,
                item.options,
                self._workshop.engine,
                cancel=context.cancel,
                progress=None if several else context.progress,
            )
            self._save(context, _answered(item, passage.text, answer), "Answered by the model")

    def attempt(self, context: JobContext) -> None:
        """One try at beating the reader. Payload: {"item_id"}."""
        read = self._read(context)
        item = item_of(read, str(context.payload.get("item_id")))
        if item is None:
            raise NotFound("That question is gone.", "Choose another one.")
        tried = adversary.attempt(
            _home(read, item).text,
            item,
            self._workshop.engine,
            when=datetime.now(UTC).isoformat(timespec="seconds"),
            cancel=context.cancel,
            progress=context.progress,
        )
        self._save(
            context,
            lambda now: deciding.keep_attempt(now, item, tried.attempts[-1]),
            "Tried to beat the reader",
        )

    def suggest(self, context: JobContext) -> None:
        """Put suggested items beside a passage's own, one of each type asked for.

        Payload: {"passage_id", "types": [...]}. Each is saved as soon as it has passed the
        checks; the job's text says of each type what came of it.
        """
        passage = self._passage(context)
        kinds = [ComprehensionType(kind) for kind in context.payload.get("types", ())]
        asked = [*passage.items, *passage.proposals]
        # Another job is another seed, so that asking again gives other questions.
        seed = 1 + sum(context.id.encode()) % 10_000
        said: list[str] = []
        for done, kind in enumerate(kinds):
            context.progress(done, len(kinds), f"question {done + 1} of {len(kinds)}")
            (made,) = suggestion.suggest(
                passage.text,
                [kind],
                self._workshop.engine,
                self._workshop.embedder,
                existing=asked,
                seed=seed + 1_000 * done,
                cancel=context.cancel,
            )
            if isinstance(made, Dropped):
                said.append(_dropped(made))
            else:
                item = made.item.model_copy(
                    update={"types": (kind,), "feedback": f"The passage says: “{made.evidence}”"}
                )
                asked.append(item)
                self._save(context, _suggested(passage.id, item), "Question suggested")
                said.append(f"{_name(kind)}: written and checked.")
            context.text("\n".join(said))
        context.progress(len(kinds), len(kinds), "")

    def _read(self, context: JobContext) -> PassageSet:
        if context.draft_id is None:
            raise NotFound("The job belongs to no draft.", "Open a set of passages and ask again.")
        document = self._workshop.repository.get(context.draft_id).document
        if not isinstance(document, PassageSet):
            raise InvalidInput("That draft is no set of passages.", "Open one.")
        return document

    def _passage(self, context: JobContext) -> Passage:
        found = passage_of(self._read(context), str(context.payload.get("passage_id")))
        if found is None:
            raise NotFound("That passage is gone.", "Choose another one.")
        if not found.text.strip():
            raise InvalidInput("The passage has no text.", "Paste or type one first.")
        return found

    def _save(self, context: JobContext, change: Any, what: str) -> None:
        assert context.draft_id is not None
        self._workshop.repository.update(context.draft_id, change, author=AUTHOR, what=what)


def _sentence(passage: Passage, text: str, start: int) -> SentenceView:
    """The sentence of the passage that reads `text`, nearest to where it stood."""
    views = sentence_view.view(report.readability(passage.text).counts)
    same = [view for view in views if view.text == text]
    if not same:
        raise NotFound("That sentence has been changed meanwhile.", "Choose it again.")
    return min(same, key=lambda view: abs(view.start - int(start)))


def _home(read: PassageSet, item: ComprehensionItem) -> Passage:
    home = home_of(read, item.id)
    assert home is not None
    return home


def _answered(item: ComprehensionItem, passage: str, answer: Any) -> Callable[[Any], PassageSet]:
    return lambda now: deciding.keep_answer(now, item, passage, answer)


def _suggested(passage_id: str, item: ComprehensionItem) -> Callable[[Any], PassageSet]:
    return lambda now: deciding.add_proposal(now, passage_id, item)


def _dropped(made: Dropped) -> str:
    drafted = f" (“{made.question}”)" if made.question else ""
    return f"{_name(made.kind)}: dropped{drafted}. {made.reason}"


def _name(kind: ComprehensionType) -> str:
    return kind.value.replace("_", " ").capitalize()
