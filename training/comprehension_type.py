"""Fit the classifier of comprehension types on questions labelled by hand for this project.

    python -m training.comprehension_type ITEMS.jsonl

`training/data/comprehension_type_questions.json` holds our own questions with their labels,
`comprehension_type_labels.json` our labels of published items by their ids (one annotator).
Prints the scores of five-fold cross-validation, of the rules alone beside them.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from services.reading.comprehension_type import ALSO, RULES, features
from services.reading.models import ComprehensionType
from training import published_items

DATA = Path("training/data")
TARGET = Path("services/reading/coefficients/comprehension_type.json")
# A word is kept if it occurs in this many labelled questions.
MIN_COUNT = 4
# Inverse regularisation; balanced classes, for most types are rare.
STRENGTH = 0.5
FOLDS = 5
KINDS = tuple(ComprehensionType)


def labelled(items: Path) -> list[tuple[str, list[str], set[str]]]:
    """(question, options, types) of every labelled question."""
    own = json.loads((DATA / "comprehension_type_questions.json").read_text("utf-8"))
    rows = [(entry["question"], entry["options"], set(entry["types"])) for entry in own]
    labels = json.loads((DATA / "comprehension_type_labels.json").read_text("utf-8"))
    for item in published_items.load(items):
        if item.id in labels:
            rows.append((item.question, list(item.options), set(labels[item.id])))
    return rows


def matrix(found: list[frozenset[str]], names: list[str]) -> np.ndarray:
    return np.array([[float(name in present) for name in names] for present in found])


def vocabulary(found: list[frozenset[str]]) -> list[str]:
    counts: dict[str, int] = {}
    for present in found:
        for name in present:
            counts[name] = counts.get(name, 0) + 1
    return sorted(n for n, c in counts.items() if c >= MIN_COUNT or n.startswith("rule:"))


def fit(rows: np.ndarray, target: np.ndarray) -> list[LogisticRegression]:
    return [
        LogisticRegression(C=STRENGTH, class_weight="balanced", max_iter=2000).fit(rows, column)
        for column in target.T
    ]


def decide(scores: np.ndarray) -> np.ndarray:
    """The most probable type, and every other of at least `ALSO`: as the service does."""
    chosen = scores >= ALSO
    chosen[np.arange(len(scores)), scores.argmax(axis=1)] = True
    return np.asarray(chosen)


def cross_validated(found: list[frozenset[str]], target: np.ndarray) -> np.ndarray:
    fold = np.random.default_rng(0).permutation(len(found)) % FOLDS
    scores = np.zeros(target.shape)
    for number in range(FOLDS):
        kept = np.flatnonzero(fold != number)
        names = vocabulary([found[i] for i in kept])
        rows = matrix(found, names)
        for column, model in enumerate(fit(rows[kept], target[kept])):
            held = fold == number
            scores[held, column] = model.predict_proba(rows[held])[:, 1]
    return decide(scores)


def by_rules(questions: list[str]) -> np.ndarray:
    """Every rule that fires; factoid where no other does."""
    chosen = np.zeros((len(questions), len(KINDS)), dtype=bool)
    for row, question in enumerate(questions):
        fired = {k for k, p in RULES.items() if p.search(question)} - {ComprehensionType.FACTOID}
        for kind in fired or {ComprehensionType.FACTOID}:
            chosen[row, KINDS.index(kind)] = True
    return chosen


def report(name: str, target: np.ndarray, chosen: np.ndarray) -> dict[str, float]:
    hit = float((target.astype(bool) & chosen).any(axis=1).mean())
    scores = {
        "labels_hit": round(hit, 4),
        "macro_f1": round(float(f1_score(target, chosen, average="macro")), 4),
        "types_per_item": round(float(chosen.sum(axis=1).mean()), 3),
    }
    each = f1_score(target, chosen, average=None)
    print(
        name,
        scores,
        dict(zip([k.value for k in KINDS], each.round(2), strict=True)),
        file=sys.stderr,
    )
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", type=Path)
    rows = labelled(parser.parse_args().items)
    target = np.array([[float(kind.value in types) for kind in KINDS] for _, _, types in rows])
    found = [features(question, options) for question, options, _ in rows]
    report("rules", target, by_rules([question for question, _, _ in rows]))
    record = report("classifier", target, cross_validated(found, target)) | {"n": len(rows)}
    names = vocabulary(found)
    types = {}
    for kind, model in zip(KINDS, fit(matrix(found, names), target), strict=True):
        weights = {n: round(float(w), 4) for n, w in zip(names, model.coef_[0], strict=True)}
        types[kind.value] = {
            "intercept": round(float(model.intercept_[0]), 4),
            "weights": {name: weight for name, weight in weights.items() if abs(weight) >= 0.02},
        }
    TARGET.write_text(json.dumps({"record": record, "types": types}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
