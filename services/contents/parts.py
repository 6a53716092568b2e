"""The parts a document is read in: a question with its lines, a hint, a passage."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is said of a part; a list has one entry a line."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """One thing an author works on.

    `key` stays the same while the part is reworded or moved; `name` says where it stands now.
    `depth` is 0 for what stands by itself, 1 for what belongs to the part before it.
    """

    key: str
    name: str
    lines: tuple[Line, ...]
    depth: int = 0


def lines(*said: tuple[str, Any]) -> tuple[Line, ...]:
    """Lines of what is there: None, "" and empty lists are left out, and so is False."""
    return tuple(Line(label, _words(value)) for label, value in said if _is_said(value))


def _is_said(value: Any) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return value is not None and value is not False and value != ()


def _words(value: Any) -> str:
    if value is True:
        return "Yes"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return "\n".join(_words(entry) for entry in value)
    return str(value)


def spelled(code: str) -> str:
    """ "yes_no" -> "Yes no": for codes that are words themselves."""
    return code.replace("_", " ").replace("-", " ").strip().capitalize()
