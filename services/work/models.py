"""Jobs on models themselves: fetch one, change to one, try the one in use."""

from typing import TYPE_CHECKING

from services.jobs import JobContext, Work

if TYPE_CHECKING:
    from services.workshop import Workshop

MEGABYTE = 1_000_000
TRY_TOKENS = 300
TRY_CHARACTERS = 4_000


def handlers(workshop: "Workshop") -> dict[str, Work]:
    """Kind -> work.

    `models.fetch` and `models.use` take {"name": catalogue name}, `models.try` {"prompt": text}.
    Fetching has a lane of its own: it must not wait for the model. Changing the model waits its
    turn in the model's lane, so that no running work loses the model under it.
    """

    def fetch(job: JobContext) -> None:
        from services.llm import weights

        def progress(done: int, total: int) -> None:
            note = f"{done / MEGABYTE:,.0f} of {total / MEGABYTE:,.0f} MB"
            job.progress(done, total, note)

        name = str(job.payload["name"])
        weights.fetch(name, workshop.settings.models_dir, progress=progress, cancel=job.cancel)

    def use(job: JobContext) -> None:
        job.progress(0, None, "Loading the model")
        workshop.use_model(str(job.payload["name"]))
        _ = workshop.engine

    def try_out(job: JobContext) -> None:
        from services.llm.base import Sampling, chat

        text = ""
        sampling = Sampling(max_tokens=TRY_TOKENS)
        messages = chat(str(job.payload["prompt"])[:TRY_CHARACTERS])
        for piece in workshop.engine.stream(messages, sampling, cancel=job.cancel):
            text += piece
            job.text(text)

    return {
        "models.fetch": Work(fetch, lane="transfer"),
        "models.use": Work(use),
        "models.try": Work(try_out),
    }
