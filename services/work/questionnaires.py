"""Jobs of the questionnaire room: outline, options, a whole draft, a proposal, filters.

Every result is saved before a handler returns. What the author changed while the model was
writing is never overwritten: a result goes only where things are still as they were read.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from services.errors import InvalidInput, NotFound
from services.jobs import JobContext, Work
from services.questionnaire import (
    arranging,
    drafting,
    filters,
    options,
    outline,
    proposals,
    rewriting,
    second_opinion,
)
from services.questionnaire.editing import item_of
from services.questionnaire.models import (
    CLOSED,
    Item,
    OutlineQuestion,
    QuestionnaireDraft,
    ResponseFormat,
)
from services.questionnaire.options import Filling

if TYPE_CHECKING:
    from services.workshop import Workshop

AUTHOR = "model"


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work. Payloads are described at each handler."""
    desk = _Jobs(workshop)
    return {
        "questionnaires.outline": Work(desk.outline),
        "questionnaires.options": Work(desk.options),
        "questionnaires.draft": Work(desk.draft),
        "questionnaires.propose": Work(desk.propose),
        "questionnaires.filters": Work(desk.filters),
        "questionnaires.opinion": Work(desk.opinion),
    }


class _Jobs:
    def __init__(self, workshop: "Workshop") -> None:
        self._workshop = workshop

    def outline(self, context: JobContext) -> None:
        """Write `draft.outline` from the brief. Payload: {}.

        An outline the author has changed meanwhile stays as it is, and the job says so.
        """
        before = self._read(context)
        context.progress(0, None, "outline")
        made = outline.draft(
            before.brief,
            self._workshop.engine,
            embedder=self._workshop.embedder,
            cancel=context.cancel,
            on_text=context.text,
        )

        def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
            if now.outline != before.outline:
                return now
            return now.model_copy(update={"outline": made.sections})

        self._save(context, change, "Outline written")

    def options(self, context: JobContext) -> None:
        """Fill in formats and options, question by question. Payload: {} or {"item_ids": [...]}.

        Without ids: every item that has none yet. Each is saved as soon as it is made, if its
        text is still the same and nobody has given it options meanwhile.
        """
        read = self._read(context)
        wanted = self._wanted(read, context.payload.get("item_ids"))
        for done, item in enumerate(wanted):
            context.progress(done, len(wanted), item.text[:80])
            question = OutlineQuestion(
                id=item.id, text=item.text, intent=item.intents[0] if item.intents else None
            )
            filled = options.fill(
                question,
                read.brief,
                self._workshop.engine,
                embedder=self._workshop.embedder,
                cancel=context.cancel,
            )
            self._save(context, _put(item, filled.item), "Options written")
        context.progress(len(wanted), len(wanted), "")
        if wanted and context.payload.get("item_ids") is None:
            self._propose_filters(context)

    def draft(self, context: JobContext) -> None:
        """Write the whole questionnaire by the brief's method. Payload: {} or {"corpus": [path]}.

        A questionnaire the author has changed meanwhile stays as it is.
        """
        before = self._read(context)
        made = drafting.draft(
            before.brief,
            drafting.Desk(
                self._workshop.engine,
                self._workshop.embedder,
                corpus=tuple(Path(path) for path in context.payload.get("corpus", ())),
                cancel=context.cancel,
                progress=context.progress,
                on_text=context.text,
            ),
        )

        def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
            if now.questionnaire != before.questionnaire:
                return now
            update: dict[str, Any] = {"questionnaire": made.questionnaire, "proposals": ()}
            if made.outline and now.outline == before.outline:
                update["outline"] = made.outline
            return now.model_copy(update=update)

        self._save(context, change, "Questionnaire drafted")

    def propose(self, context: JobContext) -> None:
        """Put a proposal beside an item or a section.

        Payload: {"request": one of rewriting.Request, "item_id": id of the item or section}.
        """
        request, target = context.payload.get("request"), context.payload.get("item_id")
        if not isinstance(request, str) or not isinstance(target, str):
            raise InvalidInput("The request names no question.", "Choose a question and ask again.")
        context.progress(0, None, request)
        # Another job is another seed, so that asking again gives another version.
        seed = 1 + sum(context.id.encode()) % 10_000
        desk = rewriting.Desk(
            self._read(context),
            self._workshop.engine,
            self._workshop.embedder,
            context.cancel,
            seed,
        )
        made = rewriting.propose(request, target, desk)
        self._save(context, lambda now: proposals.add(now, made), "Proposal written")

    def filters(self, context: JobContext) -> None:
        """Propose filter questions where a question presupposes something. Payload: {}."""
        self._propose_filters(context)

    def opinion(self, context: JobContext) -> None:
        """Whether the model sees a fault too. Payload: {"item_id", "code"}.

        The note of the job is its margin for yes, in nats; the draft stays as it is.
        """
        item = item_of(self._read(context), str(context.payload.get("item_id")))
        if item is None:
            raise NotFound("The question is gone.", "Choose another and ask again.")
        code = str(context.payload.get("code"))
        margin = second_opinion.margin(item, code, self._workshop.engine, context.cancel)
        context.progress(1, 1, f"{margin:.2f}")

    def _propose_filters(self, context: JobContext) -> None:
        read = self._read(context)
        filling = Filling(
            read.brief, self._workshop.engine, self._workshop.embedder, context.cancel
        )
        made = filters.proposed(read.questionnaire, filling)

        def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
            for proposal in made:
                if item_of(now, proposal.item_id) == item_of(read, proposal.item_id):
                    now = proposals.add(now, proposal)
            return now

        self._save(context, change, "Filter questions proposed")

    def _read(self, context: JobContext) -> QuestionnaireDraft:
        if context.draft_id is None:
            raise NotFound("The job belongs to no draft.", "Open a questionnaire and ask again.")
        document = self._workshop.repository.get(context.draft_id).document
        if not isinstance(document, QuestionnaireDraft):
            raise InvalidInput("That draft is no questionnaire.", "Open a questionnaire.")
        return document

    def _save(self, context: JobContext, change: Any, what: str) -> None:
        assert context.draft_id is not None
        self._workshop.repository.update(context.draft_id, change, author=AUTHOR, what=what)

    def _wanted(self, draft: QuestionnaireDraft, ids: Any) -> list[Item]:
        items = [item for item in draft.questionnaire.items if item.text.strip()]
        if isinstance(ids, list):
            return [item for item in items if item.id in ids]
        return [item for item in items if _is_bare(item)]


def _is_bare(item: Item) -> bool:
    """Whether an item still waits for its options: nobody has said how it is answered."""
    closed_without = item.format in CLOSED and len(item.options) < 2
    untouched = item.format is ResponseFormat.OPEN and not item.options and not item.marks
    return closed_without or untouched


def _put(read: Item, made: Item) -> Any:
    """A change that gives an item its format and options, if it is still as it was read."""

    def change(now: QuestionnaireDraft) -> QuestionnaireDraft:
        found = item_of(now, read.id)
        if found is None or found != read:
            return now
        kept = {"intents": read.intents, "required": read.required, "dismissed": read.dismissed}
        return arranging.replace_item(now, read.id, (made.model_copy(update=kept),))

    return change
