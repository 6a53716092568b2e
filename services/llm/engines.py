"""From settings to an engine: the registry of engines by name."""

from services.errors import InvalidInput
from services.llm.base import Engine
from services.settings import EngineName, Settings


def open_engine(settings: Settings) -> Engine:
    """Load the engine and model that `settings` ask for.

    Raises `Unavailable` when it cannot be had; there is no silent stand-in.
    """
    if settings.engine == EngineName.LLAMA_CPP:
        from services.llm.llama_cpp import LlamaCppEngine

        return LlamaCppEngine(
            settings.models_dir / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
            name="Qwen2.5-Coder-1.5B-Instruct",
            context_length=settings.context_length,
            slots=settings.slots,
            threads=settings.threads,
        )
    raise InvalidInput(f"There is no engine called {settings.engine}.", "Set ASKWRIGHT_ENGINE.")
