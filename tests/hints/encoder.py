"""A sentence encoder for tests: texts are alike as far as they share words."""

import zlib
from collections.abc import Sequence

import numpy as np

from services.hints.words import content_words
from services.text.embeddings import EncoderInfo, Vectors

DIMENSIONS = 512


class WordEncoder:
    """Each content word has a place of its own; rows have length 1. It goes by `name`."""

    def __init__(self, name: str = "by-words") -> None:
        self.info = EncoderInfo(name, frozenset(), DIMENSIONS)

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in content_words(text):
                row[zlib.crc32(min(word.forms, key=len).encode()) % DIMENSIONS] += 1
            length = float(np.linalg.norm(row))
            row[0] += 1 if length == 0 else 0
            row /= length or 1.0
        return rows
