import json
from pathlib import Path

import pytest

from scripts import adapter_to_gguf
from tests.llm.test_adapters import write_folder
from tests.paths import DATA

ROOT = DATA.parent.parent
# Stands for llama.cpp's converter: notes how it was called and writes an adapter, or fails.
CONVERTER = """import json, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.llm.tiny_gguf import write_tiny_gguf, write_tiny_lora
Path(__file__).with_name("called.json").write_text(json.dumps(sys.argv[1:]))
{what}
"""


@pytest.fixture
def llama_cpp(tmp_path):
    """`llama_cpp(what)` is a folder with a converter that does `what` to its --outfile."""

    def make(what):
        folder = tmp_path / "llama.cpp"
        folder.mkdir()
        text = CONVERTER.format(root=str(ROOT), what=what)
        (folder / adapter_to_gguf.CONVERTER).write_text(text)
        return folder

    return make


@pytest.fixture
def adapter(tmp_path):
    return write_folder(tmp_path / "hints")


@pytest.fixture
def base(tmp_path):
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    return folder


def run(adapter, base, *more):
    return adapter_to_gguf.main([str(adapter), "--base", str(base), *map(str, more)])


def test_the_result_lies_beside_the_adapter_and_is_found(llama_cpp, adapter, base, capsys):
    folder = llama_cpp("write_tiny_lora(Path(sys.argv[sys.argv.index('--outfile') + 1]))")
    assert run(adapter, base, "--llama-cpp", folder) == 0
    made = Path(capsys.readouterr().out.strip())
    assert made == adapter / "hints.gguf"
    called = json.loads((folder / "called.json").read_text())
    assert called[:2] == ["--base", str(base)]
    assert called[-1] == str(adapter)
    assert [a.path for a in adapter_to_gguf.adapters.found(adapter.parent)] == [made, adapter]


def test_without_the_converter_it_says_where_to_get_it(adapter, base, capsys, monkeypatch):
    monkeypatch.delenv("LLAMA_CPP", raising=False)
    assert run(adapter, base) == 3
    said = capsys.readouterr().err
    assert "convert_lora_to_gguf.py is not at hand" in said
    assert "git clone" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("sys.exit('Model NewModel is not supported')", "Model NewModel is not supported"),
        (
            "write_tiny_gguf(Path(sys.argv[sys.argv.index('--outfile') + 1]))",
            "is a whole model, not an adapter",
        ),
    ],
)
def test_a_conversion_that_fails_is_one_sentence(llama_cpp, adapter, base, capsys, what, reason):
    assert run(adapter, base, "--llama-cpp", llama_cpp(what)) in (2, 3)
    assert reason in capsys.readouterr().err
    assert not list(adapter.glob("*.partial"))


def test_a_folder_without_a_configuration_is_refused(adapter, tmp_path, capsys):
    assert run(adapter, tmp_path) == 2
    assert "holds no config.json" in capsys.readouterr().err
