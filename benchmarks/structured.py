"""How often the model's first answer to a request for an object validates.

    python benchmarks/structured.py [--json] [--topics FILE] [--limit N]

Two requests a topic, of the size that drafting uses: questions with the intent each serves, and
answer options for a question. Each is made with the schema enforced while the model writes
(constrained) and without (free), the same prompt in turn; only the first answer counts.
FILE is a list of {"topic", "intents"}; without it three topics of our own are used.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, create_model

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import machine
from services import settings
from services.errors import UnusableAnswer
from services.llm.base import Engine, Message, Sampling, chat
from services.llm.engines import open_engine
from services.llm.structured import generate

OWN_TOPICS: list[dict[str, Any]] = [
    {
        "topic": "Commuting by bicycle",
        "intents": ["How often people cycle to work", "What keeps them from it"],
    },
    {
        "topic": "Noise in an open-plan office",
        "intents": ["How noise disturbs work", "Which measures staff would welcome"],
    },
    {
        "topic": "Borrowing tools from neighbours",
        "intents": ["Which tools are lent", "How much neighbours trust each other"],
    },
]
SAMPLING = Sampling(max_tokens=400, temperature=0.7, seed=1)


class Options(BaseModel):
    format: Literal["single", "multiple", "scale"]
    options: list[str] = Field(min_length=3, max_length=6)


def questions_type(intents: Sequence[str]) -> type[BaseModel]:
    """Three questions, each naming the number of an intent."""
    question = create_model(
        "Question",
        text=(str, Field(min_length=10, max_length=160)),
        intent=(int, Field(ge=1, le=len(intents))),
    )
    listed = list[question]  # type: ignore[valid-type]
    return create_model("Questions", questions=(listed, Field(min_length=3, max_length=3)))


def requests(topic: dict[str, Any]) -> Iterator[tuple[tuple[Message, ...], type[BaseModel]]]:
    intents = topic["intents"]
    listed = "\n".join(f"{number}. {intent}" for number, intent in enumerate(intents, 1))
    yield (
        chat(
            f"Write 3 survey questions on: {topic['topic']}\nIntents:\n{listed}\n"
            'Reply with JSON only: {"questions": [{"text": "...", "intent": number}]}'
        ),
        questions_type(intents),
    )
    yield (
        chat(
            f"Write 3 to 6 answer options for the survey question: How do you feel about "
            f'"{intents[0]}" ({topic["topic"]})?\nReply with JSON only: '
            '{"format": "single" or "multiple" or "scale", "options": ["...", "..."]}'
        ),
        Options,
    )


def first_is_valid(
    engine: Engine, messages: Sequence[Message], answer: type[BaseModel], *, constrained: bool
) -> bool:
    try:
        generate(engine, messages, answer, SAMPLING, constrained=constrained, max_repairs=0)
    except UnusableAnswer:
        return False
    return True


def report(engine: Engine, topics: Sequence[dict[str, Any]]) -> dict[str, Any]:
    valid = {True: 0, False: 0}
    seconds = {True: 0.0, False: 0.0}
    asked = [request for topic in topics for request in requests(topic)]
    for messages, answer in asked:
        for constrained in (True, False):
            started = time.perf_counter()
            valid[constrained] += first_is_valid(engine, messages, answer, constrained=constrained)
            seconds[constrained] += time.perf_counter() - started
    return {
        "first_valid_constrained": valid[True] / len(asked),
        "first_valid_free": valid[False] / len(asked),
        "seconds_constrained": seconds[True] / len(asked),
        "seconds_free": seconds[False] / len(asked),
        "machine": machine.describe(),
        "model": engine.info.model,
        "n": len(asked),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--topics", type=Path, help="a JSON list of topics with intents")
    parser.add_argument("--limit", type=int, default=100, help="at most so many topics")
    asked = parser.parse_args()
    topics = json.loads(asked.topics.read_text(encoding="utf-8")) if asked.topics else OWN_TOPICS
    engine = open_engine(settings.load())
    try:
        figures = report(engine, topics[: asked.limit])
    finally:
        engine.close()
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:24} {value:.3f}" if isinstance(value, float) else f"{name:24} {value}")


if __name__ == "__main__":
    main()
