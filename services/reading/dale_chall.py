"""Which words the Dale-Chall formulas call familiar.

The list of about 3,000 words is the one of Chall & Dale, Readability Revisited (1995), from the
package new-dale-chall-readability. The endings that leave a word familiar are those of Dale &
Chall, "A formula for predicting readability: Instructions", Educational Research Bulletin 27
(1948): regular plurals, possessives, verb endings, comparison, -ly; numbers; names of persons
and places. A word counts at each of its occurrences.
"""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path

from services.text.words import Word

_CONTRACTED = re.compile(r"(?:n't|'(?:ll|re|ve|d|m|s))$|(?<=s)'$")
_TIME = {"a.m", "p.m", "am", "pm"}


@cache
def _familiar() -> frozenset[str]:
    from new_dale_chall_readability.easy_words import EASY_WORDS

    return frozenset(EASY_WORDS)


@cache
def _compared() -> frozenset[str]:
    text = Path(__file__).with_name("dale_chall.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)["compared"].split())


@lru_cache(maxsize=100_000)
def is_familiar(word: str) -> bool:
    """Whether one word is on the list, as it is or by one of the endings above.

    Whether a capitalised word is a name is for the caller to say: names are familiar.
    """
    plain = word.lower().replace("’", "'").replace("ʼ", "'").rstrip(".")
    if plain in _familiar() or plain + "." in _familiar() or plain in _TIME or plain == "&":
        return True
    if any(map(str.isdigit, plain)):
        # Numerals are familiar; words with a figure in them ("h2o") are not.
        return Word(plain, 0).is_number
    if _CONTRACTED.search(plain):
        return is_familiar(_CONTRACTED.sub("", plain))
    if "-" in plain.strip("-"):
        return all(is_familiar(part) for part in plain.split("-") if part)
    return any(base in _familiar() for base in _bases(plain)) or any(
        base in _compared() for base in _positives(plain)
    )


def _bases(word: str) -> list[str]:
    """Words from which `word` comes by one regular ending of nouns, verbs or adverbs."""
    bases = []
    if word.endswith("s") and not word.endswith("ss"):
        bases += [word[:-1], word[:-2] if word.endswith("es") else ""]
    if word.endswith(("ies", "ied")):
        bases.append(word[:-3] + "y")
    if word.endswith("ed"):
        bases += [word[:-1], word[:-2], _undoubled(word[:-2])]
    if word.endswith("ing"):
        bases += [word[:-3], word[:-3] + "e", _undoubled(word[:-3])]
    if word.endswith(("en", "wn")):
        bases.append(word[:-1])
    if word.endswith("ly"):
        bases.append(word[:-2])
    return [base for base in bases if len(base) > 1]


def _positives(word: str) -> list[str]:
    """Adjectives of which `word` may be the comparative or superlative."""
    for ending in ("er", "est"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            positive = [stem, stem + "e", _undoubled(stem)]
            return [*positive, stem[:-1] + "y"] if stem.endswith("i") else positive
    return []


def _undoubled(stem: str) -> str:
    return stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
