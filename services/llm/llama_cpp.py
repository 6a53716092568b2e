"""The CPU engine: llama.cpp in this process (and on a GPU, where xllamacpp is built for one)."""

import threading
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

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
from services.llm.choices import ChoiceTokens
from services.llm.llama_scoring import LlamaScorer
from services.llm.llama_server import Chunk, LlamaServer, raise_if_set, stopper

# How far margins moved, at most, when the same was computed in another order of rounding: beside
# a running answer, or cut elsewhere into what is remembered and what is read (docs/models.md).
UNDECIDED_NATS = 0.2


class LlamaCppEngine:
    """One GGUF model, loaded once, shared by every session of this process."""

    def __init__(
        self,
        model_path: Path,
        *,
        name: str,
        precision: str = "Q4_K_M",
        sha256: str | None = None,
        memory_bytes: int | None = None,
        context_length: int = 8192,
        slots: int = 4,
        threads: int | None = None,
        adapter: Path | None = None,
    ) -> None:
        """`context_length` is in tokens and shared by the `slots` requests in flight;
        `memory_bytes` is what the model takes when loaded, if known; `adapter` is a LoRA in GGUF.

        Raises `Unavailable` when xllamacpp or the file cannot be used.
        """
        self._server = LlamaServer(
            model_path,
            context_length=context_length,
            slots=slots,
            threads=threads,
            adapter=adapter,
        )
        self._info = EngineInfo(
            engine="llama.cpp",
            model=name if adapter is None else f"{name} with {adapter.name}",
            precision=precision,
            device=self._server.device,
            context_length=context_length,
            capabilities=Capabilities(parallel=slots, undecided_nats=UNDECIDED_NATS),
            memory_bytes=memory_bytes,
            model_sha256=sha256,
        )
        self._scorer = LlamaScorer(self._server, self._count_scored)
        self._usage = Usage()
        self._usage_lock = threading.Lock()
        self._choice_tokens: dict[tuple[str, ...], ChoiceTokens] = {}

    @property
    def info(self) -> EngineInfo:
        return self._info

    @property
    def usage(self) -> Usage:
        return self._usage

    @property
    def address(self) -> tuple[str, str]:
        """The server's own address on loopback, and its key."""
        return self._server.address

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """See `Engine.stream`. Stops within one prompt batch of `cancel` being set."""
        request = _request(messages, sampling)
        if schema is not None:
            request["response_format"] = {"type": "json_schema", "json_schema": {"schema": schema}}
        for chunk in self._server.chat(request, stopper(cancel)):
            self._count(chunk, written=True)
            for choice in chunk.get("choices", ()):
                if text := choice.get("delta", {}).get("content"):
                    yield text
        raise_if_set(cancel)

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """See `Engine.score`. What queries share is read once (`llama_scoring`); beside running
        answers, margins may move by `Capabilities.undecided_nats`, and else not at all."""
        prompts, choices = [], []
        for query in queries:
            raise_if_set(cancel)
            prompts.append(self._server.prompt_tokens(_request(query.messages, Sampling())))
            choices.append(self._tokens_of(query.choices))
        steps = count(1)

        def scored() -> None:
            raise_if_set(cancel)
            if progress is not None:
                progress(next(steps), len(queries))

        found = self._scorer.score(prompts, choices, stopper(cancel), scored)
        raise_if_set(cancel)
        return found

    def count_tokens(self, text: str) -> int:
        """Tokens of `text` alone, without the chat template."""
        return len(self._server.tokens(text))

    def close(self) -> None:
        """Breaks off what is running and frees the memory."""
        self._server.close()

    def _tokens_of(self, choices: tuple[str, ...]) -> ChoiceTokens:
        if choices not in self._choice_tokens:
            self._choice_tokens[choices] = ChoiceTokens.of(choices, self._first_token)
        return self._choice_tokens[choices]

    def _first_token(self, text: str) -> int | None:
        tokens = self._server.tokens(text)
        return tokens[0] if tokens else None

    def _count_scored(self, chunk: Chunk) -> None:
        self._count(chunk, written=False)

    def _count(self, chunk: Chunk, *, written: bool) -> None:
        """Add up the timings that the last chunk carries; a score's single token is not written
        but only looked at, and would make the decoding speed look boundless."""
        timings = chunk.get("timings")
        if timings is None:
            return
        with self._usage_lock:
            now = self._usage
            self._usage = Usage(
                now.prompt_tokens + int(timings["prompt_n"]),
                now.completion_tokens + written * int(timings["predicted_n"]),
                now.completion_seconds + written * float(timings["predicted_ms"]) / 1000,
                now.prompt_seconds + float(timings["prompt_ms"]) / 1000,
            )


def _request(messages: Sequence[Message], sampling: Sampling) -> Chunk:
    return {
        "messages": [{"role": m.role, "content": m.content} for m in messages],
        "max_tokens": sampling.max_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "stop": list(sampling.stop),
        "cache_prompt": True,
        # Read by templates of models that think aloud, ignored by the others.
        "chat_template_kwargs": {"enable_thinking": False},
    }
