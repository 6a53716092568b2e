"""The order in which hints are revealed: from faint to strong, so that each adds something.

A hint rules out the candidates that the judge says it does not refer to. A hint that the judge
finds wrong for the answer itself cannot be trusted to rule anyone out, and an undecided verdict
rules nobody out; so the answer always stands.
"""

from collections.abc import Sequence
from itertools import pairwise

from services.hints.convergence import Verdict

Row = Sequence[Verdict]


def ruled_out(row: Row, answer_index: int) -> frozenset[int]:
    """Indices of the candidates that a hint rules out; nothing if it does not fit the answer."""
    if not row or row[answer_index] == 0:
        return frozenset()
    return frozenset(place for place, verdict in enumerate(row) if verdict == 0)


def propose_order(rows: Sequence[Row], strengths: Sequence[float], answer_index: int) -> list[int]:
    """Positions of the hints from faint to strong.

    A hint that would add nothing where its strength puts it is moved forward, to just before the
    hint that makes it superfluous, if that one still adds something behind it. Ties keep the
    hints' own order.
    """
    out = [ruled_out(row, answer_index) for row in rows]
    order = sorted(range(len(rows)), key=lambda place: strengths[place])
    for place in list(order):
        target = _earlier_place(order, out, order.index(place))
        if target is not None:
            order.remove(place)
            order.insert(target, place)
    return order


def _earlier_place(order: Sequence[int], out: Sequence[frozenset[int]], at: int) -> int | None:
    """Where the hint at `at` would still add something without robbing the one it overtakes."""
    own = out[order[at]]
    before: list[frozenset[int]] = [frozenset()]
    for place in order[:at]:
        before.append(before[-1] | out[place])
    if not own or own - before[at]:
        return None
    target = max(place for place in range(at) if own - before[place])
    overtaken = out[order[target]]
    return target if overtaken - (before[target] | own) else None


def remaining(rows: Sequence[Row], order: Sequence[int], answer_index: int) -> list[int]:
    """How many candidates still stand after each hint of `order` and those before it."""
    gone: frozenset[int] = frozenset()
    counts = []
    for place in order:
        gone |= ruled_out(rows[place], answer_index)
        counts.append(len(rows[place]) - len(gone))
    return counts


def decisive(counts: Sequence[int]) -> int | None:
    """1-based number of the first hint that leaves only the answer, or None."""
    return next((number for number, count in enumerate(counts, 1) if count == 1), None)


def superfluous(counts: Sequence[int], candidates: int) -> list[int]:
    """1-based numbers of the hints after which as many candidates stand as before."""
    steps = pairwise([candidates, *counts])
    return [number for number, (before, after) in enumerate(steps, 1) if before == after]


def propose_selection(
    rows: Sequence[Row], strengths: Sequence[float], answer_index: int, target: int
) -> list[int] | None:
    """At most `target` hints in the order to show them, of which the last leaves only the answer.

    Greedy: the fewest hints that together rule out everyone else; then the faintest of the others
    are added, as long as they do not settle it sooner. None if `target` hints cannot settle it.
    """
    out = [ruled_out(row, answer_index) for row in rows]
    others = frozenset(range(len(rows[0]))) - {answer_index} if rows else frozenset()
    chosen: list[int] = []
    gone: frozenset[int] = frozenset()
    while gone != others:
        gains = [len(rule - gone) for rule in out]
        best = max(range(len(out)), key=gains.__getitem__, default=None)
        if best is None or not gains[best] or len(chosen) == target:
            return None
        chosen.append(best)
        gone |= out[best]
    faint = sorted(set(range(len(rows))) - set(chosen), key=lambda place: strengths[place])
    for place in faint:
        if len(chosen) == target:
            break
        if _last_settles([*chosen, place], out, others, strengths):
            chosen.append(place)
    return _last_settles(chosen, out, others, strengths) if chosen else None


def _last_settles(
    chosen: Sequence[int],
    out: Sequence[frozenset[int]],
    others: frozenset[int],
    strengths: Sequence[float],
) -> list[int] | None:
    """`chosen` from faint to strong with a hint last without which it is not settled, or None."""
    for last in sorted(chosen, key=lambda place: -strengths[place]):
        rest = [place for place in chosen if place != last]
        if frozenset().union(*(out[place] for place in rest)) != others:
            return [*sorted(rest, key=lambda place: strengths[place]), last]
    return None
