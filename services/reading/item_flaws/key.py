"""Flaws that point at the key: its length, and its being copied from the passage."""

import re
from collections.abc import Sequence

from services.reading.item_flaws.finding import Flaw, FlawCode, ItemUnderReview, words
from services.reading.item_flaws.wording import combines, speaks_of_options
from services.text import spacy_english

# The key stands out when it is half as long again as the longest distractor and four words
# longer, or two and a half times as long and three words longer.
_CLEARLY_LONGER = ((1.5, 4), (2.5, 3))


def longest_option_correct(item: ItemUnderReview) -> Flaw | None:
    """A key that is clearly longer than every distractor."""
    if item.key is None or item.gold is None or not item.distractors:
        return None
    # "None of the above" beside one-word options is long without saying more.
    if speaks_of_options(item.key) or combines(item.options, item.gold):
        return None
    lengths = [len(words(option)) for option in item.options]
    key, longest = lengths[item.gold], max(lengths[index] for index in item.distractors)
    if not any(key >= ratio * longest and key >= longest + more for ratio, more in _CLEARLY_LONGER):
        return None
    return Flaw(
        FlawCode.LONGEST_OPTION_CORRECT,
        "warning",
        f"The key has {key} words and no distractor more than {longest}: careful writers make "
        "the right answer long, and readers of tests know it.",
        "Shorten the key, or give the distractors as much detail.",
        (item.gold,),
    )


# A copied run this long is a sentence part, not a name or a term that cannot be reworded.
_COPIED_WORDS = 5
_COPIED_CLAUSE = 4
_COPIED_SHARE = 0.75
# A distractor copied to this extent makes matching useless as a strategy.
_DISTRACTOR_SHARE = 0.6
_DISTRACTOR_WORDS = 3
_ASKS_FOR_WORDING = re.compile(
    r"\b(?:which|what)\b.*\b(?:phrase|quote|quotation|words|wording|sentence|line|title|heading)\b"
    r"|\bhow does .* (?:put|phrase|word)\b|\bexact words\b",
    re.IGNORECASE,
)


def verbatim_key(item: ItemUnderReview) -> Flaw | None:
    """A key copied from the passage while no distractor is: matching finds it."""
    if item.gold is None or _ASKS_FOR_WORDING.search(item.question):
        return None
    runs = [copied_run(words(option), item.passage_words) for option in item.options]
    shares = [run / max(1, len(words(o))) for run, o in zip(runs, item.options, strict=True)]
    if not _is_copied(item.options[item.gold], runs[item.gold], shares[item.gold]):
        return None
    matched = any(
        runs[i] >= _DISTRACTOR_WORDS and shares[i] >= _DISTRACTOR_SHARE for i in item.distractors
    )
    if matched:
        return None
    return Flaw(
        FlawCode.VERBATIM_KEY,
        "warning",
        f"{runs[item.gold]} words of the key are copied from the passage in one piece and no "
        "distractor is: matching finds it without understanding.",
        "Put the key into other words, or take distractors from the passage too.",
        (item.gold,),
    )


def _is_copied(key: str, run: int, share: float) -> bool:
    if run >= _COPIED_WORDS:
        return share >= _COPIED_SHARE
    if run < _COPIED_CLAUSE or share < 1:
        return False
    return any(token.pos_ in ("VERB", "AUX") for token in spacy_english.parse([key])[0])


def copied_run(option: Sequence[str], passage: Sequence[str]) -> int:
    """Number of words in the longest piece of `option` that stands in `passage` as it is."""
    best = 0
    above = [0] * (len(passage) + 1)
    for word in option:
        row = [0] * (len(passage) + 1)
        for column, other in enumerate(passage, 1):
            if word == other:
                row[column] = above[column - 1] + 1
                best = max(best, row[column])
        above = row
    return best
