"""Fine-tune a model on questionnaires or hints; the result is a LoRA adapter.

    python -m training.fine_tuning FILE... --model NAME --out FOLDER [--preset paper|qlora|few]
    accelerate launch --config_file training/fine_tuning/zero2.yaml -m training.fine_tuning ...

Prints what was done as JSON. docs/training.md says what FILE may be and what follows.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from services import settings
from services.errors import AskwrightError, InvalidInput
from services.llm import adapters
from training.fine_tuning import card, conversations, course, lora, tokens
from training.fine_tuning.recipe import PRESETS, Recipe, preset

HELD_OUT_SHARE = 0.1
CHANGEABLE = ("learning_rate", "epochs", "batch", "max_tokens", "rank", "patience", "seed")


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    try:
        record = fine_tune(
            asked.files,
            model=asked.model,
            out=asked.out,
            recipe=_recipe(asked),
            held_out=asked.held_out,
            device_batch=asked.device_batch,
            precision=asked.precision,
            resume=asked.resume,
        )
    except AskwrightError as error:
        print(f"fine_tuning: {' '.join(str(error).split())}", file=sys.stderr)
        return error.exit_code
    if _is_first():
        print(json.dumps(record, indent=2, ensure_ascii=False))
    return 0


def fine_tune(
    files: Sequence[Path],
    *,
    model: str,
    out: Path | None = None,
    recipe: Recipe,
    held_out: float = HELD_OUT_SHARE,
    device_batch: int = 1,
    precision: str = "",
    resume: bool = False,
) -> dict[str, Any]:
    """Train an adapter for `model` on `files` and save it, with its card, into `out`.

    `out` None is the app's own folder of adapters, where the Models page finds it. Returns the
    record that is written to `training.json`. Raises what the steps raise, and `InvalidInput` when
    `out` holds an adapter already.
    """
    configured = settings.load()
    base = lora.base_of(model, configured)
    out = out or configured.data_dir / adapters.FOLDER / f"{base.name.lower()}-tuned"
    if (out / adapters.CONFIGURATION).exists() and not resume:
        raise InvalidInput(f"{out} holds an adapter already.", "Choose another --out.")
    read = {path: conversations.read(path) for path in files}
    data = [card.DataFile.of(path, documents) for path, documents in read.items()]
    pupil = lora.load(base, recipe, precision=precision)
    rows = tokens.split(
        [document for documents in read.values() for document in documents],
        pupil.tokenizer,
        max_tokens=recipe.max_tokens,
        share=held_out,
        seed=recipe.seed,
    )
    out.mkdir(parents=True, exist_ok=True)
    outcome = course.train(pupil, rows, recipe, out, device_batch=device_batch, resume=resume)
    if not _is_first():
        return {}
    return card.write(
        out, base=base, pupil=pupil, recipe=recipe, data=data, rows=rows, outcome=outcome
    )


def _is_first() -> bool:
    """Of the processes that accelerate starts, the one that writes and prints."""
    return os.environ.get("RANK", "0") == "0"


def _recipe(asked: argparse.Namespace) -> Recipe:
    changed = {name: getattr(asked, name) for name in CHANGEABLE}
    return replace(preset(asked.preset), **{k: v for k, v in changed.items() if v is not None})


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.fine_tuning", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("files", nargs="+", type=Path, help="Qsnail, TriviaHG or Askwright JSON")
    parser.add_argument("--model", required=True, help="a folder, catalogue name or hub name")
    parser.add_argument("--out", type=Path, help="where the adapter goes (default: the app's own)")
    parser.add_argument("--preset", default="qlora", choices=[*PRESETS])
    parser.add_argument("--held-out", type=float, default=HELD_OUT_SHARE, help="share, 0 for none")
    parser.add_argument("--device-batch", type=int, default=1, help="conversations at a time")
    parser.add_argument("--precision", default="", choices=["", "NF4", "bfloat16", "float32"])
    parser.add_argument("--resume", action="store_true", help="go on after the last epoch")
    for name in CHANGEABLE:
        kind = float if name in ("learning_rate", "epochs") else int
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=kind, help="instead of the preset's"
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
