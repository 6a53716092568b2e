"""Fit the estimate of page views from names, on measured views.

    python -m training.popularity VIEWS.json

VIEWS.json holds {page title: mean monthly views}. Prints the correlation of estimated and
measured log10 views, and of the normalised views HIFAS takes, on a fifth of the titles that the
network has not seen; titles that share a head ("Amazon (company)") are kept on one side.
"""

import argparse
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.neural_network import MLPRegressor

from services.hints.familiarity import MOST_VIEWS
from services.hints.names import without_parenthesis
from services.hints.popularity import COEFFICIENTS, PopularityModel, facts, plain_title
from services.text.embeddings import open_embedder

ENCODER = "all-MiniLM-L6-v2"
# What the facts count beside the embedding's unit length.
FACTS_SPREAD = 10.0
FOLDS = 5


def network() -> MLPRegressor:
    return MLPRegressor(
        hidden_layer_sizes=(96,),
        alpha=1e-3,
        batch_size=256,
        learning_rate_init=1e-3,
        early_stopping=True,
        max_iter=60,
        n_iter_no_change=4,
        random_state=0,
    )


def save(fitted: MLPRegressor, mean: np.ndarray, scale: np.ndarray, path: Path) -> None:
    layers = zip(fitted.coefs_, fitted.intercepts_, strict=True)
    arrays: dict[str, Any] = {
        f"{name}{place}": array.astype(np.float16)
        for place, pair in enumerate(layers)
        for name, array in zip(("weights", "bias"), pair, strict=True)
    }
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(path, encoder=np.array(ENCODER), mean=mean, scale=scale, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("views", type=Path)
    parser.add_argument("--embeddings", type=Path, help="keep the names' embeddings here (npy)")
    parser.add_argument("--out", type=Path, default=COEFFICIENTS)
    arguments = parser.parse_args()

    content = json.loads(arguments.views.read_text("utf-8"))
    names = [plain_title(title) for title in content]
    views = np.array(list(content.values()), np.float32)
    if arguments.embeddings and arguments.embeddings.exists():
        rows = np.load(arguments.embeddings, allow_pickle=False).astype(np.float32)
    else:
        rows = open_embedder(ENCODER).encode(names)
        if arguments.embeddings:
            np.save(arguments.embeddings, rows.astype(np.float16))
    known = np.array([facts(name) for name in names], np.float32)
    mean, scale = known.mean(0), known.std(0) * FACTS_SPREAD + 1e-6
    inputs, target = np.hstack([rows, (known - mean) / scale]), np.log10(views + 1)
    heads = [zlib.crc32(without_parenthesis(name).lower().encode()) % FOLDS for name in names]
    held = np.array(heads) == 0

    save(network().fit(inputs[~held], target[~held]), mean, scale, arguments.out)
    unseen = [name for name, out in zip(names, held, strict=True) if out]
    guess = PopularityModel(arguments.out).log_views(rows[held], unseen)
    ours, theirs = (np.clip((10.0**x - 1) / MOST_VIEWS, 0, 1) for x in (guess, target[held]))
    print(
        f"log10 views r {np.corrcoef(guess, target[held])[0, 1]:.3f}  "
        f"normalised r {np.corrcoef(ours, theirs)[0, 1]:.3f}  n {held.sum()}"
    )
    save(network().fit(inputs, target), mean, scale, arguments.out)


if __name__ == "__main__":
    main()
