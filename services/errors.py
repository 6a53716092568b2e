"""The errors a user may see. Anything else that is raised is a defect and is logged as one.

Every message is one sentence: what is wrong, where, and (in `hint`) what to do about it.
"""


class AskwrightError(Exception):
    """An error whose text is written for the user.

    `message` says what is wrong and where; `hint` says what to do. `exit_code` is what the
    command line returns for it (design: 2 bad input, 3 a model or service cannot be had).
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
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


class Cancelled(Exception):
    """Control flow, not an error: the owner asked for the work to stop."""
