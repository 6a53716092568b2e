"""From settings to an engine: the registry of engines by name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from services.errors import InvalidInput, Unavailable
from services.llm import catalog, memory, model_hub, weights
from services.llm.base import Engine, Progress
from services.settings import EngineName, Settings

# Judgements sent to a server at once: servers batch them, and one after the other would wait on the
# network each time.
SERVER_REQUESTS = 8
# What a loaded GGUF file takes beside its own size: the context and the working space.
BESIDE_THE_FILE_BYTES = 500_000_000

Opener = Callable[[Settings, Progress | None, Event | None], Engine]


def open_engine(
    settings: Settings, *, progress: Progress | None = None, cancel: Event | None = None
) -> Engine:
    """Load the engine and model that `settings` ask for, fetching the weights if need be.

    `progress(done, total)` counts the bytes fetched; `cancel` stops the fetching. Raises
    `Unavailable` when the engine cannot be had; there is no silent stand-in.
    """
    return OPENERS[settings.engine](settings, progress, cancel)


def _llama_cpp(settings: Settings, progress: Progress | None, cancel: Event | None) -> Engine:
    from services.llm.llama_cpp import LlamaCppEngine

    chosen = _weights(settings, progress, cancel)
    memory.require_memory(chosen.title, _memory_needed(chosen), memory.free_bytes("cpu"))
    engine = LlamaCppEngine(
        chosen.path,
        name=chosen.title,
        precision=chosen.precision,
        sha256=chosen.sha256,
        memory_bytes=chosen.memory_bytes,
        context_length=settings.context_length,
        slots=settings.slots,
        threads=settings.threads,
        adapter=settings.adapter,
    )
    if weights.state_of(chosen.path) != chosen.state:
        # What was loaded may be half of one file and half of another, and its hash is not known.
        engine.close()
        raise Unavailable(
            f"The file {chosen.path.name} was changed while it was loaded.",
            "Try again when nothing writes to it any more.",
        )
    return engine


def _memory_needed(chosen: "_Chosen") -> int:
    """Bytes, as the catalogue says or by the rule of thumb in docs/models.md."""
    return chosen.memory_bytes or chosen.path.stat().st_size + BESIDE_THE_FILE_BYTES


def _transformers(settings: Settings, progress: Progress | None, cancel: Event | None) -> Engine:
    from services.llm.transformers_engine import TransformersEngine

    chosen = _weights(settings, progress, cancel)
    return TransformersEngine(
        chosen.path,
        name=chosen.title,
        context_length=settings.context_length,
        adapter=settings.adapter,
    )


def _openai(settings: Settings, progress: Progress | None, cancel: Event | None) -> Engine:
    from services.llm.openai_engine import OpenAIEngine

    return OpenAIEngine(
        settings.server_url,
        model=settings.server_model or settings.model,
        key=settings.server_key,
        local=settings.server_may_be_local,
        timeout=settings.server_timeout,
        context_length=settings.context_length,
        parallel=max(SERVER_REQUESTS, settings.workers),
    )


def _deterministic(settings: Settings, progress: Progress | None, cancel: Event | None) -> Engine:
    from services.llm.deterministic import DeterministicEngine

    return DeterministicEngine(
        delay=settings.deterministic_delay, context_length=settings.context_length
    )


OPENERS: dict[EngineName, Opener] = {
    EngineName.LLAMA_CPP: _llama_cpp,
    EngineName.TRANSFORMERS: _transformers,
    EngineName.OPENAI: _openai,
    EngineName.DETERMINISTIC: _deterministic,
}


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The weights that the settings name: a catalogue entry, or a file or folder of one's own.

    `sha256` is of the file as it is in `state`.
    """

    path: Path
    title: str
    precision: str
    sha256: str | None = None
    memory_bytes: int | None = None
    state: weights.State | None = None


def _weights(settings: Settings, progress: Progress | None, cancel: Event | None) -> _Chosen:
    own = Path(settings.model).expanduser()
    if settings.model and own.exists():
        state = weights.state_of(own)
        sha256 = model_hub.sha256_of(own, cancel) if own.is_file() else None
        return _Chosen(own, own.stem, "as in the file", sha256, state=state)
    entry = catalog.find(settings.model or catalog.default_for(settings.engine))
    if entry.engine != settings.engine:
        raise InvalidInput(
            f"{entry.title} runs on the engine {entry.engine}, not on {settings.engine}.",
            f"Set ASKWRIGHT_ENGINE={entry.engine}, or choose another ASKWRIGHT_MODEL.",
        )
    path = weights.fetch(entry.name, settings.models_dir, progress=progress, cancel=cancel)
    state = weights.state_of(path)
    return _Chosen(
        path,
        entry.title,
        entry.precision,
        weights.sha256_of(entry.name, settings.models_dir),
        entry.memory.get(entry.precision),
        state,
    )
