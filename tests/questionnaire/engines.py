"""Engines that misbehave, for tests of what is done with their answers."""

from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import Any

from services.llm.base import Message, Sampling
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


def blanks(*texts: str) -> Callable[[Sequence[Message], dict[str, Any]], str]:
    """An answer that fills every field of any schema with these texts in turn."""
    import json

    def answer(messages: Sequence[Message], schema: dict[str, Any]) -> str:
        fields = list(schema.get("properties", {}))
        values = {name: texts[place % len(texts)] for place, name in enumerate(fields)}
        return json.dumps(values, ensure_ascii=False)

    return answer
