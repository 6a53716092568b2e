"""One `Settings` object, read once from the environment (`ASKWRIGHT_*`)."""

from enum import StrEnum
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.errors import InvalidInput

PREFIX = "ASKWRIGHT_"


class EngineName(StrEnum):
    LLAMA_CPP = "llama.cpp"
    TRANSFORMERS = "transformers"
    OPENAI = "openai"
    DETERMINISTIC = "deterministic"


class Settings(BaseSettings):
    """What can be set from outside. Every field is documented in docs/settings.md."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    data_dir: Path = Field(default_factory=lambda: user_data_path("askwright"))
    database_url: str = ""
    log_level: str = "INFO"
    require_login: bool = False

    engine: EngineName = EngineName.LLAMA_CPP
    model: str = ""
    context_length: int = Field(default=8192, ge=1024, le=262_144)
    slots: int = Field(default=4, ge=1, le=64)
    threads: int | None = Field(default=None, ge=1, le=512)
    adapter: Path | None = None
    deterministic_delay: float = Field(default=0.0, ge=0, le=60)

    server_url: str = ""
    server_model: str = ""
    server_key: SecretStr = SecretStr("")
    server_local: bool | None = None
    server_timeout: float = Field(default=120.0, gt=0, le=3600)

    embedding_model: str = "all-MiniLM-L6-v2"
    surprisal_model: str = "SmolLM2-135M-Instruct"

    wikipedia: bool = False
    wikipedia_contact: str = ""

    workers: int = Field(default=1, ge=1, le=64)
    queue_capacity: int = Field(default=40, ge=1, le=10_000)

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        level = value.upper()
        if level not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("use DEBUG, INFO, WARNING or ERROR")
        return level

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @property
    def store_url(self) -> str:
        """The SQLAlchemy URL of the store: as set, or a SQLite file in the data folder."""
        return self.database_url or f"sqlite:///{self.data_dir / 'askwright.db'}"

    @property
    def server_may_be_local(self) -> bool:
        """Whether the model's server may be on this machine or its network: on a machine of one's
        own yes, and where people sign in if the administrator says so."""
        return not self.require_login if self.server_local is None else self.server_local

    @property
    def models_dir(self) -> Path:
        return self.data_dir / "models"


def load(**overrides: Any) -> Settings:
    """Read the settings from the environment.

    Raises `InvalidInput` naming the environment variable, what is wrong with its value and what
    would be accepted. Values are not echoed: one of them may be a key.
    """
    try:
        return Settings(**overrides)
    except ValidationError as error:
        first = error.errors()[0]
        variable = PREFIX + str(first["loc"][0]).upper() if first["loc"] else PREFIX + "*"
        raise InvalidInput(
            f"The setting {variable} cannot be used: {first['msg']}.",
            "Change it or unset it; docs/settings.md lists what each setting takes.",
        ) from error
