"""Surprisal of a passage kept from an earlier reading, so that a page need not load the model."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from services.errors import Unavailable
from services.text.causal_lm import ScoredToken

NAMESPACE = "surprisal"


@dataclass(frozen=True, slots=True)
class KeptScores:
    """A `TokenScorer` that knows one text: what the model called `name` said of it."""

    name: str
    text: str
    tokens: tuple[ScoredToken, ...]

    def score(self, text: str) -> list[ScoredToken]:
        """The tokens of `text`. Raises `Unavailable` for any other text."""
        if text != self.text:
            raise Unavailable("Surprisal was measured on another text.", "Measure it again.")
        return list(self.tokens)

    @classmethod
    def from_json(cls, name: str, text: str, kept: str) -> "KeptScores":
        """From what `to_json` wrote for `text`."""
        return cls(name, text, tuple(ScoredToken(*row) for row in json.loads(kept)))


def key(model: str, text: str) -> str:
    """The name under which a model's scores of a text are kept; the text is not in it."""
    return hashlib.sha256(f"{model}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def to_json(tokens: Sequence[ScoredToken]) -> str:
    """[start, end, bits] of each token."""
    return json.dumps([[token.start, token.end, round(token.bits, 3)] for token in tokens])
