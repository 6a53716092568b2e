"""Writing a backup: every draft that may be seen, one after the other."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from services.backup.lines import lines_of
from services.errors import InvalidInput, NotFound, Unavailable
from services.store.repository import Repository

FORMAT, VERSION = "askwright-backup", 1
MANIFEST, WORKSPACE = "backup.json", "workspace.json"
# Folders of the data folder that hold what people added, and not what can be fetched again.
FOLDERS = ("corpora", "people/*/corpora")
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Written:
    """What a backup holds."""

    drafts: int
    revisions: int
    files: int


def write_file(
    path: Path, repository: Repository, files: Path, report: Report = lambda done, total: None
) -> Written:
    """A new file at `path`, readable only by whoever made it, whole or not at all.

    Raises `InvalidInput` when there is a file already, `Unavailable` when it cannot be written.
    """
    fresh = path.with_name(f"{path.name}.unfinished")
    try:
        if path.exists():
            raise InvalidInput(f"There is a file {path} already.", "Choose another name.")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600, exist_ok=False)
        with fresh.open("wb") as stream:
            written = write(stream, repository, files, report)
        fresh.replace(path)
    except OSError as error:
        raise Unavailable(
            f"The backup {path} cannot be written: {error.strerror}.",
            "Check the folder and the free space.",
        ) from error
    finally:
        fresh.unlink(missing_ok=True)
    return written


def write(
    target: IO[bytes],
    repository: Repository,
    files: Path,
    report: Report = lambda done, total: None,
) -> Written:
    """Everything that `repository` may see, and what was added to the data folder `files`.

    `report` is told the drafts done and their number. Drafts that are edited meanwhile are each
    kept as they are at one moment.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        hashes: dict[str, str] = {}
        ids = repository.all_ids()
        drafts = revisions = 0
        for place, draft_id in enumerate(ids, start=1):
            try:
                draft = repository.whole(draft_id)
            except NotFound:
                # Erased since the list was made.
                continue
            drafts, revisions = drafts + 1, revisions + len(draft.revisions)
            name = f"drafts/{drafts:05d}.jsonl"
            hashes[name] = _add(archive, name, (f"{line}\n".encode() for line in lines_of(draft)))
            report(place, len(ids))
        if repository.person is None:
            hashes[WORKSPACE] = _add(archive, WORKSPACE, [_workspace(repository)])
        added = _files(files)
        for name, path in added.items():
            hashes[name] = _add(archive, name, [path.read_bytes()])
        archive.writestr(MANIFEST, _manifest(hashes))
    return Written(drafts, revisions, len(added))


def _workspace(repository: Repository) -> bytes:
    people, cache = repository.workspace()
    said = {
        "people": [person.model_dump(mode="json") for person in people],
        "cache": [entry.model_dump(mode="json") for entry in cache],
    }
    return json.dumps(said).encode()


def _files(folder: Path) -> dict[str, Path]:
    """What was added, by its name in the archive."""
    found = (path for pattern in FOLDERS for path in sorted(folder.glob(f"{pattern}/*.jsonl")))
    return {f"files/{path.relative_to(folder).as_posix()}": path for path in found}


def _add(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes]) -> str:
    """Write one member as it comes; its SHA-256."""
    total = hashlib.sha256()
    with archive.open(name, "w", force_zip64=True) as stream:
        for chunk in chunks:
            stream.write(chunk)
            total.update(chunk)
    return total.hexdigest()


def _manifest(hashes: dict[str, str]) -> str:
    made = datetime.now(UTC).isoformat(timespec="seconds")
    said = {"format": FORMAT, "version": VERSION, "made": made, "sha256": hashes}
    return json.dumps(said, indent=1)
