"""A model file that is cut off, swapped or gone while the app runs, on a real llama.cpp.

What is loaded answers on; what is loaded anew is refused in one sentence until the file is right
again, without a restart; and the hash that is told is that of the file that was loaded.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from services import settings
from services.errors import AskwrightError, Unavailable
from services.job_states import JobState, JobView
from services.llm import catalog, model_hub, weights
from services.llm.base import Sampling, chat
from services.llm.catalog import HubSource
from services.llm.host import HostState
from services.settings import EngineName
from services.workshop import Workshop
from tests.faults.fuzzing import require_sentence
from tests.llm.parts import parted_entry
from tests.llm.tiny_gguf import write_tiny_gguf


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf").read_bytes()


@pytest.fixture
def shop(tmp_path: Path, whole: bytes) -> Iterator[Workshop]:
    """A workshop whose model is a file of the author's own."""
    (tmp_path / "own.gguf").write_bytes(whole)
    opened = Workshop(
        settings.load(
            data_dir=tmp_path,
            engine="llama.cpp",
            model=str(tmp_path / "own.gguf"),
            context_length=2048,
        )
    )
    yield opened
    opened.close()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def said(shop: Workshop) -> str:
    return "".join(shop.engine.stream(chat("Go."), Sampling(max_tokens=12)))


def reload(shop: Workshop) -> None:
    shop.host.switch(shop._open_engine)


def tried(shop: Workshop) -> JobView:
    job = shop.jobs.submit("models.try", {"prompt": "Go."}, owner="local")
    return shop.jobs.wait(job.id, 30)


DAMAGE: dict[str, Callable[[Path], Any]] = {
    "cut off": lambda path: os.truncate(path, path.stat().st_size // 2),
    "short of one byte": lambda path: os.truncate(path, path.stat().st_size - 1),
    "another file": lambda path: path.write_text("no model at all" * 1000),
    "empty": lambda path: path.write_bytes(b""),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_what_is_loaded_answers_on_and_a_reload_works_once_the_file_is_right(
    how: str, shop: Workshop, whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "own.gguf"
    before = said(shop)
    told = shop.engine.info.as_json()
    assert told["sha256"] == sha256(whole)
    DAMAGE[how](path)
    assert said(shop) == before
    assert shop.engine.info.as_json() == told
    reload(shop)
    failed = tried(shop)
    assert failed.state is JobState.FAILED
    assert "own" in failed.error
    assert "\n" not in failed.error
    assert shop.host.status.state is HostState.FAILED
    path.write_bytes(whole)
    assert tried(shop).state is JobState.DONE
    assert said(shop) == before
    assert shop.engine.info.as_json() == told


def test_the_hash_is_of_the_file_that_was_loaded_and_not_of_the_one_that_lies_there(
    shop: Workshop, whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "own.gguf"
    assert shop.engine.info.model_sha256 == sha256(whole)
    other = bytearray(whole)
    other[-4096:] = bytes(4096)
    times = path.stat()
    path.write_bytes(other)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert shop.engine.info.model_sha256 == sha256(whole)
    reload(shop)
    assert shop.engine.info.model_sha256 == sha256(bytes(other))


def test_a_file_that_is_swapped_while_it_is_loaded_is_not_used(
    shop: Workshop, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from services.llm import llama_cpp

    real = llama_cpp.LlamaServer
    path = tmp_path / "own.gguf"

    def swapped(*arguments: Any, **more: Any) -> Any:
        loaded = real(*arguments, **more)
        shutil.copy(path, tmp_path / "new.gguf")
        (tmp_path / "new.gguf").replace(path)
        return loaded

    with monkeypatch.context() as patched:
        patched.setattr(llama_cpp, "LlamaServer", swapped)
        with pytest.raises(Unavailable, match="changed while it was loaded") as caught:
            _ = shop.engine
    require_sentence(caught.value)
    assert shop.engine.info.model_sha256 == sha256(whole)


def test_a_model_of_the_catalogue_that_was_swapped_is_fetched_anew_or_said(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where whoever swapped it left its size and time as they were."""
    entry = parted_entry(
        name="tiny",
        file="tiny.gguf",
        role="text",
        engine=EngineName.LLAMA_CPP,
        sha256=sha256(whole),
        size_bytes=len(whole),
        package=None,
        hub=HubSource(repo="nobody/tiny", file="tiny.gguf"),
    )
    monkeypatch.setattr(catalog, "entries", lambda: (entry,))
    reachable: list[bool] = []

    def fetched(hub: HubSource, target: Path, **_: Any) -> str:
        if not reachable:
            raise Unavailable("The model hub cannot be reached.", "Check the network.")
        target.write_bytes(whole)
        return sha256(whole)

    monkeypatch.setattr(model_hub, "fetch", fetched)
    path = tmp_path / "models" / "tiny.gguf"
    path.parent.mkdir()
    path.write_bytes(whole)
    configured = settings.load(
        data_dir=tmp_path, engine="llama.cpp", model="tiny", context_length=2048
    )
    shop = Workshop(configured)
    try:
        assert shop.engine.info.model_sha256 == sha256(whole)
        before, times = said(shop), path.stat()
        path.write_bytes(whole[:-4096] + bytes(4096))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert weights.sha256_of("tiny", configured.models_dir) is None
        assert said(shop) == before
        reload(shop)
        with pytest.raises(AskwrightError, match="cannot be reached") as caught:
            _ = shop.engine
        require_sentence(caught.value)
        reachable.append(True)
        assert said(shop) == before
        assert shop.engine.info.model_sha256 == sha256(whole)
    finally:
        shop.close()
