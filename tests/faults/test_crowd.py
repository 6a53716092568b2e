"""Several windows on one server, and a server that is killed while somebody types."""

import random
from pathlib import Path

from tests.faults import crowd
from tests.faults.fuzzing import SOAK

# An encoder that is loaded in a moment.
LIGHT = {"ASKWRIGHT_EMBEDDING_MODEL": "multilingual-e5-small"}


def test_a_killed_server_loses_nothing_that_the_page_has_answered(tmp_path: Path) -> None:
    found = crowd.server_kills(tmp_path, SOAK, random.Random(), **LIGHT)
    assert found["kills"] == SOAK


def test_several_windows_type_at_once_and_each_keeps_its_own(tmp_path: Path) -> None:
    found = crowd.soak(
        tmp_path,
        windows=5,
        seconds=5 * SOAK,
        warm=2,
        ASKWRIGHT_DETERMINISTIC_DELAY="0.001",
        **LIGHT,
    )
    assert found["entries"] >= 5
