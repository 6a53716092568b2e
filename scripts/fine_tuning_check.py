"""Check fine-tuning on this machine's GPU: train a 4-bit model, attach the adapter, print JSON.

    python scripts/fine_tuning_check.py [--model NAME_OR_FOLDER]

The ten small questionnaires of training/data are learnt by QLoRA; the training loss must fall by
half, and the adapter must answer through the engine. Exit code 0: passed. 1: failed. 77: not run,
because there is no CUDA device; it is never reported as passed.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.gpu_check import FAILED, NOT_RUN, PASSED, no_gpu
from services import settings
from services.errors import AskwrightError
from services.llm.structured import generate
from services.llm.transformers_engine import TransformersEngine
from services.questionnaire import direct
from training.fine_tuning import conversations, lora
from training.fine_tuning.__main__ import fine_tune
from training.fine_tuning.recipe import Recipe

DATA = Path(__file__).parents[1] / "training" / "data" / "ten_questionnaires.json"
DEFAULT = "qwen3-4b-instruct-2507"
RECIPE = Recipe(learning_rate=2e-4, epochs=10, batch=5, patience=10)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default=DEFAULT, help="a catalogue name or a folder of weights")
    asked = parser.parse_args(arguments)
    report: dict[str, Any] = {"status": "not run", "reason": no_gpu()}
    code = NOT_RUN
    if report["reason"] is None:
        try:
            with tempfile.TemporaryDirectory() as folder:
                report = checked(asked.model, Path(folder) / "adapter", RECIPE)
            code = PASSED if report["status"] == "passed" else FAILED
        except AskwrightError as error:
            report, code = {"status": "failed", "reason": str(error)}, FAILED
    print(json.dumps(report, indent=2, ensure_ascii=False))
    return code


def checked(model: str, out: Path, recipe: Recipe) -> dict[str, Any]:
    """Train `model` into `out`, use the adapter, and report."""
    record = fine_tune([DATA], model=model, out=out, recipe=recipe, device_batch=recipe.batch)
    outcome = record["outcome"]
    base = lora.base_of(model, settings.load())
    engine = TransformersEngine(Path(base.place), name=base.name, context_length=4096, adapter=out)
    try:
        ((talk,), *_) = conversations.read(DATA)
        written = generate(engine, talk.messages, direct.Questions).value
        speed = engine.usage.tokens_per_second
        memory = engine.info.memory_bytes
    finally:
        engine.close()
    checks = {
        "loss_fell_by_half": outcome["learnt_after"] < outcome["learnt_before"] / 2,
        "adapter_answers": bool(written.questions),
    }
    return {
        "status": "passed" if all(checks.values()) else "failed",
        "reason": None,
        "checks": checks,
        "memory_peak": memory,
        "tokens_per_second": speed,
        "questions": [row.question for row in written.questions],
        **{name: record[name] for name in ("base", "precision", "device", "outcome", "versions")},
    }


if __name__ == "__main__":
    sys.exit(main())
