"""Finding out once, at connect, what a server can do: by trying, not by its name."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from services.errors import Unavailable
from services.llm.base import Capabilities, Message, Sampling
from services.llm.openai_requests import Dialect, schema_format, with_retries

# A schema whose only value no model would give by itself: if it comes, the schema was obeyed.
_WITNESS = {
    "type": "object",
    "properties": {"token": {"type": "string", "enum": ["qj7-witness"]}},
    "required": ["token"],
    "additionalProperties": False,
}
_THINK_NOT = {"chat_template_kwargs": {"enable_thinking": False}}
_DIALECTS = (Dialect(extra=_THINK_NOT), Dialect(), Dialect(limit_name="max_completion_tokens"))
_QUESTION = (Message("user", "Is Paris in France? Answer Yes or No."),)

# Servers compute batches in 16 bits, whose sums depend on what else is in the batch.
UNDECIDED_NATS = 0.15


@dataclass(frozen=True, slots=True)
class Server:
    """What was found. `missing` says in words what the app cannot do with it."""

    model: str
    dialect: Dialect
    schema: bool = False
    choice_scores: bool = False
    echo: bool = False
    context_length: int | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        found = (
            (self.schema, "answers held to a form: the app checks and repairs them instead"),
            (self.choice_scores, "log-probabilities: yes/no judgements and solving are off"),
            (self.echo, "log-probabilities of a given text: surprisal uses the small local model"),
        )
        return tuple(words for there, words in found if not there)

    def capabilities(self, parallel: int) -> Capabilities:
        """What the app can do with it, with `parallel` requests at once (at least one)."""
        return Capabilities(
            schema=self.schema,
            choice_scores=self.choice_scores,
            token_logprobs=self.echo,
            parallel=max(1, parallel),
            undecided_nats=UNDECIDED_NATS,
            missing=self.missing,
        )


async def probe(client: Any, model: str) -> Server:
    """Ask for the list of models and send four requests of a few tokens.

    Raises the client's own errors when the server cannot be reached or refuses the key, and
    `Unavailable` when it does not have `model`.
    """
    listed = (await with_retries(client.models.list)).data
    chosen = model or (listed[0].id if listed else "")
    if not chosen:
        raise Unavailable("The server lists no model.", "Set ASKWRIGHT_SERVER_MODEL.")
    entry = next((item for item in listed if item.id == chosen), None)
    dialect = await _dialect(client, chosen)
    server = Server(chosen, dialect, context_length=_context(entry))
    return replace(
        server,
        schema=await _obeys_schema(client, server),
        choice_scores=await _gives_logprobs(client, server),
        echo=await _echoes(client, chosen),
    )


async def _dialect(client: Any, model: str) -> Dialect:
    from openai import BadRequestError, UnprocessableEntityError

    for dialect in _DIALECTS:
        request = dialect.request(model, _QUESTION, Sampling(max_tokens=4))
        try:
            await with_retries(partial(client.chat.completions.create, **request))
            return dialect
        except (BadRequestError, UnprocessableEntityError):
            if dialect is _DIALECTS[-1]:
                raise
    raise AssertionError("the last dialect returns or raises")


async def _obeys_schema(client: Any, server: Server) -> bool:
    reply = await _tried(
        client.chat.completions.create,
        **server.dialect.request(server.model, _QUESTION, Sampling(max_tokens=40)),
        response_format=schema_format(_WITNESS),
    )
    if reply is None or not reply.choices:
        return False
    try:
        said = json.loads(reply.choices[0].message.content or "")
        return said == {"token": "qj7-witness"}  # nosec B105 - no password, see _WITNESS
    except ValueError:
        return False


async def _gives_logprobs(client: Any, server: Server) -> bool:
    reply = await _tried(
        client.chat.completions.create,
        **server.dialect.request(server.model, _QUESTION, Sampling(max_tokens=1)),
        logprobs=True,
        top_logprobs=20,
    )
    if reply is None or not reply.choices:
        return False
    given = reply.choices[0].logprobs
    return bool(given and given.content and len(given.content[0].top_logprobs) > 1)


async def _echoes(client: Any, model: str) -> bool:
    prompt = "One two three"
    reply = await _tried(
        client.completions.create, model=model, prompt=prompt, max_tokens=1, echo=True, logprobs=1
    )
    if reply is None or not reply.choices:
        return False
    given = reply.choices[0].logprobs
    tokens: Sequence[str] = (given.tokens if given else None) or ()
    return "".join(tokens).startswith(prompt)


async def _tried(call: Any, **arguments: Any) -> Any:
    """The reply, or None when the server says in whatever way that it does not do this."""
    from openai import APIConnectionError, APIError, AuthenticationError

    try:
        return await with_retries(lambda: call(**arguments))
    except (APIConnectionError, AuthenticationError):
        raise
    except (APIError, ValueError, TypeError):
        return None


def _context(entry: Any) -> int | None:
    """The context length where a server tells it: vLLM beside the model, llama.cpp under meta."""
    if entry is None:
        return None
    stated = (entry.model_extra or {}).get("max_model_len")
    meta = (entry.model_extra or {}).get("meta") or {}
    return stated or meta.get("n_ctx") or meta.get("n_ctx_train")
