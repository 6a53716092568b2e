"""Tiny models, made once a test run and shared by the tests of the model layer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.llm.llama_cpp import LlamaCppEngine
from services.llm.transformers_engine import TransformersEngine
from tests.llm.tiny_gguf import write_tiny_gguf
from tests.llm.tiny_model import write_tiny_model


@pytest.fixture(scope="session")
def tiny_gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="session")
def llama(tiny_gguf: Path) -> Iterator[LlamaCppEngine]:
    engine = LlamaCppEngine(tiny_gguf, name="tiny", precision="F32", context_length=2048, threads=1)
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def tiny(tiny_folder: Path) -> Iterator[TransformersEngine]:
    import torch

    torch.set_num_threads(1)
    engine = TransformersEngine(tiny_folder, name="tiny", context_length=2048)
    yield engine
    engine.close()
