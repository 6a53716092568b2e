"""The model that is trained: its weights frozen (in 4 bits on CUDA), a LoRA adapter on top."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.errors import InvalidInput, Unavailable
from services.llm import catalog, transformers_loading, weights
from services.llm.reasons import reason_of
from services.settings import EngineName, Settings
from training.fine_tuning.recipe import Recipe

# Without a card every step of a larger model takes minutes.
CPU_PARAMETERS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Base:
    """Where the model lies (a folder, or a name that the hub's client fetches), and its name."""

    place: str
    name: str


@dataclass(frozen=True, slots=True)
class Pupil:
    """The model with its adapter, ready to train."""

    model: Any
    tokenizer: Any
    device: str
    precision: str
    trained: int
    parameters: int


def base_of(name: str, settings: Settings) -> Base:
    """A folder, a model of the catalogue (fetched if need be) or the hub's name of one.

    Raises `InvalidInput` for what only llama.cpp runs: 4-bit GGUF files are not trained.
    """
    path = Path(name).expanduser()
    if path.is_dir():
        return Base(str(path), path.name)
    entry = next((e for e in catalog.entries() if e.name == name.lower()), None)
    if entry is not None and entry.engine == EngineName.TRANSFORMERS:
        return Base(str(weights.fetch(entry.name, settings.models_dir)), entry.title)
    if entry is None and name.count("/") == 1 and path.suffix != ".gguf":
        return Base(name, name.split("/")[1])
    raise InvalidInput(
        f"{name} cannot be trained: training needs weights in safetensors.",
        "Give their folder, or the name of the repository, such as Qwen/Qwen2.5-Coder-1.5B-Instruct"
        " for the default model.",
    )


def load(base: Base, recipe: Recipe, *, precision: str = "") -> Pupil:
    """The model with a fresh adapter on every linear layer but the last.

    `precision` "" is NF4 on CUDA (QLoRA) and float32 on a CPU. Raises `Unavailable` when a package
    is missing, the model cannot be read, is too large for a CPU, or does not fit.
    """
    try:
        import torch
        from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training
        from transformers import AutoConfig, AutoTokenizer
    except ImportError as error:
        raise Unavailable(
            f"Training needs torch, transformers and peft ({reason_of(error)}).", "Install them."
        ) from error
    device = _device()
    chosen = precision or ("NF4" if device != "cpu" else "float32")
    try:
        config = AutoConfig.from_pretrained(base.place)
        tokenizer = AutoTokenizer.from_pretrained(base.place)
    except (OSError, ValueError) as error:
        raise Unavailable(
            f"The model {base.name} cannot be read: {reason_of(error)}.",
            "Check the folder or the name, and the network.",
        ) from error
    _require_a_card(base, config, device)
    torch.manual_seed(recipe.seed)
    model = transformers_loading.load_weights(Path(base.place), device, chosen)
    if chosen == "NF4":
        model = prepare_model_for_kbit_training(model)
    model.config.use_cache = False
    model = get_peft_model(
        model,
        LoraConfig(
            r=recipe.rank,
            lora_alpha=recipe.alpha,
            lora_dropout=recipe.dropout,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        ),
    )
    trained, parameters = model.get_nb_trainable_parameters()
    return Pupil(model, tokenizer, device, chosen, trained, parameters)


def _device() -> str:
    """The card of this process (accelerate starts one process a card), or the CPU."""
    import torch

    if not torch.cuda.is_available():
        return "cpu"
    return f"cuda:{os.environ.get('LOCAL_RANK', '0')}"


def _require_a_card(base: Base, config: Any, device: str) -> None:
    size = transformers_loading.Sizes.of(config).total
    if device == "cpu" and size > CPU_PARAMETERS:
        raise Unavailable(
            f"{base.name} has {size / 1e9:.1f} billion parameters, too many to train without a "
            "CUDA device.",
            "Train on a machine with one; the adapter then works on any.",
        )
