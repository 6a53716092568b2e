import json

import pytest

from services import settings
from services.errors import InvalidInput
from services.llm import adapters
from services.settings import EngineName
from services.workshop import Workshop
from tests.llm.tiny_gguf import write_tiny_gguf, write_tiny_lora


def write_folder(folder, base="maker/Small-1B", *, weights=True):
    folder.mkdir(parents=True)
    values = {"peft_type": "LORA", "base_model_name_or_path": base}
    (folder / "adapter_config.json").write_text(json.dumps(values))
    if weights:
        (folder / "adapter_model.safetensors").touch()
    return folder


def test_both_forms_are_found_by_name_and_what_is_no_adapter_is_left_out(tmp_path):
    write_folder(tmp_path / "hints", base="/models/maker/Small-1B")
    write_tiny_lora(tmp_path / "hints" / "hints.gguf")
    write_tiny_lora(tmp_path / "Alone.gguf")
    write_tiny_gguf(tmp_path / "model.gguf")
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" * 40)
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("nothing")
    found = adapters.found(tmp_path)
    assert [(a.name, a.engine) for a in found] == [
        ("Alone", EngineName.LLAMA_CPP),
        ("hints", EngineName.LLAMA_CPP),
        ("hints", EngineName.TRANSFORMERS),
    ]
    assert found[2].base == "Small-1B"
    assert found[2].needs == "Small-1B (transformers)"
    assert adapters.found(tmp_path / "not there") == ()


def test_what_training_wrote_down_is_told(tmp_path):
    folder = write_folder(tmp_path / "mine")
    write_tiny_lora(folder / "mine.gguf")
    record = {"base": "Small-1B", "summary": "Ten questionnaires; loss 2.1 to 0.9."}
    (folder / "training.json").write_text(json.dumps(record))
    gguf, peft = adapters.found(tmp_path)
    assert gguf.note == peft.note == "Ten questionnaires; loss 2.1 to 0.9."
    assert gguf.base == "Small-1B"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda folder: folder / "missing", "There is no adapter at"),
        (lambda folder: write_tiny_gguf(folder / "m.gguf"), "is a whole model"),
        (lambda folder: write_folder(folder / "x", weights=False), "holds no adapter_model file"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(tmp_path, make, reason):
    with pytest.raises(InvalidInput, match=reason):
        adapters.at(make(tmp_path))


@pytest.fixture
def shop(tmp_path):
    made = Workshop(settings.load(data_dir=tmp_path / "data", engine="llama.cpp", model=""))
    yield made
    made.close()


def test_the_adapter_in_use_is_kept_over_a_restart_and_left_with_the_model(shop, tmp_path):
    adapter = write_tiny_lora(tmp_path / "mine.gguf")
    shop.use_adapter(adapter)
    again = Workshop(shop.settings)
    assert again.in_use.adapter == adapter
    again.use_adapter(None)
    assert again.in_use.adapter is None
    again.close()


def test_another_model_leaves_the_adapter_behind(tmp_path, monkeypatch):
    monkeypatch.delenv("ASKWRIGHT_ENGINE", raising=False)
    monkeypatch.delenv("ASKWRIGHT_MODEL", raising=False)
    shop = Workshop(settings.load(data_dir=tmp_path / "data"))
    shop.use_adapter(write_tiny_lora(tmp_path / "mine.gguf"))
    shop.use_model("qwen3-8b")
    assert (shop.model_name, shop.in_use.adapter) == ("qwen3-8b", None)
    shop.close()


def test_an_adapter_for_another_engine_is_refused_with_what_to_do(shop, tmp_path):
    with pytest.raises(InvalidInput, match=r"for the engine transformers.*Convert the adapter"):
        shop.use_adapter(write_folder(tmp_path / "mine"))
    assert shop.in_use.adapter is None


def test_the_environment_outranks_the_choice_in_the_app(shop, tmp_path):
    adapter = write_tiny_lora(tmp_path / "mine.gguf")
    outside = Workshop(shop.settings.model_copy(update={"adapter": adapter}))
    with pytest.raises(InvalidInput, match="set from outside"):
        outside.use_adapter(None)
    assert outside.in_use.adapter == adapter
    outside.close()
