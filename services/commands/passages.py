"""Commands of passages."""

import argparse
from typing import Any


def register(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add this module's commands."""
