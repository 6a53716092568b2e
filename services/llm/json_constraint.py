"""Holding transformers to a JSON schema: a logits processor over llguidance.

llguidance computes a mask in about 50 microseconds a token, covers what pydantic emits (bounds,
lengths, patterns, references), and is 10 MB without further needs; docs/models.md compares it
with xgrammar and outlines.
"""

import json
from typing import Any

from services.errors import InvalidInput


class SchemaTokens:
    """A tokenizer prepared for schemas, made once a model (about 1 s for 150 000 tokens)."""

    def __init__(self, tokenizer: Any, vocabulary_size: int, end_tokens: list[int]) -> None:
        from llguidance.hf import from_tokenizer

        self._tokenizer = from_tokenizer(
            tokenizer, n_vocab=vocabulary_size, eos_token=end_tokens or None
        )
        self._end_tokens = end_tokens

    def processor(self, schema: dict[str, Any], prompt_length: int) -> "SchemaProcessor":
        """A processor for one answer. Raises `InvalidInput` when the schema is not supported."""
        from llguidance import LLMatcher

        # Free white space is where small models get stuck, so there is none to choose.
        grammar = LLMatcher.grammar_from_json_schema(
            json.dumps(schema), defaults={"whitespace_flexible": False}
        )
        matcher = LLMatcher(self._tokenizer, grammar)
        if matcher.is_error():
            reason = matcher.get_error().splitlines()[0]
            raise InvalidInput(f"This JSON schema cannot be followed: {reason}.", "Simplify it.")
        return SchemaProcessor(matcher, prompt_length, self._end_tokens)


class SchemaProcessor:
    """Called by `generate` before each token with (1, n) token ids and (1, vocabulary) scores."""

    def __init__(self, matcher: Any, prompt_length: int, end_tokens: list[int]) -> None:
        self._matcher = matcher
        self._read = prompt_length
        self._end_tokens = end_tokens

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        import numpy
        import torch

        chosen = input_ids[0, self._read :].tolist()
        if chosen and not self._matcher.is_stopped():
            self._matcher.consume_tokens(chosen)
        self._read += len(chosen)
        if self._matcher.is_stopped():
            allowed = torch.zeros(scores.shape[-1], dtype=torch.bool)
            allowed[self._end_tokens] = True
        else:
            words = numpy.frombuffer(self._matcher.compute_bitmask(), dtype=numpy.uint8)
            bits = numpy.unpackbits(words, bitorder="little")[: scores.shape[-1]]
            allowed = torch.zeros(scores.shape[-1], dtype=torch.bool)
            allowed[: len(bits)] = torch.from_numpy(bits).bool()
        return scores.masked_fill(~allowed.to(scores.device), float("-inf"))
