"""Turn a LoRA adapter as peft saves it into a GGUF file for the llama.cpp engine.

    python scripts/adapter_to_gguf.py ADAPTER --base FOLDER [--out FILE] [--llama-cpp FOLDER]

The work is done by llama.cpp's own `convert_lora_to_gguf.py`, which lies in llama.cpp's
repository: name its folder with --llama-cpp or LLAMA_CPP. FOLDER of --base holds the base model's
configuration and tokenizer; its weights are not needed. The result lies beside the adapter, where
the Models page finds it.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from services.errors import AskwrightError, InvalidInput, Unavailable
from services.llm import adapters
from services.settings import EngineName

CONVERTER = "convert_lora_to_gguf.py"
WHERE = (
    "Get it with `git clone --depth 1 https://github.com/ggml-org/llama.cpp` or out of "
    "`pip download --no-deps --no-binary :all: llama-cpp-python` (folder vendor/llama.cpp), and "
    "name its folder with --llama-cpp."
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("adapter", type=Path, help="a folder with adapter_config.json")
    parser.add_argument("--base", type=Path, required=True, help="folder of the base model")
    parser.add_argument("--out", type=Path, help="default: NAME.gguf inside the adapter's folder")
    parser.add_argument("--llama-cpp", type=Path, default=os.environ.get("LLAMA_CPP"))
    asked = parser.parse_args(arguments)
    try:
        made = convert(asked.adapter, asked.base, asked.out, asked.llama_cpp)
    except AskwrightError as error:
        print(f"adapter_to_gguf: {' '.join(str(error).split())}", file=sys.stderr)
        return error.exit_code
    print(made)
    return 0


def convert(adapter: Path, base: Path, out: Path | None, llama_cpp: Path | None) -> Path:
    """Convert and check that an adapter came out. Raises `InvalidInput`, `Unavailable`."""
    found = adapters.at(adapter)
    if found.engine is not EngineName.TRANSFORMERS:
        raise InvalidInput(f"{adapter} is a GGUF file already.", "Use it as it is.")
    if not (base / "config.json").is_file():
        raise InvalidInput(f"{base} holds no config.json.", "Give the base model's folder.")
    converter = Path(llama_cpp or "") / CONVERTER
    if llama_cpp is None or not converter.is_file():
        raise Unavailable(f"llama.cpp's {CONVERTER} is not at hand.", WHERE)
    out = out or adapter / f"{adapter.resolve().name}.gguf"
    partial = out.with_name(f"{out.name}.partial")
    command = [sys.executable, str(converter), "--base", str(base), "--outfile", str(partial)]
    ended = subprocess.run([*command, str(adapter)], capture_output=True, text=True, check=False)
    if ended.returncode != 0 or not partial.is_file():
        partial.unlink(missing_ok=True)
        last = (ended.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise Unavailable(
            f"{CONVERTER} could not convert {adapter.name}: {last.strip()}.",
            "See whether llama.cpp knows the base model.",
        )
    partial.replace(out)
    if adapters.at(out).engine is not EngineName.LLAMA_CPP:
        raise Unavailable(f"{out} is no adapter for llama.cpp.", "Use a newer llama.cpp.")
    return out


if __name__ == "__main__":
    sys.exit(main())
