"""Learn how many syllables a group of vowel letters stands for: `services/text/vowel_groups.json`.

The dictionary says how many syllables a word has, not which letters carry them, so the counts
of the groups are learned by expectation-maximisation (Dempster, Laird & Rubin 1977): given the
counts per context, spread each word's syllables over its groups; given the spread, count again.
Contexts back off from two letters before and three after to the bare group. A context is kept
only where it says something else than the shorter ones.

    python -m training.vowel_groups [--hold-out]     (about 2 minutes on one core)
"""

import argparse
import json
import random
import re
from collections import defaultdict

from services.text.syllables import lexicon
from services.text.vowel_groups import TABLE, Context, contexts, groups

Counts = dict[Context, list[float]]

MOST = 3
OFTEN_APART = {"ia", "io", "iu", "eo", "ua", "uo", "oa", "iou", "ea", "ie", "oe", "ue", "ui", "eu"}
ROUNDS = 6
# A context must weigh this much (in words) to overrule the shorter ones.
SUPPORT = 1.5
NOTICE = (
    "Derived from the CMU Pronouncing Dictionary, Copyright (C) 1993-2015 Carnegie Mellon "
    "University, BSD 2-clause licence; see NOTICE."
)


def prior(group: Context) -> list[float]:
    """What is believed of a group before any count: a final e is silent, pairs may be two."""
    before, vowels, after = group
    silent = vowels == "e" and (
        (after.startswith("$") and before != "^^")
        or (after.startswith("d$") and before[-1] not in "td")
        or (after.startswith("s$") and before[-1] not in "sxzcgh")
    )
    if silent:
        return [0.93, 0.07, 0.0, 0.0]
    if len(vowels) == 1:
        syllabic_m = after.startswith(("sm", "thm"))
        return [0.02, 0.78, 0.2, 0.0] if syllabic_m else [0.03, 0.967, 0.003, 0.0]
    return [0.01, 0.64, 0.35, 0.0] if vowels in OFTEN_APART else [0.005, 0.9, 0.095, 0.0]


def distribution(counts: Counts, group: Context, shortest_only: int = 0) -> list[float]:
    """P(count) of a group: each context smoothed by the next shorter one (weight 1)."""
    chances = prior(group)
    for key in reversed(contexts(group)[shortest_only:]):
        seen = counts.get(key)
        if seen is not None:
            total = sum(seen)
            chances = [(n + p) / (total + 1.0) for n, p in zip(seen, chances, strict=True)]
    return chances


def spread(chances: list[list[float]], total: int) -> list[list[float]] | None:
    """P(count of each group | the counts add up to `total`), by forward-backward."""
    forward: list[dict[int, float]] = [{0: 1.0}]
    for chance in chances:
        step: dict[int, float] = defaultdict(float)
        for so_far, weight in forward[-1].items():
            for n in range(min(MOST, total - so_far) + 1):
                step[so_far + n] += weight * chance[n]
        forward.append(step)
    likelihood = forward[-1].get(total, 0.0)
    if likelihood < 1e-12:
        return None
    backward, result = {total: 1.0}, []
    for position in range(len(chances) - 1, -1, -1):
        posterior, step = [0.0] * (MOST + 1), defaultdict(float)
        for so_far, weight in forward[position].items():
            for n in range(MOST + 1):
                after = backward.get(so_far + n, 0.0) * chances[position][n]
                posterior[n] += weight * after / likelihood
                step[so_far] += after
        result.append(posterior)
        backward = step
    return result[::-1]


def learn(words: dict[str, int], weights: dict[str, float]) -> Counts:
    counts: Counts = {}
    for _ in range(ROUNDS):
        known: dict[Context, list[float]] = {}
        fresh: Counts = defaultdict(lambda: [0.0] * (MOST + 1))
        for word, total in words.items():
            chances = []
            for group in groups(word):
                if group not in known:
                    known[group] = distribution(counts, group)
                chances.append(known[group])
            for group, posterior in zip(groups(word), spread(chances, total) or [], strict=False):
                for key in contexts(group):
                    for n in range(MOST + 1):
                        fresh[key][n] += weights[word] * posterior[n]
        counts = dict(fresh)
    return counts


def exceptions(counts: Counts, words: dict[str, int]) -> dict[Context, int]:
    """The contexts that say something else than the shorter ones, shortest decided first."""
    seen = {group for word in words for group in groups(word)}
    table: dict[Context, int] = {}
    for level in range(len(contexts(("", "", ""))) - 1, -1, -1):
        done = set()
        for group in seen:
            keys = contexts(group)
            if keys[level] in done or sum(counts.get(keys[level], [0.0])) < SUPPORT:
                continue
            done.add(keys[level])
            chances = distribution(counts, group, level)
            likeliest = max(range(MOST + 1), key=chances.__getitem__)
            if likeliest != next((table[key] for key in keys[level + 1 :] if key in table), 1):
                table[keys[level]] = likeliest
    return table


def vocabulary() -> tuple[dict[str, int], dict[str, float]]:
    """Words of letters with their syllables, and weights: rare names count for less."""
    from wordfreq import zipf_frequency

    words = {
        word: total
        for word, total in lexicon().items()
        if re.fullmatch("[a-z]{3,}", word) and groups(word)
    }
    return words, {w: max(0.15, min(1.0, zipf_frequency(w, "en") / 3)) for w in words}


def predicted(table: dict[Context, int], word: str) -> int:
    looked_up = ([table[key] for key in contexts(g) if key in table] for g in groups(word))
    return max(1, sum(found[0] if found else 1 for found in looked_up))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hold-out", action="store_true", help="train on 90%%, report the rest")
    arguments = parser.parse_args()
    words, weights = vocabulary()
    order = sorted(words)
    random.Random(0).shuffle(order)
    held = order[: len(order) // 10] if arguments.hold_out else []
    training = {word: words[word] for word in order[len(held) :]}
    table = exceptions(learn(training, weights), training)
    if held:
        common = [word for word in held if weights[word] >= 2 / 3]
        for name, some in (("all", held), ("Zipf 2 and more", common)):
            right = sum(predicted(table, word) == words[word] for word in some)
            print(f"{name}: {right / len(some):.3f} of {len(some)} unseen, {len(table)} rules")
        return
    stored: dict[str, list[str]] = defaultdict(list)
    for key, total in sorted(table.items()):
        stored[str(total)].append("|".join(key))
    TABLE.write_text(json.dumps({"notice": NOTICE, "counts": stored}, separators=(",", ":")))


if __name__ == "__main__":
    main()
