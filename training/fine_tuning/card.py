"""What is written down beside an adapter: a record for programs and a model card for people."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from services.llm.adapters import RECORD
from training.fine_tuning.course import Outcome
from training.fine_tuning.lora import Base, Pupil
from training.fine_tuning.recipe import Recipe
from training.fine_tuning.tokens import Split

PACKAGES = ("torch", "transformers", "peft", "accelerate")


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file that was learnt from: never its path, which may tell more than its name."""

    name: str
    sha256: str
    documents: int
    conversations: int

    @classmethod
    def of(cls, path: Path, documents: Sequence[Sequence[Any]]) -> "DataFile":
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return cls(path.name, digest, len(documents), sum(map(len, documents)))


def write(
    out: Path,
    *,
    base: Base,
    pupil: Pupil,
    recipe: Recipe,
    data: Sequence[DataFile],
    rows: Split,
    outcome: Outcome,
) -> dict[str, Any]:
    """Write both into `out` and return the record."""
    record: dict[str, Any] = {
        "base": base.name,
        "base_place": base.place if "/" in base.place and not Path(base.place).exists() else None,
        "summary": _summary(data, outcome),
        "recipe": recipe.as_json(),
        "data": [asdict(file) for file in data],
        "conversations": {
            "learnt": len(rows.learnt),
            "held_out": len(rows.held_out),
            "too_long": rows.too_long,
        },
        "outcome": asdict(outcome),
        "precision": pupil.precision,
        "device": "CPU" if pupil.device == "cpu" else _card_name(),
        "parameters": {"trained": pupil.trained, "all": pupil.parameters},
        "versions": {name: version(name) for name in PACKAGES},
    }
    text = json.dumps(record, indent=1, ensure_ascii=False)
    (out / RECORD).write_text(text, encoding="utf-8")
    (out / "README.md").write_text(_card(record), encoding="utf-8")
    return record


def _summary(data: Sequence[DataFile], outcome: Outcome) -> str:
    """One line for the Models page."""
    documents = sum(file.documents for file in data)
    before, after, what = outcome.held_out_before, outcome.held_out_after, "held-out loss"
    if before is None or after is None:
        before, after, what = outcome.learnt_before, outcome.learnt_after, "training loss"
    return f"Learnt from {documents} documents; {what} {before:.2f} before, {after:.2f} after."


def _card_name() -> str:
    import torch

    return str(torch.cuda.get_device_name())


def _card(record: dict[str, Any]) -> str:
    outcome, recipe, kept = record["outcome"], record["recipe"], record["conversations"]
    files = [
        f"| {file['name']} | {file['documents']} | {file['conversations']} | `{file['sha256']}` |"
        for file in record["data"]
    ]
    losses = [
        f"| {epoch:g} | {_number(learnt)} | {_number(held_out)} |"
        for epoch, learnt, held_out in outcome["losses"]
    ]
    settings = [f"| {name.replace('_', ' ')} | {value} |" for name, value in recipe.items()]
    measures = [
        f"| conversations learnt from | {_number(outcome['learnt_before'])} "
        f"| {_number(outcome['learnt_after'])} |",
        f"| conversations held out | {_number(outcome['held_out_before'])} "
        f"| {_number(outcome['held_out_after'])} |",
    ]
    lines = [
        "---",
        f"base_model: {record['base_place'] or record['base']}",
        "library_name: peft",
        "tags: [lora, askwright]",
        "---",
        f"# A LoRA adapter for {record['base']}",
        "",
        record["summary"],
        "",
        "## Data",
        f"{kept['learnt']} conversations learnt from, {kept['held_out']} held out (whole "
        f"documents), {kept['too_long']} left out for their length.",
        "",
        *("| File | Documents | Conversations | SHA-256 |", "|---|---|---|---|", *files),
        "",
        "## Settings",
        *("| Setting | Value |", "|---|---|", *settings),
        "",
        f"Weights in {record['precision']} on {record['device']}; "
        f"{record['parameters']['trained']:,} of {record['parameters']['all']:,} parameters "
        f"trained in {outcome['steps']} steps, {outcome['seconds']:.0f} s"
        f"{', stopped early' if outcome['stopped_early'] else ''}.",
        "",
        "## Measures",
        "Mean cross-entropy of an answer's tokens, in nats, over conversations; lower is better.",
        "",
        *("| | Before | After |", "|---|---|---|", *measures),
        "",
        *("| Epoch | Learning | Held out |", "|---|---|---|", *losses),
        "",
        "A lower loss says that the answers are likelier, not that people prefer them: compare "
        "blind before you rely on it.",
        "",
        "Made with " + ", ".join(f"{name} {v}" for name, v in record["versions"].items()) + ".",
    ]
    return "\n".join(lines) + "\n"


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"
