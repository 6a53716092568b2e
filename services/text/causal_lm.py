"""Bits of surprise of every word of a text under a small causal language model.

The model is a folder or a GGUF file that transformers can read. A GGUF file takes about 20 s to
unpack, so it is kept unpacked (half precision) in a folder beside it.
"""

import math
import os
import shutil
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from services.errors import Unavailable

# Tokens the model reads at once; of those a longer text needs, a quarter is context already scored.
WINDOW = 1024
CACHED_TEXTS = 100


@dataclass(frozen=True, slots=True)
class ScoredToken:
    """`text[start:end]` (without white space) and its surprisal, -log2 p(token | before)."""

    start: int
    end: int
    bits: float


class TokenScorer(Protocol):
    @property
    def name(self) -> str: ...

    def score(self, text: str) -> list[ScoredToken]:
        """The tokens of `text` in order. Raises `Unavailable` if the model cannot be loaded."""
        ...


class CausalLm:
    """A model loaded at its first text; each text is read once and then remembered."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self._path = path
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None
        self._scored: OrderedDict[str, list[ScoredToken]] = OrderedDict()

    def score(self, text: str) -> list[ScoredToken]:
        with self._lock:
            if text not in self._scored:
                if self._loaded is None:
                    self._loaded = _load(self._path)
                self._scored[text] = _score(*self._loaded, text)
            self._scored.move_to_end(text)
            while len(self._scored) > CACHED_TEXTS:
                self._scored.popitem(last=False)
            return self._scored[text]


def _load(path: Path) -> tuple[Any, Any]:
    try:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        folder = _unpacked(path) if path.is_file() else path
        tokenizer = AutoTokenizer.from_pretrained(folder)
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        raise Unavailable(
            f"The language model for surprisal cannot be loaded: {str(error).splitlines()[0]}",
            "Fetch it again on the Models page, or name another in ASKWRIGHT_SURPRISAL_MODEL.",
        ) from error
    return model.eval(), tokenizer


def _unpacked(gguf: Path) -> Path:
    """The folder with the weights of a GGUF file, made if it is missing or older than the file."""
    folder = gguf.with_name(gguf.stem + "-unpacked")
    weights = folder / "model.safetensors"
    if weights.exists() and weights.stat().st_mtime >= gguf.stat().st_mtime:
        return folder
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    partial = folder.with_name(f"{folder.name}.{os.getpid()}.partial")
    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    model = AutoModelForCausalLM.from_pretrained(
        gguf.parent,
        gguf_file=gguf.name,
        dtype=torch.float16,
        quantization_config=GgufConfig(dequantize=True),
    )
    tokenizer.save_pretrained(partial)
    model.save_pretrained(partial)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        partial.rename(folder)
    except OSError:
        # Another process was quicker; its folder is as good as ours.
        shutil.rmtree(partial, ignore_errors=True)
    return folder


def _score(model: Any, tokenizer: Any, text: str) -> list[ScoredToken]:
    import torch

    encoded = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
    # The first token too has a context: the mark that a text begins.
    ids = [_text_start(tokenizer), *encoded["input_ids"]]
    window = min(WINDOW, getattr(model.config, "max_position_embeddings", WINDOW))
    seen = window // 4
    bits: list[float] = []
    with torch.inference_mode():
        while len(bits) < len(ids) - 1:
            # bits[i] belongs to ids[i + 1]: each window scores what the ones before have not.
            first = max(0, len(bits) - seen)
            piece = torch.tensor([ids[first : first + window]])
            logits = model(piece).logits[0, :-1].float()
            chosen = logits.gather(1, piece[0, 1:, None])[:, 0] - logits.logsumexp(1)
            bits += (-chosen[len(bits) - first :] / math.log(2)).tolist()
    return [
        ScoredToken(*_visible(text, begin, end), value)
        for (begin, end), value in zip(encoded["offset_mapping"], bits, strict=True)
    ]


def _text_start(tokenizer: Any) -> int:
    """The token between the documents a model was trained on; chat marks would mislead it."""
    start = tokenizer.get_vocab().get("<|endoftext|>")
    if start is None:
        start = tokenizer.bos_token_id
    return int(tokenizer.eos_token_id if start is None else start)


def _visible(text: str, begin: int, end: int) -> tuple[int, int]:
    """The token's place without the white space that byte-pair tokens carry in front."""
    piece = text[begin:end]
    return begin + len(piece) - len(piece.lstrip()), end
