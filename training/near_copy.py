"""Fit the cosine from which a hint counts as a near-copy of its question.

    python -m training.near_copy rated_hints.jsonl [--encoder all-MiniLM-L6-v2]

The paper's 0.72 belongs to all-mpnet-base-v2. For another encoder two groups are compared:
restatements of each question that add nothing ("The headquarters … are in this city"), made here
by rule, and hints that people found to narrow the answers down (convergence 3 or more of 5). The
threshold is the one at which the share of restatements caught minus the share of good hints lost
is largest; it is written by hand into services/hints/filters.py. For duplicates among hints the
script prints how many pairs of people's hints lie above each cosine.
"""

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path

import numpy as np

from services.text.embeddings import cosines, open_embedder

GOOD = 3
_SUBJECTS = (
    (re.compile(r"\b(?:which|what)\b", re.IGNORECASE), "this"),
    (re.compile(r"\b(?:who|whom)\b", re.IGNORECASE), "this person"),
    (re.compile(r"\bwhere\b", re.IGNORECASE), "in this place"),
    (re.compile(r"\bwhen\b", re.IGNORECASE), "at this time"),
)


def restatements(question: str) -> list[str]:
    """The question as statements that say nothing new."""
    bare = question.strip().rstrip("?. ")
    found = []
    for asks, subject in _SUBJECTS:
        if asks.search(bare):
            found.append(_sentence(asks.sub(subject, bare, count=1)))
            found.append(_sentence(f"the answer is {asks.sub('the one', bare, count=1)}"))
            rest = asks.split(bare, maxsplit=1)[1].strip()
            found.append(_sentence(f"it {rest}" if rest.startswith("is ") else f"it is {rest}"))
            break
    return found


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def best_threshold(copies: np.ndarray, good: np.ndarray) -> tuple[float, float, float]:
    """(threshold, share of copies at or above it, share of good hints at or above it)."""
    tried = np.arange(0.5, 0.96, 0.01)
    caught = np.array([(copies >= limit).mean() for limit in tried])
    lost = np.array([(good >= limit).mean() for limit in tried])
    best = int((caught - lost).argmax())
    return float(tried[best]), float(caught[best]), float(lost[best])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rated", type=Path)
    parser.add_argument("--encoder", default="all-MiniLM-L6-v2")
    arguments = parser.parse_args()

    embedder = open_embedder(arguments.encoder)
    hints: dict[str, list[str]] = defaultdict(list)
    good, copies, pairs = [], [], []
    for line in arguments.rated.read_text("utf-8").splitlines():
        entry = json.loads(line)
        hints[entry["question"]].append(entry["hint"])
        if entry["convergence"] >= GOOD:
            rows = embedder.encode([entry["question"], entry["hint"]])
            good.append(float(rows[0] @ rows[1]))
    for question, texts in hints.items():
        rows = embedder.encode([question, *restatements(question)])
        copies += cosines(rows[:1], rows[1:])[0].tolist()
        between = embedder.encode(list(dict.fromkeys(texts)))
        pairs += cosines(between, between)[np.triu_indices(len(between), 1)].tolist()
    limit, caught, lost = best_threshold(np.array(copies), np.array(good))
    print(f"near-copy {limit:.2f}: {caught:.3f} of {len(copies)} restatements are caught,")
    print(f"  {lost:.3f} of {len(good)} good hints are lost")
    for limit in (0.85, 0.9, 0.92, 0.95):
        print(f"duplicates {limit}: {np.mean(np.array(pairs) >= limit):.4f} of {len(pairs)} pairs")


if __name__ == "__main__":
    main()
