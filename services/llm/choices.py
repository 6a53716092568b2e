"""What engines share when they score choices and cut answers."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from services.errors import InvalidInput
from services.llm.base import ChoiceScores


@dataclass(frozen=True, slots=True)
class ChoiceTokens:
    """The tokens by which each choice alone may begin: written at once, or after a space."""

    choices: tuple[str, ...]
    tokens: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, choices: Sequence[str], first_token: Callable[[str], int | None]) -> "ChoiceTokens":
        """Raises `InvalidInput` when two choices begin alike: one position cannot tell them.

        A token that several choices begin with (often a bare space) counts for none of them.
        """
        starts = [{first_token(choice), first_token(f" {choice}")} - {None} for choice in choices]
        own = []
        for place, mine in enumerate(starts):
            others = set().union(*starts[:place], *starts[place + 1 :])
            own.append(tuple(sorted(token for token in mine - others if token is not None)))
        if len(choices) < 2 or not all(own):
            raise InvalidInput(
                f"The choices {', '.join(map(repr, choices))} cannot be told apart by this model.",
                "Give at least two, and number them with letters.",
            )
        return cls(tuple(choices), tuple(own))

    def scores(self, logprob: Callable[[int], float]) -> ChoiceScores:
        """Each choice's share: the sum over its tokens, renormalised over the choices.

        `logprob(token)` is the model's natural log-probability of `token` at the position.
        """
        sums = [_log_sum([logprob(token) for token in tokens]) for tokens in self.tokens]
        total = _log_sum(sums)
        return ChoiceScores(self.choices, tuple(value - total for value in sums))


def scores_from_texts(choices: Sequence[str], top: Sequence[tuple[str, float]]) -> ChoiceScores:
    """Scores where only the texts and log-probabilities of the likeliest tokens are known.

    A token counts for the choice that it is, or that it alone begins, leaving spaces aside. A
    choice that no token stands for gets the last log-probability reported, an upper bound; if
    none is found all are equal, which is undecided. Raises `InvalidInput` for doubled choices.
    """
    if len(choices) < 2 or len({choice.strip() for choice in choices}) != len(choices):
        raise InvalidInput("The choices cannot be told apart.", "Give at least two, all different.")
    floor = min((value for _, value in top), default=0.0)
    found: dict[str, list[float]] = {choice: [] for choice in choices}
    for token, value in top:
        text = token.strip()
        exact = [choice for choice in choices if choice.strip() == text]
        begun = [choice for choice in choices if text and choice.strip().startswith(text)]
        if len(owners := exact or begun) == 1:
            found[owners[0]].append(value)
    sums = [_log_sum(values) if values else floor for values in found.values()]
    total = _log_sum(sums)
    return ChoiceScores(tuple(choices), tuple(value - total for value in sums))


def _log_sum(values: Sequence[float]) -> float:
    peak = max(values, default=-math.inf)
    if peak == -math.inf:
        return peak
    return peak + math.log(sum(math.exp(value - peak) for value in values))


class StopWords:
    """Cuts a stream of text before the first of several words, which may lie across pieces."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = tuple(word for word in words if word)
        self._longest = max((len(word) for word in self._words), default=0)

    def cut(self, pieces: Iterable[str]) -> Iterator[str]:
        if not self._words:
            yield from pieces
            return
        held = ""
        for piece in pieces:
            held += piece
            place = self._first(held)
            if place is not None:
                if self._may_begin_before(place, held):
                    continue
                break
            # What might be the beginning of a stop word waits for what follows.
            ready = len(held) - self._longest + 1
            if ready > 0:
                yield held[:ready]
                held = held[ready:]
        if rest := held[: self._first(held)]:
            yield rest

    def _first(self, text: str) -> int | None:
        """Where the first stop word of `text` begins."""
        found = [place for word in self._words if (place := text.find(word)) >= 0]
        return min(found, default=None)

    def _may_begin_before(self, place: int, text: str) -> bool:
        """Whether the end of `text` may turn out to be a longer stop word, from before `place`."""
        starts = range(max(0, len(text) - self._longest + 1), place)
        return any(word.startswith(text[start:]) for start in starts for word in self._words)
