"""What drafts are like, by method: the paper's measures and the faults an item.

    python benchmarks/drafting.py [--json] [--topics FILE.json] [--questions 12]
        [--methods outline,topic-intents,topic,retrieve]

Each topic is drafted once by each method with the model in use; measures are means over topics
(a measure an encoder cannot give for a language is left out of its mean). Faults are the findings
of the rules that `check` shows. FILE is a JSON list of {"topic", "intents", "audience",
"language"?}; the topics in benchmarks/data are Askwright's own. Beside ours stand rows of the
Qsnail paper's Table 3: other topics, other models, Chinese, 9 to 14 questions each, so that they
give a scale and no contest.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import machine
from services import settings
from services.questionnaire import drafting, faults, metrics
from services.questionnaire.models import CLOSED, Brief, Intent, Method, Questionnaire
from services.text.embeddings import CachedEmbedder, open_embedder
from services.workshop import Workshop

TOPICS = Path(__file__).parent / "data" / "draft_topics.json"
MEASURES = (
    "rouge_l",
    "cohen_sem",
    "rep_2",
    "rep_3",
    "rep_4",
    "rep_sem",
    "diversity",
    "option_cohen_sem",
)
# Table 3 of the paper, in the order of MEASURES.
PAPER = {
    "paper: human": (8.54, 34.54, 26.69, 12.92, 7.28, 8.62, 59.19, 25.75),
    "paper: BM25, T+I": (5.33, 20.81, 32.58, 19.25, 13.78, 7.58, 46.93, 20.89),
    "paper: ChatGPT, T": (8.84, 46.13, 55.04, 44.85, 37.50, 10.60, 15.49, 18.55),
    "paper: ChatGPT, T+I": (11.99, 43.19, 39.41, 27.99, 20.56, 13.21, 34.66, 20.43),
    "paper: ChatGPT, T+I+O": (9.33, 40.50, 42.31, 30.17, 22.55, 7.88, 31.20, 22.80),
}


def briefs(path: Path, questions: int, method: Method) -> list[Brief]:
    return [
        Brief(
            topic=entry["topic"],
            intents=tuple(Intent(text=text) for text in entry.get("intents", ())),
            audience=entry.get("audience", ""),
            language=entry.get("language", "en"),
            questions=questions,
            method=method,
        )
        for entry in json.loads(path.read_text("utf-8"))
    ]


def promises_held(questionnaire: Questionnaire, wanted: int) -> bool:
    """The asked number of items, all with text and format, closed ones with distinct options."""
    items = questionnaire.items
    texts = {" ".join(item.text.casefold().split()) for item in items}
    whole = all(
        item.text.strip()
        and (item.format not in CLOSED or len({label.casefold() for label in item.labels}) >= 2)
        for item in items
    )
    return whole and len(items) == len(texts) == wanted


def measured(
    brief: Brief, made: drafting.Drafted, embedder: CachedEmbedder, seconds: float
) -> dict[str, float | None]:
    items = made.questionnaire.items
    found = faults.find(made.questionnaire, brief, embedder=embedder)
    figures = metrics.measure(
        made.questionnaire,
        topic=brief.topic,
        intents=[intent.text for intent in brief.intents],
        embedder=embedder,
    ).as_json()
    return {name: figures[name] for name in MEASURES} | {
        "faults_an_item": len(found) / len(items),
        "marked_items": sum(bool(item.marks) for item in items) / len(items),
        "repairs": float(made.repairs),
        "promises_held": float(promises_held(made.questionnaire, brief.questions)),
        "seconds": seconds,
    }


def run(path: Path, questions: int, methods: list[Method]) -> dict[str, Any]:
    workshop = Workshop(settings.load())
    # Measures need an encoder that knows the language; drafting uses the one that is set.
    encoders = {"en": workshop.embedder, "zh": open_embedder("multilingual-e5-small")}
    result: dict[str, Any] = {}
    count = 0
    for method in methods:
        rows = []
        for brief in briefs(path, questions, method):
            encoder = encoders[brief.language]
            started = time.monotonic()
            made = drafting.draft(brief, drafting.Desk(workshop.engine, encoder))
            rows.append(measured(brief, made, encoder, time.monotonic() - started))
            print(f"{method}: {brief.topic}", file=sys.stderr, flush=True)
        count = len(rows)
        name = method.replace("-", "_")
        for measure in rows[0]:
            values = [value for row in rows if (value := row[measure]) is not None]
            result[f"{name}_{measure}"] = fmean(values) if values else None
    info = workshop.engine.info
    workshop.close()
    model = f"{info.model}, {info.precision}, {info.engine}"
    return result | {"machine": machine.describe(), "model": model, "n": count}


def table(result: dict[str, Any], methods: list[Method]) -> str:
    own = ("faults_an_item", "marked_items", "repairs", "promises_held", "seconds")
    lines = [f"{'':<22}" + "".join(f"{name:>17}" for name in (*MEASURES, *own))]
    for label, paper in PAPER.items():
        lines.append(f"{label:<22}" + "".join(f"{value:17.2f}" for value in paper))
    for method in methods:
        prefix = method.replace("-", "_")
        values = [result[f"{prefix}_{name}"] for name in (*MEASURES, *own)]
        cells = "".join(f"{'-' if v is None else f'{v:.2f}':>17}" for v in values)
        lines.append(f"{method:<22}{cells}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--topics", type=Path, default=TOPICS)
    parser.add_argument("--questions", type=int, default=12)
    parser.add_argument("--methods", default=",".join(Method))
    arguments = parser.parse_args()
    methods = [Method(name) for name in arguments.methods.split(",")]
    result = run(arguments.topics, arguments.questions, methods)
    print(json.dumps(result) if arguments.json else table(result, methods))


if __name__ == "__main__":
    main()
