"""Ask the language model about every published item, once, and keep its answers.

    python -m training.solver_scores ITEMS.jsonl SCORES.jsonl [--seconds 270]

Appends to SCORES.jsonl and goes on where an earlier run stopped. Takes 5 to 15 seconds an item
on two cores. One line an item: `id`, `solver`, and the shares of the options by view.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from services import settings
from services.llm.engines import open_engine
from services.reading.solver import View, solve
from training import published_items

VIEWS = (View.PASSAGE, View.WITHOUT_PASSAGE)


def read(path: Path) -> list[dict]:
    """The answers kept so far."""
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def collect(items: list[published_items.PublishedItem], path: Path, seconds: float) -> int:
    """Answer items until `seconds` have passed; returns how many were answered."""
    done = {entry["id"] for entry in read(path)}
    engine = open_engine(settings.load())
    started, count = time.monotonic(), 0
    with path.open("a", encoding="utf-8") as stream:
        for item in items:
            if time.monotonic() - started > seconds:
                break
            if item.id in done:
                continue
            result = solve(item.passage, item.question, item.options, engine, views=VIEWS)
            entry = {"id": item.id, **result.model_dump(exclude_none=True)}
            stream.write(json.dumps(entry) + "\n")
            stream.flush()
            count += 1
    engine.close()
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", type=Path)
    parser.add_argument("scores", type=Path)
    parser.add_argument("--seconds", type=float, default=3600.0)
    arguments = parser.parse_args()
    count = collect(published_items.load(arguments.items), arguments.scores, arguments.seconds)
    print(f"{count} items answered", file=sys.stderr)


if __name__ == "__main__":
    main()
