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

    def fetch(job: JobContext) -> None:
        name = str(job.payload["name"])
        _fetch(workshop, name, job)
        if job.payload.get("use"):
            _follow(
                workshop, workshop.jobs.submit("models.use", {"name": name}, owner=job.owner), job
            )

    def use(job: JobContext) -> None:
        name = str(job.payload["name"])
        before, adapter = workshop.model_name, workshop.in_use.adapter

        def go_back() -> None:
            workshop.use_model(before)
            if adapter is not None:
                workshop.use_adapter(adapter)

        _fetch(workshop, name, job)
        job.progress(0, None, "Loading the model")
        workshop.use_model(name)
        _load_or(go_back, workshop, job)

    def adapt(job: JobContext) -> None:
        job.progress(0, None, "Loading the model")
        before = workshop.in_use.adapter
        workshop.use_adapter(Path(str(job.payload["path"])) if job.payload["path"] else None)
        _load_or(lambda: workshop.use_adapter(before), workshop, job)

    def measure(job: JobContext) -> None:
        from services.llm import speed

        job.progress(0, None, "Measuring reading, writing and judging")
        found = speed.measure(workshop.host.engine(cancel=job.cancel), cancel=job.cancel)
        job.text(found.words)

    def try_out(job: JobContext) -> None:
        from services.llm.base import Sampling, chat

        text = ""
        sampling = Sampling(max_tokens=TRY_TOKENS)
        messages = chat(str(job.payload["prompt"])[:TRY_CHARACTERS])
        engine = workshop.host.engine(cancel=job.cancel)
        for piece in engine.stream(messages, sampling, cancel=job.cancel):
            text += piece
            job.text(text[:TRY_CHARACTERS])
            if len(text) > TRY_CHARACTERS:
                break

    return {
        "models.fetch": Work(fetch, lane="transfer"),
        "models.use": Work(use),
        "models.adapt": Work(adapt),
        "models.measure": Work(measure),
        "models.try": Work(try_out),
    }


def _fetch(workshop: "Workshop", name: str, job: JobContext) -> None:
    from services.llm import weights

    def progress(done: int, total: int) -> None:
        note = f"Fetching {done / MEGABYTE:,.0f} of {total / MEGABYTE:,.0f} MB"
        job.progress(done, total, note)

    weights.fetch(name, workshop.settings.models_dir, progress=progress, cancel=job.cancel)


def _follow(workshop: "Workshop", other: JobView, job: JobContext) -> None:
    """Wait for `other` as a part of `job`: whoever watches or cancels the one has the other too."""
    while other.live:
        if job.cancel.is_set():
            workshop.jobs.cancel(other.id)
        else:
            job.progress(0, None, other.note or "Waiting for the model's turn")
        other = workshop.jobs.wait(other.id, FOLLOW_SECONDS)
    if other.state is JobState.FAILED:
        raise Unavailable(other.error)
    if other.state is not JobState.DONE:
        raise Cancelled


def _load_or(go_back: Callable[[], None], workshop: "Workshop", job: JobContext) -> None:
    """Load what was just chosen; if that fails, choose what was in use before and say so."""
    try:
        workshop.host.engine(cancel=job.cancel)
    except Cancelled:
        go_back()
        raise
    except AskwrightError as error:
        go_back()
        raise type(error)(error.message, f"{error.hint} What was in use before stays.") from error
