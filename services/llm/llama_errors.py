"""llama.cpp's errors as errors of ours, in words."""

from pathlib import Path
from typing import Any

from services.errors import InvalidInput, Unavailable
from services.llm.reasons import reason_of


def as_error(error: dict[str, Any]) -> InvalidInput | Unavailable:
    """llama.cpp's error object in words."""
    if error.get("type") == "exceed_context_size_error":
        return InvalidInput(
            f"The text is {error.get('n_prompt_tokens')} tokens long and the model reads "
            f"{error.get('n_ctx')}.",
            "Shorten it or raise ASKWRIGHT_CONTEXT_LENGTH.",
        )
    return Unavailable(f"llama.cpp refused: {error.get('message', error)}.", "Try again.")


def not_loaded(path: Path, adapter: Path | None, error: Exception) -> Unavailable:
    """Why a model file, or an adapter on it, was not loaded."""
    reason = reason_of(error)
    if adapter is None:
        return Unavailable(
            f"llama.cpp could not load {path.name}: {reason}.",
            "The file may be damaged or cut off: put the right one in its place or fetch it again.",
        )
    return Unavailable(
        f"llama.cpp could not load {path.name} with {adapter.name}: {reason}.",
        "A file may be damaged or not fit the other: fetch the model again, or take the adapter "
        "off.",
    )


def refused(error: Exception) -> InvalidInput | Unavailable:
    reason = reason_of(error)
    if "schema" in reason.lower() or "grammar" in reason.lower():
        return InvalidInput(f"This JSON schema cannot be followed: {reason}.", "Simplify it.")
    return Unavailable(f"llama.cpp failed: {reason}.", "Load the model again.")


def unloaded() -> Unavailable:
    return Unavailable("The model was unloaded.", "Choose a model on the Models page.")
