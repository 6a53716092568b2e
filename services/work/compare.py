"""The job of comparisons: every arm on every input, each cell saved when it is finished.

What is made is made: a job that was cancelled or killed goes on with what is missing.
"""

from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from services.compare.models import (
    Arm,
    Cell,
    Comparison,
    Input,
    Subject,
    arm_name,
    finished,
    pending,
    with_cell,
)
from services.compare.runs import Bench, judged_anew, make
from services.errors import InvalidInput, NotFound
from services.jobs import JobContext, Work
from services.llm.base import Engine
from services.work.hint_tools import tools_of

if TYPE_CHECKING:
    from services.workshop import Workshop

AUTHOR = "model"
RUN = "compare.run"


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work. `compare.run` has no payload: it makes what is missing of its draft."""
    return {RUN: Work(_Jobs(workshop).run)}


class _Jobs:
    def __init__(self, workshop: "Workshop") -> None:
        self._workshop = workshop

    def run(self, context: JobContext) -> None:
        """Make all pending cells, arms of one model after the other, then judge hints alike."""
        found = pending(self._read(context))
        # Sorted, so that a model is loaded once; within it the order of the page.
        found.sort(key=lambda pair: _loads(pair[0]))
        done = 0
        for (model, adapter), pairs in groupby(found, key=lambda pair: _loads(pair[0])):
            context.progress(done, len(found), "loading the model")
            with self._workshop.borrowed(model, Path(adapter) if adapter else None) as engine:
                for arm, source in pairs:
                    self._make(context, arm, source, engine, (done, len(found)))
                    done += 1
        self._judge_alike(context)
        context.progress(len(found), len(found))

    def _make(
        self, context: JobContext, arm: Arm, source: Input, engine: Engine, place: tuple[int, int]
    ) -> None:
        comparison = self._read(context)
        wanted = _key(arm, source)
        now = [pair for pair in pending(comparison) if _key(*pair) == wanted]
        if not now:
            # Taken out, made by another job or given another model since this one began.
            return
        ((arm, source),) = now
        title = f"{arm_name(comparison, arm)} on “{' '.join(source.title.split())[:50]}”"

        def report(note: str) -> None:
            context.progress(*place, f"{title}: {note}")

        report("at work")
        bench = Bench(
            engine,
            self._workshop.embedder_for,
            lambda: replace(tools_of(self._workshop), engine=engine),
            context.cancel,
            report,
        )
        self._save(context, make(comparison, arm, source, bench))

    def _judge_alike(self, context: JobContext) -> None:
        """Hints of several models are judged by one: HICOS depends on its judge."""
        comparison = self._read(context)
        if comparison.subject is not Subject.HINTS:
            return
        cells = [cell for found in finished(comparison).values() for cell in found.values()]
        if len({cell.made.judge for cell in cells}) < 2:
            return
        judge = self._workshop.engine.info.model
        foreign = [cell for cell in cells if cell.made.judge != judge]
        for number, cell in enumerate(foreign):
            note = f"judging hints by one model, {number} of {len(foreign)}"
            context.progress(number, len(foreign), note)
            tools = tools_of(self._workshop)
            self._save(context, judged_anew(cell, tools, cancel=context.cancel))

    def _save(self, context: JobContext, cell: Cell) -> None:
        self._workshop.repository.update(
            str(context.draft_id),
            lambda now: with_cell(now, cell),
            author=AUTHOR,
            what="Compared",
        )

    def _read(self, context: JobContext) -> Comparison:
        if context.draft_id is None:
            raise NotFound("The job belongs to no draft.", "Open a comparison and ask again.")
        document = self._workshop.repository.get(context.draft_id).document
        if not isinstance(document, Comparison):
            raise InvalidInput("That draft is no comparison.", "Open one.")
        if not document.arms or not document.inputs:
            raise InvalidInput("There is nothing to compare yet.", "Add an arm and an input.")
        return document


def _loads(arm: Arm) -> tuple[str, str]:
    """What has to be loaded for an arm."""
    return arm.model, arm.adapter


def _key(arm: Arm, source: Input) -> tuple[str, str, tuple[str, str]]:
    return arm.id, source.id, _loads(arm)
