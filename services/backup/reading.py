"""Reading a backup within limits: nothing in it is trusted, and nothing is unpacked to the disk."""

import hashlib
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from pydantic import BaseModel, Field, ValidationError

from services.backup.lines import LONGEST_LINE, draft_of, title_of
from services.backup.writing import FORMAT, MANIFEST, VERSION, WORKSPACE
from services.errors import InvalidInput
from services.store.records import CacheRecord, DraftRecord, PersonRecord

MOST_MEMBERS = 200_000
MOST_UNPACKED = 4 * 1024**3
MOST_MANIFEST = 32 * 1024**2
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DRAFT = re.compile(r"drafts/\d{5,9}\.jsonl", re.ASCII)
# Collections are named as their makers write; the folder is a person's id.
_FILE = re.compile(r"files/((?:people/[A-Za-z0-9_-]{1,64}/)?corpora/[\w-]{1,64}\.jsonl)")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError)
_NO_BACKUP = ("The file is no backup of Askwright, or its end is missing.", "Choose a whole one.")
_WHAT_THEN = "Use another backup; this one was damaged or changed after it was made."


class _Manifest(BaseModel):
    format: str
    version: int = Field(ge=1)
    sha256: dict[str, str]


class _Workspace(BaseModel):
    people: tuple[PersonRecord, ...]
    cache: tuple[CacheRecord, ...]


class Backup:
    """A backup whose list of contents was read; its parts are read when they are asked for.

    `heed` is called with each line, so that a long part can be broken off: by what it raises.
    """

    def __init__(
        self, archive: zipfile.ZipFile, hashes: dict[str, str], heed: Callable[[], None]
    ) -> None:
        self._archive = archive
        self._hashes = hashes
        self._heed = heed

    @property
    def drafts(self) -> list[str]:
        """The parts that `draft` takes."""
        return sorted(name for name in self._hashes if _DRAFT.fullmatch(name))

    @property
    def files(self) -> dict[str, str]:
        """Where in the data folder each part belongs that `content` takes."""
        matches = {name: _FILE.fullmatch(name) for name in self._hashes}
        return {name: found[1] for name, found in sorted(matches.items()) if found}

    def sha256(self, part: str) -> str:
        """What the hash of the part's content has to be."""
        return self._hashes[part]

    def draft(self, part: str) -> DraftRecord:
        """Raises `InvalidInput`, naming the part, for what is damaged or no draft."""
        return draft_of(self.content(part), part)

    def title(self, part: str) -> str:
        """What a draft that cannot be read seems to be called; else the part's name."""
        try:
            return title_of(next(self.content(part), b"")) or part
        except InvalidInput:
            return part

    def workspace(self) -> tuple[tuple[PersonRecord, ...], tuple[CacheRecord, ...]]:
        """People and the cache; nothing in the backup of a single person."""
        if WORKSPACE not in self._hashes:
            return (), ()
        lines = self.content(WORKSPACE)
        said = next(lines, b"")
        if any(lines):
            raise InvalidInput(f"The backup is damaged in {WORKSPACE}.", _WHAT_THEN)
        try:
            found = _Workspace.model_validate_json(said)
        except ValidationError as error:
            raise InvalidInput(f"The backup is damaged in {WORKSPACE}.", _WHAT_THEN) from error
        return found.people, found.cache

    def content(self, part: str) -> Iterator[bytes]:
        """The lines of a part. Raises `InvalidInput`, at its end where its hash is not right."""
        total = hashlib.sha256()
        try:
            with self._archive.open(part) as stream:
                while line := stream.readline(LONGEST_LINE):
                    self._heed()
                    if len(line) >= LONGEST_LINE:
                        raise InvalidInput(f"The backup has a line of over 64 MB in {part}.")
                    total.update(line)
                    yield line
        except _BROKEN as error:
            raise InvalidInput(f"The backup is damaged in {part}.", _WHAT_THEN) from error
        if total.hexdigest() != self._hashes[part]:
            raise InvalidInput(f"The backup is damaged in {part}.", _WHAT_THEN)


@contextmanager
def open_backup(source: IO[bytes], heed: Callable[[], None] = lambda: None) -> Iterator[Backup]:
    """Raises `InvalidInput` for what is no backup, of a newer Askwright, cut off or too large."""
    try:
        archive = zipfile.ZipFile(source)
    except _BROKEN as error:
        raise InvalidInput(*_NO_BACKUP) from error
    with archive:
        yield Backup(archive, _contents(archive), heed)


def _contents(archive: zipfile.ZipFile) -> dict[str, str]:
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(members) > MOST_MEMBERS or sum(each.file_size for each in members) > MOST_UNPACKED:
        raise InvalidInput("The backup unpacks to more than 4 GB.", "It cannot be restored here.")
    if MANIFEST not in names:
        raise InvalidInput(*_NO_BACKUP)
    if any(member.compress_type not in _PACKED for member in members):
        raise InvalidInput("The backup was packed anew by another program.", _WHAT_THEN)
    try:
        with archive.open(MANIFEST) as stream:
            manifest = _Manifest.model_validate_json(stream.read(MOST_MANIFEST))
    except _BROKEN as error:
        raise InvalidInput(f"The backup is damaged in {MANIFEST}.", _WHAT_THEN) from error
    if manifest.format != FORMAT:
        raise InvalidInput("The file is a backup of another program.", "Choose one of Askwright.")
    if manifest.version > VERSION:
        raise InvalidInput(
            "The backup was made by a newer Askwright.", "Update Askwright, then restore it again."
        )
    if sorted(names) != sorted([*manifest.sha256, MANIFEST]):
        raise InvalidInput("The backup has parts too many or too few.", _WHAT_THEN)
    return manifest.sha256
