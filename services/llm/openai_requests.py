"""Talking to an OpenAI-compatible server: the client, requests with retries, errors in words."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import SecretStr

from services.errors import InvalidInput, Unavailable
from services.llm import server_address
from services.llm.base import Message, Sampling

if TYPE_CHECKING:
    from openai import AsyncOpenAI

CONNECT_SECONDS = 10.0
ATTEMPTS = 4
LONGEST_WAIT = 20.0
_RETRIED = frozenset({408, 429, 502, 503, 504})

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How this server wants to be asked, where servers differ; found by probing."""

    limit_name: str = "max_tokens"
    extra: dict[str, Any] = field(default_factory=dict)

    def request(
        self, model: str, messages: Sequence[Message], sampling: Sampling
    ) -> dict[str, Any]:
        """The arguments of a chat completion."""
        arguments: dict[str, Any] = {
            "model": model,
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            self.limit_name: sampling.max_tokens,
        }
        if sampling.stop:
            arguments["stop"] = list(sampling.stop)
        if self.extra:
            arguments["extra_body"] = self.extra
        return arguments


def client_for(address: str, key: SecretStr, *, timeout: float, local: bool) -> "AsyncOpenAI":
    """A client that checks where each request goes. Redirects are not followed: they would lead
    past the check of the address.

    `timeout` is in seconds. Raises `Unavailable` when the package is missing.
    """
    try:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout
    except ImportError as error:
        raise Unavailable("The server engine is not installed.", "Install openai.") from error
    return AsyncOpenAI(
        base_url=address,
        # Servers on one's own machine want no key, and the client insists on one.
        api_key=key.get_secret_value() or "none",
        timeout=Timeout(timeout, connect=min(CONNECT_SECONDS, timeout)),
        max_retries=0,
        http_client=DefaultAsyncHttpxClient(
            follow_redirects=False, event_hooks={"request": [server_address.guard(local=local)]}
        ),
    )


def schema_format(schema: dict[str, Any]) -> dict[str, Any]:
    """The `response_format` that holds an answer to `schema`."""
    named = {"name": "answer", "schema": schema, "strict": True}
    return {"type": "json_schema", "json_schema": named}


async def with_retries(attempt: Callable[[], Awaitable[T]]) -> T:
    """`attempt`, again after a pause when the server is busy (429, 503, ...).

    The pause is what the server asks for (Retry-After), else it doubles from half a second.
    """
    from openai import APIStatusError

    for number in range(ATTEMPTS):
        try:
            return await attempt()
        except APIStatusError as error:
            if error.status_code not in _RETRIED or number == ATTEMPTS - 1:
                raise
            await asyncio.sleep(_pause(error.response.headers.get("retry-after"), number))
    raise AssertionError("the last attempt returns or raises")


def _pause(asked: str | None, number: int) -> float:
    try:
        seconds = float(asked) if asked else 0.5 * 2**number
    except ValueError:  # a date: rarely sent, and a growing pause serves as well
        seconds = 0.5 * 2**number
    return min(max(seconds, 0.0), LONGEST_WAIT)


def endless(place: str) -> Unavailable:
    """The error for an answer that does not end."""
    return Unavailable(
        f"The server {place} does not stop writing.", "Try again, or use another model there."
    )


def explained(error: BaseException, place: str) -> InvalidInput | Unavailable:
    """`error` as one sentence. A server's own words are left out where they may repeat the key."""
    import openai

    if isinstance(error, openai.APIConnectionError) and isinstance(error.__cause__, InvalidInput):
        return error.__cause__
    if isinstance(error, (InvalidInput, Unavailable)):
        return error
    if isinstance(error, TimeoutError):
        return endless(place)
    if isinstance(error, openai.APITimeoutError):
        return Unavailable(
            f"The server {place} did not answer in time.",
            "Try again, or raise ASKWRIGHT_SERVER_TIMEOUT.",
        )
    if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
        return Unavailable(f"The server {place} refused the key.", "Check ASKWRIGHT_SERVER_KEY.")
    if isinstance(error, openai.APIStatusError):
        return _explained_status(error, place)
    if isinstance(error, openai.APIConnectionError):
        return Unavailable(
            f"The server {place} cannot be reached.", "Check its address and that it is running."
        )
    if isinstance(error, (json.JSONDecodeError, openai.APIResponseValidationError)):
        return Unavailable(
            f"The server {place} sent something that is no chat answer.",
            "Check that the address ends where its OpenAI-compatible interface is, often /v1.",
        )
    return Unavailable(f"The answer of {place} broke off ({type(error).__name__}).", "Try again.")


def _explained_status(error: Any, place: str) -> InvalidInput | Unavailable:
    said = re.sub(r"\s+", " ", str(error.message))
    if error.status_code in {400, 413, 422} and re.search(
        r"context|too long|too large|exceeds?\b|maximum.{0,40}tokens", said, re.IGNORECASE
    ):
        return InvalidInput(f"The text is longer than the model on {place} reads.", "Shorten it.")
    if error.status_code in _RETRIED:
        return Unavailable(
            f"The server {place} is busy (status {error.status_code}, asked {ATTEMPTS} times).",
            "Try again in a minute.",
        )
    if error.status_code == 404:
        return Unavailable(
            f"The server {place} does not know this model or address.",
            "Check ASKWRIGHT_SERVER_URL and ASKWRIGHT_SERVER_MODEL.",
        )
    return Unavailable(
        f"The server {place} failed with status {error.status_code}.", "Look at its log."
    )
