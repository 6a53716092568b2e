"""Skip logic between the model's `Condition` and the condition languages of the targets.

All targets say the same few things: an earlier answer is one of these codes, or a number lies
between these bounds. A `Rule` holds that with names instead of ids; a `Dialect` says how one
language writes the comparisons, and reads them back.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from services.questionnaire.models import Item, ResponseFormat


@dataclass(frozen=True, slots=True)
class Rule:
    """Shown if `variable` was answered with one of `codes`, or lies within the bounds."""

    variable: str
    codes: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None


Comparison = tuple[str, str, str]  # variable, operator ("=", ">=", "<="), value


@dataclass(frozen=True)
class Dialect:
    """`equal` writes one answer (variable, code, whether several may be chosen), `bound` one bound.

    `atoms` are patterns with groups `name`, `value` and, for bounds, `operator`.
    """

    equal: Callable[[str, str, bool], str]
    bound: Callable[[str, str, str], str]
    atoms: tuple[re.Pattern[str], ...]
    either: str = " or "
    both: str = " and "


def number_text(value: float) -> str:
    """A limit as files have it: without a decimal point where it is whole."""
    whole = float(value).is_integer()
    return str(int(value)) if whole else format(Decimal(repr(float(value))), "f")


def need_decimals(*limits: float | None) -> bool:
    """Whether a limit is not whole, so that answers cannot all be."""
    return any(limit is not None and not limit.is_integer() for limit in limits)


def render(rule: Rule, source: Item, dialect: Dialect) -> str:
    """The rule as an expression on `source`, the item that it looks at."""
    several = source.format is ResponseFormat.MULTIPLE
    if rule.codes:
        parts = [dialect.equal(rule.variable, code, several) for code in rule.codes]
        return dialect.either.join(parts)
    bounds = ((">=", rule.minimum), ("<=", rule.maximum))
    parts = [
        dialect.bound(rule.variable, operator, number_text(value))
        for operator, value in bounds
        if value is not None
    ]
    return dialect.both.join(parts)


def parse(expression: str, dialect: Dialect) -> Rule | None:
    """The rule an expression states, or None if it says more than a rule can hold."""
    text = _without_outer_brackets(expression.strip())
    joined_by_or = _split(text, "or")
    joined_by_and = _split(text, "and")
    if len(joined_by_or) > 1 and len(joined_by_and) > 1:
        return None
    parts = joined_by_or if len(joined_by_or) > 1 else joined_by_and
    found = [_comparison(_without_outer_brackets(part), dialect) for part in parts]
    comparisons = [comparison for comparison in found if comparison]
    if len(comparisons) != len(parts):
        return None
    return combine(comparisons, alternatives=len(joined_by_or) > 1)


def combine(comparisons: Sequence[Comparison], *, alternatives: bool) -> Rule | None:
    """One rule out of comparisons on one variable, or None if they do not make one."""
    names = {name for name, _, _ in comparisons}
    operators = [operator for _, operator, _ in comparisons]
    if len(names) != 1:
        return None
    name = names.pop()
    if set(operators) == {"="} and (alternatives or len(comparisons) == 1):
        return Rule(name, tuple(dict.fromkeys(value for _, _, value in comparisons)))
    if "=" in operators or alternatives or len(set(operators)) != len(operators):
        return None
    bounds = {operator: float(value) for _, operator, value in comparisons}
    return Rule(name, (), bounds.get(">="), bounds.get("<="))


def _comparison(text: str, dialect: Dialect) -> Comparison | None:
    for atom in dialect.atoms:
        if match := atom.fullmatch(text.strip()):
            groups = match.groupdict()
            operator = groups.get("operator") or "="
            operator = "=" if operator == "==" else operator
            return groups["name"], operator, groups["value"]
    return None


def _without_outer_brackets(text: str) -> str:
    text = text.strip()
    while text.startswith("(") and _closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _closing(text: str) -> int:
    """The index of the bracket that closes the first one; -1 if none does."""
    depth = 0
    for index, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return index
    return -1


def _split(text: str, word: str) -> list[str]:
    """The parts between ` or ` / ` and ` (or || / &&) that stand outside brackets and quotes."""
    signs = {"or": "||", "and": "&&"}
    pattern = re.compile(rf"\s+{word}\s+|\s*{re.escape(signs[word])}\s*", re.IGNORECASE)
    parts, start, depth, quote, index = [], 0, 0, "", 0
    while index < len(text):
        char = text[index]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            depth += (char in "([") - (char in ")]")
            match = pattern.match(text, index) if depth == 0 else None
            if match:
                parts.append(text[start:index])
                start = index = match.end()
                continue
        index += 1
    return [*parts, text[start:]]
