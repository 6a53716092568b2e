"""How common a word is, from wordfreq.

wordfreq blends film subtitles (SUBTLEX), news, books and the web, and is frozen at 2021: its
figures are no SUBTLEX counts, and no measure here calls them so.
"""

from functools import lru_cache

# Zipf scale (van Heuven et al. 2014): log10 of occurrences in a billion words. Below 3 a word is
# met less than once in a million words.
UNSEEN = 0.0


@lru_cache(maxsize=100_000)
def zipf(word: str) -> float | None:
    """Zipf frequency of an English word, about 1 to 7.8; None for one that was never seen."""
    from wordfreq import zipf_frequency

    found = zipf_frequency(word, "en")
    return float(found) if found > UNSEEN else None


@lru_cache(maxsize=100_000)
def per_million(word: str) -> float:
    """Occurrences in a million words; 0 for a word that was never seen."""
    from wordfreq import word_frequency

    return 1e6 * float(word_frequency(word, "en"))
