"""Logging for the app and the command line: one line an event, never an author's text."""

import logging
import sys
import traceback
from typing import TextIO


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to what standard error is when a record comes: whoever captures it replaces it."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


def configure(level: str) -> None:
    """Send `askwright.*` records to standard error once; calling again only sets the level."""
    logger = logging.getLogger("askwright")
    logger.setLevel(level)
    if logger.handlers:
        return
    handler = _StandardError()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.propagate = False


def defect(logger: logging.Logger, where: str) -> None:
    """Log the type and place of the exception being handled: its message may hold an author's
    words. `where` says what was being done."""
    kind, _, trace = sys.exc_info()
    logger.error(
        "%s raised %s\n%s",
        where,
        kind.__name__ if kind else "?",
        "".join(traceback.format_tb(trace)),
    )
