"""The contract between Askwright and a language model, and the values that cross it.

An engine does four things: stream a completion (optionally held to a JSON schema), score small
sets of choices, count tokens, and close. What it cannot do it declares in `Capabilities`, and
callers switch that feature off visibly instead of pretending.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Literal, Protocol, runtime_checkable

Role = Literal["system", "user", "assistant"]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    content: str


def chat(user: str, *, system: str = "") -> tuple[Message, ...]:
    """A one-turn conversation."""
    opening = (Message("system", system),) if system else ()
    return (*opening, Message("user", user))


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to sample. Temperature 0 is greedy; `seed` matters only above 0."""

    max_tokens: int = 512
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine can do. `missing` names, in words, what was probed and is not there.

    `undecided_nats` is the engine's numerical noise, measured: a margin nearer to 0 than this may
    change its sign with what else is being computed, and counts as no decision.
    """

    schema: bool = True
    choice_scores: bool = True
    token_logprobs: bool = False
    cancel: bool = True
    parallel: int = 1
    undecided_nats: float = 0.0
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What is running, for the models page and for the signature of every score."""

    engine: str
    model: str
    precision: str
    device: str
    context_length: int
    capabilities: Capabilities = field(default_factory=Capabilities)
    memory_bytes: int | None = None
    model_sha256: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The `model` object of the command line's JSON (design/contracts)."""
        return {
            "engine": self.engine,
            "name": self.model,
            "precision": self.precision,
            "device": self.device,
            "sha256": self.model_sha256,
        }


@dataclass(frozen=True, slots=True)
class ChoiceQuery:
    """A conversation whose next words are one of `choices`.

    Choices must differ in their first token (letters, Yes/No): engines read one position only.
    Put what queries share first: engines reuse the longest common prefix.
    """

    messages: tuple[Message, ...]
    choices: tuple[str, ...] = ("Yes", "No")


@dataclass(frozen=True, slots=True)
class ChoiceScores:
    """Log-probabilities (natural log) of each choice, renormalised over the choices."""

    choices: tuple[str, ...]
    logprobs: tuple[float, ...]

    @property
    def probabilities(self) -> tuple[float, ...]:
        return tuple(math.exp(value) for value in self.logprobs)

    @property
    def best(self) -> str:
        return self.choices[max(range(len(self.choices)), key=self.logprobs.__getitem__)]

    @property
    def margin(self) -> float:
        """log p(first) - log p(second), in nats: for Yes/No, above 0 means Yes."""
        return self.logprobs[0] - self.logprobs[1]

    def undecided(self, band: float) -> bool:
        """Whether the best two choices are within `band` nats (`Capabilities.undecided_nats`)."""
        best, second = sorted(self.logprobs, reverse=True)[:2]
        return best - second <= band


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """One token of a text: its characters [start, end) and log p(token | before it), in nats.

    `logprob` is None for a first token that nothing comes before.
    """

    text: str
    start: int
    end: int
    logprob: float | None


@dataclass(frozen=True, slots=True)
class Usage:
    """What the engine has done since it was loaded."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    completion_seconds: float = 0.0
    prompt_seconds: float = 0.0

    @property
    def tokens_per_second(self) -> float | None:
        """Decoding speed; None before anything was decoded (unavailable is not 0)."""
        if self.completion_tokens == 0 or self.completion_seconds <= 0:
            return None
        return self.completion_tokens / self.completion_seconds


@runtime_checkable
class Engine(Protocol):
    """One loaded model. Implementations are safe to call from several threads."""

    @property
    def info(self) -> EngineInfo: ...

    @property
    def usage(self) -> Usage: ...

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        """Yield pieces of the answer as they are decoded.

        With `schema` (a JSON schema) the whole answer is one JSON value that matches it.
        Raises `Cancelled` soon after `cancel` is set, `Unavailable` when the model fails,
        `InvalidInput` when the prompt does not fit the context.
        """
        ...

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        """Score every query; the result is in the order of `queries`.

        `progress(done, total)` is called as queries finish. The same query gives the same
        scores whatever else is in the batch, up to the engine's stated numerical noise.
        """
        ...

    def count_tokens(self, text: str) -> int: ...

    def close(self) -> None:
        """Free the model's memory. Calling it twice is harmless."""
        ...


@runtime_checkable
class ReadsTokens(Protocol):
    """An engine that also tells how expected each token of a given text is (for surprisal).

    Declared by `Capabilities.token_logprobs`.
    """

    def token_logprobs(self, text: str) -> list[TokenLogprob]:
        """Every token of `text` in order. Raises `InvalidInput` when `text` is empty."""
        ...
