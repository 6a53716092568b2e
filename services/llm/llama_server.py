"""llama.cpp's server inside this process, through xllamacpp: loading, calls, unloading.

Threads (measured on 2 cores): decoding with every core loses to decoding with one less as soon as
anything else runs, so decoding leaves a core free and reading prompts uses all; `services`
makes waiting threads sleep. Prompts are read in small batches, because a request can only be
stopped between two batches.
"""

import os
import queue
import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm.llama_errors import as_error, not_loaded, refused, unloaded
from services.llm.reasons import reason_of

# Tokens read at a time: the longest a slot is kept after a cancel, 0.6 s on two idle cores. Three
# of the blocks of 16 that the kernels are fastest at, and below 64, where attention is computed
# otherwise and the same text would give other scores.
READ_BATCH = 48
# Prefixes of earlier prompts kept beside the slots: 2,200 tokens of the default model. With more
# the app grows for a quarter of an hour, and no task was seen to gain by it.
PREFIX_CACHE_MIB = 64
Chunk = dict[str, Any]
# How often a wait looks whether it is to stop.
TICK_SECONDS = 0.1
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
        _require_files(path, adapter)
        xllamacpp = _library()
        self._api_key = secrets.token_urlsafe(32)
        self._folder = tempfile.TemporaryDirectory(prefix="askwright-")
        self.scoring_slot = slots
        parameters = self._parameters(xllamacpp, path, context_length, slots, threads)
        if adapter is not None:
            parameters.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
        try:
            self._server: Any = xllamacpp.Server(parameters)
        except (RuntimeError, ValueError, OSError) as error:
            raise not_loaded(path, adapter, error) from error
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
        """Chunks of a streamed chat completion as they come. Soon after `stop` is true they end,
        and the slot is free after the batch of tokens that is being read. Raises `Unavailable`,
        `InvalidInput`.
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
            while True:
                try:
                    chunk = chunks.get(timeout=TICK_SECONDS)
                except queue.Empty:
                    # A batch cannot be broken off: it ends in its thread, and nobody waits for it.
                    if stop():
                        return
                    continue
                if chunk is _END:
                    return
                if isinstance(chunk, BaseException):
                    raise chunk
                yield chunk
        finally:
            abandoned.set()
            if not stop():
                worker.join()

    def call(
        self, request: Chunk, on_chunk: Callable[[Chunk], None], stop: Callable[[], bool]
    ) -> None:
        """The same without a thread of its own: `on_chunk` is called with each chunk."""
        self._streamed("handle_chat_completions", request, on_chunk, stop)

    def complete(
        self, request: Chunk, on_chunk: Callable[[Chunk], None], stop: Callable[[], bool]
    ) -> None:
        """Like `call`, for a completion of token ids instead of a chat."""
        self._streamed("handle_completions", request, on_chunk, stop)

    def _streamed(
        self,
        handler: str,
        request: Chunk,
        on_chunk: Callable[[Chunk], None],
        stop: Callable[[], bool],
    ) -> None:
        problem: list[Exception] = []

        def receive(chunk: Chunk) -> bool:
            if "error" in chunk:
                problem.append(as_error(chunk["error"]))
                return True
            on_chunk(chunk)
            return self._closing or stop()

        with self._using(), self.waiting_for(self._slots, stop) as free:
            if free:
                try:
                    reply = getattr(self._server, handler)(
                        {**request, "stream": True, "return_progress": True}, receive
                    )
                except (RuntimeError, ValueError) as error:
                    raise refused(error) from error
                if isinstance(reply, dict) and "error" in reply:
                    problem.append(as_error(reply["error"]))
        if problem:
            raise problem[0]
        if self._closing:
            raise unloaded()

    def tokens(self, text: str) -> list[int]:
        """Token ids of `text` alone."""
        with self._using():
            found: list[int] = self._post("/tokenize", {"content": text})["tokens"]
            return found

    def prompt_tokens(self, request: Chunk) -> list[int]:
        """Token ids of a chat request, up to where the answer begins."""
        with self._using():
            prompt = self._post("/apply-template", request)["prompt"]
            whole = {"content": prompt, "add_special": True, "parse_special": True}
            found: list[int] = self._post("/tokenize", whole)["tokens"]
            return found

    def keep(self, name: str) -> None:
        """Remember under `name` what the slot for scoring has read."""
        with self._using():
            self._post(f"/slots/{self.scoring_slot}?action=save", {"filename": name})

    def put_back(self, name: str) -> None:
        """Bring the slot for scoring to where `keep(name)` was called."""
        with self._using():
            self._post(f"/slots/{self.scoring_slot}?action=restore", {"filename": name})

    def _post(self, path: str, content: Chunk) -> Chunk:
        try:
            reply = self._http.post(path, json=content)
            reply.raise_for_status()
        except httpx.HTTPError as error:
            raise Unavailable(f"llama.cpp failed: {reason_of(error)}.", "Try again.") from error
        answer: Chunk = reply.json()
        return answer

    def close(self) -> None:
        """Break off what is running, then free the memory. Calling it twice is harmless."""
        with self._idle:
            self._closing = True
            self._idle.wait_for(lambda: self._in_flight == 0)
            if self._server is not None:
                self._http.close()
                self._server = None
                self._folder.cleanup()

    @contextmanager
    def waiting_for(self, turn: Any, stop: Callable[[], bool]) -> Iterator[bool]:
        """Hold `turn` (a lock or semaphore), waiting for it here, where `stop` is heeded; False
        when the wait was given up. llama.cpp's own line cannot be left."""
        while not turn.acquire(timeout=TICK_SECONDS):
            if self._closing or stop():
                yield False
                return
        try:
            yield True
        finally:
            turn.release()

    @contextmanager
    def _using(self) -> Iterator[None]:
        # `self._server` is the one reference there is: a local one would live on in the traceback
        # of an error that somebody keeps, and with it the model.
        with self._idle:
            if self._closing:
                raise unloaded()
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
        # One slot more than requests at a time: the last is for scoring.
        parameters.n_parallel = slots + 1
        parameters.endpoint_slots = True
        parameters.slot_save_path = f"{self._folder.name}{os.sep}"
        # One pool of context for all slots: a long passage may use all of it.
        parameters.kv_unified = True
        parameters.n_batch = parameters.n_ubatch = READ_BATCH
        parameters.cache_ram_mib = PREFIX_CACHE_MIB
        # Mapped from the file, the weights would stay in memory beside their repacked copy: 0.6 GB.
        parameters.load_mode = xllamacpp.llama_load_mode.LLAMA_LOAD_MODE_NONE
        parameters.cpuparams.n_threads = threads or max(1, cores - 1)
        parameters.cpuparams_batch.n_threads = threads or cores
        parameters.warmup = False
        parameters.verbosity = -1
        parameters.ui = False
        # The server also listens on loopback; nobody else on this machine gets in.
        parameters.api_keys = [self._api_key]
        return parameters


def stopper(cancel: threading.Event | None) -> Callable[[], bool]:
    return cancel.is_set if cancel is not None else lambda: False


def raise_if_set(cancel: threading.Event | None) -> None:
    if cancel is not None and cancel.is_set():
        raise Cancelled


def _require_files(path: Path, adapter: Path | None) -> None:
    if not path.is_file():
        raise Unavailable(
            f"The model file {path.name} is not there.",
            "Fetch it on the Models page or with `python -m services models fetch`.",
        )
    if adapter is not None and not adapter.is_file():
        raise InvalidInput(
            f"The adapter {adapter} is not there.",
            "Put on a LoRA file in GGUF form, or none (the Models page, or ASKWRIGHT_ADAPTER).",
        )


def _library() -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise Unavailable(
            f"The llama.cpp engine cannot be loaded ({reason_of(error)}).",
            "Install xllamacpp (and the system package libgomp1), or choose another engine.",
        ) from error
    return xllamacpp


def _device(xllamacpp: Any) -> str:
    """The GPU that llama.cpp was built for, if there is one, else the processor."""
    gpus = [
        str(device["description"])
        for device in xllamacpp.get_device_info()
        if "GPU" in str(device["type"])
    ]
    return gpus[0] if gpus else f"CPU, {os.cpu_count() or 1} cores"
