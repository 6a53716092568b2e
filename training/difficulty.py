"""Fit the estimate of difficulty and the embedding solver, and measure both on unseen passages.

    python -m training.difficulty ITEMS.jsonl [--cache FILE] [--solver-scores FILE]

Writes services/reading/coefficients/{embedding_solver,difficulty}.json. Every figure in the
records is from folds by passage: solver, trees and second stage of a fold are fitted without its
passages, and the trees learn from solver answers that are themselves out of fold.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import GradientBoostingRegressor

from services.reading import difficulty_features as features
from services.reading.embedding_solver import VIEW_COLUMNS, share
from services.text.embeddings import open_embedder
from training import conditional_logit, published_items, solver_scores
from training.evaluation import blind_record, measured

FOLDS = 10
INNER_FOLDS = 5
TREES = {
    "n_estimators": 150,
    "learning_rate": 0.03,
    "max_depth": 3,
    "subsample": 0.6,
    "max_features": 0.3,
    "min_samples_leaf": 10,
}
SECOND_STAGE_PENALTY = 30.0
ENCODER = "all-MiniLM-L6-v2"
COEFFICIENTS = Path("services/reading/coefficients")


class Corpus:
    """The items with everything that does not depend on a fold."""

    def __init__(self, items: list[published_items.PublishedItem], cache: Path | None) -> None:
        self.items = items
        self.gold = [item.gold for item in items]
        self.passages = [item.passage_id for item in items]
        self.accuracy = np.array([item.human_accuracy for item in items])
        self.asked, self.unasked = published_items.evidence(items, open_embedder(ENCODER), cache)
        self.wording = [features.of_wording(i.question, i.options, i.gold) for i in items]

    def solver(self, places: np.ndarray) -> dict:
        """The passage view of the embedding solver, fitted on the items at `places`."""
        chosen = [self.asked[i] for i in places]
        gold = [self.gold[i] for i in places]
        return conditional_logit.fit(chosen, gold, VIEW_COLUMNS["passage"])

    def rows(self, places: np.ndarray, shares: list[tuple[float, ...]]) -> np.ndarray:
        """Wording and overlap features of the items at `places`, whose solver answers are given."""
        return np.array(
            [
                [
                    *self.wording[i].values(),
                    *features.of_overlap(self.asked[i], answer, self.gold[i]).values(),
                ]
                for i, answer in zip(places, shares, strict=True)
            ]
        )


def training_rows(corpus: Corpus, places: np.ndarray, seed: int) -> np.ndarray:
    """Rows to learn from: the solver's answers are out of (inner) fold."""
    fold = published_items.folds([corpus.passages[i] for i in places], INNER_FOLDS, seed + 1000)
    chosen = [corpus.asked[i] for i in places]
    gold = [corpus.gold[i] for i in places]
    shares = conditional_logit.out_of_fold(chosen, gold, VIEW_COLUMNS["passage"], fold)
    return corpus.rows(places, shares)


def new_rows(corpus: Corpus, places: np.ndarray, solver: dict) -> np.ndarray:
    """Rows to predict for: answered by a solver that has not seen them."""
    return corpus.rows(places, [share(corpus.asked[i], **solver) for i in places])


def grow(rows: np.ndarray, target: np.ndarray) -> GradientBoostingRegressor:
    return GradientBoostingRegressor(random_state=0, **TREES).fit(rows, target)


def first_stages(corpus: Corpus, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Out-of-fold predictions of the "wording" and the "embedding" stage."""
    count = len(features.WORDING)
    wording, embedding = np.zeros(len(corpus.items)), np.zeros(len(corpus.items))
    fold = published_items.folds(corpus.passages, FOLDS, seed)
    for number in range(FOLDS):
        kept, held = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        learn, target = training_rows(corpus, kept, seed), corpus.accuracy[kept]
        new = new_rows(corpus, held, corpus.solver(kept))
        embedding[held] = grow(learn, target).predict(new)
        wording[held] = grow(learn[:, :count], target).predict(new[:, :count])
    return wording, embedding


def inner_predictions(corpus: Corpus, kept: np.ndarray, seed: int) -> np.ndarray:
    """First-stage predictions for `kept`, each by trees that have not seen its passage."""
    predictions = np.zeros(len(kept))
    fold = published_items.folds([corpus.passages[i] for i in kept], INNER_FOLDS, seed + 2000)
    for number in range(INNER_FOLDS):
        learn, held = kept[fold != number], kept[fold == number]
        trees = grow(training_rows(corpus, learn, seed), corpus.accuracy[learn])
        predictions[fold == number] = trees.predict(new_rows(corpus, held, corpus.solver(learn)))
    return predictions


def model_rows(corpus: Corpus, answers: dict[str, tuple[float, ...]]) -> np.ndarray:
    """`MODEL` features an item; not a number where the model has not answered."""
    missing = [np.nan] * len(features.MODEL)
    rows = []
    for item in corpus.items:
        answer = answers.get(item.id)
        row = missing if answer is None else [*features.of_model(answer, item.gold).values()]
        rows.append(row)
    return np.array(rows)


def second_stage(first: np.ndarray, answered: np.ndarray, target: np.ndarray) -> dict:
    """A ridge on the first stage's predictions and the standardised `MODEL` features.

    The model has answered some items only (the others' rows are not numbers): how the first
    stage goes with the target is taken from all items, everything else from the answered ones.
    """
    known = ~np.isnan(answered).any(axis=1)
    here = answered[known]
    means, scales = here.mean(axis=0), here.std(axis=0)
    standard = (first - first.mean()) / first.std()
    rows = np.column_stack([standard[known], (here - means) / scales])
    rows -= rows.mean(axis=0)
    moments = rows.T @ rows / len(rows) + SECOND_STAGE_PENALTY / len(rows) * np.eye(rows.shape[1])
    with_target = rows.T @ (target[known] - target[known].mean()) / len(rows)
    with_target[0] = np.mean(standard * (target - target.mean()))
    weights = np.linalg.solve(moments, with_target)
    weight = float(weights[0] / first.std())
    return {
        "features": list(features.MODEL),
        "means": means.tolist(),
        "slopes": (weights[1:] / scales).tolist(),
        "first_stage": weight,
        "intercept": float(target.mean() - weight * first.mean()),
    }


def second_prediction(stage: dict, first: np.ndarray, answered: np.ndarray) -> np.ndarray:
    shift = (answered - np.array(stage["means"])) @ np.array(stage["slopes"])
    return np.asarray(stage["intercept"] + stage["first_stage"] * first + shift)


def model_stage(
    corpus: Corpus, answered: np.ndarray, first: np.ndarray, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Places of the answered items, and their out-of-fold predictions by both stages."""
    known = np.flatnonzero(~np.isnan(answered).any(axis=1))
    fold = published_items.folds(corpus.passages, FOLDS, seed)
    predictions = np.zeros(len(corpus.items))
    for number in range(FOLDS):
        kept = np.flatnonzero(fold != number)
        held = known[fold[known] == number]
        inner = inner_predictions(corpus, kept, seed)
        stage = second_stage(inner, answered[kept], corpus.accuracy[kept])
        predictions[held] = second_prediction(stage, first[held], answered[held])
    return known, predictions[known]


def as_json(trees: GradientBoostingRegressor, names: list[str]) -> dict:
    """The trees as `BoostedTrees.from_json` reads them; node values are shrunk already."""
    rate = trees.learning_rate
    return {
        "features": names,
        "base": round(float(trees.init_.constant_[0, 0]), 6),
        "trees": [
            {
                "feature": [int(max(place, -1)) for place in tree.feature],
                "threshold": [round(float(value), 6) for value in tree.threshold],
                "left": tree.children_left.tolist(),
                "right": tree.children_right.tolist(),
                "value": [round(rate * float(value), 7) for value in tree.value[:, 0, 0]],
            }
            for tree in (estimator[0].tree_ for estimator in trees.estimators_)
        ],
    }


def fit_solver(corpus: Corpus) -> dict:
    """The embedding solver's coefficients for all views, and its record without the passage."""
    fold = published_items.folds(corpus.passages, FOLDS, 0)
    views, shares = {}, {}
    for view, columns in VIEW_COLUMNS.items():
        evidence = corpus.unasked if view == "without_question" else corpus.asked
        views[view] = conditional_logit.fit(evidence, corpus.gold, columns)
        shares[view] = conditional_logit.out_of_fold(evidence, corpus.gold, columns, fold)
    right = {
        view: sum(int(np.argmax(s)) == k for s, k in zip(answers, corpus.gold, strict=True))
        for view, answers in shares.items()
    }
    name = f"comparison by {ENCODER}"
    blind = blind_record(name, shares["without_passage"], corpus.gold)
    return {"encoder": ENCODER, "views": views, "right": right, "blind_record": blind}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", type=Path)
    parser.add_argument("--cache", type=Path, help="where to keep the items' evidence")
    parser.add_argument("--solver-scores", type=Path, help="from training.solver_scores")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    corpus = Corpus(published_items.load(arguments.items), arguments.cache)
    solver = fit_solver(corpus)
    _write("embedding_solver", solver)
    wording, embedding = first_stages(corpus, arguments.seed)
    everything = np.arange(len(corpus.items))
    rows = training_rows(corpus, everything, arguments.seed)
    names = [*features.WORDING, *features.OVERLAP]
    count = len(features.WORDING)
    fitted = {
        "medians": dict(zip(names, np.median(rows, axis=0).round(6).tolist(), strict=True)),
        "wording": as_json(grow(rows[:, :count], corpus.accuracy), names[:count])
        | measured(wording, corpus.accuracy, corpus.passages),
        "embedding": {"solver": solver["blind_record"]["solver"]}
        | as_json(grow(rows, corpus.accuracy), names)
        | measured(embedding, corpus.accuracy, corpus.passages),
    }
    if arguments.solver_scores is not None:
        answers = solver_scores.read(arguments.solver_scores)
        _add_model(fitted, corpus, answers, embedding, arguments.seed)
    _write("difficulty", fitted)
    for stage in ("wording", "embedding", "model"):
        if stage in fitted:
            shown = {k: v for k, v in fitted[stage]["record"].items() if k != "reliability"}
            print(stage, json.dumps(shown), file=sys.stderr)


def _add_model(
    fitted: dict, corpus: Corpus, answers: list[dict], first: np.ndarray, seed: int
) -> None:
    answered = model_rows(corpus, {entry["id"]: tuple(entry["passage"]) for entry in answers})
    known, predicted = model_stage(corpus, answered, first, seed)
    target = corpus.accuracy[known]
    medians = np.median(answered[known], axis=0).tolist()
    fitted["medians"] |= dict(zip(features.MODEL, medians, strict=True))
    fitted["model"] = (
        {"solver": answers[0]["solver"]}
        | second_stage(first, answered, corpus.accuracy)
        | measured(predicted, target, [corpus.passages[i] for i in known])
    )
    gold = {item.id: item.gold for item in corpus.items}
    blind = [entry for entry in answers if "without_passage" in entry]
    fitted["model"]["blind_record"] = blind_record(
        answers[0]["solver"],
        [entry["without_passage"] for entry in blind],
        [gold[entry["id"]] for entry in blind],
    )
    alone = measured(first[known], target, [corpus.passages[i] for i in known])["record"]
    fitted["model"]["record"]["r_without_model"] = alone["r"]


def _write(name: str, content: dict) -> None:
    COEFFICIENTS.mkdir(exist_ok=True)
    text = json.dumps(content, separators=(",", ":"))
    (COEFFICIENTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
