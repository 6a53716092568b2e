"""Writing the files that commands give: whole or not at all."""

import os
from pathlib import Path

from services.errors import Unavailable, of_the_machine


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` at `path`: under another name first, on the disk before it takes the place, so
    that a crash or a full disk leaves what was there before.

    Raises `Unavailable` when it cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a device, such as /dev/stdout
            return
        target = path.resolve()
        beside = target.with_name(f".{target.name[:200]}.part")
        with beside.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(target)
    except (OSError, ValueError) as error:
        known = of_the_machine(error) if isinstance(error, OSError) else None
        reason = getattr(error, "strerror", None) or "it cannot be written"
        raise Unavailable(
            f"{path}: {known.message.rstrip('.') if known else reason}.", "Choose another place."
        ) from error
