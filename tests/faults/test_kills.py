"""A dozen kills here, 200 in the long run (`scripts/soak.py`)."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import kills
from tests.faults.fuzzing import SOAK


@pytest.mark.parametrize(
    ("kill", "times"),
    [
        (kills.edits, 4),
        (kills.imports, 1),
        (kills.migrations, 2),
        (kills.batches, 2),
        (kills.queued_jobs, 1),
        (kills.restores, 2),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_was_saved_survives(
    kill: Callable[[Path, int, random.Random], kills.Counts], times: int, tmp_path: Path
) -> None:
    counts = kill(tmp_path, times * SOAK, random.Random())
    assert counts["kills"] == times * SOAK
