"""Scoring with llama.cpp: what prompts share is read once and put back for each of them.

The scores must not depend on what else is asked. llama.cpp's CPU kernels take four rows (tokens)
of a batch at a time and the last one to three singly, and they round otherwise for a batch of few
rows: through the layers of a small model that moves a margin by up to 0.2 nats, enough to turn one
verdict in twenty. So what is put back ends at a multiple of four, and nothing that counts is read
in a batch of fewer than sixteen rows. Measured: margins are then those of reading each prompt
afresh, to the last bit.
"""

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from services.llm.base import ChoiceScores
from services.llm.choices import ChoiceTokens
from services.llm.llama_server import READ_BATCH, Chunk, LlamaServer
from services.llm.prefixes import common_length, runs_with_common_prefix

ROWS = 4
FEW_ROWS = 16
# Raises the tokens of the choices above all others, so that their exact probabilities are
# reported however unlikely they are; the same for each, it leaves their ratios as they are.
CHOICE_BIAS = 100.0
SMALLEST = 1e-45


@dataclass(frozen=True, slots=True)
class Kept:
    """A prefix that was read: the name it is kept under, and its length in tokens."""

    name: str
    length: int


class LlamaScorer:
    """One call at a time uses the server's slot for scoring."""

    def __init__(self, server: LlamaServer, on_timings: Callable[[Chunk], None]) -> None:
        self._server = server
        self._on_timings = on_timings
        self._slot_in_use = threading.Lock()

    def score(
        self,
        prompts: Sequence[list[int]],
        choices: Sequence[ChoiceTokens],
        stop: Callable[[], bool],
        scored: Callable[[], None],
    ) -> list[ChoiceScores]:
        """The scores of `choices[i]` after the tokens `prompts[i]`, in their order.

        Prompts are taken in the order of their tokens, so that those which begin alike stand
        together. `scored` is called after each and may raise; once `stop` is true the result is
        incomplete and of no use.
        """
        order = sorted(range(len(prompts)), key=prompts.__getitem__)
        runs = runs_with_common_prefix([prompts[place] for place in order])
        found: dict[int, ChoiceScores] = {}
        with self._server.waiting_for(self._slot_in_use, stop) as mine:
            if not mine:
                return []
            # What all prompts begin with, so that each run reads only what is its own.
            head = self._keep("head", prompts, None, stop) if len(runs) > 1 else None
            for first, end, _ in runs:
                run = order[first:end]
                kept = self._keep("run", [prompts[place] for place in run], head, stop) or head
                for place in run:
                    if stop():
                        return []
                    found[place] = self._score_one(prompts[place], choices[place], kept, stop)
                    scored()
        return [found[place] for place in range(len(prompts))]

    def _keep(
        self, name: str, prompts: Sequence[list[int]], after: Kept | None, stop: Callable[[], bool]
    ) -> Kept | None:
        """Read and keep what `prompts` share; None when that is not worth it."""
        shared = min(common_length(prompts[0], prompt) for prompt in prompts)
        length = min(shared, min(map(len, prompts)) - FEW_ROWS) // ROWS * ROWS
        start = after.length if after is not None else 0
        if len(prompts) == 1 or length <= start + ROWS or stop():
            return None
        # The server always reads one token more than it has. What follows here is dropped again:
        # it differs from what any of the prompts goes on with, and makes the last batch large
        # enough.
        follows = {prompt[length] for prompt in prompts}
        other = next(token for token in count() if token not in follows)
        rest = (length - start) % READ_BATCH
        filler = [other] * (max(1, FEW_ROWS - rest) if rest else 1)
        self._read([*prompts[0][:length], *filler], {}, after, stop)
        if stop():
            return None
        self._server.keep(name)
        return Kept(name, length)

    def _score_one(
        self, prompt: list[int], tokens: ChoiceTokens, kept: Kept | None, stop: Callable[[], bool]
    ) -> ChoiceScores:
        wanted = [token for starts in tokens.tokens for token in starts]
        asked = {
            "samplers": ["temperature"],
            "temperature": 1.0,
            "logit_bias": [[token, CHOICE_BIAS] for token in wanted],
            "n_probs": len(wanted),
            "post_sampling_probs": True,
        }
        probabilities = self._read(prompt, asked, kept, stop)
        return tokens.scores(lambda token: math.log(max(probabilities.get(token, 0.0), SMALLEST)))

    def _read(
        self, prompt: list[int], asked: Chunk, after: Kept | None, stop: Callable[[], bool]
    ) -> dict[int, float]:
        """Read `prompt`, going on from what was kept; the probabilities `asked` for, by token."""
        probabilities: dict[int, float] = {}

        def receive(chunk: Chunk) -> None:
            self._on_timings(chunk)
            for choice in chunk.get("choices", ()):
                for position in (choice.get("logprobs") or {}).get("content", ()):
                    for entry in position.get("top_probs", ()):
                        probabilities[entry["id"]] = entry["prob"]

        if after is not None:
            self._server.put_back(after.name)
        request = {
            "prompt": prompt,
            "n_predict": 1,
            "cache_prompt": after is not None,
            "id_slot": self._server.scoring_slot,
            **asked,
        }
        self._server.complete(request, receive, stop)
        return probabilities
