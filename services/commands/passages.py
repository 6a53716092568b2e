"""Commands of passages."""

import argparse
from typing import Any

from services.commands import items, reading


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
    reading.register(commands)
    items.register(commands)
