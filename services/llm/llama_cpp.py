"""The CPU engine: llama.cpp in this process, through xllamacpp.

Threads (measured on 2 cores): decoding with every core collapses as soon as anything else runs,
by a factor of 3 to 70, so decoding uses one core less than there are and prompts use all.
Prompts are read in small batches, because a request can only be stopped between two batches.
"""

import math
import os
import queue
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import httpx

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

# About 0.7 s of reading on two cores: the longest a cancel waits.
READ_BATCH = 64
TOP_LOGPROBS = 20
_END = object()


class LlamaCppEngine:
    """One GGUF model, loaded once, shared by every session of this process."""

    def __init__(
        self,
        model_path: Path,
        *,
        name: str,
        precision: str = "Q4_K_M",
        sha256: str | None = None,
        context_length: int = 8192,
        slots: int = 4,
        threads: int | None = None,
    ) -> None:
        """Load the model; takes about 2 s for 1.1 GB.

        `context_length` is in tokens and shared by the `slots` requests in flight.
        Raises `Unavailable` when xllamacpp or the file cannot be used.
        """
        if not model_path.is_file():
            raise Unavailable(
                f"The model file {model_path.name} is not there.",
                "Fetch it on the Models page or with `python -m services models fetch`.",
            )
        try:
            import xllamacpp
        except ImportError as error:
            raise Unavailable(
                "The llama.cpp engine is not installed.", "Install xllamacpp or choose an engine."
            ) from error
        cores = os.cpu_count() or 1
        self._api_key = secrets.token_urlsafe(32)
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(model_path)
        parameters.n_ctx = context_length
        parameters.n_parallel = slots
        parameters.kv_unified = True
        parameters.n_batch = parameters.n_ubatch = READ_BATCH
        parameters.cpuparams.n_threads = threads or max(1, cores - 1)
        parameters.cpuparams_batch.n_threads = threads or cores
        parameters.warmup = False
        parameters.verbosity = -1
        # The in-process server also listens on loopback; nobody else on this machine gets in.
        parameters.api_keys = [self._api_key]
        try:
            self._server: Any = xllamacpp.Server(parameters)
        except (RuntimeError, ValueError, OSError) as error:
            raise Unavailable(
                f"llama.cpp could not load {model_path.name}: {error}.",
                "The file may be damaged: fetch it again.",
            ) from error
        self._info = EngineInfo(
            engine="llama.cpp",
            model=name,
            precision=precision,
            device=f"CPU, {cores} cores",
            context_length=context_length,
            capabilities=Capabilities(parallel=slots),
            memory_bytes=model_path.stat().st_size,
            model_sha256=sha256,
        )
        self._usage = Usage()
        self._usage_lock = threading.Lock()

    @property
    def info(self) -> EngineInfo:
        return self._info

    @property
    def usage(self) -> Usage:
        return self._usage

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """See `Engine.stream`. Stops within one prompt batch of `cancel` being set."""
        request = self._request(messages, sampling)
        if schema is not None:
            request["response_format"] = {"type": "json_schema", "json_schema": {"schema": schema}}
        pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
        abandoned = Event()

        def stop_wanted() -> bool:
            return abandoned.is_set() or (cancel is not None and cancel.is_set())

        def on_chunk(chunk: dict[str, Any]) -> bool:
            pieces.put(chunk)
            return stop_wanted()

        worker = threading.Thread(
            target=self._run, args=(request, on_chunk, pieces), name="llama-stream", daemon=True
        )
        worker.start()
        try:
            while (chunk := pieces.get()) is not _END:
                if isinstance(chunk, BaseException):
                    raise chunk
                yield from self._text_of(chunk)
        finally:
            abandoned.set()
            worker.join()
        if cancel is not None and cancel.is_set():
            raise Cancelled

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """See `Engine.score`. One prompt position a query; consecutive queries share prefixes."""
        scores = []
        for done, query in enumerate(queries, 1):
            if cancel is not None and cancel.is_set():
                raise Cancelled
            scores.append(self._score_one(query))
            if progress is not None:
                progress(done, len(queries))
        return scores

    def count_tokens(self, text: str) -> int:
        """Tokens of `text` alone, without the chat template."""
        reply = httpx.post(
            f"{self._open_server().listening_address}/tokenize",
            json={"content": text},
            headers={"Authorization": f"Bearer {self._api_key}"},
            timeout=30,
        )
        reply.raise_for_status()
        return len(reply.json()["tokens"])

    def close(self) -> None:
        self._server = None

    def _open_server(self) -> Any:
        if self._server is None:
            raise Unavailable("The model was unloaded.", "Choose a model on the Models page.")
        return self._server

    def _request(self, messages: Sequence[Message], sampling: Sampling) -> dict[str, Any]:
        return {
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "max_tokens": sampling.max_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            "stop": list(sampling.stop),
            "stream": True,
            "return_progress": True,
            "cache_prompt": True,
        }

    def _run(
        self,
        request: dict[str, Any],
        on_chunk: Callable[[dict[str, Any]], bool],
        pieces: "queue.SimpleQueue[Any]",
    ) -> None:
        # Whatever goes wrong here must reach the consumer, which would otherwise wait for ever.
        try:
            reply = self._open_server().handle_chat_completions(request, on_chunk)
            if isinstance(reply, dict) and "error" in reply:
                pieces.put(_as_error(reply["error"]))
        except Exception as error:  # noqa: BLE001
            pieces.put(
                error
                if isinstance(error, Unavailable)
                else Unavailable(f"llama.cpp failed: {error}.", "Load the model again.")
            )
        finally:
            pieces.put(_END)

    def _text_of(self, chunk: dict[str, Any]) -> Iterator[str]:
        if "error" in chunk:
            raise _as_error(chunk["error"])
        if "timings" in chunk:
            self._count(chunk["timings"])
        for choice in chunk.get("choices", ()):
            if text := choice.get("delta", {}).get("content"):
                yield text

    def _score_one(self, query: ChoiceQuery) -> ChoiceScores:
        request = self._request(query.messages, Sampling(max_tokens=1)) | {
            "stream": False,
            "return_progress": False,
            "logprobs": True,
            "top_logprobs": TOP_LOGPROBS,
        }
        reply = self._open_server().handle_chat_completions(request)
        if "error" in reply:
            raise _as_error(reply["error"])
        self._count(reply.get("timings", {}))
        top = reply["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        return ChoiceScores(query.choices, _renormalised(query.choices, top))

    def _count(self, timings: dict[str, Any]) -> None:
        with self._usage_lock:
            now = self._usage
            self._usage = Usage(
                now.prompt_tokens + int(timings.get("prompt_n", 0)),
                now.completion_tokens + int(timings.get("predicted_n", 0)),
                now.completion_seconds + float(timings.get("predicted_ms", 0)) / 1000,
                now.prompt_seconds + float(timings.get("prompt_ms", 0)) / 1000,
            )


def _renormalised(choices: Sequence[str], top: Sequence[dict[str, Any]]) -> tuple[float, ...]:
    """Log-probabilities of `choices` among themselves.

    A choice outside the reported top tokens gets the last reported value: an upper bound.
    """
    reported: dict[str, float] = {}
    for entry in top:
        reported.setdefault(entry["token"].strip(), float(entry["logprob"]))
    floor = min(float(entry["logprob"]) for entry in top)
    raw = [reported.get(choice, floor) for choice in choices]
    peak = max(raw)
    total = peak + math.log(sum(math.exp(value - peak) for value in raw))
    return tuple(value - total for value in raw)


def _as_error(error: dict[str, Any]) -> InvalidInput | Unavailable:
    if error.get("type") == "exceed_context_size_error":
        return InvalidInput(
            f"The text is {error.get('n_prompt_tokens')} tokens long and the model reads "
            f"{error.get('n_ctx')}.",
            "Shorten it or raise ASKWRIGHT_CONTEXT_LENGTH.",
        )
    return Unavailable(f"llama.cpp refused: {error.get('message', error)}.", "Try again.")
