"""`backup FILE` and `restore FILE`: everything that is stored, in one file."""

import argparse
from pathlib import Path
from typing import Any

from services.backup.reading import open_backup
from services.backup.restoring import Outcome, restore
from services.backup.writing import write_file
from services.errors import InvalidInput, NotFound
from services.people import LOCAL
from services.workshop import Workshop


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
    backup = commands.add_parser("backup", help="write everything that is stored into one file")
    backup.add_argument("file", help="the file to write; it must not exist yet")
    backup.set_defaults(run=_backup)
    restoring = commands.add_parser("restore", help="add what a backup holds to this workspace")
    restoring.add_argument("file", help="a file that `backup` or the library wrote")
    restoring.add_argument(
        "--owner",
        metavar="WHO",
        help="give every draft to this person: the address they signed in with, or `local`",
    )
    restoring.set_defaults(run=_restore)


def _backup(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    path = Path(arguments.file)
    written = write_file(path, workshop.repository, workshop.files_dir)
    return {
        "file": str(path),
        "bytes": path.stat().st_size,
        "drafts": written.drafts,
        "revisions": written.revisions,
        "files": written.files,
    }


def _restore(arguments: argparse.Namespace, workshop: Workshop) -> dict[str, Any]:
    owner = _person(arguments.owner, workshop) if arguments.owner else None
    try:
        with Path(arguments.file).open("rb") as source, open_backup(source) as backup:
            done = restore(backup, workshop.repository, workshop.files_dir, owner)
    except OSError as error:
        raise InvalidInput(f"{arguments.file}: {error.strerror}.", "Check its path.") from error
    return {
        "added": done.count(Outcome.ADDED),
        "added_beside": done.drafts[Outcome.BESIDE],
        "brought_back": done.count(Outcome.BROUGHT_BACK),
        "already_here": done.count(Outcome.THERE),
        "unreadable": done.unreadable,
        "files": done.files,
    }


def _person(who: str, workshop: Workshop) -> str:
    if who == LOCAL:
        return LOCAL
    found = workshop.repository.people_with_email(who)
    if not found:
        raise NotFound(f"Nobody has signed in with {who[:80]}.", "Let them sign in once first.")
    if len(found) > 1:
        raise InvalidInput(f"More than one person has signed in with {who[:80]}.")
    return found[0]
