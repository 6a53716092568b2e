"""Logging for the app and the command line: one line an event, never an author's text."""

import logging
import sys


def configure(level: str) -> None:
    """Send `askwright.*` records to standard error once; calling again only sets the level."""
    logger = logging.getLogger("askwright")
    logger.setLevel(level)
    if logger.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.propagate = False
