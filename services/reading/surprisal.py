"""Surprisal word by word: how little a small language model expected each word of a passage.

A word is scored by the sum of its tokens' bits; the space before a word belongs to it.
Punctuation is read by the model but is no word.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from services.text.causal_lm import TokenScorer
from services.text.sentences import Sentence


@dataclass(frozen=True, slots=True)
class WordSurprisal:
    """The word at `text[start:end]` and its surprisal in bits."""

    text: str
    start: int
    end: int
    bits: float


def by_sentence(
    text: str, sentences: Sequence[Sentence], scorer: TokenScorer
) -> list[list[WordSurprisal]]:
    """The words of each sentence with their bits, for the mean and for shading the text.

    Raises `Unavailable` if the language model cannot be loaded.
    """
    words = [word for sentence in sentences for word in sentence.words]
    starts = [word.start for word in words]
    bits = [0.0] * len(words)
    for token in scorer.score(text):
        # A token is part of the word it overlaps; a word's tokens add up (chain rule).
        index = bisect_right(starts, max(token.start, token.end - 1)) - 1
        if index >= 0 and token.start < words[index].end:
            bits[index] += token.bits
    scored = [
        WordSurprisal(word.text, word.start, word.end, value)
        for word, value in zip(words, bits, strict=True)
    ]
    result, first = [], 0
    for sentence in sentences:
        result.append(scored[first : first + len(sentence.words)])
        first += len(sentence.words)
    return result


def mean_of_means(bits: Sequence[Sequence[float]]) -> float | None:
    """Mean over words in each sentence, then over sentences (Sugawara et al. 2022, app. J)."""
    means = [fmean(sentence) for sentence in bits if sentence]
    return fmean(means) if means else None


def shade(bits: float) -> int:
    """A shade from 0 (expected) to 4 (very unexpected); each step is 4 bits, 16 times rarer."""
    return max(0, min(4, int(bits // 4)))
