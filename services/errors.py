"""The errors a user may see. Anything else that is raised is a defect and is logged as one.

Every message is one sentence: what is wrong, where, and (in `hint`) what to do about it.
"""

import errno

LONGEST_MESSAGE = 500


class AskwrightError(Exception):
    """An error whose text is written for the user.

    `message` says what is wrong and where; `hint` says what to do. `exit_code` is what the
    command line returns for it (design: 2 bad input, 3 a model or service cannot be had).
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        # What it quotes of a file or a model may be pages long.
        if len(message) > LONGEST_MESSAGE:
            message = message[: LONGEST_MESSAGE - 1] + "…"
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class InvalidInput(AskwrightError):
    """The user's text, file or setting cannot be used as it is."""

    exit_code = 2


class NotFound(InvalidInput):
    """A draft, job or model of that name does not exist (any more)."""


class Forbidden(InvalidInput):
    """The person may not do that with a draft that is not theirs."""


class Unavailable(AskwrightError):
    """A model, package, disk or service that is needed cannot be had now."""

    exit_code = 3


class Busy(Unavailable):
    """The queue is full, or this owner already has as many jobs waiting as is fair."""


class UnusableAnswer(AskwrightError):
    """The model answered, but not with what was asked for, after the allowed repairs.

    `raw` keeps the last text so that the author can still use what is in it.
    """

    exit_code = 3

    def __init__(self, message: str, hint: str = "", *, raw: str = "") -> None:
        super().__init__(message, hint)
        self.raw = raw


_FULL = ("The disk is full.", "Free some space, then try again; what was saved before is kept.")
_LOCKED = (
    "The data folder cannot be written.",
    "Make it writable, or set ASKWRIGHT_DATA_DIR to another; what was saved before is kept.",
)
_HANDLES = (
    "The app has as many files open as the system allows.",
    "Try again in a minute, or raise the limit (ulimit -n).",
)
_OF_THE_MACHINE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: _LOCKED,
    errno.EACCES: _LOCKED,
    errno.EPERM: _LOCKED,
    errno.EMFILE: _HANDLES,
    errno.ENFILE: _HANDLES,
}


def of_the_machine(error: OSError | MemoryError) -> Unavailable | None:
    """`error` in words where disk, rights, files or memory have run out; None for a defect."""
    if isinstance(error, MemoryError):
        return Unavailable(
            "The machine has too little memory for this.",
            "Close other programs, or take a smaller model or text.",
        )
    known = _OF_THE_MACHINE.get(error.errno or 0)
    return Unavailable(*known) if known else None


class Cancelled(Exception):
    """Control flow, not an error: the owner asked for the work to stop."""
