"""Running a downloader as a child process: it can be stopped at any moment and leaves no threads.

The child's work is watched through the size of the folder it writes to, which is the same for
every downloader, where their own progress bars are not.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from services.errors import Cancelled

TICK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Ended:
    """An exit code (0 is success) and what was printed to the two outputs."""

    code: int
    output: str
    errors: str


def run(
    command: Sequence[str],
    folder: Path,
    *,
    cancel: Event | None = None,
    seen: Callable[[int], None] = lambda size: None,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Run `command` to its end.

    `seen` is called about five times a second with the bytes in `folder`. Raises `Cancelled`
    after ending the child and its children when `cancel` is set.
    """
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=None if environment is None else {**os.environ, **environment},
        start_new_session=True,
        text=True,
        errors="replace",
    )
    try:
        while True:
            try:
                output, errors = child.communicate(timeout=TICK_SECONDS)
                return Ended(child.returncode, output, errors)
            except subprocess.TimeoutExpired:
                seen(size_of(folder))
            if cancel is not None and cancel.is_set():
                raise Cancelled
    finally:
        if child.poll() is None:
            _end(child)


def size_of(folder: Path) -> int:
    """Bytes in all files under `folder`. Files that vanish meanwhile count as nothing."""
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(root, name)).st_size
            except FileNotFoundError:
                continue
    return total


def _end(child: "subprocess.Popen[str]") -> None:
    if hasattr(os, "killpg"):
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.communicate()
