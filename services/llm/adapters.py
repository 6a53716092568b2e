"""LoRA adapters: small files of changed weights that are put onto a model of their own.

Two forms: the folder that peft saves, for the transformers engine, and one GGUF file, for
llama.cpp. Beside either may lie a `training.json` (`training.fine_tuning`), which says what the
adapter has learnt from and how well.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.errors import InvalidInput
from services.settings import EngineName

CONFIGURATION = "adapter_config.json"
RECORD = "training.json"
FOLDER = "adapters"


@dataclass(frozen=True, slots=True)
class Adapter:
    """One adapter. `base` is the model it belongs to, as its maker named it, "" if not said;
    `note` is one line on what it has learnt from, "" if nothing is known."""

    name: str
    path: Path
    engine: EngineName
    base: str = ""
    note: str = ""

    @property
    def needs(self) -> str:
        """What it can be put onto, in words."""
        form = "GGUF" if self.engine is EngineName.LLAMA_CPP else "transformers"
        return f"{self.base or 'the model it was made for'} ({form})"


def found(folder: Path) -> tuple[Adapter, ...]:
    """Every adapter in `folder` (or one level down), by name; what cannot be read is left out."""
    if not folder.is_dir():
        return ()
    places = [*folder.iterdir(), *folder.glob("*/*.gguf")]
    adapters = []
    for place in places:
        try:
            adapters.append(at(place))
        except InvalidInput:
            continue
    return tuple(sorted(adapters, key=lambda adapter: (adapter.name.casefold(), adapter.engine)))


def at(path: Path) -> Adapter:
    """The adapter at `path`. Raises `InvalidInput` when there is none."""
    path = path.expanduser()
    if path.is_dir() and (path / CONFIGURATION).is_file():
        return _folder(path)
    if path.is_file() and path.suffix == ".gguf":
        return _file(path)
    raise InvalidInput(
        f"There is no adapter at {path}.",
        f"Give a folder with an {CONFIGURATION} in it, or a LoRA file that ends in .gguf.",
    )


def _folder(path: Path) -> Adapter:
    configuration = _json(path / CONFIGURATION)
    if configuration is None or "peft_type" not in configuration:
        raise InvalidInput(f"{path / CONFIGURATION} is no adapter's configuration.", "Save again.")
    if not any(path.glob("adapter_model.*")):
        raise InvalidInput(f"{path} holds no adapter_model file.", "Save the adapter again.")
    base = Path(str(configuration.get("base_model_name_or_path") or "")).name
    return Adapter(path.name, path, EngineName.TRANSFORMERS, base, _note(path))


def _file(path: Path) -> Adapter:
    from gguf import GGUFReader

    try:
        fields = GGUFReader(path).fields
    except (ValueError, IndexError, OSError) as error:
        raise InvalidInput(f"{path} is no GGUF file.", "Convert the adapter again.") from error

    def said(name: str) -> str:
        field = fields.get(name)
        return "" if field is None else str(field.contents())

    if said("general.type") != "adapter":
        raise InvalidInput(
            f"{path.name} is a whole model, not an adapter.", "Choose it as a model instead."
        )
    base = said("general.base_model.0.name") or _base_of_record(path.parent)
    return Adapter(path.stem, path, EngineName.LLAMA_CPP, base, _note(path.parent))


def _base_of_record(folder: Path) -> str:
    return str((_json(folder / RECORD) or {}).get("base", ""))


def _note(folder: Path) -> str:
    return str((_json(folder / RECORD) or {}).get("summary", ""))


def _json(path: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None
