"""Several windows on one server, and a server that is killed while somebody types."""

import random
import resource
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


def test_a_server_without_file_handles_or_disk_says_so_and_works_on_once_it_has_some(
    tmp_path: Path,
) -> None:
    [draft_id] = crowd.new_drafts(tmp_path, 1)
    with crowd.serving(tmp_path, **LIGHT) as server:
        window = crowd.open_draft(server, draft_id)
        for what, most in ((resource.RLIMIT_NOFILE, 3), (resource.RLIMIT_FSIZE, 1)):
            refused = 0
            with server.limited(what, most):
                for number in range(3):
                    text = f"Which town is number {number} of {what}?"
                    window.enter(crowd.QUESTION, text)
                    window.run()
                    told = any("Not saved" in line for line in window.said)
                    assert told == (crowd.stored_question(tmp_path, draft_id) != text)
                    refused += told
            # The store's open connection may do without another handle.
            assert refused or what == resource.RLIMIT_NOFILE
            assert not window.exceptions
            window.enter(crowd.QUESTION, f"Which town is the last of {what}?")
            window.run()
            stored = crowd.stored_question(tmp_path, draft_id)
            assert stored == f"Which town is the last of {what}?"
        crowd.open_draft(server, draft_id).close()
        window.close()
