"""Candidates that need no model: questions whose answer is one of a small, well-known set."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from services.hints.names import NUMBER_OF_WORD, fold, name_key

_DECADE = re.compile(r"(?:the )?(\d{3})0['’]?s")
_HOW_MANY = re.compile(r"\b(?:how many|what number|which number|number of)\b")
MOST = 20
WINDOW = 11
LATEST_DECADE = 202


def natural_set(question: str, answer: str, aliases: Sequence[str] = ()) -> tuple[str, ...] | None:
    """All members of the set that `question` asks for one of, or None.

    The answer (or an alias) must be a member; one that goes by two names is called as the answer
    is ("Fall"). Numbers up to 20 asked for with "how many" get eleven neighbours, decades eleven
    decades.
    """
    asked = fold(question).strip()
    own = {name_key(name) for name in (answer, *aliases)}
    for asks, members in _sets():
        if asks is not None and not asks.search(asked):
            continue
        hit = next((names for names in members if own & set(map(name_key, names))), None)
        if hit is not None:
            return tuple(_called(names, own) if names is hit else names[0] for names in members)
    return _numbers(asked, answer) or _decades(answer)


def _called(names: Sequence[str], own: set[str]) -> str:
    """The name among one member's that the answer goes by."""
    return next(name for name in names if name_key(name) in own)


@cache
def _sets() -> list[tuple[re.Pattern[str] | None, list[tuple[str, ...]]]]:
    """What asks for each set, and the names of each member, in the file's order."""
    content = tomllib.loads(
        Path(__file__).with_name("natural_sets.toml").read_text(encoding="utf-8")
    )
    found = []
    for entry in content.values():
        asks = re.compile(rf"(?<!\w)(?:{entry['asks']})(?!\w)") if "asks" in entry else None
        members = [tuple(member.split(" / ")) for member in entry["members"]]
        found.append((asks, members))
    return found


def _numbers(asked: str, answer: str) -> tuple[str, ...] | None:
    key = name_key(answer)
    if not key.isdecimal() or int(key) > MOST or not _HOW_MANY.search(asked):
        return None
    number = int(key)
    first = 0 if number < WINDOW else number - WINDOW // 2
    in_words = not answer.strip().isdecimal()
    words = {digits: word for word, digits in NUMBER_OF_WORD.items()}
    window = range(first, first + WINDOW)
    return tuple(words.get(str(n), str(n)).capitalize() if in_words else str(n) for n in window)


def _decades(answer: str) -> tuple[str, ...] | None:
    match = _DECADE.fullmatch(fold(answer).strip())
    if match is None:
        return None
    decade = int(match[1])
    # The answer does not stand in the middle of every such list.
    first = min(decade - 3 - decade % 5, LATEST_DECADE - WINDOW + 1)
    return tuple(f"{n}0s" for n in range(first, first + WINDOW))
