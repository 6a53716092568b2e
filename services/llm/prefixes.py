"""Grouping prompts by what they begin with, so that it is read once for all of them."""

from collections.abc import Sequence

# A shorter common prefix is not worth a pass of its own.
WORTHWHILE_PREFIX = 16


def runs_with_common_prefix(prompts: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
    """Cut `prompts` (token ids) into runs: (first, last + 1, length of the common prefix).

    Greedy and in order: a prompt joins the run as long as at least half of it stays shared. The
    prefix always leaves one token of each prompt to read.
    """
    runs: list[tuple[int, int, int]] = []
    first, shared = 0, 0
    for place, prompt in enumerate(prompts):
        if place == first:
            shared = len(prompt) - 1
            continue
        common = min(_common(prompts[first], prompt), shared, len(prompt) - 1)
        if common >= max(WORTHWHILE_PREFIX, len(prompt) // 2):
            shared = common
        else:
            runs.append((first, place, shared))
            first, shared = place, len(prompt) - 1
    if prompts:
        runs.append((first, len(prompts), shared))
    return runs


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
