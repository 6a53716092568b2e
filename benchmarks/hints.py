"""How well grades order hints as people do, and how long a question takes.

    python benchmarks/hints.py [--json] [--rated FILE.jsonl] [--hints N] [--views FILE.json]
        [--questions N]

FILE.jsonl holds hints with people's ratings (question, answer, hint, convergence, familiarity 1 to
5, and candidates). N of its hints are graded by the model in use, the same number of each
question: HICOS and strength against convergence, HIFAS against familiarity. `pairs_*` is the share
of pairs of hints of one question with different ratings that the grade orders as the rater did
(ties half), `pearson_*` the correlation over all hints. `pairs_strength_text` is strength without
any call of the model. The strength that comes with Askwright was fitted on the published ratings:
on that very file its figures are too good, and services/hints/coefficients/strength.json says what
cross-validation found. `seconds_per_question` is the time for ten graded hints of a new question,
from the question on.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import machine
from services import settings
from services.hints import grading, popularity, question_type
from services.hints.familiarity import ViewFinder, read_snapshot
from services.hints.generation import Wanted, make_hints
from services.hints.grading import Tools
from services.hints.leaks import find_leak
from services.hints.models import Hint, TriviaQuestion
from services.workshop import Workshop
from training.rated_hints import RatedHint, by_question, load, pairs_right, pearson

QUESTIONS = (
    Wanted("Who wrote the play Romeo and Juliet?", "William Shakespeare"),
    Wanted("Which planet is known for its bright rings of ice?", "Saturn"),
    Wanted("What is the capital city of New Zealand?", "Wellington"),
    Wanted("Which instrument has 88 black and white keys?", "Piano"),
    Wanted("In which year did the first man walk on the Moon?", "1969"),
)


def sample(hints: Sequence[RatedHint], count: int) -> list[RatedHint]:
    """`count` hints that have candidates, taken from the questions in turn."""
    shuffled = [hint for hint in hints if hint.candidates]
    random.Random(0).shuffle(shuffled)
    rank: dict[str, int] = {}
    turns = []
    for hint in shuffled:
        rank[hint.question] = rank.get(hint.question, 0) + 1
        turns.append((rank[hint.question], hint))
    return [hint for _, hint in sorted(turns, key=lambda turn: turn[0])[:count]]


def graded(hints: Sequence[RatedHint], tools: Tools) -> list[Hint]:
    """The grades of each hint, in order."""
    found: dict[int, Hint] = {}
    for number, places in enumerate(by_question(hints).values(), 1):
        first = hints[places[0]]
        question = TriviaQuestion(
            question=first.question,
            answer=first.answer,
            candidates=first.candidates,
            hints=tuple(Hint(text=hints[place].text) for place in places),
        )
        found |= zip(places, grading.grade(question, tools).hints, strict=True)
        print(f"question {number}: {len(found)} hints graded", file=sys.stderr)
    return [found[place] for place in range(len(hints))]


def agreement(hints: Sequence[RatedHint], tools: Tools) -> dict[str, Any]:
    groups = by_question(hints)
    convergence = [hint.convergence for hint in hints]
    familiarity = [hint.familiarity for hint in hints]
    judged = graded(hints, tools)
    unjudged = graded(hints, Tools(embedder=tools.embedder, entities=None, finder=ViewFinder()))
    compared = {
        "hicos": ([hint.hicos for hint in judged], convergence),
        "strength": ([hint.strength for hint in judged], convergence),
        "strength_text": ([hint.strength for hint in unjudged], convergence),
        "hifas": ([hint.hifas for hint in judged], familiarity),
    }
    figures: dict[str, Any] = {"n": len(hints)}
    for name, (scores, ratings) in compared.items():
        figures[f"pairs_{name}"], figures[f"n_pairs_{name}"] = pairs_right(scores, ratings, groups)
        figures[f"pearson_{name}"] = pearson(scores, ratings)
    figures["n_hifas"] = sum(hint.hifas is not None for hint in judged)
    return figures


def seconds(questions: Sequence[Wanted], tools: Tools) -> dict[str, float]:
    """Wall time for ten graded hints, how many of the ten can be shown, and how many of those
    give the answer away (none may)."""
    times, shown, leaks = [], [], 0
    for wanted in questions:
        started = time.perf_counter()
        made = make_hints(wanted, tools)
        times.append(time.perf_counter() - started)
        shown.append(len(made.kept_hints))
        found = [find_leak(wanted.answer, wanted.aliases, h.text) for h in made.kept_hints]
        leaks += len(found) - found.count(None)
    return {
        "seconds_per_question": sum(times) / len(times),
        "hints_per_question": sum(shown) / len(shown),
        "leaks": leaks,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rated", type=Path, help="hints with people's ratings")
    parser.add_argument("--hints", type=int, default=160)
    parser.add_argument("--views", type=Path, help="page views: JSON of title -> monthly views")
    parser.add_argument("--questions", type=int, default=2)
    arguments = parser.parse_args()

    workshop = Workshop(settings.load())
    snapshot = json.loads(arguments.views.read_text("utf-8")) if arguments.views else {}
    finder = ViewFinder(
        snapshot=read_snapshot(snapshot), estimator=popularity.load(), embedder=workshop.embedder
    )
    tools = Tools(
        engine=workshop.engine,
        embedder=workshop.embedder,
        finder=finder,
        classifier=question_type.load(),
    )
    figures: dict[str, Any] = {"machine": machine.describe(), "model": workshop.engine.info.model}
    if arguments.rated:
        figures |= agreement(sample(load(arguments.rated), arguments.hints), tools)
    if arguments.questions:
        figures |= seconds(QUESTIONS[: arguments.questions], tools)
    workshop.close()
    if arguments.json:
        print(json.dumps({k: None if v != v else v for k, v in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:24} {value:.3f}" if isinstance(value, float) else f"{name:24} {value}")


if __name__ == "__main__":
    main()
