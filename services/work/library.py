"""Jobs on all that somebody has: one file with everything, and a file restored."""

from typing import TYPE_CHECKING

from pydantic import ValidationError

from services.backup import handing_over
from services.backup.reading import open_backup
from services.backup.restoring import Outcome, Restored, restore
from services.backup.writing import write_file
from services.documents import Frozen
from services.errors import InvalidInput
from services.job_states import JobContext, JobView
from services.jobs import Work
from services.people import LOCAL, Person

if TYPE_CHECKING:
    from services.workshop import Workshop

SAVE, RESTORE = "library.save", "library.restore"
# Neither waits for a model, nor anybody for them.
LANE = "library"
# How many titles are told; the numbers are of all.
TOLD = 20


class Saved(Frozen):
    """The backup that a job wrote: the file's name for `handing_over`, and what is in it."""

    name: str
    size_bytes: int
    drafts: int


class SoFar(Frozen):
    """What a job has restored: numbers of all drafts, and titles of the first that matter."""

    added: int
    beside: int
    brought_back: int
    there: int
    unreadable: int
    files: int
    beside_titles: tuple[str, ...]
    unreadable_parts: tuple[str, ...]


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work. `library.save` takes nothing, `library.restore` {"file": a name that
    `handing_over.hand_over` gave}. Both are of whoever asks: a person's own drafts, or, where
    there is no login, everything on this machine.
    """
    jobs = _Jobs(workshop)
    handing_over.sweep(workshop.settings.data_dir)
    return {SAVE: Work(jobs.save, lane=LANE), RESTORE: Work(jobs.restore, lane=LANE)}


def saved_by(job: JobView) -> Saved | None:
    """What a `library.save` job has written, if it has."""
    try:
        return Saved.model_validate_json(job.text)
    except ValidationError:
        return None


def restored_by(job: JobView) -> SoFar | None:
    """What a `library.restore` job has restored, if it came to it."""
    try:
        return SoFar.model_validate_json(job.text)
    except ValidationError:
        return None


class _Jobs:
    def __init__(self, workshop: "Workshop") -> None:
        self._workshop = workshop

    def save(self, context: JobContext) -> None:
        """One file at a time for each person: the one before is removed."""
        seat = self._seat(context)
        handing_over.sweep(self._workshop.settings.data_dir)
        handing_over.remove_written(seat.files_dir)
        name = handing_over.new_name(handing_over.WRITTEN)
        path = handing_over.place_of(name, seat.files_dir)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        written = write_file(path, seat.repository, seat.files_dir, context.progress)
        found = Saved(name=name, size_bytes=path.stat().st_size, drafts=written.drafts)
        context.text(found.model_dump_json())

    def restore(self, context: JobContext) -> None:
        """Whole drafts, one after the other; the file is kept for another try where that may help,
        which goes on with what is missing."""
        seat = self._seat(context)
        handing_over.sweep(self._workshop.settings.data_dir)
        name = str(context.payload["file"])

        def report(done: Restored, place: int, total: int) -> None:
            context.text(_so_far(done).model_dump_json())
            context.progress(place, total)

        try:
            with (
                handing_over.find(name, seat.files_dir).open("rb") as source,
                open_backup(source, context.check) as backup,
            ):
                done = restore(backup, seat.repository, seat.files_dir, context.owner, report)
        except InvalidInput:
            handing_over.remove(name, seat.files_dir)
            raise
        context.text(_so_far(done).model_dump_json())
        handing_over.remove(name, seat.files_dir)

    def _seat(self, context: JobContext) -> "Workshop":
        """The workshop as whoever asked sees it: the queue has looked that it is they."""
        if context.owner == LOCAL:
            return self._workshop
        return self._workshop.seen_by(Person(context.owner, ""))


def _so_far(done: Restored) -> SoFar:
    return SoFar(
        added=done.count(Outcome.ADDED),
        beside=done.count(Outcome.BESIDE),
        brought_back=done.count(Outcome.BROUGHT_BACK),
        there=done.count(Outcome.THERE),
        unreadable=len(done.unreadable),
        files=done.files,
        beside_titles=tuple(done.drafts[Outcome.BESIDE][:TOLD]),
        unreadable_parts=tuple(done.unreadable[:TOLD]),
    )
