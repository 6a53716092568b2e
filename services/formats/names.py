"""Variable names and codes made legal for a target: the one place, deterministic, and shown.

A name that is legal already is never touched, whatever stands before it; only the others change,
in the order in which they stand.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from services.errors import InvalidInput

MAX_NAMES = 100_000
Family = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class NameRule:
    """What a target takes as a name.

    `first` and `rest` are the insides of regular-expression classes. `fold` says that names
    which differ only in case clash. `filler` starts a name whose own first character is not
    allowed. With `numeric` a name is a whole number and illegal ones are numbered afresh.
    """

    first: str
    rest: str
    longest: int = 64
    lower: bool = False
    fold: bool = True
    filler: str = "q"
    numeric: bool = False
    reserved: frozenset[str] = frozenset()
    reserved_pattern: str = ""
    pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        whole = f"[{self.first}][{self.rest}]*"
        object.__setattr__(self, "pattern", re.compile(whole, re.ASCII))

    def accepts(self, name: str) -> bool:
        """Whether the target takes `name` as it is."""
        if not name or len(name) > self.longest or not self.pattern.fullmatch(name):
            return False
        if self.key(name) in {self.key(word) for word in self.reserved}:
            return False
        return not (self.reserved_pattern and re.fullmatch(self.reserved_pattern, name))

    def key(self, name: str) -> str:
        return name.casefold() if self.fold else name

    def repaired(self, name: str) -> str:
        """`name` with accents taken off and illegal characters replaced; may still clash."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        plain = plain.lower() if self.lower else plain
        joiner = "_" if re.match(f"[{self.rest}]", "_") else ""
        plain = re.sub(f"[^{self.rest}]+", joiner, plain).strip(joiner or None)
        if plain and not re.match(f"[{self.first}]", plain):
            plain = self.filler + plain
        return plain[: self.longest]


def legal_names(
    wanted: Iterable[str], rule: NameRule, families: Sequence[Family] | None = None
) -> tuple[str, ...]:
    """A legal, distinct name for each wanted one, in the same order.

    `families[i](name)` gives the further names a writer derives from name i (such as
    `q1_other`): they are kept apart as well, and must be legal too.
    """
    names = list(wanted)
    members = families or [_childless] * len(names)
    taken: set[str] = set()
    result: dict[int, str] = {}
    for position, name in enumerate(names):
        if _free(name, rule, members[position], taken):
            result[position] = name
            taken |= _keys(name, rule, members[position])
    for position, name in enumerate(names):
        if position not in result:
            family = members[position]
            new = _numbered(rule, taken) if rule.numeric else _fresh(name, rule, family, taken)
            result[position] = new
            taken |= _keys(new, rule, family)
    return tuple(result[position] for position in range(len(names)))


def _childless(name: str) -> Sequence[str]:
    return ()


def _keys(name: str, rule: NameRule, members: Family) -> set[str]:
    return {rule.key(each) for each in (name, *members(name))}


def _free(name: str, rule: NameRule, members: Family, taken: set[str]) -> bool:
    derived = members(name)
    legal = rule.accepts(name) and all(
        len(each) <= rule.longest and rule.pattern.fullmatch(each) for each in derived
    )
    return legal and not (_keys(name, rule, members) & taken)


def _numbered(rule: NameRule, taken: set[str]) -> str:
    number = 1
    while str(number) in taken or not rule.accepts(str(number)):
        number += 1
    return str(number)


def _fresh(name: str, rule: NameRule, members: Family, taken: set[str]) -> str:
    """The repaired name, then with 2, 3, ... at its end, cut until its family fits as well."""
    stem = rule.repaired(name)
    room = max((len(each) - len(stem) for each in members(stem)), default=0)
    stem = stem[: max(rule.longest - room, 1)] or rule.filler
    for number in range(1, MAX_NAMES):
        ending = "" if number == 1 and stem != rule.filler else str(number)
        candidate = stem[: max(rule.longest - room - len(ending), 0)] + ending
        if _free(candidate, rule, members, taken):
            return candidate
    raise InvalidInput(f"No legal name can be made of {name[:40]!r}.", "Set a shorter one.")
