"""Filling a store from a backup: nothing that is there is changed, and nothing comes in twice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from services.backup.lines import fingerprint, revision_key
from services.backup.reading import Backup
from services.documents import new_id
from services.errors import Unavailable
from services.store.records import DraftRecord
from services.store.repository import Repository

MODEL, BACKUP = "model", "backup"
Report = Callable[[int, int], None]


class Outcome(StrEnum):
    """What became of a draft of the backup."""

    ADDED = "added"
    BESIDE = "added beside the one that is here"
    BROUGHT_BACK = "taken out of the deleted ones"
    THERE = "already here"


@dataclass(frozen=True, slots=True)
class Restored:
    """The titles of the drafts by what became of them, and how many files were added."""

    drafts: Mapping[Outcome, tuple[str, ...]] = field(default_factory=dict)
    files: int = 0

    def count(self, outcome: Outcome) -> int:
        return len(self.drafts.get(outcome, ()))


def check(backup: Backup) -> None:
    """Read all of it once, so that a damaged backup is refused before anything was restored."""
    for part in backup.drafts:
        backup.draft(part)
    for part in backup.files:
        backup.content(part)
    backup.workspace()


def restore(
    backup: Backup,
    repository: Repository,
    files: Path,
    owner: str | None = None,
    report: Report = lambda done, total: None,
) -> Restored:
    """Add what is not there; each draft in a transaction of its own.

    A draft whose id is taken by another one, or by an older or newer state of itself, is added
    beside it under a new id. With `owner`, or where a person restores, every draft becomes theirs;
    otherwise each stays with the owner that the backup names. It may be called again after it was
    stopped in the middle.
    """
    owner = owner or repository.person
    parts = backup.drafts
    became: dict[Outcome, list[str]] = {outcome: [] for outcome in Outcome}
    if repository.person is None:
        repository.put_workspace(*backup.workspace())
    for done, part in enumerate(parts, start=1):
        draft = _given(backup.draft(part), owner, untrusted=repository.person is not None)
        became[_restore_draft(draft, repository)].append(draft.title)
        report(done, len(parts))
    whole = repository.person is None
    added = sum(
        _restore_file(backup.content(part), files / place)
        for part, place in backup.files.items()
        # A person gets into their own folder and into no other.
        if whole or not place.startswith("people/")
    )
    return Restored({outcome: tuple(titles) for outcome, titles in became.items()}, added)


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
    origin = fingerprint(draft)
    here = repository.owner_of(draft.id)
    earlier = repository.restored_from(origin, draft.owner)
    for known in (draft.id if here == draft.owner else None, earlier):
        if known is None:
            continue
        found = repository.whole(known)
        if _holds(found, draft):
            if found.deleted is None or draft.deleted is not None:
                return Outcome.THERE
            repository.restore(known)
            return Outcome.BROUGHT_BACK
    named = {"id": draft.id if here is None else new_id(), "origin": origin}
    repository.put_whole(draft.model_copy(update=named))
    return Outcome.BESIDE if here == draft.owner else Outcome.ADDED


def _holds(here: DraftRecord, draft: DraftRecord) -> bool:
    """Whether every revision of the backup's draft is in the one that is here."""
    known = {revision_key(revision) for revision in here.revisions}
    return all(revision_key(revision) in known for revision in draft.revisions)


def _restore_file(data: bytes, path: Path) -> bool:
    """Whether it was added; one of the same name with other content gets a name of its own."""
    try:
        free = path
        number = 1
        while free.exists():
            if free.read_bytes() == data:
                return False
            number += 1
            free = path.with_stem(f"{path.stem}-{number}")
        free.parent.mkdir(parents=True, exist_ok=True)
        fresh = free.with_suffix(".new")
        fresh.write_bytes(data)
        fresh.replace(free)
    except OSError as error:
        raise Unavailable(
            f"The file {path.name} cannot be restored: {error.strerror}.", "Check the data folder."
        ) from error
    return True
