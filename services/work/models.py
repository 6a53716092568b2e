"""Jobs on models themselves: fetch one, change to one, put an adapter on, measure and try it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from services.errors import AskwrightError, Cancelled, Unavailable
from services.job_states import JobContext, JobState, JobView
from services.jobs import Work

if TYPE_CHECKING:
    from services.workshop import Workshop

MEGABYTE = 1_000_000
FOLLOW_SECONDS = 0.3
TRY_TOKENS = 300
TRY_CHARACTERS = 4_000


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work.

    `models.fetch` takes {"name": catalogue name, "use": whether to change to it afterwards},
    `models.use` {"name"}, `models.adapt` {"path": an adapter, "" for none}, `models.try`
    {"prompt": text}, `models.measure` nothing. Fetching has a lane of its own: it must not wait for
    the model, nor anybody for it. What changes the model waits its turn in the model's lane, so
    that no running work loses the model under it.
    """

    jobs = _Jobs(workshop)
    return {
        "models.fetch": Work(jobs.fetch, lane="transfer"),
        "models.use": Work(jobs.use),
        "models.adapt": Work(jobs.adapt),
        "models.measure": Work(jobs.measure),
        "models.try": Work(jobs.try_out),
    }


class _Jobs:
    def __init__(self, workshop: "Workshop") -> None:
        self._workshop = workshop

    def fetch(self, job: JobContext) -> None:
        name = str(job.payload["name"])
        self._fetch(name, job)
        if job.payload.get("use"):
            jobs = self._workshop.jobs
            self._follow(jobs.submit("models.use", {"name": name}, owner=job.owner), job)

    def use(self, job: JobContext) -> None:
        name = str(job.payload["name"])
        before, adapter = self._workshop.model_name, self._workshop.in_use.adapter

        def go_back() -> None:
            self._workshop.use_model(before)
            if adapter is not None:
                self._workshop.use_adapter(adapter)

        self._fetch(name, job)
        job.progress(0, None, "Loading the model")
        self._workshop.use_model(name)
        self._load_or(go_back, job)

    def adapt(self, job: JobContext) -> None:
        job.progress(0, None, "Loading the model")
        before = self._workshop.in_use.adapter
        self._workshop.use_adapter(Path(str(job.payload["path"])) if job.payload["path"] else None)
        self._load_or(lambda: self._workshop.use_adapter(before), job)

    def measure(self, job: JobContext) -> None:
        from services.llm import speed

        job.progress(0, None, "Measuring reading, writing and judging")
        found = speed.measure(self._workshop.host.engine(cancel=job.cancel), cancel=job.cancel)
        job.text(found.words)

    def try_out(self, job: JobContext) -> None:
        from services.llm.base import Sampling, chat

        text = ""
        sampling = Sampling(max_tokens=TRY_TOKENS)
        messages = chat(str(job.payload["prompt"])[:TRY_CHARACTERS])
        engine = self._workshop.host.engine(cancel=job.cancel)
        for piece in engine.stream(messages, sampling, cancel=job.cancel):
            text += piece
            job.text(text[:TRY_CHARACTERS])
            if len(text) > TRY_CHARACTERS:
                break

    def _fetch(self, name: str, job: JobContext) -> None:
        from services.llm import weights

        def progress(done: int, total: int) -> None:
            note = f"Fetching {done / MEGABYTE:,.0f} of {total / MEGABYTE:,.0f} MB"
            job.progress(done, total, note)

        folder = self._workshop.settings.models_dir
        weights.fetch(name, folder, progress=progress, cancel=job.cancel)

    def _follow(self, other: JobView, job: JobContext) -> None:
        """Wait for `other` as a part of `job`: whoever watches or cancels the one has the other
        too."""
        while other.live:
            if job.cancel.is_set():
                self._workshop.jobs.cancel(other.id)
            else:
                job.progress(0, None, other.note or "Waiting for the model's turn")
            other = self._workshop.jobs.wait(other.id, FOLLOW_SECONDS)
        if other.state is JobState.FAILED:
            raise Unavailable(other.error)
        if other.state is not JobState.DONE:
            raise Cancelled

    def _load_or(self, go_back: Callable[[], None], job: JobContext) -> None:
        """Load what was just chosen; if that fails, choose what was in use before and say so."""
        try:
            self._workshop.host.engine(cancel=job.cancel)
        except Cancelled:
            go_back()
            raise
        except AskwrightError as error:
            go_back()
            hint = f"{error.hint} What was in use before stays."
            raise type(error)(error.message, hint) from error
