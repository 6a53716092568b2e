"""How much faster judging hints is than asking for each judgement in words, and whether it agrees.

    python benchmarks/scoring.py [--json] [--hints N]

Ten hints against eleven candidates are 110 judgements. On the same model, in turn:
(a) naive: one chat request a judgement, one after the other, the answer written out and read for
    "yes", nothing kept between requests, as the published code of TriviaHG and HintEval does;
(b) cached: the same, with llama.cpp's prompt cache on;
(c) ours: `Engine.score`, the log-probabilities of Yes and No after a shared prefix.
`ratio` is (a)/(c) and `ratio_cached` (b)/(c), in wall time. `agreement` is the share of judgements
on which (a) and (c) give the same verdict; `undecided` how many margins are within the engine's
numerical noise; `noise` how far a margin moved when scored again beside a running answer.
`quick` is (c) with the instruction before the hint: fewer tokens to read for each candidate.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import machine
from services import settings
from services.errors import Cancelled
from services.llm.base import ChoiceQuery, ChoiceScores, Message, chat
from services.llm.engines import open_engine
from services.llm.llama_cpp import LlamaCppEngine

Pairs = Sequence[tuple[str, str]]
HINTS = (
    "He was born in Stratford-upon-Avon in April 1564.",
    "He wrote a cycle of 154 sonnets that was printed in 1609.",
    "He was a part owner of the Globe Theatre in London.",
    "Two fellow actors collected his plays in the First Folio after his death.",
    "He left his wife his second best bed in his will.",
    "He wrote a tragedy about a Danish prince who sees his father's ghost.",
    "He also wrote a comedy in which a weaver is given the head of a donkey.",
    "A company under royal patronage performs his works in the town of his birth.",
    "He is often called the Bard of Avon.",
    "He wrote for a company of actors called the Lord Chamberlain's Men.",
)
CANDIDATES = (
    "William Shakespeare",
    "Christopher Marlowe",
    "Ben Jonson",
    "John Webster",
    "Thomas Kyd",
    "Oscar Wilde",
    "Charles Dickens",
    "Jane Austen",
    "John Milton",
    "George Bernard Shaw",
    "Molière",
)


def paper(hint: str, candidate: str) -> tuple[Message, ...]:
    """The question as TriviaHG puts it (section 4.1.2)."""
    asked = f'Does the hint "{hint}" refer to "{candidate}"?'
    return chat(f'{asked} Choose ONLY between "Yes" or "No".')


def quick(hint: str, candidate: str) -> tuple[Message, ...]:
    return chat(f'Answer ONLY "Yes" or "No". Does the hint "{hint}" refer to "{candidate}"?')


class WordByWord:
    """Asking over HTTP, with the client that the published code uses."""

    def __init__(self, engine: LlamaCppEngine) -> None:
        from openai import OpenAI

        address, key = engine.address
        self._client = OpenAI(base_url=f"{address}/v1", api_key=key)

    def verdict(self, messages: Sequence[Message], *, cached: bool) -> bool:
        asked: list[Any] = [{"role": m.role, "content": m.content} for m in messages]
        reply = self._client.chat.completions.create(
            model="default",
            messages=asked,
            temperature=0,
            max_tokens=512,
            extra_body={"cache_prompt": cached},
        )
        return (reply.choices[0].message.content or "").strip().lower().startswith("yes")


@dataclass
class Measured:
    """Wall seconds and verdicts of each way, and the margins of ours."""

    seconds: dict[str, float] = field(default_factory=dict)
    verdicts: dict[str, list[bool]] = field(default_factory=dict)
    scores: dict[str, list[ChoiceScores]] = field(default_factory=dict)

    def add(self, way: str, seconds: float, found: Sequence[bool | ChoiceScores]) -> None:
        self.seconds[way] = self.seconds.get(way, 0.0) + seconds
        for one in found:
            if isinstance(one, ChoiceScores):
                self.scores.setdefault(way, []).append(one)
                one = one.margin > 0
            self.verdicts.setdefault(way, []).append(one)

    def agreement(self, one: str, other: str) -> float:
        pairs = list(zip(self.verdicts[one], self.verdicts[other], strict=True))
        return sum(a == b for a, b in pairs) / len(pairs)


def measure(engine: LlamaCppEngine, hints: Sequence[str]) -> Measured:
    """Each way in turn on one half of the hints, then in the other order on the other half."""
    asking = WordByWord(engine)
    measured = Measured()
    ways: dict[str, Callable[[Pairs], Sequence[bool | ChoiceScores]]] = {
        "ours": lambda pairs: engine.score([ChoiceQuery(paper(*pair)) for pair in pairs]),
        "naive": lambda pairs: [asking.verdict(paper(*pair), cached=False) for pair in pairs],
        "cached": lambda pairs: [asking.verdict(paper(*pair), cached=True) for pair in pairs],
        "quick": lambda pairs: engine.score([ChoiceQuery(quick(*pair)) for pair in pairs]),
    }
    half = (len(hints) + 1) // 2
    for part, order in ((hints[:half], list(ways)), (hints[half:], list(ways)[::-1])):
        pairs = [(hint, name) for hint in part for name in CANDIDATES]
        for way in order:
            started = time.perf_counter()
            found = ways[way](pairs)
            measured.add(way, time.perf_counter() - started, found)
    return measured


def noise(engine: LlamaCppEngine, hints: Sequence[str], found: Sequence[ChoiceScores]) -> float:
    """The largest change of a margin when some are scored again beside a running answer."""
    cancel = Event()

    def write() -> None:
        with suppress(Cancelled):
            while True:
                for _ in engine.stream(chat("Count to a hundred in words."), cancel=cancel):
                    pass

    queries = [ChoiceQuery(paper(hint, name)) for hint in hints for name in CANDIDATES]
    sample = random.Random(1).sample(range(len(queries)), min(22, len(queries)))
    writing = Thread(target=write)
    writing.start()
    try:
        again = engine.score([queries[place] for place in sample])
    finally:
        cancel.set()
        writing.join()
    return max(
        abs(found[place].margin - score.margin) for place, score in zip(sample, again, strict=True)
    )


def report(engine: LlamaCppEngine, hints: Sequence[str]) -> dict[str, Any]:
    engine.score([ChoiceQuery(chat("Is a warm-up needed?"))])
    measured = measure(engine, hints)
    band = engine.info.capabilities.undecided_nats
    ours = measured.scores["ours"]
    return {
        "ratio": measured.seconds["naive"] / measured.seconds["ours"],
        "ratio_cached": measured.seconds["cached"] / measured.seconds["ours"],
        "ratio_quick": measured.seconds["naive"] / measured.seconds["quick"],
        "agreement": measured.agreement("naive", "ours"),
        "agreement_quick": measured.agreement("ours", "quick"),
        "undecided": sum(score.undecided(band) for score in ours),
        "undecided_nats": band,
        "noise": noise(engine, hints, ours),
        "seconds_naive": measured.seconds["naive"],
        "seconds_ours": measured.seconds["ours"],
        "yes": sum(score.margin > 0 for score in ours),
        "machine": machine.describe(),
        "model": engine.info.model,
        "n": len(ours),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--hints", type=int, default=len(HINTS), help="how many hints, up to 10")
    asked = parser.parse_args()
    engine = open_engine(settings.load(engine="llama.cpp"))
    try:
        assert isinstance(engine, LlamaCppEngine)
        figures = report(engine, HINTS[: max(1, asked.hints)])
    finally:
        engine.close()
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:16} {value:.3f}" if isinstance(value, float) else f"{name:16} {value}")


if __name__ == "__main__":
    main()
