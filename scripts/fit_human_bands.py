"""Fit what Rep-n and Diversity people's questionnaires have at a given length.

    python scripts/fit_human_bands.py FILE.jsonl

FILE holds questionnaires by people in Qsnail's form, one a line. Rep-n grows with length, so the
10%, 50% and 90% quantiles are fitted on the logarithm of the number of tokens, over all runs of
neighbouring questions of each questionnaire (a questionnaire counts once, however many runs it
has). Only the coefficients are kept, in services/questionnaire/human_bands.json.
"""

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from services.questionnaire import metrics, qsnail
from services.questionnaire.tokens import words

OUT = Path(__file__).parents[1] / "services" / "questionnaire" / "human_bands.json"
MEASURES = ("rep_2", "rep_3", "rep_4", "diversity")
QUANTILES = (0.1, 0.5, 0.9)
# Shorter runs have hardly an n-gram to repeat.
FEWEST_QUESTIONS = 4


def runs(tokens: list[tuple[str, ...]]) -> Iterator[list[str]]:
    """The tokens of every run of at least FEWEST_QUESTIONS neighbouring questions."""
    for start in range(len(tokens)):
        for end in range(start + FEWEST_QUESTIONS, len(tokens) + 1):
            yield [token for stem in tokens[start:end] for token in stem]


def measured(tokens: list[str]) -> dict[str, float]:
    reps = [metrics.rep_n(tokens, n) for n in (2, 3, 4)]
    values = [*reps, metrics.diversity(reps)]
    return {
        name: 100 * value for name, value in zip(MEASURES, values, strict=True) if value is not None
    }


def rows(path: Path) -> Iterator[tuple[float, float, dict[str, float]]]:
    """(log of tokens, weight, measures) of every run."""
    for line in path.read_text("utf-8").splitlines():
        document = json.loads(line)
        if document.get("passes_keyword_filter") is False:
            continue
        questionnaire = qsnail.parse(document).questionnaire
        stems = [words(metrics.stem(i), questionnaire.language) for i in questionnaire.items]
        found = [run for run in runs(stems) if len(run) > 4]
        for run in found:
            yield math.log(len(run)), 1 / len(found), measured(run)


def main() -> None:
    from sklearn.linear_model import QuantileRegressor

    path = Path(sys.argv[1])
    data = list(rows(path))
    lengths = np.array([row[0] for row in data])
    weights = np.array([row[1] for row in data])
    bands: dict[str, Any] = {}
    for name in MEASURES:
        values = np.array([row[2][name] for row in data])
        bands[name] = []
        for quantile in QUANTILES:
            model = QuantileRegressor(quantile=quantile, alpha=0, solver="highs")
            model.fit(lengths[:, None], values, sample_weight=weights)
            bands[name].append([round(float(model.intercept_), 3), round(float(model.coef_[0]), 3)])
    fitted = {
        "zh": {
            "questionnaires": round(float(weights.sum())),
            "runs": len(data),
            "tokens": [round(math.exp(lengths.min())), round(math.exp(lengths.max()))],
            "bands": bands,
        }
    }
    OUT.write_text(json.dumps(fitted, indent=1) + "\n", "utf-8")
    print(OUT.name, fitted["zh"]["questionnaires"], "questionnaires", len(data), "runs")


if __name__ == "__main__":
    main()
