"""Encoders for the tests of the reading room."""

import hashlib
from collections.abc import Sequence

import numpy as np
import pytest

from services.text.embeddings import CachedEmbedder, EncoderInfo, Vectors, open_embedder


class WordEmbedder:
    """A row is the normed sum of one fixed random direction a word: shared words are nearness."""

    info = EncoderInfo("words", frozenset({"en"}), 64)

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), 64), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                seed = int.from_bytes(hashlib.sha256(word.strip(".,?!").encode()).digest()[:4])
                row += np.random.default_rng(seed).standard_normal(64).astype(np.float32)
            row[0] += 1e-6
            row /= np.linalg.norm(row)
        return rows


@pytest.fixture
def words_embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture(scope="session")
def minilm() -> CachedEmbedder:
    """The packaged encoder that the coefficients were fitted with."""
    return open_embedder("all-MiniLM-L6-v2")
