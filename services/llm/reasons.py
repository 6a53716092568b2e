"""Other libraries' errors as part of a sentence of ours."""


def reason_of(error: BaseException) -> str:
    """The first line of the error's text without a full stop, or its kind if it has no text."""
    lines = str(error).strip().splitlines()
    return lines[0].strip().rstrip(".") if lines else type(error).__name__
