"""The GPU engine: transformers with bitsandbytes' 4-bit NF4, or a small model on a CPU.

One request is worked on at a time; others wait for it and can be cancelled while they wait.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm import transformers_loading, transformers_scoring, transformers_writing
from services.llm.base import (
    Capabilities,
    ChoiceQuery,
    ChoiceScores,
    EngineInfo,
    Message,
    Progress,
    Sampling,
    TokenLogprob,
    Usage,
)
from services.llm.choices import ChoiceTokens, StopWords
from services.llm.json_constraint import SchemaTokens
from services.llm.transformers_prompt import prompt_tokens


class TransformersEngine:
    """One model in a folder of safetensors, loaded once, shared by every session."""

    def __init__(
        self,
        path: Path,
        *,
        name: str,
        precision: str = "",
        context_length: int = 8192,
        adapter: Path | None = None,
    ) -> None:
        """See `transformers_loading.load` for precisions and what is raised."""
        loaded = transformers_loading.load(
            path, precision=precision, context_length=context_length, adapter=adapter
        )
        self._model: Any = loaded.model
        self._tokenizer: Any = loaded.tokenizer
        self._device = loaded.device
        self._lock = threading.Lock()
        self._usage = Usage()
        self._schema_tokens: SchemaTokens | None = None
        self._end_tokens = _end_tokens(loaded.model, loaded.tokenizer)
        self._info = EngineInfo(
            engine="transformers",
            model=name if adapter is None else f"{name} with {adapter.name}",
            precision=loaded.precision,
            device=loaded.device_name,
            context_length=min(context_length, _longest(loaded.model)),
            capabilities=Capabilities(
                token_logprobs=True,
                # Batched and single passes round differently; bfloat16 keeps 8 bits.
                undecided_nats=0.01 if loaded.precision == "float32" else 0.15,
            ),
            memory_bytes=loaded.needed_bytes,
        )

    @property
    def info(self) -> EngineInfo:
        """`memory_bytes` is the peak on CUDA, and the estimate made before loading on a CPU."""
        peak = self.peak_memory_bytes()
        return self._info if peak is None else replace(self._info, memory_bytes=peak)

    @property
    def usage(self) -> Usage:
        return self._usage

    def peak_memory_bytes(self) -> int | None:
        """The most memory torch has held on the CUDA device so far; None on a CPU."""
        if self._device != "cuda":
            return None
        import torch

        return int(torch.cuda.max_memory_allocated())

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """See `Engine.stream`."""
        abandoned = Event()

        def check(_: int = 0) -> None:
            if abandoned.is_set() or (cancel is not None and cancel.is_set()):
                raise Cancelled

        with self._turn(check):
            check()
            worker, pieces = self._write(self._prompt(messages), sampling, schema, check)
            try:
                yield from StopWords(sampling.stop).cut(transformers_writing.until_end(pieces))
            finally:
                abandoned.set()
                worker.join()

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """See `Engine.score`: one pass for each shared prefix, its suffixes in batches."""
        if not queries:
            return []

        def check(done: int = 0) -> None:
            if cancel is not None and cancel.is_set():
                raise Cancelled
            if progress is not None and done:
                progress(done, len(queries))

        with self._turn(check):
            prompts, tokens = [], []
            for query in queries:
                check()
                prompts.append(self._prompt(query.messages))
                tokens.append(ChoiceTokens.of(query.choices, self._first_token))
            found = transformers_scoring.next_token_logprobs(self._model, prompts, check)
            self._count(prompt_tokens=sum(map(len, prompts)))
        if progress is not None:
            progress(len(queries), len(queries))
        return [
            choice.scores(row.tolist().__getitem__)
            for choice, row in zip(tokens, found, strict=True)
        ]

    def token_logprobs(self, text: str) -> list[TokenLogprob]:
        """See `ReadsTokens.token_logprobs`."""
        with self._turn(_never):
            return transformers_scoring.token_logprobs(
                self._model, self._tokenizer, text, self._info.context_length
            )

    def count_tokens(self, text: str) -> int:
        return len(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def close(self) -> None:
        """Waits for the request that is being worked on, then frees the memory."""
        with self._lock:
            if self._model is None:
                return
            self._model = None
        if self._device == "cuda":
            import gc

            import torch

            gc.collect()
            torch.cuda.empty_cache()

    @contextmanager
    def _turn(self, check: Any) -> Iterator[None]:
        """Hold the model alone; `check` is asked while waiting for it."""
        while not self._lock.acquire(timeout=0.1):
            check()
        try:
            if self._model is None:
                raise Unavailable("The model was unloaded.", "Choose a model on the Models page.")
            yield
        finally:
            self._lock.release()

    def _prompt(self, messages: Sequence[Message]) -> list[int]:
        ids = prompt_tokens(self._tokenizer, messages)
        if len(ids) > self._info.context_length:
            raise InvalidInput(
                f"The text is {len(ids)} tokens long and the model reads "
                f"{self._info.context_length}.",
                "Shorten it or raise ASKWRIGHT_CONTEXT_LENGTH.",
            )
        return ids

    def _first_token(self, text: str) -> int | None:
        ids = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids[0] if ids else None

    def _write(self, prompt: list[int], sampling: Sampling, schema: Any, check: Any) -> Any:
        """The pieces of the answer, or the error that ended it, as `transformers_writing` puts
        them into the queue that is returned; the thread that writes is returned with it."""
        processor = None
        if schema is not None:
            if self._schema_tokens is None:
                size = self._model.config.get_text_config().vocab_size
                self._schema_tokens = SchemaTokens(self._tokenizer, size, self._end_tokens)
            processor = self._schema_tokens.processor(schema, len(prompt))
        return transformers_writing.start(
            self._model,
            self._tokenizer,
            prompt,
            sampling,
            processor=processor,
            end_tokens=self._end_tokens,
            check=check,
            count=self._count,
        )

    def _count(self, **more: float) -> None:
        sums = {name: getattr(self._usage, name) + value for name, value in more.items()}
        self._usage = replace(self._usage, **sums)


def _never() -> None:
    """The check of work that nobody can cancel."""


def _end_tokens(model: Any, tokenizer: Any) -> list[int]:
    stated = model.generation_config.eos_token_id
    found = stated if isinstance(stated, list) else [stated, tokenizer.eos_token_id]
    return sorted({token for token in found if token is not None})


def _longest(model: Any) -> int:
    return int(getattr(model.config.get_text_config(), "max_position_embeddings", 1 << 30))
