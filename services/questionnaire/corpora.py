"""A user's own corpora of questionnaires for the method `retrieve`, kept in the data folder."""

import re
from pathlib import Path

from services.errors import InvalidInput, Unavailable
from services.questionnaire.retrieval import open_corpus


def kept(folder: Path) -> tuple[Path, ...]:
    """The corpora that were added, by name."""
    return tuple(sorted(folder.glob("*.jsonl"))) if folder.is_dir() else ()


def keep(folder: Path, name: str, data: bytes) -> Path:
    """Check a file in Qsnail's form and keep it; one of the same name is replaced.

    Raises `InvalidInput` naming the line that cannot be read; then nothing is kept.
    """
    stem = re.sub(r"[^\w-]+", "-", Path(name).stem).strip("-") or "corpus"
    path = folder / f"{stem[:60]}.jsonl"
    fresh = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(data)
        try:
            open_corpus([fresh])
        except InvalidInput as error:
            message = error.message.replace(fresh.name, name)
            raise InvalidInput(message, error.hint) from error
        fresh.replace(path)
    except OSError as error:
        raise Unavailable(
            f"The corpus {name} cannot be kept: {error.strerror}.", "Check the data folder."
        ) from error
    finally:
        fresh.unlink(missing_ok=True)
    return path


def forget(path: Path) -> None:
    """Remove a kept corpus; drafts made from it stay."""
    path.unlink(missing_ok=True)
