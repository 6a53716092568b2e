"""The published items the difficulty estimate is learnt from, and their evidence.

`items_with_human_accuracy.jsonl`: one item a line with `id`, `passage_id`, `passage`, `question`,
`options`, `gold`, `human_accuracy` (Nangia et al. 2021, CC BY 4.0; not part of this project).
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from services.reading.option_evidence import Evidence, gather
from services.text.embeddings import Embedder


@dataclass(frozen=True, slots=True)
class PublishedItem:
    id: str
    passage_id: str
    passage: str
    question: str
    options: tuple[str, ...]
    gold: int
    human_accuracy: float


def load(path: Path) -> list[PublishedItem]:
    """All items of the file, in its order."""
    items = []
    for line in path.read_text("utf-8").splitlines():
        entry = json.loads(line)
        known = {name: entry[name] for name in PublishedItem.__dataclass_fields__}
        items.append(PublishedItem(**known | {"options": tuple(entry["options"])}))
    return items


def evidence(
    items: list[PublishedItem], embedder: Embedder, cache: Path | None
) -> tuple[list[Evidence], list[Evidence]]:
    """Evidence of every item with its question, and with the question hidden.

    Takes about five minutes for 1,200 items; `cache` (an .npz file) keeps it.
    """
    if cache is not None and cache.is_file():
        return _read_cache(cache)
    asked = [gather(item.passage, item.question, item.options, embedder) for item in items]
    unasked = [gather(item.passage, "", item.options, embedder) for item in items]
    if cache is not None:
        _write_cache(cache, asked, unasked)
    return asked, unasked


def _write_cache(path: Path, asked: list[Evidence], unasked: list[Evidence]) -> None:
    everything = [*asked, *unasked]
    np.savez_compressed(
        path,
        values=np.vstack([e.values for e in everything]),
        rows=[len(e.values) for e in everything],
        gaps=[e.question_gap for e in everything],
        missing=[e.question_missing for e in everything],
    )


def _read_cache(path: Path) -> tuple[list[Evidence], list[Evidence]]:
    with np.load(path) as kept:
        values = np.split(kept["values"], np.cumsum(kept["rows"])[:-1])
        everything = [
            Evidence(rows, float(gap), int(missing))
            for rows, gap, missing in zip(values, kept["gaps"], kept["missing"], strict=True)
        ]
    half = len(everything) // 2
    return everything[:half], everything[half:]


def folds(passage_ids: list[str], count: int, seed: int) -> np.ndarray:
    """A fold number (0 to count - 1) for every item; items of one passage share a fold."""
    distinct = sorted(set(passage_ids))
    np.random.default_rng(seed).shuffle(distinct)
    of = {passage: place % count for place, passage in enumerate(distinct)}
    return np.array([of[passage] for passage in passage_ids])
