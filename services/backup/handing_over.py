"""Files on their way between a browser and a job: in the data folder, and for a day at most.

A page hands over what was uploaded and goes on; the job reads it and removes it. What a job has
written lies here until it is fetched, replaced or a day old.
"""

import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from services.documents import new_id
from services.errors import InvalidInput, NotFound, Unavailable, of_the_machine

FOLDER = "handed_over"
KEPT_SECONDS = 24 * 3600
# Uploads of one person that lie here at once; more than may wait in the queue.
MOST_UPLOADS = 25
UPLOADED, WRITTEN = "uploaded", "written"
_NAME = re.compile(rf"(?:{UPLOADED}|{WRITTEN})-[A-Za-z0-9_-]{{1,32}}\.zip", re.ASCII)


def hand_over(source: IO[bytes], files: Path) -> str:
    """Copy an upload into the folder `files` of a person; the name that a job finds it by.

    The oldest go where many lie there already. Raises `Unavailable` when it cannot be written; then
    nothing is left of it.
    """
    name = new_name(UPLOADED)
    path = files / FOLDER / name
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_room(path.parent)
        path.touch(mode=0o600)
        with path.open("wb") as target:
            shutil.copyfileobj(source, target)
    except OSError as error:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise of_the_machine(error) or Unavailable(
            f"The file cannot be taken in: {error.strerror}.", "Check the data folder."
        ) from error
    return name


def _make_room(folder: Path) -> None:
    """Whoever uploads, cancels and uploads again fills no disk."""
    lying = {}
    for path in folder.glob(f"{UPLOADED}-*"):
        # A job may remove what it is done with at this moment.
        with suppress(FileNotFoundError):
            lying[path] = path.stat().st_mtime_ns
    for path in sorted(lying, key=lying.__getitem__)[: max(0, len(lying) - MOST_UPLOADS + 1)]:
        path.unlink(missing_ok=True)


def new_name(kind: str) -> str:
    """For a file of this kind, `UPLOADED` or `WRITTEN`, that nobody can guess."""
    return f"{kind}-{new_id()}.zip"


def place_of(name: str, files: Path) -> Path:
    """Where the file of that name lies, or is to lie. Raises `InvalidInput` for no such name."""
    if not _NAME.fullmatch(name):
        raise InvalidInput("That is no file that was handed over.", "Choose a file again.")
    return files / FOLDER / name


def find(name: str, files: Path) -> Path:
    """The file of that name. Raises `NotFound` when it is gone."""
    path = place_of(name, files)
    if not path.is_file():
        raise NotFound("The file is no longer here.", "Choose it again.")
    return path


def remove(name: str, files: Path) -> None:
    place_of(name, files).unlink(missing_ok=True)


def remove_written(files: Path) -> None:
    """Remove what jobs wrote for this person before."""
    for path in (files / FOLDER).glob(f"{WRITTEN}-*"):
        path.unlink(missing_ok=True)


def sweep(data_dir: Path) -> None:
    """Remove what has been lying for over a day in the folders of all people."""
    oldest = time.time() - KEPT_SECONDS
    for pattern in (f"{FOLDER}/*", f"people/*/{FOLDER}/*"):
        for path in data_dir.glob(pattern):
            # What cannot be looked at or removed now is removed another time.
            with suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()
