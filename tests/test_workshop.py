"""One process: everybody's seat at the workshop shares what is loaded, and closing ends it all."""

import threading
from pathlib import Path

import pytest

from services import settings
from services.job_states import JobState
from services.llm import catalog, engines
from services.people import AT_THIS_MACHINE, Person
from services.settings import EngineName
from services.workshop import CHOSEN_MODEL, Workshop
from tests.llm.tiny_gguf import write_tiny_gguf


def test_two_sessions_share_one_loaded_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []
    real = engines.OPENERS[EngineName.LLAMA_CPP]
    monkeypatch.setitem(
        engines.OPENERS, EngineName.LLAMA_CPP, lambda *a: opened.append(a) or real(*a)
    )
    model = write_tiny_gguf(tmp_path / "tiny.gguf")
    shop = Workshop(settings.load(data_dir=tmp_path, engine="llama.cpp", model=str(model)))
    seats = [shop.seen_by(AT_THIS_MACHINE), shop.seen_by(Person("ada", "Ada"))]
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda seat=seat: found.append(seat.engine)) for seat in seats * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(map(id, found))) == len(opened) == 1
    shop.close()


def test_closing_interrupts_the_running_job_and_ends_every_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    configured = settings.load(
        data_dir=tmp_path, engine="deterministic", deterministic_delay=0.01, model=""
    )
    shop = Workshop(configured)
    running = shop.jobs.submit("models.try", {"prompt": "Go."}, owner="local")
    waiting = shop.jobs.submit("models.try", {"prompt": "Then go."}, owner="local")
    while shop.jobs.view(running.id).state == JobState.QUEUED:
        shop.jobs.wait(running.id, 0.05)
    shop.close()
    assert set(threading.enumerate()) <= before
    again = Workshop(configured)
    states = [again.jobs.view(job.id).state for job in (running, waiting)]
    assert states[0] in (JobState.INTERRUPTED, JobState.DONE)
    assert states[1] == JobState.INTERRUPTED
    again.close()


def test_a_chosen_model_that_is_not_known_here_is_the_default(tmp_path: Path) -> None:
    """As a backup of a newer version may bring one."""
    shop = Workshop(settings.load(data_dir=tmp_path, engine="llama.cpp", model=""))
    shop.repository.keep(*CHOSEN_MODEL, "a-model-of-next-year")
    assert shop.model_name == catalog.DEFAULT_MODEL
    assert shop.model_status()
    shop.close()
