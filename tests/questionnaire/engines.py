"""Engines that misbehave, for tests of what is done with their answers."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import Any

from services.llm.base import ChoiceQuery, ChoiceScores, Message, Progress, Sampling
from services.llm.deterministic import DeterministicEngine


class StubbornEngine(DeterministicEngine):
    """Gives the same answer to everything, or what `answer(messages, schema)` makes of it."""

    def __init__(self, answer: str | Callable[[Sequence[Message], dict[str, Any]], str]) -> None:
        super().__init__()
        self.asked: list[Sequence[Message]] = []
        self._always = answer

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        self.asked.append(messages)
        if isinstance(self._always, str):
            yield self._always
        else:
            yield self._always(messages, schema or {})


class EndlessEngine(DeterministicEngine):
    """Never stops by itself, whatever it was asked to hold to."""

    def stream(
        self,
        messages: Sequence[Message],
        sampling: Sampling = Sampling(),
        *,
        schema: dict[str, Any] | None = None,
        cancel: Event | None = None,
    ) -> Iterator[str]:
        yield '{"title": "'
        while True:
            yield "and so on " * 400


class JudgingEngine(DeterministicEngine):
    """Says yes to what `accepts` (it gets the last message), no to all else."""

    def __init__(self, accepts: Callable[[str], bool] = lambda text: True) -> None:
        super().__init__()
        self._accepts = accepts

    def score(
        self,
        queries: Sequence[ChoiceQuery],
        *,
        cancel: Event | None = None,
        progress: Progress | None = None,
    ) -> list[ChoiceScores]:
        return [self._verdict(query) for query in queries]

    def _verdict(self, query: ChoiceQuery) -> ChoiceScores:
        likely, unlikely = math.log(0.9), math.log(0.1 / (len(query.choices) - 1))
        yes = self._accepts(query.messages[-1].content)
        first = likely if yes else unlikely
        rest = unlikely if yes else likely
        return ChoiceScores(query.choices, (first, *[rest] * (len(query.choices) - 1)))


def blanks(*texts: str) -> Callable[[Sequence[Message], dict[str, Any]], str]:
    """An answer that fills every field of any schema with these texts in turn."""

    def answer(messages: Sequence[Message], schema: dict[str, Any]) -> str:
        fields = list(schema.get("properties", {}))
        values = {name: texts[place % len(texts)] for place, name in enumerate(fields)}
        return json.dumps(values, ensure_ascii=False)

    return answer
