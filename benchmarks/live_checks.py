"""An edit to one of 30 items: checking again what changed, against checking everything.

    python benchmarks/live_checks.py [--json] [--rounds N]

Both sides run in turn on the same edits: incremental with `LiveChecks`, full with nothing kept
(no vector, no parse, no finding, no token). The encoder and spaCy are loaded before.
"""

import argparse
import json
import platform
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from services.questionnaire import metrics, scales, tokens
from services.questionnaire.live import Checks, LiveChecks
from services.questionnaire.models import (
    Brief,
    Intent,
    Item,
    Option,
    Questionnaire,
    ResponseFormat,
    Section,
)
from services.text import spacy_english
from services.text.embeddings import CachedEmbedder, open_embedder

ITEMS = 30
SUBJECTS = (
    "the opening hours", "the reading rooms", "the children's corner", "the staff at the desk",
    "the catalogue", "the loan period", "the computers", "the quiet area", "the café",
    "the events",
)  # fmt: skip
SCALED = (
    ("How satisfied or dissatisfied are you with {} of the library?", "satisfaction"),
    ("In the past 3 months, how often did you use {}?", "frequency_behaviour"),
)
NOMINAL = "What would you change first about {}?"
CHANGES = ("more {}", "a better place for {}", "longer times for {}", "help with {}")
BRIEF = Brief(
    topic="Use of the public library",
    intents=tuple(
        Intent(text=text)
        for text in (
            "Measure how often residents use the library",
            "Rate satisfaction with rooms, staff and collection",
            "Find out what matters in the choice of a library",
        )
    ),
)


def questionnaire() -> Questionnaire:
    """30 closed items with 5 or 6 options each: two in three on a scale, one with its own."""
    items = []
    for template, scale in SCALED:
        options = scales.named(scale).options
        items += [
            Item(text=template.format(s), options=options, format=ResponseFormat.SCALE, scale=scale)
            for s in SUBJECTS
        ]
    for subject in SUBJECTS:
        labels = [*(change.format(subject) for change in CHANGES), "Other (please specify)"]
        options = tuple(Option(label=label, code=str(n)) for n, label in enumerate(labels, 1))
        items.append(
            Item(text=NOMINAL.format(subject), options=options, format=ResponseFormat.SINGLE)
        )
    return Questionnaire(title=BRIEF.topic, sections=(Section(items=tuple(items[:ITEMS])),))


def edited(whole: Questionnaire, step: int) -> Questionnaire:
    """The questionnaire with one item worded anew and one of its options relabelled."""
    section = whole.sections[0]
    place = (7 * step) % ITEMS
    item = section.items[place]
    options = list(item.options)
    options[1] = options[1].model_copy(update={"label": f"{options[1].label} (revised {step})"})
    new = item.model_copy(
        update={"text": f"{item.text[:-1]} in branch {step}?", "options": tuple(options)}
    )
    items = (*section.items[:place], new, *section.items[place + 1 :])
    return whole.model_copy(update={"sections": (section.model_copy(update={"items": items}),)})


def from_nothing(embedder: CachedEmbedder) -> LiveChecks:
    """Checks that remember nothing; the encoder and the spaCy pipeline are loaded."""
    embedder.forget()
    tokens.forget()
    metrics.forget()
    language = spacy_english.pipeline()
    return LiveChecks(embedder, parse=lambda texts: list(language.pipe(texts)))


def timed(live: LiveChecks, whole: Questionnaire) -> tuple[float, Checks]:
    started = time.perf_counter()
    checks = live.check(whole, BRIEF)
    return time.perf_counter() - started, checks


def agreed(checks: Checks) -> dict[str, Any]:
    """What both sides must agree on; vectors differ in the seventh digit with the batch."""
    document = checks.as_json()
    metrics_of = {
        name: round(value, 3) if isinstance(value, float) else value
        for name, value in document["metrics"].items()
    }
    rows = [(row["intent"], row["items"]) for row in document["coverage"]["intents"]]
    return {"metrics": metrics_of, "findings": document["findings"], "coverage": rows}


def run(rounds: int) -> dict[str, Any]:
    whole = questionnaire()
    kept_embedder, fresh_embedder = (open_embedder("all-MiniLM-L6-v2") for _ in range(2))
    live = LiveChecks(kept_embedder)
    live.check(whole, BRIEF)
    from_nothing(fresh_embedder).check(whole, BRIEF)
    incremental, full = [], []
    for step in range(rounds):
        whole = edited(whole, step)
        seconds, kept = timed(live, whole)
        incremental.append(seconds)
        seconds, anew = timed(from_nothing(fresh_embedder), whole)
        full.append(seconds)
        if agreed(kept) != agreed(anew):
            raise SystemExit("Incremental and full checks differ: the ratio would mean nothing.")
    return {
        "ratio": statistics.median(full) / statistics.median(incremental),
        "seconds_incremental": statistics.median(incremental),
        "seconds_full": statistics.median(full),
        "machine": f"{platform.machine()}, {platform.python_version()}",
        "model": kept_embedder.info.name,
        "n": rounds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=12)
    arguments = parser.parse_args()
    figures = run(arguments.rounds)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:22} {value:.3f}" if isinstance(value, float) else f"{name:22} {value}")


if __name__ == "__main__":
    main()
