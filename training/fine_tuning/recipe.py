"""How an adapter is trained: the settings of the papers, and settings for LoRA."""

from dataclasses import asdict, dataclass
from typing import Any

from services.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Recipe:
    """`batch` is the number of conversations a step over all cards; `max_tokens` the longest one
    that is learnt from. `alpha` / `rank` scales what the adapter adds; `warmup` is a share of the
    steps; `patience` how many epochs the validation loss may fail to fall."""

    learning_rate: float
    epochs: float
    batch: int
    max_tokens: int = 2048
    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05
    warmup: float = 0.03
    patience: int = 2
    seed: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


PRESETS = {
    # Lei et al. 2024 (Qsnail), section 3.2: "learning rate, batch size, and maximum context length"
    # of 2e-5, 128 and 2048, three epochs. They train every weight; a LoRA learns slowly at this
    # rate. TriviaHG (Mozafari et al. 2024) states no settings of its own.
    "paper": Recipe(learning_rate=2e-5, epochs=3, batch=128),
    # Dettmers et al. 2023 (QLoRA), appendix B: 2e-4 and batches of 16 for models of 7 to 13
    # billion parameters, adapters of rank 64 and alpha 16 on every linear layer, dropout 0.1.
    "qlora": Recipe(learning_rate=2e-4, epochs=3, batch=16, rank=64, alpha=16, dropout=0.1),
    # A few dozen drafts of one's own: small batches, so that there are enough steps.
    "few": Recipe(learning_rate=2e-4, epochs=10, batch=4),
}


def preset(name: str) -> Recipe:
    """The recipe called `name`. Raises `InvalidInput`."""
    if name not in PRESETS:
        raise InvalidInput(f"There is no preset {name!r}.", f"Choose one of {', '.join(PRESETS)}.")
    return PRESETS[name]
