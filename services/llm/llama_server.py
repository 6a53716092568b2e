"""llama.cpp's server inside this process, through xllamacpp: loading, calls, unloading.

Threads (measured on 2 cores): decoding with every core loses to decoding with one less as soon as
anything else runs, so decoding leaves a core free and reading prompts uses all; `services`
makes waiting threads sleep. Prompts are read in small batches, because a request can only be
stopped between two batches.
"""

import os
import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm.reasons import reason_of

# About 0.4 s of reading on two idle cores: the longest a cancel waits there. Batches of 64 read 8 %
# faster, and on a busy machine made people wait for seconds.
READ_BATCH = 32
# Prefixes of earlier prompts kept beside the slots: 9000 tokens of the default model.
PREFIX_CACHE_MIB = 256
Chunk = dict[str, Any]
_END = object()


class LlamaServer:
    def __init__(
        self,
        path: Path,
        *,
        context_length: int,
        slots: int,
        threads: int | None = None,
        adapter: Path | None = None,
    ) -> None:
        """Load the model, and a LoRA `adapter` (a GGUF file) onto it; about 2 s for 1.1 GB.

        Raises `Unavailable` when that fails, `InvalidInput` for an adapter that is not there.
        """
        if not path.is_file():
            raise Unavailable(
                f"The model file {path.name} is not there.",
                "Fetch it on the Models page or with `python -m services models fetch`.",
            )
        if adapter is not None and not adapter.is_file():
            raise InvalidInput(
                f"The adapter {adapter} is not there.",
                "Point ASKWRIGHT_ADAPTER at a LoRA file in GGUF form, or unset it.",
            )
        try:
            import xllamacpp
        except ImportError as error:
            raise Unavailable(
                f"The llama.cpp engine cannot be loaded ({reason_of(error)}).",
                "Install xllamacpp (and the system package libgomp1), or choose another engine.",
            ) from error
        self._api_key = secrets.token_urlsafe(32)
        parameters = self._parameters(xllamacpp, path, context_length, slots, threads)
        if adapter is not None:
            parameters.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
        try:
            self._server: Any = xllamacpp.Server(parameters)
        except (RuntimeError, ValueError, OSError) as error:
            what = path.name if adapter is None else f"{path.name} with {adapter.name}"
            raise Unavailable(
                f"llama.cpp could not load {what}: {reason_of(error)}.",
                "A file may be damaged or not fit the other: fetch the model again, or unset "
                "ASKWRIGHT_ADAPTER.",
            ) from error
        self.device = _device(xllamacpp)
        self._http = httpx.Client(
            base_url=self._server.listening_address,
            headers={"Authorization": f"Bearer {self._api_key}"},
            timeout=30,
        )
        self._slots = threading.BoundedSemaphore(slots)
        self._in_flight = 0
        self._closing = False
        self._idle = threading.Condition()

    @property
    def address(self) -> tuple[str, str]:
        """Where the server also listens on loopback, and the key it wants there."""
        return self._server.listening_address, self._api_key

    def chat(self, request: Chunk, stop: Callable[[], bool]) -> Iterator[Chunk]:
        """Chunks of a streamed chat completion as they come. `stop` is asked between any two and
        between batches of the prompt; the chunks then end. Raises `Unavailable`, `InvalidInput`.
        """
        chunks: queue.SimpleQueue[Any] = queue.SimpleQueue()
        abandoned = threading.Event()

        def work() -> None:
            # Whatever goes wrong must reach the consumer, which would else wait for ever.
            try:
                self.call(request, chunks.put, lambda: abandoned.is_set() or stop())
            except Exception as error:  # noqa: BLE001
                chunks.put(error)
            finally:
                chunks.put(_END)

        worker = threading.Thread(target=work, name="llama-stream", daemon=True)
        worker.start()
        try:
            while (chunk := chunks.get()) is not _END:
                if isinstance(chunk, BaseException):
                    raise chunk
                yield chunk
        finally:
            abandoned.set()
            worker.join()

    def call(
        self, request: Chunk, on_chunk: Callable[[Chunk], None], stop: Callable[[], bool]
    ) -> None:
        """The same without a thread of its own: `on_chunk` is called with each chunk."""
        problem: list[Exception] = []

        def receive(chunk: Chunk) -> bool:
            if "error" in chunk:
                problem.append(as_error(chunk["error"]))
                return True
            on_chunk(chunk)
            return self._closing or stop()

        with self._using(), self._slot(stop) as free:
            if free:
                try:
                    reply = self._server.handle_chat_completions(
                        {**request, "stream": True, "return_progress": True}, receive
                    )
                except (RuntimeError, ValueError) as error:
                    raise _refused(error) from error
                if isinstance(reply, dict) and "error" in reply:
                    problem.append(as_error(reply["error"]))
        if problem:
            raise problem[0]
        if self._closing:
            raise _unloaded()

    def tokens(self, text: str) -> list[int]:
        """Token ids of `text` alone."""
        with self._using():
            reply = self._http.post("/tokenize", json={"content": text})
            reply.raise_for_status()
            found: list[int] = reply.json()["tokens"]
            return found

    def close(self) -> None:
        """Break off what is running, then free the memory. Calling it twice is harmless."""
        with self._idle:
            self._closing = True
            self._idle.wait_for(lambda: self._in_flight == 0)
            if self._server is not None:
                self._http.close()
                self._server = None

    @contextmanager
    def _slot(self, stop: Callable[[], bool]) -> Iterator[bool]:
        """Wait here for a free slot, where `stop` is heeded; llama.cpp's own line cannot be left.
        False when the wait was given up."""
        while not self._slots.acquire(timeout=0.1):
            if self._closing or stop():
                yield False
                return
        try:
            yield True
        finally:
            self._slots.release()

    @contextmanager
    def _using(self) -> Iterator[None]:
        # `self._server` is the one reference there is: a local one would live on in the traceback
        # of an error that somebody keeps, and with it the model.
        with self._idle:
            if self._closing:
                raise _unloaded()
            self._in_flight += 1
        try:
            yield
        finally:
            with self._idle:
                self._in_flight -= 1
                self._idle.notify_all()

    def _parameters(
        self, xllamacpp: Any, path: Path, context_length: int, slots: int, threads: int | None
    ) -> Any:
        cores = os.cpu_count() or 1
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(path)
        parameters.n_ctx = context_length
        parameters.n_parallel = slots
        # One pool of context for all slots: a long passage may use all of it.
        parameters.kv_unified = True
        parameters.n_batch = parameters.n_ubatch = READ_BATCH
        parameters.cache_ram_mib = PREFIX_CACHE_MIB
        parameters.cpuparams.n_threads = threads or max(1, cores - 1)
        parameters.cpuparams_batch.n_threads = threads or cores
        parameters.warmup = False
        parameters.verbosity = -1
        parameters.ui = False
        # The server also listens on loopback; nobody else on this machine gets in.
        parameters.api_keys = [self._api_key]
        return parameters


def as_error(error: Chunk) -> InvalidInput | Unavailable:
    """llama.cpp's error object in words."""
    if error.get("type") == "exceed_context_size_error":
        return InvalidInput(
            f"The text is {error.get('n_prompt_tokens')} tokens long and the model reads "
            f"{error.get('n_ctx')}.",
            "Shorten it or raise ASKWRIGHT_CONTEXT_LENGTH.",
        )
    return Unavailable(f"llama.cpp refused: {error.get('message', error)}.", "Try again.")


def stopper(cancel: threading.Event | None) -> Callable[[], bool]:
    return cancel.is_set if cancel is not None else lambda: False


def raise_if_set(cancel: threading.Event | None) -> None:
    if cancel is not None and cancel.is_set():
        raise Cancelled


def _refused(error: Exception) -> InvalidInput | Unavailable:
    reason = reason_of(error)
    if "schema" in reason.lower() or "grammar" in reason.lower():
        return InvalidInput(f"This JSON schema cannot be followed: {reason}.", "Simplify it.")
    return Unavailable(f"llama.cpp failed: {reason}.", "Load the model again.")


def _unloaded() -> Unavailable:
    return Unavailable("The model was unloaded.", "Choose a model on the Models page.")


def _device(xllamacpp: Any) -> str:
    """The GPU that llama.cpp was built for, if there is one, else the processor."""
    gpus = [
        str(device["description"])
        for device in xllamacpp.get_device_info()
        if "GPU" in str(device["type"])
    ]
    return gpus[0] if gpus else f"CPU, {os.cpu_count() or 1} cores"
