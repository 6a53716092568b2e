"""Loading a model with transformers: which device and precision, and whether it fits before it
is tried.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.errors import InvalidInput, Unavailable
from services.llm.memory import free_bytes, require_memory
from services.llm.reasons import reason_of

# Bytes a weight in the layers that are quantised: NF4 is 4 bits and, with double quantisation,
# 0.127 bits of constants for each weight (Dettmers et al. 2023, section 3).
NF4_BYTES = (4 + 0.127) / 8
BYTES = {"NF4": NF4_BYTES, "bfloat16": 2.0, "float32": 4.0}
# The CUDA context and the activations of one request of a few thousand tokens.
OVERHEAD_BYTES = {"cuda": 900_000_000, "cpu": 200_000_000}
# Above this a CPU would take minutes for an answer; llama.cpp's 4-bit kernels are the way there.
CPU_PARAMETERS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model ready to use. `needed_bytes` is the estimate made before loading."""

    model: Any
    tokenizer: Any
    device: str
    device_name: str
    precision: str
    needed_bytes: int


def load(
    path: Path, *, precision: str = "", context_length: int, adapter: Path | None = None
) -> Loaded:
    """Load the model in folder `path`; `precision` "" is NF4 on CUDA and float32 on a CPU.

    Raises `Unavailable` when a package is missing, when there is no CUDA device and the model is
    too large for a CPU, or when the memory is too small; `InvalidInput` for an unknown precision.
    """
    try:
        import torch
        from transformers import AutoConfig, AutoTokenizer
    except ImportError as error:
        raise Unavailable(
            "The transformers engine is not installed.",
            "Install torch and transformers, or set ASKWRIGHT_ENGINE=llama.cpp.",
        ) from error
    device = "cuda" if torch.cuda.is_available() else "cpu"
    chosen = precision or ("NF4" if device == "cuda" else "float32")
    if chosen not in BYTES:
        raise InvalidInput(f"There is no precision called {chosen!r}.", f"Use one of {[*BYTES]}.")
    try:
        config = AutoConfig.from_pretrained(path)
        tokenizer = AutoTokenizer.from_pretrained(path)
    except (OSError, ValueError) as error:
        raise Unavailable(
            f"The model in {path.name} cannot be read: {reason_of(error)}.",
            "Fetch it again on the Models page.",
        ) from error
    sizes = Sizes.of(config)
    _require_speed(path.name, device, sizes.total)
    needed = sizes.bytes_needed(chosen, device, context_length)
    require_memory(path.name, needed, free_bytes(device))
    model = load_weights(path, device, chosen)
    if adapter is not None:
        model = _adapted(model, adapter)
    model.eval()
    name = torch.cuda.get_device_name(0) if device == "cuda" else "CPU"
    return Loaded(model, tokenizer, device, name, chosen, needed)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of parameters, and the bytes of cache that one token of context takes."""

    quantised: int
    kept: int
    cache_bytes_per_token: int

    @property
    def total(self) -> int:
        return self.quantised + self.kept

    @classmethod
    def of(cls, config: Any) -> "Sizes":
        """Counted on the model's skeleton, which takes no memory for weights."""
        import torch
        from transformers import AutoModelForCausalLM

        with torch.device("meta"):
            skeleton = AutoModelForCausalLM.from_config(config)
        head = skeleton.get_output_embeddings()
        linear = {
            id(module.weight)
            for module in skeleton.modules()
            if isinstance(module, torch.nn.Linear) and module is not head
        }
        weights = {id(weight): weight.numel() for weight in skeleton.parameters()}
        quantised = sum(size for name, size in weights.items() if name in linear)
        text = config.get_text_config()
        heads = getattr(text, "num_key_value_heads", None) or text.num_attention_heads
        width = getattr(text, "head_dim", None) or text.hidden_size // text.num_attention_heads
        return cls(
            quantised,
            sum(weights.values()) - quantised,
            2 * text.num_hidden_layers * heads * width,
        )

    def bytes_needed(self, precision: str, device: str, context_length: int) -> int:
        """Weights, cache for `context_length` tokens, and working space."""
        kept_bytes = 4.0 if precision == "float32" else 2.0
        weights = self.quantised * BYTES[precision] + self.kept * kept_bytes
        cache = self.cache_bytes_per_token * context_length * kept_bytes
        return int(weights + cache) + OVERHEAD_BYTES[device]


def _require_speed(name: str, device: str, parameters: int) -> None:
    if device == "cpu" and parameters > CPU_PARAMETERS:
        raise Unavailable(
            f"This machine has no CUDA device, and {name} with {parameters / 1e9:.1f} "
            "billion parameters is too slow without one.",
            "Set ASKWRIGHT_ENGINE=llama.cpp: it runs 4-bit models on the CPU.",
        )


def load_weights(path: Path, device: str, precision: str) -> Any:
    """The model in folder `path` on `device`, in one of the precisions of `BYTES`.

    Raises `Unavailable` when the memory runs out or a file or package is missing.
    """
    import torch
    from transformers import AutoModelForCausalLM, BitsAndBytesConfig
    from transformers.utils import logging

    logging.disable_progress_bar()
    options: dict[str, Any] = {"dtype": torch.bfloat16, "attn_implementation": "sdpa"}
    if precision == "float32":
        options["dtype"] = torch.float32
    if precision == "NF4":
        options["quantization_config"] = BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_compute_dtype=torch.bfloat16,
            bnb_4bit_use_double_quant=True,
        )
    try:
        return AutoModelForCausalLM.from_pretrained(path, device_map={"": device}, **options)
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise Unavailable(
            f"The memory ran out while {path.name} was loading.",
            "Choose a smaller model or close what else uses the memory.",
        ) from error
    except (ImportError, OSError, ValueError) as error:
        raise Unavailable(
            f"{path.name} could not be loaded: {reason_of(error)}.",
            "Check that bitsandbytes and accelerate are installed, or fetch the model again.",
        ) from error


def _adapted(model: Any, adapter: Path) -> Any:
    try:
        from peft import PeftModel

        return PeftModel.from_pretrained(model, adapter)
    except ImportError as error:
        raise Unavailable("Adapters need peft, which is not installed.", "Install peft.") from error
    except (OSError, ValueError, RuntimeError) as error:
        raise InvalidInput(
            f"The adapter in {adapter} does not fit this model: {reason_of(error)}.",
            "Put on a LoRA folder made for it, or none (the Models page, or ASKWRIGHT_ADAPTER).",
        ) from error
