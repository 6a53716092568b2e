"""Grouping prompts by what they begin with, so that it is read once for all of them."""

from collections.abc import Sequence

# A shorter common prefix is not worth a pass of its own.
WORTHWHILE_PREFIX = 16
# A prompt joins a run while so much of what the run shares stays shared.
KEPT_SHARE = 0.8


def runs_with_common_prefix(prompts: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
    """Cut `prompts` (token ids) into runs: (first, last + 1, length of the common prefix).

    Greedy and in order: two prompts make a run if half of the second is shared, and others join
    it that share most of that. The prefix always leaves one token of each prompt to read.
    """
    runs: list[tuple[int, int, int]] = []
    first, shared = 0, 0
    for place, prompt in enumerate(prompts):
        if place == first:
            shared = len(prompt) - 1
            continue
        common = min(common_length(prompts[first], prompt), shared, len(prompt) - 1)
        needed = len(prompt) // 2 if place == first + 1 else KEPT_SHARE * shared
        if common >= max(WORTHWHILE_PREFIX, needed):
            shared = common
        else:
            runs.append((first, place, shared))
            first, shared = place, len(prompt) - 1
    if prompts:
        runs.append((first, len(prompts), shared))
    return runs


def common_length(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens `one` and `other` begin with alike."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
