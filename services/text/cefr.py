"""Estimated CEFR levels of English words, from cefrpy.

cefrpy derived its levels from CEFR-J word lists and word counts: "estimated" belongs beside each.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cefrpy import CEFRAnalyzer

LEVELS = ("A1", "A2", "B1", "B2", "C1", "C2")


@lru_cache(maxsize=50_000)
def level(word: str) -> str | None:
    """Estimated level of a word ("B1"), None if it is not in the data."""
    found = _analyzer().get_average_word_level_CEFR(word.lower().replace("’", "'"))
    return None if found is None else str(found)


def word_tags(word: str) -> frozenset[str]:
    """The Penn tags a word was met with ("NN", "NNP"), none for an unknown word."""
    plain = word.lower()
    if not _analyzer().is_word_in_database(plain):
        return frozenset()
    return frozenset(map(str, _analyzer().get_all_pos_for_word(plain)))


@cache
def _analyzer() -> "CEFRAnalyzer":
    from cefrpy import CEFRAnalyzer

    return CEFRAnalyzer()
