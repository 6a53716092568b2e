import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from services import settings
from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm import catalog, engines
from services.llm.base import Sampling, chat
from services.llm.deterministic import DeterministicEngine
from services.llm.engines import open_engine
from services.llm.host import EngineHost, HostState
from services.settings import EngineName


class Opener:
    """Opens test engines and remembers which were open at the same time."""

    def __init__(self, seconds=0.0):
        self.seconds = seconds
        self.open = 0
        self.most_open = 0
        self.opened = 0

    def __call__(self, *, progress, cancel):
        progress(5_000_000, 10_000_000)
        if cancel is not None and cancel.wait(self.seconds):
            raise Cancelled
        time.sleep(self.seconds)
        progress(10_000_000, 10_000_000)
        self.opened += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        engine = DeterministicEngine()
        close = engine.close

        def counted():
            self.open -= 1
            close()

        engine.close = counted
        return engine


def test_it_loads_on_first_use_and_only_once_for_many_callers():
    opener = Opener(0.05)
    host = EngineHost(opener)
    assert host.loaded is None
    assert host.status.state == HostState.EMPTY
    assert host.status.words == "The model loads when it is first used"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: id(host.engine()), range(8)))
    assert len(found) == opener.opened == 1
    host.close()
    host.close()
    assert opener.open == 0


def test_the_old_engine_is_closed_before_the_new_one_opens():
    shared = Opener()
    host = EngineHost(shared)
    old = host.engine()
    host.switch(shared)
    assert shared.open == 0
    assert host.loaded is None
    assert host.engine() is not old
    assert shared.most_open == 1
    with pytest.raises(Unavailable):
        list(old.stream(chat("x")))
    host.close()


def test_status_is_told_in_words_at_every_step():
    reached, go_on = threading.Event(), threading.Event()

    def slow(*, progress, cancel):
        progress(5_000_000, 10_000_000)
        reached.set()
        go_on.wait(5)
        progress(10_000_000, 10_000_000)
        return DeterministicEngine()

    host = EngineHost(slow)
    thread = threading.Thread(target=host.engine)
    thread.start()
    assert reached.wait(5)
    assert host.status.state == HostState.FETCHING
    assert host.status.words == "Fetching the model: 5 of 10 MB"
    go_on.set()
    thread.join()
    assert host.status.words == "test engine, not a language model, none, on none"
    list(host.engine().stream(chat("x"), Sampling(max_tokens=5)))
    assert host.status.words.endswith("tokens a second")
    host.close()


def test_a_failure_is_kept_for_show_and_tried_again():
    attempts = []

    def failing(*, progress, cancel):
        attempts.append(1)
        if len(attempts) == 1:
            raise Unavailable("The file is damaged.", "Fetch it again.")
        return DeterministicEngine()

    host = EngineHost(failing)
    with pytest.raises(Unavailable):
        host.engine()
    assert host.status.state == HostState.FAILED
    assert host.status.words == (
        "The model could not be loaded: The file is damaged. Fetch it again."
    )
    assert host.engine()
    assert host.status.state == HostState.READY
    host.close()


def test_waiting_for_another_callers_loading_can_be_cancelled():
    host = EngineHost(Opener(1.0))
    thread = threading.Thread(target=host.engine)
    thread.start()
    time.sleep(0.05)
    cancel = threading.Event()
    cancel.set()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        host.engine(cancel=cancel)
    assert time.monotonic() - started < 0.8
    thread.join()
    host.close()


def test_cancelled_fetching_leaves_no_failure_behind():
    host = EngineHost(Opener(5.0))
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        host.engine(cancel=cancel)
    assert host.status.state == HostState.EMPTY


def test_every_engine_name_has_an_opener():
    assert set(engines.OPENERS) == set(EngineName)


def test_a_model_of_another_engine_is_refused_with_the_setting_to_change():
    configured = settings.load(engine="transformers", model="qwen3-4b")
    with pytest.raises(InvalidInput, match=r"Set ASKWRIGHT_ENGINE=llama\.cpp"):
        open_engine(configured)


def test_each_local_engine_has_a_model_of_its_own_to_begin_with():
    assert catalog.default_for(EngineName.LLAMA_CPP) == catalog.DEFAULT_MODEL
    gpu = catalog.find(catalog.default_for(EngineName.TRANSFORMERS))
    assert gpu.engine == EngineName.TRANSFORMERS


def test_missing_weights_are_fetched_with_progress(monkeypatch, tmp_path):
    asked = []

    def fetch(name, models_dir, *, progress, cancel):
        asked.append(name)
        progress(1, 2)
        raise Cancelled

    monkeypatch.setattr(engines.weights, "fetch", fetch)
    seen = []
    configured = settings.load(data_dir=tmp_path, engine="llama.cpp", model="")
    with pytest.raises(Cancelled):
        open_engine(configured, progress=lambda *step: seen.append(step))
    assert asked == [catalog.DEFAULT_MODEL]
    assert seen == [(1, 2)]


def test_too_little_memory_is_said_before_anything_is_loaded(monkeypatch, tmp_path):
    (tmp_path / "own.gguf").write_bytes(b"x" * 1000)
    monkeypatch.setattr(engines.memory, "free_bytes", lambda device: 400_000_000)
    configured = settings.load(engine="llama.cpp", model=str(tmp_path / "own.gguf"))
    with pytest.raises(
        Unavailable, match=r"own needs about 0\.5 GB of memory and 0\.4 GB are free"
    ):
        open_engine(configured)
