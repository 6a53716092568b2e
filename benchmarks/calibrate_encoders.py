"""Calibrate the thresholds of services/questionnaire/encoders.py, and say how well they separate.

    python benchmarks/calibrate_encoders.py [--json] [--human FILE.jsonl]

Alpha (Rep-sem): on pairs written for Askwright (benchmarks/data/question_pairs.json), the lowest
cosine that at most one in ten look-alike pairs exceeds; `same` is the share of same-question
pairs above it. Coverage: on labelled questionnaires (intents_and_questions.json), the cosine
with the best F1. With --human (Chinese questionnaires by people, in Qsnail form): the alpha at
which their mean Rep-sem is nearest to the paper's human 8.62; for Chinese that one is used, since
it ties our encoder to the paper's figures, and the pairs are the check on it.
"""

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from services.questionnaire import coverage, metrics, qsnail
from services.text.embeddings import CachedEmbedder, cosines, open_embedder

DATA = Path(__file__).parent / "data"
ENCODERS = (
    ("all-MiniLM-L6-v2", "en"),
    ("multilingual-e5-small", "en"),
    ("multilingual-e5-small", "zh"),
)
LOOK_ALIKES_COUNTED = 0.1
PAPER_HUMAN_REP_SEM = 8.62
Floats = NDArray[np.float32]


def pair_cosines(embedder: CachedEmbedder, pairs: list[list[str]]) -> Floats:
    left, right = (embedder.encode([pair[side] for pair in pairs]) for side in (0, 1))
    return np.asarray((left * right).sum(axis=1), np.float32)


def alpha(embedder: CachedEmbedder, pairs: dict[str, list[list[str]]]) -> dict[str, float]:
    same, different = (pair_cosines(embedder, pairs[kind]) for kind in ("same", "different"))
    threshold = round(float(np.quantile(different, 1 - LOOK_ALIKES_COUNTED)), 2)
    return {
        "alpha": threshold,
        "same": float((same > threshold).mean()),
        "different": float((different > threshold).mean()),
    }


def covered(embedder: CachedEmbedder, sets: list[dict[str, Any]]) -> dict[str, float]:
    near, cosine, truth = [], [], []
    for labelled in sets:
        questions = [text for text, _ in labelled["questions"]]
        matrix = cosines(embedder.encode(labelled["intents"]), embedder.encode(questions))
        near.append(coverage.nearest(matrix).ravel())
        cosine.append(matrix.ravel())
        serves = [
            [i in served for _, served in labelled["questions"]]
            for i in range(len(labelled["intents"]))
        ]
        truth.append(np.array(serves).ravel())
    is_near, cosine_of, is_true = (np.concatenate(parts) for parts in (near, cosine, truth))
    scored = [(*_f1(is_near & (cosine_of >= t), is_true), t) for t in np.arange(0, 1, 0.01)]
    f1, precision, recall, threshold = max(scored)
    return {"coverage": round(float(threshold), 2), "f1": f1, "p": precision, "r": recall}


def human_alpha(embedder: CachedEmbedder, path: Path) -> dict[str, float]:
    questionnaires = [
        qsnail.parse(json.loads(line)).questionnaire
        for line in path.read_text("utf-8").splitlines()
    ]
    stems = [
        embedder.encode([metrics.stem(item) for item in questionnaire.items])
        for questionnaire in questionnaires
    ]
    by_alpha = {
        float(a): 100 * float(np.mean([metrics.rep_sem(vectors, float(a)) for vectors in stems]))
        for a in np.arange(0.9, 1, 0.005).round(3)
    }
    nearest = min(by_alpha, key=lambda a: abs(by_alpha[a] - PAPER_HUMAN_REP_SEM))
    return {"human_alpha": nearest, "human_rep_sem": by_alpha[nearest]}


def _f1(found: NDArray[np.bool_], truth: NDArray[np.bool_]) -> tuple[float, float, float]:
    hits = (found & truth).sum()
    precision, recall = hits / max(found.sum(), 1), hits / truth.sum()
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return float(f1), float(precision), float(recall)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--human", type=Path)
    arguments = parser.parse_args()
    pairs = json.loads((DATA / "question_pairs.json").read_text("utf-8"))
    sets = json.loads((DATA / "intents_and_questions.json").read_text("utf-8"))
    figures: dict[str, Any] = {"machine": platform.machine(), "model": "sentence encoders"}
    figures["n"] = sum(len(pairs[lang][kind]) for lang in pairs if lang != "about" for kind in
                       ("same", "different"))  # fmt: skip
    for name, language in ENCODERS:
        embedder = open_embedder(name)
        row = alpha(embedder, pairs[language]) | covered(embedder, sets[language])
        if arguments.human and language == "zh":
            row |= human_alpha(embedder, arguments.human)
        figures |= {f"{name}_{language}_{key}": value for key, value in row.items()}
        if not arguments.json:
            print(name, language, {key: round(value, 3) for key, value in row.items()})
    if arguments.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
