"""From settings to an engine: the registry of engines by name."""

from collections.abc import Callable

from services.errors import InvalidInput
from services.llm.base import Engine
from services.settings import EngineName, Settings

Opener = Callable[[Settings], Engine]


def open_engine(settings: Settings) -> Engine:
    """Load the engine and model that `settings` ask for.

    Raises `Unavailable` when it cannot be had; there is no silent stand-in.
    """
    if settings.engine not in OPENERS:
        raise InvalidInput(f"There is no engine called {settings.engine}.", "Set ASKWRIGHT_ENGINE.")
    return OPENERS[settings.engine](settings)


def _llama_cpp(settings: Settings) -> Engine:
    from services.llm.llama_cpp import LlamaCppEngine

    return LlamaCppEngine(
        settings.models_dir / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        name="Qwen2.5-Coder-1.5B-Instruct",
        context_length=settings.context_length,
        slots=settings.slots,
        threads=settings.threads,
    )


def _deterministic(settings: Settings) -> Engine:
    from services.llm.deterministic import DeterministicEngine

    return DeterministicEngine(
        delay=settings.deterministic_delay, context_length=settings.context_length
    )


OPENERS: dict[EngineName, Opener] = {
    EngineName.LLAMA_CPP: _llama_cpp,
    EngineName.DETERMINISTIC: _deterministic,
}
