"""Fixtures that every part of the suite shares."""

import os
from collections.abc import Iterator

import hypothesis
import pytest

from services import settings
from services.llm.base import Engine
from services.llm.deterministic import DeterministicEngine
from services.llm.engines import open_engine

# A busy machine is slow, not wrong: time is measured in benchmarks/, never in the suite. CI tries
# the same examples each time, for its word on a commit must be about that commit; everybody else,
# and the long run, try new ones.
hypothesis.settings.register_profile("askwright", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("askwright")


@pytest.fixture
def engine() -> Iterator[DeterministicEngine]:
    """The test engine: repeatable answers, `enqueue(text)` for an exact one."""
    opened = DeterministicEngine()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def real_engine() -> Iterator[Engine]:
    """The default model on llama.cpp; for tests marked `model`."""
    opened = open_engine(settings.load(engine="llama.cpp", model=""))
    yield opened
    opened.close()
