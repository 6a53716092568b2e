"""Bytes to text and JSON, with limits, and an error that names the place."""

import json
import math
import re
from typing import Any

from services.errors import InvalidInput

MAX_BYTES = 20 * 1024 * 1024
# What a page takes in one paste: a larger message would close the window's connection.
MAX_PASTE = 2_000_000
MAX_JSON_DEPTH = 60
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_ENCODINGS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def decode(data: bytes, what: str = "The file") -> str:
    """UTF-8 text, or UTF-16 where a byte order mark says so. Raises `InvalidInput`."""
    if len(data) > MAX_BYTES:
        raise InvalidInput(
            f"{what} is larger than {MAX_BYTES // 1024**2} MB.", "Split it into smaller files."
        )
    encoding = next((name for mark, name in _ENCODINGS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{what} is not {encoding.upper().removesuffix('-SIG')} text: "
            f"byte {error.start} cannot be read.",
            "Save it as UTF-8.",
        ) from error


def parse_json(data: bytes, what: str = "The file") -> Any:
    """Parsed JSON. Raises `InvalidInput` naming line and column, or that it is nested too deep."""
    text = decode(data, what)
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"{what} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            "Correct that place.",
        ) from error
    except (RecursionError, ValueError) as error:
        raise InvalidInput(f"{what} cannot be read as JSON: {_reason(error)}.") from error
    if _depth(value) > MAX_JSON_DEPTH:
        raise InvalidInput(f"{what} is nested more than {MAX_JSON_DEPTH} levels deep.")
    return _whole(value) if _HALF.search(text) else value


def _finite(figures: str) -> float:
    value = float(figures)
    if math.isinf(value):
        raise ValueError(f"{figures[:40]} is too large a number")
    return value


def _whole(value: Any) -> Any:
    """`value` with "?" for halves of surrogate pairs: JSON may hold them, no encoding does."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(entry) for name, entry in value.items()}
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number that JSON allows")


def _reason(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def _depth(value: Any) -> int:
    """Levels of nesting, counted without recursion so that a hostile file cannot exhaust it."""
    deepest, level = 0, [value]
    while level:
        deepest += 1
        children = [list(v.values()) if isinstance(v, dict) else v for v in level]
        level = [c for group in children if isinstance(group, list) for c in group]
        level = [c for c in level if isinstance(c, (dict, list))]
    return deepest
