"""Syllables of English words: the CMU Pronouncing Dictionary first, then inflection and spelling.

The dictionary's counts (first pronunciation of each word) come from the package pysyllables.
Hyphenated parts are spoken apart, initialisms are spelled ("DNA" 3, but "NASA" 2), numbers are
read aloud, accents count ("café" 2).
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from services.text import vowel_groups
from services.text.spoken_numbers import read_aloud


def _by_word(table: Mapping[str, str]) -> dict[str, int]:
    return {word: int(syllables) for syllables, words in table.items() for word in words.split()}


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SPELLED = frozenset(_TABLES["spelled"].split())
_ABBREVIATIONS, _UNITS = _by_word(_TABLES["abbreviations"]), _by_word(_TABLES["units"])
_CORRECTED = _by_word(_TABLES["corrected"])
_SUFFIXES, _PREFIXES = _by_word(_TABLES["suffixes"]), _by_word(_TABLES["prefixes"])
_HYPHENS = re.compile("[‐‑-]+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]\.?")
_RUNS = re.compile(r"\d[\d.,:/]*|[A-Z]{2,}(?![a-z])|[A-Z]?[^\W\dA-Z_]+|[A-Z]|[^\W\d_]+")
_SIBILANT = re.compile(r"(?:[sxz]|[cs]h|[csgz]e|[cs]he)$")
_SYLLABIC_L = re.compile(r"[^aeiouy]le$")
# Capitals that can be said as a word: no two consonants together ("FIFA", but not "ACLU").
_SAYABLE = re.compile(r"[^aeiou]?[aeiou]{1,2}(?:[^aeiou][aeiou]{1,2})*[^aeiou]?")


@cache
def lexicon() -> Mapping[str, int]:
    """Lower-case word -> syllables of its first pronunciation, about 134,000 words."""
    from pysyllables import SYLLABLE_COUNTS

    return SYLLABLE_COUNTS


@lru_cache(maxsize=200_000)
def count(word: str, *, abbreviated: bool = False, shouted: bool = False) -> int:
    """Syllables of a word as it is written; at least 1.

    `abbreviated`: a stop follows that does not end the sentence ("Sept. 15" is "September").
    `shouted`: the sentence is in capitals, so that they do not mark an initialism.
    """
    spoken = read_aloud(word)
    if spoken is not None:
        return sum(map(_of_letters, spoken))
    word = word.replace("’", "'").replace("ʼ", "'").strip("'")
    if abbreviated and word.lower() in _ABBREVIATIONS:
        return _ABBREVIATIONS[word.lower()]
    if _INITIALS.fullmatch(word):
        return _spelled(word)
    parts = [part for part in _HYPHENS.split(word) if part]
    return max(1, sum(_of_part(part, shouted) for part in parts))


def _of_part(part: str, shouted: bool) -> int:
    """Syllables of a word without hyphens."""
    spoken = read_aloud(part)
    if spoken is not None:
        return sum(map(_of_letters, spoken))
    if not shouted and _is_initialism(part):
        return _spelled(part.removesuffix("'s").removesuffix("s"))
    if part.lower() in lexicon() and part.isascii():
        return _of_letters(part.lower())
    if part in _UNITS:
        return _UNITS[part]
    runs = _RUNS.findall(part)
    if len(runs) > 1 and "'" not in part:
        return sum(_of_part(run, shouted) for run in runs)
    return _of_letters(part.lower())


def _is_initialism(part: str) -> bool:
    """Capitals that are spelled: no dictionary word, or one of those spelled all the same."""
    name = part.removesuffix("'s")
    stem = name.removesuffix("s") if len(name) > 2 else name
    if len(stem) < 2 or not stem.isupper() or not stem.isalpha():
        return False
    if stem in _SPELLED:
        return True
    if stem.lower() in lexicon():
        return False
    return len(stem) < 4 or not _SAYABLE.fullmatch(stem.lower())


def _spelled(letters: str) -> int:
    return sum(3 if letter in "wW" else 1 for letter in letters if letter.isalnum())


def _of_letters(word: str) -> int:
    """Syllables of a lower-case word: dictionary, inflection of a dictionary word, spelling."""
    known = _CORRECTED.get(word) or lexicon().get(word)
    if known is not None:
        return known
    if not word.isascii():
        # The accent can say more than the dictionary's plain spelling: "résumé" is no "resume".
        return max(vowel_groups.estimate(word), lexicon().get(vowel_groups.fold(word), 0))
    if word.endswith("'s"):
        return _of_letters(word[:-2]) + bool(_SIBILANT.search(word[:-2]))
    for reading in (_inflected, _derived):
        found = reading(word)
        if found is not None:
            return found
    return vowel_groups.estimate(word)


def _inflected(word: str) -> int | None:
    """Plural, third person and past of a dictionary word."""
    if word.endswith("ies") or word.endswith("ied"):
        return lexicon().get(word[:-3] + "y")
    if word.endswith("s") and not word.endswith("ss"):
        bases = [word[:-1], word[:-2] if word.endswith("es") else ""]
        if re.search(r"(?:[sxz]|[cs]h)es$", word):
            bases.reverse()
        for base in bases:
            if len(base) > 2 and base in lexicon():
                return lexicon()[base] + bool(_SIBILANT.search(base))
    if word.endswith("ed"):
        for base in (word[:-1], word[:-2], _undoubled(word[:-2])):
            if len(base) > 2 and base in lexicon():
                return lexicon()[base] + base.removesuffix("e").endswith(("t", "d"))
    return None


def _derived(word: str) -> int | None:
    """A dictionary word with a common suffix or prefix."""
    for suffix, syllables in _SUFFIXES.items():
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < 3:
            continue
        bases = [stem, stem[:-1] + "y" if stem.endswith("i") else ""]
        if suffix[0] in "aeio":
            bases += [stem + "e", _undoubled(stem)]
        for base in bases:
            if len(base) > 2 and base in lexicon():
                # The l of "grapple" loses its syllable in "grappling".
                merged = suffix in {"ing", "er", "ers", "est"} and _SYLLABIC_L.search(base)
                return lexicon()[base] + syllables - bool(merged)
    for prefix, syllables in _PREFIXES.items():
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 3 and rest in lexicon():
            return lexicon()[rest] + syllables
    return None


def _undoubled(stem: str) -> str:
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem
