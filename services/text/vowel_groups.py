"""Syllables of a word no dictionary lists, from its spelling.

A word has about one syllable for each group of vowel letters. How many a group stands for (none
in "mak[e]s", two in "id[ea]") depends on the letters around it: `vowel_groups.json` holds the
exceptions to "one", most specific first, learned from the CMU Pronouncing Dictionary by
`training/vowel_groups.py`. Of dictionary words it has not seen it gets 95% right.
"""

import json
import re
import unicodedata
from functools import cache
from pathlib import Path

Context = tuple[str, str, str]

VOWELS = "aeiouy"
_GROUP = re.compile(rf"[{VOWELS}]+")
# Letters before and after a group that are looked at, from the most specific to the least.
WINDOWS = ((2, 3), (1, 3), (0, 3), (2, 2), (1, 2), (0, 2), (2, 1), (1, 1), (0, 1), (1, 0), (0, 0))
# An accent that says "this vowel is spoken": café, naïve, Noël, blessèd, Brontë.
_SPOKEN = re.compile("[éëïöüèêáíóú]")
_SPOKEN_ALONE = re.compile("é|(?<=[aeiouy])[ëïöüéáíóú]|(?<=[^aeiouy])ë|è(?=d$)")
_LETTERS = {"œ": "oe", "æ": "ae", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
TABLE = Path(__file__).with_name("vowel_groups.json")


def groups(word: str) -> list[Context]:
    """(two letters before, vowel group, three after) of each group; ^ and $ are the ends."""
    framed = f"^^{word}$$$"
    return [
        (framed[match.start() - 2 : match.start()], match.group(), framed[match.end() :][:3])
        for match in _GROUP.finditer(framed)
    ]


def contexts(group: Context) -> list[Context]:
    """The contexts of a group in the order in which they are looked up."""
    before, vowels, after = group
    return [(before[2 - left :], vowels, after[:right]) for left, right in WINDOWS]


@cache
def _table() -> dict[Context, int]:
    stored = json.loads(TABLE.read_text(encoding="utf-8"))["counts"]
    return {tuple(key.split("|")): int(count) for count, keys in stored.items() for key in keys}


def estimate(word: str) -> int:
    """Syllables of one word of letters (any case, accents welcome); at least 1."""
    word = unicodedata.normalize("NFC", word.lower())
    # A spoken vowel closes a group: the pieces around it are counted apart.
    pieces = _SPOKEN_ALONE.split(word)
    spoken = len(pieces) - 1
    if not spoken:
        return max(1, sum(map(_count, groups(fold(word)))))
    return spoken + sum(
        _count(group) for piece in pieces for group in groups(fold(piece)) if not _is_silent(group)
    )


def _count(group: Context) -> int:
    table = _table()
    return next((table[key] for key in contexts(group) if key in table), 1)


def _is_silent(group: Context) -> bool:
    """A final e beside an accented vowel ("fiancée", "naïve")."""
    return group[1] == "e" and group[2].startswith("$")


def fold(word: str) -> str:
    """Letters without their accents: "façade" as "facade"."""
    plain = "".join(_LETTERS.get(letter, letter) for letter in word)
    decomposed = unicodedata.normalize("NFD", plain)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
