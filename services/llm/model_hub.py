"""Files and whole models from a model hub, checked against the hashes that the hub publishes."""

import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

from services.errors import Cancelled, Unavailable
from services.llm import child_process, hub_download
from services.llm.catalog import HubSource

# What a text model needs besides its weights; other formats of the same weights are left out.
_WANTED = (".safetensors", ".json", ".jinja", ".model", ".txt")


def fetch(
    source: HubSource,
    partial: Path,
    *,
    seen: Callable[[int], None],
    cancel: Event | None = None,
) -> str | None:
    """Make `partial` (a file, or a folder when `source.file` is None) from the hub.

    Returns the published SHA-256 of the file, None for a folder. Raises `Unavailable`, or
    `Cancelled`; the hub's own client keeps what it has for the next try.
    """
    folder = partial.with_name(partial.name + ".hub")
    folder.mkdir(exist_ok=True)
    published = _published(source, folder, cancel)
    place = [source.repo, source.revision]
    _client("get", *place, str(folder), *published, folder=folder, seen=seen, cancel=cancel)
    for name, expected in published.items():
        if expected is not None and sha256_of(folder / name, cancel) != expected:
            (folder / name).unlink()
            raise Unavailable(
                f"{name} from the model hub does not match its published SHA-256.",
                "Try again; if it happens twice, something between here and the hub changes files.",
            )
    return _placed(source, folder, partial, published)


def sha256_of(path: Path, cancel: Event | None = None) -> str:
    """Hex SHA-256 of a file, about 1 s for each GB. Raises `Cancelled`."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            if cancel is not None and cancel.is_set():
                raise Cancelled
            digest.update(chunk)
    return digest.hexdigest()


def _client(
    action: str,
    *arguments: str,
    folder: Path,
    cancel: Event | None,
    seen: Callable[[int], None] = lambda size: None,
) -> str:
    ended = child_process.run(
        [sys.executable, "-P", hub_download.__file__, action, *arguments],
        folder,
        cancel=cancel,
        seen=seen,
        environment={"HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"},
    )
    if ended.code != 0:
        reason = (ended.errors.strip().splitlines() or ["no reason given"])[-1]
        raise Unavailable(
            f"{arguments[0]} could not be fetched from the model hub: {reason}",
            "Check the network and the disk, then try again: what is there already is kept.",
        )
    return ended.output


def _published(source: HubSource, folder: Path, cancel: Event | None) -> dict[str, str | None]:
    """The files to fetch with the SHA-256 that the hub states (None for small text files)."""
    files: dict[str, str | None] = json.loads(
        _client("list", source.repo, source.revision, folder=folder, cancel=cancel)
    )
    if source.file is not None:
        names = [source.file]
    else:
        names = [name for name in files if "/" not in name and name.endswith(_WANTED)]
    if not names or any(name not in files for name in names):
        raise Unavailable(
            f"{source.repo} on the model hub does not hold {source.file or 'weights'}.",
            "Choose another model.",
        )
    return {name: files[name] for name in names}


def _placed(
    source: HubSource, folder: Path, partial: Path, published: dict[str, str | None]
) -> str | None:
    if source.file is not None:
        (folder / source.file).replace(partial)
        shutil.rmtree(folder)
        return published[source.file]
    shutil.rmtree(folder / ".cache", ignore_errors=True)
    folder.replace(partial)
    return None
