"""Filling a store from a backup: nothing that is there is changed, and nothing comes in twice."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from services.backup.lines import fingerprint, revision_key
from services.backup.reading import Backup
from services.documents import new_id
from services.errors import InvalidInput, NotFound, Unavailable
from services.store.records import DraftRecord
from services.store.repository import Repository

MODEL, BACKUP = "model", "backup"


class Outcome(StrEnum):
    """What became of a draft of the backup."""

    ADDED = "added"
    BESIDE = "added beside the one that is here"
    BROUGHT_BACK = "taken out of the deleted ones"
    THERE = "already here"


@dataclass(slots=True)
class Restored:
    """The titles of the drafts by what became of them, what could not be read, and how many files
    were added. It grows while a backup is restored."""

    drafts: dict[Outcome, list[str]] = field(
        default_factory=lambda: {outcome: [] for outcome in Outcome}
    )
    unreadable: list[str] = field(default_factory=list)
    files: int = 0

    def count(self, outcome: Outcome) -> int:
        return len(self.drafts[outcome])


Report = Callable[[Restored, int, int], None]


def restore(
    backup: Backup,
    repository: Repository,
    files: Path,
    owner: str | None = None,
    report: Report = lambda done, place, total: None,
) -> Restored:
    """Add what is not there; each draft in a transaction of its own.

    What is damaged in the backup is left out and told, and the rest is restored. A draft whose id
    is taken by another one, or by an older or newer state of itself, is added beside it under a new
    id. With `owner`, or where a person restores, every draft becomes theirs; otherwise each stays
    with the owner that the backup names. `report(done, place, total)` is told what came of it so
    far after each draft. It may be called again after it was stopped in the middle.
    """
    done = Restored()
    if repository.person is None:
        try:
            repository.put_workspace(*backup.workspace())
        except InvalidInput as error:
            done.unreadable.append(error.message)
    _restore_drafts(backup, repository, owner or repository.person, done, report)
    for part, where in backup.files.items():
        # A person gets into their own folder and into no other.
        if repository.person is None or not where.startswith("people/"):
            _restore_file(backup, part, files / where, done)
    return done


def _restore_drafts(
    backup: Backup, repository: Repository, owner: str | None, done: Restored, report: Report
) -> None:
    parts = backup.drafts
    for place, part in enumerate(parts, start=1):
        try:
            draft = backup.draft(part)
        except InvalidInput as error:
            done.unreadable.append(f"{backup.title(part)}: {error.message}")
        else:
            draft = _given(draft, owner, untrusted=repository.person is not None)
            done.drafts[_restore_draft(draft, repository)].append(draft.title)
        report(done, place, len(parts))


def _given(draft: DraftRecord, owner: str | None, *, untrusted: bool) -> DraftRecord:
    """The draft in its new owner's name.

    What a person restores may say anything: nobody else appears in it as an author, and no link
    opens it.
    """
    if owner is None:
        return draft
    authors = {draft.owner: owner, owner: owner, MODEL: MODEL}

    def author(name: str) -> str:
        return authors.get(name, BACKUP if untrusted else name)

    return draft.model_copy(
        update={
            "owner": owner,
            "links": () if untrusted else draft.links,
            "held": tuple(
                each.model_copy(update={"person": owner})
                for each in draft.held
                if each.person in (draft.owner, owner)
            ),
            "revisions": tuple(
                each.model_copy(update={"author": author(each.author)}) for each in draft.revisions
            ),
        }
    )


def _restore_draft(draft: DraftRecord, repository: Repository) -> Outcome:
    keys = [revision_key(revision) for revision in draft.revisions]
    origin = fingerprint(keys)
    while True:
        here = repository.owner_of(draft.id)
        earlier = repository.restored_from(origin, draft.owner)
        candidates = [draft.id, *earlier] if here == draft.owner else earlier
        holding = _holding(candidates, set(keys), repository)
        if any(found.deleted is None for found in holding):
            return Outcome.THERE
        if holding:
            if draft.deleted is not None:
                return Outcome.THERE
            try:
                repository.restore(holding[0].id)
            except NotFound:
                # Erased since it was looked up: then it is to be added.
                continue
            return Outcome.BROUGHT_BACK
        named = {"id": draft.id if here is None else new_id(), "origin": origin}
        # Somebody else may restore the same file at this moment: then there is one by now.
        if repository.put_whole(draft.model_copy(update=named), beside=earlier):
            return Outcome.BESIDE if here == draft.owner else Outcome.ADDED


def _holding(ids: list[str], keys: set[object], repository: Repository) -> list[DraftRecord]:
    """Those of the drafts that have every one of these revisions."""
    found = []
    for draft_id in dict.fromkeys(ids):
        try:
            draft = repository.whole(draft_id)
        except NotFound:
            # Erased since it was looked up.
            continue
        if keys <= {revision_key(revision) for revision in draft.revisions}:
            found.append(draft)
    return found


def _restore_file(backup: Backup, part: str, path: Path, done: Restored) -> None:
    """Add a file that is not there; one of the same name with other content gets its own name."""
    fresh = path.with_name(f"{path.stem}.{new_id()}.new")
    try:
        free = path
        number = 1
        while free.exists():
            if _sha256(free) == backup.sha256(part):
                return
            number += 1
            free = path.with_stem(f"{path.stem}-{number}")
        free.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as stream:
            stream.writelines(backup.content(part))
        fresh.replace(free)
        done.files += 1
    except InvalidInput as error:
        done.unreadable.append(f"{path.stem}: {error.message}")
    except OSError as error:
        raise Unavailable(
            f"The file {path.name} cannot be restored: {error.strerror}.", "Check the data folder."
        ) from error
    finally:
        fresh.unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
