"""Scoring with llama.cpp: what prompts share is read once and put back for each of them.

llama.cpp's CPU kernels multiply four rows (tokens) together and the last one to three of a batch
singly, with another order of rounding; through the layers that moves a margin by up to 0.2 nats. A
prefix is therefore cut at a multiple of four: then every token is computed as it would be if the
whole prompt were read afresh, and the scores are the same to the last bit, whatever else is asked.
"""

import math
import threading
from collections.abc import Callable, Sequence
from itertools import count

from services.llm.base import ChoiceScores
from services.llm.choices import ChoiceTokens
from services.llm.llama_server import Chunk, LlamaServer
from services.llm.prefixes import runs_with_common_prefix

ROWS = 4
# Raises the tokens of the choices above all others, so that their exact probabilities are
# reported however unlikely they are; the same for each, it leaves their ratios as they are.
CHOICE_BIAS = 100.0
SMALLEST = 1e-45


class LlamaScorer:
    """One run of prompts at a time uses the server's slot for scoring."""

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
        found: dict[int, ChoiceScores] = {}
        for first, end, shared in runs_with_common_prefix([prompts[place] for place in order]):
            run = order[first:end]
            with self._server.waiting_for(self._slot_in_use, stop) as mine:
                if not mine:
                    break
                kept = self._keep([prompts[place] for place in run], shared, stop)
                for place in run:
                    if kept and not stop():
                        self._server.put_back()
                    found[place] = self._score_one(prompts[place], choices[place], kept, stop)
                    scored()
        return [found[place] for place in range(len(prompts)) if place in found]

    def _keep(self, run: Sequence[list[int]], shared: int, stop: Callable[[], bool]) -> bool:
        """Read and keep what `run` shares; False when that is not worth it."""
        cut = shared // ROWS * ROWS
        if len(run) == 1 or cut == 0 or stop():
            return False
        # The server always reads one token more than it has: one that none of them goes on with.
        follows = {prompt[cut] for prompt in run}
        other = next(token for token in count() if token not in follows)
        self._read([*run[0][:cut], other], {}, reuse=False, stop=stop)
        if not stop():
            self._server.keep()
        return True

    def _score_one(
        self, prompt: list[int], tokens: ChoiceTokens, reuse: bool, stop: Callable[[], bool]
    ) -> ChoiceScores:
        wanted = [token for starts in tokens.tokens for token in starts]
        probabilities = self._read(
            prompt,
            {
                "samplers": ["temperature"],
                "temperature": 1.0,
                "logit_bias": [[token, CHOICE_BIAS] for token in wanted],
                "n_probs": len(wanted),
                "post_sampling_probs": True,
            },
            reuse=reuse,
            stop=stop,
        )
        return tokens.scores(lambda token: math.log(max(probabilities.get(token, 0.0), SMALLEST)))

    def _read(
        self, prompt: list[int], wanted: Chunk, *, reuse: bool, stop: Callable[[], bool]
    ) -> dict[int, float]:
        """Read `prompt` in the slot for scoring; the probabilities that were `wanted`, by token."""
        probabilities: dict[int, float] = {}

        def receive(chunk: Chunk) -> None:
            self._on_timings(chunk)
            for choice in chunk.get("choices", ()):
                for position in (choice.get("logprobs") or {}).get("content", ()):
                    for entry in position.get("top_probs", ()):
                        probabilities[entry["id"]] = entry["prob"]

        request = {"prompt": prompt, "n_predict": 1, "cache_prompt": reuse, **wanted}
        self._server.complete({**request, "id_slot": self._server.scoring_slot}, receive, stop)
        return probabilities
