"""Fetching a model as a job, in a lane of its own: it must not wait for the model."""

from typing import TYPE_CHECKING

from services.jobs import JobContext, Work

if TYPE_CHECKING:
    from services.workshop import Workshop

MEGABYTE = 1_000_000


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work. `models.fetch` takes the payload {"name": catalogue name}."""

    def fetch(job: JobContext) -> None:
        from services.llm import weights

        def progress(done: int, total: int) -> None:
            note = f"{done / MEGABYTE:,.0f} of {total / MEGABYTE:,.0f} MB"
            job.progress(done, total, note)

        name = str(job.payload["name"])
        weights.fetch(name, workshop.settings.models_dir, progress=progress, cancel=job.cancel)

    return {"models.fetch": Work(fetch, lane="transfer")}
