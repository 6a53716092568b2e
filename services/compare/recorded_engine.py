"""An engine that writes down what is asked of it, for one cell of a comparison."""

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from threading import Event
from typing import Any

from services.llm.base import (
    ChoiceQuery,
    ChoiceScores,
    Engine,
    EngineInfo,
    Message,
    Progress,
    Sampling,
    Usage,
)

KEPT_PROMPTS = 12
LONGEST_PROMPT = 4_000


class RecordedEngine:
    """Passes everything on; `temperature`, if given, stands in for that of every request.

    Tokens are counted here and not taken from the engine's own `usage`, because another job may
    be using the engine at the same time.
    """

    def __init__(self, engine: Engine, *, temperature: float | None = None) -> None:
        self._engine = engine
        self._temperature = temperature
        self._lock = threading.Lock()
        self._digest = hashlib.sha256()
        self._kept: dict[str, None] = {}
        self.prompt_count = 0
        self.prompt_tokens = 0
        self.completion_tokens = 0

    @property
    def info(self) -> EngineInfo:
        return self._engine.info

    @property
    def usage(self) -> Usage:
        return self._engine.usage

    @property
    def prompts(self) -> tuple[str, ...]:
        """The first distinct prompts, each cut to `LONGEST_PROMPT` characters."""
        return tuple(self._kept)

    @property
    def prompts_sha256(self) -> str:
        """Over all prompts in order, with sampling, schema and choices."""
        return self._digest.hexdigest() if self.prompt_count else ""

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """See `Engine.stream`."""
        if self._temperature is not None:
            sampling = replace(sampling, temperature=self._temperature)
        self._note(messages, {"sampling": asdict(sampling), "schema": schema})
        written: list[str] = []
        try:
            for piece in self._engine.stream(messages, sampling, schema=schema, cancel=cancel):
                written.append(piece)
                yield piece
        finally:
            count = self._engine.count_tokens("".join(written)) if written else 0
            with self._lock:
                self.completion_tokens += count

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """See `Engine.score`."""
        for query in queries:
            self._note(query.messages, {"choices": query.choices})
        return self._engine.score(queries, cancel=cancel, progress=progress)

    def count_tokens(self, text: str) -> int:
        return self._engine.count_tokens(text)

    def close(self) -> None:
        """Nothing: whoever opened the engine closes it."""

    def _note(self, messages: Sequence[Message], how: dict[str, Any]) -> None:
        told = [[message.role, message.content] for message in messages]
        text = "\n\n".join(f"[{role}]\n{content}" for role, content in told)
        tokens = sum(self._engine.count_tokens(message.content) for message in messages)
        line = json.dumps([told, how], sort_keys=True, ensure_ascii=True)
        with self._lock:
            self._digest.update(line.encode() + b"\n")
            self.prompt_count += 1
            self.prompt_tokens += tokens
            if len(self._kept) < KEPT_PROMPTS:
                self._kept.setdefault(text[:LONGEST_PROMPT])
