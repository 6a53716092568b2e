"""The engine of tests: no model, the same answer to the same prompt, every feature of the protocol.

It is chosen by ASKWRIGHT_ENGINE=deterministic and by nothing else, and says in its info that it
is not a language model. Tests that need one exact answer put it in the line with `enqueue`.
"""

import hashlib
import json
import math
import re
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from threading import Event
from typing import Any

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm.base import (
    Capabilities,
    ChoiceQuery,
    ChoiceScores,
    EngineInfo,
    Message,
    Progress,
    Sampling,
    Usage,
)
from services.llm.sample_prose import Prose
from services.llm.schema_values import SchemaValues

# One token of this engine: a word with the space before it, or up to four marks.
_TOKEN = re.compile(r"\s?[^\W_]{1,11}|[\W_]{1,4}?(?=\s?[^\W_])|[\W_]{1,4}")
_SPREAD = 4.0  # nats: choices score uniformly within plus or minus this


class DeterministicEngine:
    """`delay` is the pause before each piece and each score, in seconds."""

    def __init__(self, *, delay: float = 0.0, context_length: int = 8192) -> None:
        self._delay = delay
        self._queued: deque[str] = deque()
        self._usage = Usage()
        self._lock = threading.Lock()
        self._closed = False
        self._info = EngineInfo(
            engine="deterministic",
            model="test engine, not a language model",
            precision="none",
            device="none",
            context_length=context_length,
            capabilities=Capabilities(parallel=4),
            memory_bytes=0,
        )

    @property
    def info(self) -> EngineInfo:
        return self._info

    @property
    def usage(self) -> Usage:
        return self._usage

    def enqueue(self, text: str) -> None:
        """Answer the next `stream` with exactly `text`, whatever is asked; first in, first out."""
        with self._lock:
            self._queued.append(text)

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """See `Engine.stream`. One piece is one token of this engine."""
        self._read(messages)
        with self._lock:
            answer = self._queued.popleft() if self._queued else None
        if answer is None:
            answer = _answer(messages, sampling, schema)
        for word in sampling.stop:
            answer = answer.split(word, 1)[0]
        started = time.monotonic()
        for piece in _TOKEN.findall(answer)[: sampling.max_tokens]:
            self._pause(cancel)
            self._count(completion_tokens=1)
            yield piece
        self._count(completion_seconds=time.monotonic() - started)

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """See `Engine.score`: scores come from a hash of the conversation and the choice."""
        scores = []
        for done, query in enumerate(queries, 1):
            if len(set(query.choices)) != len(query.choices):
                raise InvalidInput("The choices cannot be told apart.", "Make them all different.")
            self._read(query.messages)
            self._pause(cancel)
            values = [
                Random(_digest(query.messages, choice)).uniform(-_SPREAD, _SPREAD)
                for choice in query.choices
            ]
            total = math.log(sum(math.exp(value) for value in values))
            scores.append(ChoiceScores(query.choices, tuple(value - total for value in values)))
            if progress is not None:
                progress(done, len(queries))
        return scores

    def count_tokens(self, text: str) -> int:
        return len(_TOKEN.findall(text))

    def close(self) -> None:
        self._closed = True

    def _read(self, messages: Sequence[Message]) -> None:
        if self._closed:
            raise Unavailable("The model was unloaded.", "Choose a model on the Models page.")
        tokens = sum(self.count_tokens(message.content) for message in messages)
        if tokens > self._info.context_length:
            raise InvalidInput(
                f"The text is {tokens} tokens long and the model reads "
                f"{self._info.context_length}.",
                "Shorten it or raise ASKWRIGHT_CONTEXT_LENGTH.",
            )
        self._count(prompt_tokens=tokens)

    def _pause(self, cancel: Event | None) -> None:
        if cancel is None:
            time.sleep(self._delay)
        elif cancel.wait(self._delay) or cancel.is_set():
            raise Cancelled

    def _count(self, **more: float) -> None:
        with self._lock:
            sums = {name: getattr(self._usage, name) + value for name, value in more.items()}
            self._usage = replace(self._usage, **sums)


def _answer(messages: Sequence[Message], sampling: Sampling, schema: dict[str, Any] | None) -> str:
    salt = f"{sampling.seed if sampling.temperature > 0 else ''}"
    random = Random(_digest(messages, salt))
    prose = Prose(messages[-1].content if messages else "", random)
    if schema is None:
        return " ".join(prose.sentence() for _ in range(3))
    return json.dumps(SchemaValues(schema, random, prose).value(), ensure_ascii=False)


def _digest(messages: Sequence[Message], salt: str) -> int:
    text = json.dumps([[m.role, m.content] for m in messages] + [salt], ensure_ascii=False)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
