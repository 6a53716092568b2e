"""Check the GPU engine on this machine: load a 4-bit model, draft, score, and print JSON.

    python scripts/gpu_check.py [--model NAME_OR_FOLDER]

Exit code 0: every check passed. 1: something failed. 77: not run, because there is no CUDA device
(77 is what test harnesses take for "skipped"); it is never reported as passed.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pydantic import BaseModel, Field

from services import settings
from services.errors import AskwrightError
from services.llm.base import ChoiceQuery, Engine, Sampling, chat
from services.llm.engines import open_engine
from services.llm.structured import generate

PASSED, FAILED, NOT_RUN = 0, 1, 77
HINT = "He wrote a tragedy about a Danish prince who sees his father's ghost."
CANDIDATES = ("William Shakespeare", "Jane Austen", "Ben Jonson", "Molière", "Homer", "Ovid")


class Questions(BaseModel):
    questions: list[str] = Field(min_length=3, max_length=3)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="", help="a catalogue name or a folder of weights")
    asked = parser.parse_args(arguments)
    report: dict[str, Any] = {"status": "not run", "reason": no_gpu()}
    code = NOT_RUN
    if report["reason"] is None:
        try:
            report = checked(settings.load(engine="transformers", model=asked.model))
            code = PASSED if report["status"] == "passed" else FAILED
        except AskwrightError as error:
            report, code = {"status": "failed", "reason": str(error)}, FAILED
    print(json.dumps(report, indent=2))
    return code


def no_gpu() -> str | None:
    """Why there is nothing to check here, or None when there is a CUDA device."""
    try:
        import torch
    except ImportError:
        return "torch is not installed"
    if not torch.cuda.is_available():
        return f"no CUDA device (torch {torch.__version__})"
    return None


def checked(configured: settings.Settings) -> dict[str, Any]:
    """Load the model that `configured` asks for and report on it."""
    started = time.perf_counter()
    engine = open_engine(configured)
    loading = time.perf_counter() - started
    try:
        estimate = engine.info.memory_bytes
        return {**report_on(engine), "seconds_loading": loading, "memory_at_load": estimate}
    finally:
        engine.close()


def report_on(engine: Engine) -> dict[str, Any]:
    """Draft under a schema, score with and without company, and measure."""
    drafted, drafting = _timed(lambda: _draft(engine))
    queries = [
        ChoiceQuery(chat(f'Does the hint "{HINT}" refer to "{name}"? Answer Yes or No.'))
        for name in CANDIDATES
    ]
    together, scoring = _timed(lambda: engine.score(queries))
    alone = [engine.score([query])[0] for query in queries]
    moved = max(abs(a.margin - b.margin) for a, b in zip(together, alone, strict=True))
    info = engine.info
    checks = {
        "schema_held": len(drafted) == 3,
        "scores_independent_of_batch": moved <= info.capabilities.undecided_nats,
    }
    return {
        "status": "passed" if all(checks.values()) else "failed",
        "reason": None,
        "checks": checks,
        "model": info.as_json(),
        "device": info.device,
        "precision": info.precision,
        "memory_peak": info.memory_bytes,
        "tokens_per_second": engine.usage.tokens_per_second,
        "judgements_per_second": len(queries) / scoring,
        "largest_margin_change": moved,
        "seconds_drafting": drafting,
        "questions": drafted,
        "margins": {n: s.margin for n, s in zip(CANDIDATES, together, strict=True)},
    }


def _draft(engine: Engine) -> list[str]:
    prompt = "Write three survey questions about food waste in student housing."
    sampling = Sampling(max_tokens=200)
    return generate(engine, chat(prompt), Questions, sampling, max_repairs=0).value.questions


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    return work(), time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
