"""All kinds of work by name, for the queue."""

from importlib import import_module
from typing import TYPE_CHECKING

from services.jobs import Work

if TYPE_CHECKING:
    from services.workshop import Workshop

MODULES = ("models", "questionnaires", "hints", "passages", "compare", "library")


def all_work(workshop: "Workshop") -> dict[str, Work]:
    """Every module of this package offers `handlers(workshop)`: kind -> work."""
    kinds: dict[str, Work] = {}
    for name in MODULES:
        kinds |= import_module(f"services.work.{name}").handlers(workshop)
    return kinds
