"""Reading a backup within limits: nothing in it is trusted, and nothing is unpacked to the disk."""

import hashlib
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from pydantic import BaseModel, Field, ValidationError

from services.backup.lines import draft_of
from services.backup.writing import FORMAT, MANIFEST, VERSION, WORKSPACE
from services.errors import InvalidInput
from services.store.records import CacheRecord, DraftRecord, PersonRecord

MOST_MEMBERS = 200_000
MOST_UNPACKED = 4 * 1024**3
LONGEST_LINE = 64 * 1024**2
_DRAFT = re.compile(r"drafts/\d{5,9}\.jsonl")
_FILE = re.compile(r"files/((?:people/[\w-]{1,64}/)?corpora/[\w-]{1,64}\.jsonl)", re.ASCII)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError)
_WHAT_THEN = "Use another backup; this one was damaged or changed after it was made."


class _Manifest(BaseModel):
    format: str
    version: int = Field(ge=1)
    sha256: dict[str, str]


class _Workspace(BaseModel):
    people: tuple[PersonRecord, ...]
    cache: tuple[CacheRecord, ...]


class Backup:
    """A backup whose list of contents was read; its parts are read when they are asked for."""

    def __init__(self, archive: zipfile.ZipFile, hashes: dict[str, str]) -> None:
        self._archive = archive
        self._hashes = hashes

    @property
    def drafts(self) -> list[str]:
        """The parts that `draft` takes."""
        return sorted(name for name in self._hashes if _DRAFT.fullmatch(name))

    @property
    def files(self) -> dict[str, str]:
        """Where in the data folder each part belongs that `content` takes."""
        matches = {name: _FILE.fullmatch(name) for name in self._hashes}
        return {name: found[1] for name, found in sorted(matches.items()) if found}

    def draft(self, part: str) -> DraftRecord:
        """Raises `InvalidInput`, naming the part, for what is damaged or no draft."""
        return draft_of(self._lines(part), part)

    def content(self, part: str) -> bytes:
        return b"".join(self._lines(part))

    def workspace(self) -> tuple[tuple[PersonRecord, ...], tuple[CacheRecord, ...]]:
        """People and the cache; nothing in the backup of a single person."""
        if WORKSPACE not in self._hashes:
            return (), ()
        try:
            found = _Workspace.model_validate_json(self.content(WORKSPACE))
        except ValidationError as error:
            raise InvalidInput(f"The backup is damaged in {WORKSPACE}.", _WHAT_THEN) from error
        return found.people, found.cache

    def _lines(self, part: str) -> Iterator[bytes]:
        """The lines of a part; at its end its hash must be right."""
        total = hashlib.sha256()
        try:
            with self._archive.open(part) as stream:
                while line := stream.readline(LONGEST_LINE):
                    if len(line) >= LONGEST_LINE:
                        raise InvalidInput(f"The backup has a line of over 64 MB in {part}.")
                    total.update(line)
                    yield line
        except _BROKEN as error:
            raise InvalidInput(f"The backup is damaged in {part}.", _WHAT_THEN) from error
        if total.hexdigest() != self._hashes[part]:
            raise InvalidInput(f"The backup is damaged in {part}.", _WHAT_THEN)


@contextmanager
def open_backup(source: IO[bytes]) -> Iterator[Backup]:
    """Raises `InvalidInput` for what is no backup, of a newer Askwright, damaged or too large."""
    try:
        archive = zipfile.ZipFile(source)
    except _BROKEN as error:
        raise InvalidInput(
            "The file is no backup of Askwright.", "Choose one that it wrote (a .zip)."
        ) from error
    with archive:
        yield Backup(archive, _contents(archive))


def _contents(archive: zipfile.ZipFile) -> dict[str, str]:
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(members) > MOST_MEMBERS or sum(each.file_size for each in members) > MOST_UNPACKED:
        raise InvalidInput("The backup unpacks to more than 4 GB.", "It cannot be restored here.")
    if MANIFEST not in names:
        raise InvalidInput(
            "The file is no backup of Askwright.", "Choose one that it wrote (a .zip)."
        )
    try:
        with archive.open(MANIFEST) as stream:
            manifest = _Manifest.model_validate_json(stream.read(LONGEST_LINE))
    except _BROKEN as error:
        raise InvalidInput(f"The backup is damaged in {MANIFEST}.", _WHAT_THEN) from error
    if manifest.format != FORMAT or manifest.version > VERSION:
        raise InvalidInput(
            "The backup was made by a newer Askwright.", "Update Askwright, then restore it again."
        )
    if sorted(names) != sorted([*manifest.sha256, MANIFEST]):
        raise InvalidInput("The backup has parts too many or too few.", _WHAT_THEN)
    return manifest.sha256
