"""The engine behind an OpenAI-compatible address: vLLM, llama.cpp's server, Ollama, hosted."""

import asyncio
import math
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import replace
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm import openai_probe, server_address
from services.llm.background_loop import BackgroundLoop
from services.llm.base import (
    ChoiceQuery,
    ChoiceScores,
    EngineInfo,
    Message,
    Progress,
    Sampling,
    TokenLogprob,
    Usage,
)
from services.llm.choices import scores_from_texts
from services.llm.openai_requests import client_for, endless, explained, schema_format, with_retries

TICK_SECONDS = 0.1
# What a server may send for one answer, whatever it was asked for: far more than any request of
# ours needs. In time it is so many times the time-out between two words.
LONGEST_ANSWER = 200_000
LONGEST_ANSWER_TIMEOUTS = 10
_END = object()


class OpenAIEngine:
    def __init__(
        self,
        url: str,
        *,
        model: str = "",
        key: SecretStr = SecretStr(""),
        timeout: float = 120.0,
        context_length: int = 8192,
        parallel: int = 1,
        local: bool = True,
    ) -> None:
        """Connect and probe; `model` "" is the first the server lists. `timeout` is in seconds,
        for the first word and between two. `parallel` is how many requests may be sent at once.
        `local` allows a server on this machine or its network.

        Raises `InvalidInput` for an address that may not be asked, `Unavailable` when the server
        cannot be reached, refuses the key, or does not have the model.
        """
        address = server_address.checked(url, local=local)
        self._client = client_for(address, key, timeout=timeout, local=local)
        self._place = urlsplit(address).netloc
        self._timeout = timeout
        self._usage = Usage()
        self._usage_lock = threading.Lock()
        self._loop = BackgroundLoop("openai-engine")
        try:
            server = self._wait(self._loop.start(openai_probe.probe(self._client, model)), None)
        except (InvalidInput, Unavailable):
            self.close()
            raise
        self._server = server
        self._parallel = asyncio.Semaphore(max(1, parallel))
        self._info = EngineInfo(
            engine="openai",
            model=server.model,
            precision="as served",
            device=self._place,
            context_length=server.context_length or context_length,
            capabilities=server.capabilities(parallel),
        )

    @property
    def info(self) -> EngineInfo:
        return self._info

    @property
    def usage(self) -> Usage:
        """Tokens are counted by pieces, which is what servers send one token each in."""
        return self._usage

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """See `Engine.stream`. Cancelling closes the connection, whatever it was waiting for."""
        request = self._server.dialect.request(self._server.model, messages, sampling)
        if schema is not None:
            request["response_format"] = schema_format(schema)
        pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
        running = self._start(self._answer(request, pieces))
        try:
            while (piece := _next_piece(pieces, cancel)) is not _END:
                yield piece
            self._wait(running, cancel)
        finally:
            running.cancel()

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """See `Engine.score`. A choice outside the 20 most likely tokens gets the last one's
        log-probability, an upper bound. Raises `Unavailable` if the server gives none at all."""
        if not self._server.choice_scores:
            raise Unavailable(
                f"The server {self._place} gives no log-probabilities, so it cannot judge.",
                "Use a server that does (vLLM, llama.cpp), or the engine on this machine.",
            )
        done = _Counter(len(queries), progress)
        return self._wait(self._start(self._score_all(queries, done)), cancel)

    def token_logprobs(self, text: str) -> list[TokenLogprob]:
        """See `ReadsTokens.token_logprobs`; for servers that echo."""
        if not text.strip():
            raise InvalidInput("There is no text to read.", "Give at least one word.")
        if not self._server.echo:
            raise Unavailable(f"The server {self._place} does not echo log-probabilities.")
        return self._wait(self._start(self._echoed(text)), None)

    def count_tokens(self, text: str) -> int:
        """An estimate, on the safe side: servers have no common way to ask."""
        return math.ceil(len(text.encode()) / 3)

    def close(self) -> None:
        """Breaks off what is running."""
        if not self._loop.closed:
            self._loop.start(self._client.close()).result(5)
            self._loop.close()

    def _start(self, work: Any) -> "Future[Any]":
        if self._loop.closed:
            work.close()
            raise Unavailable("The model was unloaded.", "Choose a model on the Models page.")
        return self._loop.start(work)

    def _wait(self, running: "Future[Any]", cancel: Event | None) -> Any:
        """The result, or the error in words. Raises `Cancelled` within a tick of `cancel`."""
        while True:
            if cancel is not None and cancel.is_set():
                running.cancel()
                raise Cancelled
            try:
                return running.result(TICK_SECONDS)
            except NotYet:
                if running.done():
                    raise explained(NotYet(), self._place) from None
            except CancelledError as error:
                raise Unavailable("The model was unloaded.", "Choose a model.") from error
            except Cancelled:
                raise
            except Exception as error:
                cause = _first_of(error)
                if isinstance(cause, Cancelled):
                    raise cause from None
                raise explained(cause, self._place) from error

    async def _answer(self, request: dict[str, Any], pieces: "queue.SimpleQueue[Any]") -> None:
        try:
            reply = await with_retries(
                lambda: self._client.chat.completions.create(**request, stream=True)
            )
            started, count, finished, length = time.monotonic(), 0, False, 0
            async with reply, asyncio.timeout(LONGEST_ANSWER_TIMEOUTS * self._timeout):
                async for chunk in reply:
                    for choice in chunk.choices[:1]:
                        finished = finished or choice.finish_reason is not None
                        if text := choice.delta.content:
                            count += 1
                            length += len(text)
                            pieces.put(text)
                    if length > LONGEST_ANSWER:
                        raise endless(self._place)
            self._count(completion_tokens=count, completion_seconds=time.monotonic() - started)
            if not finished:
                raise Unavailable(f"The answer of {self._place} broke off.", "Try again.")
        finally:
            pieces.put(_END)

    async def _score_all(
        self, queries: Sequence[ChoiceQuery], done: "_Counter"
    ) -> list[ChoiceScores]:
        async def one(query: ChoiceQuery) -> ChoiceScores:
            async with self._parallel:
                scores = await self._score_one(query)
            done.add()
            return scores

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(query)) for query in queries]
        return [task.result() for task in tasks]

    async def _score_one(self, query: ChoiceQuery) -> ChoiceScores:
        request = self._server.dialect.request(
            self._server.model, query.messages, Sampling(max_tokens=1)
        )
        reply = await with_retries(
            lambda: self._client.chat.completions.create(**request, logprobs=True, top_logprobs=20)
        )
        given = reply.choices[0].logprobs if reply.choices else None
        if given is None or not given.content:
            raise Unavailable(f"The server {self._place} left out log-probabilities.", "Try again.")
        if reply.usage is not None:
            self._count(prompt_tokens=reply.usage.prompt_tokens, completion_tokens=1)
        top = [(entry.token, entry.logprob) for entry in given.content[0].top_logprobs]
        return scores_from_texts(query.choices, top)

    async def _echoed(self, text: str) -> list[TokenLogprob]:
        reply = await with_retries(
            lambda: self._client.completions.create(
                model=self._server.model, prompt=text, max_tokens=1, echo=True, logprobs=1
            )
        )
        given: Any = reply.choices[0].logprobs
        found, place = [], 0
        for token, value in zip(given.tokens or (), given.token_logprobs or (), strict=True):
            if place >= len(text):
                break
            found.append(TokenLogprob(token, place, min(place + len(token), len(text)), value))
            place += len(token)
        return found

    def _count(self, **more: float) -> None:
        with self._usage_lock:
            sums = {name: getattr(self._usage, name) + value for name, value in more.items()}
            self._usage = replace(self._usage, **sums)


def _first_of(error: BaseException) -> BaseException:
    """The first of several errors of tasks that ran together, or `error` itself."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class _Counter:
    def __init__(self, total: int, progress: Progress | None) -> None:
        self._done, self._total, self._progress = 0, total, progress

    def add(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


def _next_piece(pieces: "queue.SimpleQueue[Any]", cancel: Event | None) -> Any:
    while True:
        if cancel is not None and cancel.is_set():
            raise Cancelled
        try:
            return pieces.get(timeout=TICK_SECONDS)
        except queue.Empty:
            continue
