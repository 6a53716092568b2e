"""Training itself, by transformers' Trainer: several cards, resuming and the rest are its work."""

import math
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from services.errors import InvalidInput
from training.fine_tuning.lora import Pupil
from training.fine_tuning.recipe import Recipe
from training.fine_tuning.tokens import Collator, Row, Split

CHECKPOINTS = "checkpoints"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Losses are the mean over conversations of the mean cross-entropy of an answer's tokens, in
    nats; those on what was held out are None where nothing was. `losses` are (epoch, learnt, held
    out), the former measured while it was learnt."""

    epochs: float
    steps: int
    seconds: float
    learnt_before: float
    learnt_after: float
    held_out_before: float | None
    held_out_after: float | None
    stopped_early: bool
    losses: list[tuple[float, float | None, float | None]] = field(default_factory=list)


def train(
    pupil: Pupil, rows: Split, recipe: Recipe, out: Path, *, device_batch: int, resume: bool
) -> Outcome:
    """Train, keep the epoch with the least validation loss, and save the adapter into `out`.

    `device_batch` conversations are read at a time on each card; gradients are added up to the
    recipe's batch. With `resume` it goes on after the last whole epoch in `out`. Raises
    `InvalidInput` when there is nothing to learn from or nothing to resume.
    """
    if not rows.learnt:
        raise InvalidInput(
            "There is nothing to learn from in these files.",
            f"Raise --max-tokens ({rows.too_long} conversations were longer) or give more files.",
        )
    from transformers import EarlyStoppingCallback

    trainer = _trainer(pupil, rows, recipe, out, device_batch)
    before = _loss(trainer, rows.learnt), _loss(trainer, rows.held_out)
    # Only now: it would look for the validation loss in these measurements too.
    stops = EarlyStoppingCallback(early_stopping_patience=recipe.patience)
    if rows.held_out:
        trainer.add_callback(stops)
    started = time.monotonic()
    trainer.train(resume_from_checkpoint=_last(out) if resume else None)
    seconds = time.monotonic() - started
    trainer.remove_callback(stops)
    if trainer.is_world_process_zero():
        pupil.model.save_pretrained(out)
    after = _loss(trainer, rows.learnt), _loss(trainer, rows.held_out)
    reached = float(trainer.state.epoch or 0.0)
    assert before[0] is not None
    assert after[0] is not None
    return Outcome(
        epochs=reached,
        steps=int(trainer.state.global_step),
        seconds=seconds,
        learnt_before=before[0],
        learnt_after=after[0],
        held_out_before=before[1],
        held_out_after=after[1],
        stopped_early=math.ceil(reached) < recipe.epochs,
        losses=_curve(trainer.state.log_history),
    )


def _trainer(pupil: Pupil, rows: Split, recipe: Recipe, out: Path, device_batch: int) -> Any:
    from transformers import PrinterCallback, Trainer, TrainingArguments

    cards = int(os.environ.get("WORLD_SIZE", "1"))
    on_card = pupil.device != "cpu"
    validated = bool(rows.held_out)
    arguments = TrainingArguments(
        output_dir=str(out / CHECKPOINTS),
        learning_rate=recipe.learning_rate,
        num_train_epochs=recipe.epochs,
        per_device_train_batch_size=device_batch,
        # One at a time: the trainer's mean over batches is then the mean over conversations.
        per_device_eval_batch_size=1,
        gradient_accumulation_steps=max(1, recipe.batch // (device_batch * cards)),
        warmup_steps=recipe.warmup,
        lr_scheduler_type="cosine",
        eval_strategy="epoch" if validated else "no",
        save_strategy="epoch",
        save_total_limit=2,
        logging_strategy="epoch",
        load_best_model_at_end=validated,
        metric_for_best_model="eval_loss" if validated else None,
        bf16=on_card,
        use_cpu=not on_card,
        activation_checkpointing=on_card,
        activation_checkpointing_kwargs={"use_reentrant": False} if on_card else None,
        ddp_find_unused_parameters=False if cards > 1 else None,
        dataloader_pin_memory=on_card,
        remove_unused_columns=False,
        disable_tqdm=True,
        report_to="none",
        seed=recipe.seed,
    )
    trainer = Trainer(
        model=pupil.model,
        args=arguments,
        data_collator=Collator(pupil.tokenizer),
        train_dataset=rows.learnt,  # type: ignore[arg-type]
        eval_dataset=rows.held_out or None,  # type: ignore[arg-type]
    )
    # It prints to standard output, which is for the record alone.
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(_epoch_reports())
    return trainer


def _epoch_reports() -> Any:
    """A callback that tells the losses of each epoch on standard error."""
    from transformers import TrainerCallback

    class Reports(TrainerCallback):
        def on_log(self, args: Any, state: Any, control: Any, **more: Any) -> None:
            logs = more.get("logs") or {}
            for name, words in (("loss", "learning"), ("eval_loss", "held out")):
                if name in logs and state.is_world_process_zero:
                    print(f"epoch {state.epoch:g}: {words} {logs[name]:.3f}", file=sys.stderr)

    return Reports()


def _loss(trainer: Any, rows: Sequence[Row]) -> float | None:
    """The mean loss over `rows`, without dropout; None for none."""
    if not rows:
        return None
    found: dict[str, float] = trainer.evaluate(list(rows), metric_key_prefix="measured")
    return found["measured_loss"]


def _last(out: Path) -> str:
    """The newest checkpoint in `out`. Raises `InvalidInput` when there is none."""
    from transformers.trainer_utils import get_last_checkpoint

    folder = out / CHECKPOINTS
    found = get_last_checkpoint(str(folder)) if folder.is_dir() else None
    if found is None:
        raise InvalidInput(f"There is nothing to resume in {out}.", "Leave --resume out.")
    return str(found)


def _curve(history: Sequence[dict[str, Any]]) -> list[tuple[float, float | None, float | None]]:
    """The losses of each epoch out of the trainer's log."""
    found: dict[float, list[float | None]] = {}
    for entry in history:
        for place, name in enumerate(("loss", "eval_loss")):
            if name in entry:
                found.setdefault(round(entry["epoch"], 2), [None, None])[place] = entry[name]
    return [(epoch, *pair) for epoch, pair in sorted(found.items())]  # type: ignore[misc]
