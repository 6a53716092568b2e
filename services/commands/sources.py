"""Reading the FILE arguments of commands: a path or `-` for standard input."""

import sys
from pathlib import Path
from typing import Any

from services.errors import InvalidInput
from services.formats.guarded_text import parse_json

MAX_BYTES = 50 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """The content of file `name`, or of standard input for `-`. Raises `InvalidInput`."""
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else _file_bytes(Path(name))
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise InvalidInput(f"{name}: {reason}.", "Check the file's path.") from error
    if len(data) > MAX_BYTES:
        raise InvalidInput(f"{name} is larger than 50 MB.", "Split it into smaller files.")
    return data


def _file_bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def read_text(name: str) -> str:
    """UTF-8 text (a byte order mark is dropped). Raises `InvalidInput` naming the bad byte."""
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{name} is not UTF-8 text: byte {error.start} cannot be read.",
            "Save it as UTF-8.",
        ) from error


def read_json(name: str) -> Any:
    """Parsed JSON. Raises `InvalidInput` naming line and column, or that it is nested too deep."""
    return parse_json(read_bytes(name), "Standard input" if name == "-" else name)
