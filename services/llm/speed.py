"""How fast an engine is on this machine: the three things that the app asks of it."""

import time
from dataclasses import dataclass
from threading import Event

from services.llm.base import ChoiceQuery, Engine, Sampling, chat

# A passage of about 300 tokens that is in nobody's cache, a short answer, ten judgements.
SENTENCES = 20
ANSWER_TOKENS = 64
JUDGEMENTS = 10


@dataclass(frozen=True, slots=True)
class Speed:
    """Reading and writing in tokens a second, judging in yes/no verdicts a second."""

    reading: float
    writing: float | None
    judging: float | None

    @property
    def words(self) -> str:
        """The three as one line for people."""
        parts = [f"reads {self.reading:.0f} tokens a second"]
        if self.writing is not None:
            parts.append(f"writes {self.writing:.0f}")
        if self.judging is not None:
            parts.append(f"judges {self.judging:.1f} yes/no questions a second")
        return ", ".join(parts)


def measure(engine: Engine, *, cancel: Event | None = None) -> Speed:
    """Takes about ten seconds on two cores. Raises what the engine raises, and `Cancelled`."""
    passage = " ".join(
        f"On day {n} of {time.time_ns() % 1_000_000} they counted {n * 37} boats in the harbour."
        for n in range(SENTENCES)
    )
    tokens = engine.count_tokens(passage)
    started = time.perf_counter()
    answer = engine.stream(
        chat(f"{passage}\nDescribe a harbour."), Sampling(max_tokens=ANSWER_TOKENS), cancel=cancel
    )
    next(answer, "")
    reading = tokens / (time.perf_counter() - started)
    for _ in answer:
        pass
    return Speed(reading, engine.usage.tokens_per_second, _judging(engine, cancel))


def _judging(engine: Engine, cancel: Event | None) -> float | None:
    if not engine.info.capabilities.choice_scores:
        return None
    queries = [
        ChoiceQuery(chat(f'Does the hint "It lies by the sea." refer to "Harbour {n}"? Yes or No?'))
        for n in range(JUDGEMENTS + 1)
    ]
    engine.score(queries[:1], cancel=cancel)  # what they share is read once, before the clock
    started = time.perf_counter()
    engine.score(queries[1:], cancel=cancel)
    return JUDGEMENTS / (time.perf_counter() - started)
