"""Does what a player answers fit? (The answering study of the TriviaHG paper, section 5.3.)

Case, accents, articles, punctuation and small typing errors are forgiven, aliases accepted. What
tells names apart is not forgiven: numbers ("1968"), numerals ("George II"), the first letter
("Gambia", "Zambia"), and the name of another candidate ("Austria" for Australia).
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from services.hints.names import name_key, without_parenthesis
from services.hints.words import content_words, words

_ARTICLES = frozenset({"the", "a", "an"})
_OPENING = re.compile(
    r"^(?:(?:i think|maybe|perhaps|probably|the answer is)\s+)?"
    r"(?:(?:(?:it|this|that|he|she|they)(?:['’]s| is| was| are)|is (?:it|this|that)"
    r"|(?:what|who|where|when) (?:is|was|are|were))\s+)?",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"(?=.)(x{0,3})(ix|iv|v?i{0,3})")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
# Signs that make another name: "C++", "C#", "-5".
_SIGN = re.compile(r"[#%*@+<>=$£€^~|]|[-−](?=\d)")
MOST_EDITS = 3


class Fit(StrEnum):
    """`PART` is a part of the right name ("Shakespeare"): near, but no answer."""

    RIGHT = "right"
    MISSPELT = "misspelt"
    PART = "part"
    WRONG = "wrong"

    @property
    def solves(self) -> bool:
        return self in (Fit.RIGHT, Fit.MISSPELT)


def fit(guess: str, answer: str, aliases: Sequence[str] = (), others: Sequence[str] = ()) -> Fit:
    """How `guess` stands to the answer or an alias; `others` are names that are wrong for sure."""
    names = [name for name in (answer, *aliases) if name.strip()]
    said = [reading for reading in _readings(guess) if reading]
    if any(_same(reading, name) for reading in said for name in names):
        return Fit.RIGHT
    wrong = {name_key(other) for other in others} - {name_key(name) for name in names}
    said = [reading for reading in said if name_key(reading) not in wrong]
    if any(_misspelt(_spelt(reading), _spelt(name)) for reading in said for name in names):
        return Fit.MISSPELT
    if any(_part(reading, name) for reading in said for name in names):
        return Fit.PART
    return Fit.WRONG


def _readings(guess: str) -> list[str]:
    """The guess as it stands, without marks around it, without "It is", and up to its comma
    ("Paris, France")."""
    written = " ".join(guess.split())
    plain = written.strip(' .!?"“”')
    bare = _OPENING.sub("", plain).strip()
    return list(dict.fromkeys([written, plain, bare, bare.split(",")[0].strip()]))


def _same(guess: str, name: str) -> bool:
    spellings = (name, without_parenthesis(name))
    if any(name_key(guess) == name_key(spelling) for spelling in spellings):
        return True
    return any(_spelt(guess) == _spelt(spelling) != [] for spelling in spellings)


def _spelt(text: str) -> list[str]:
    """The words in order, folded, numbers and numerals as digits, without articles; then the
    signs that make another name."""
    said = [_in_digits(word.key) for word in words(text) if word.key not in _ARTICLES]
    return [*said, *_SIGN.findall(text)] if said else []


def _in_digits(word: str) -> str:
    """ "viii" and "8th" -> "8": numerals up to XXXIX, as they stand behind names."""
    if ordinal := _ORDINAL.fullmatch(word):
        return ordinal[1]
    numeral = _ROMAN.fullmatch(word)
    return str(10 * len(numeral[1]) + _UNITS.index(numeral[2])) if numeral else word


def _misspelt(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether `said` is `name` but for typing errors: a few, and none where it would be another
    name. Words may be run together or torn apart."""
    if not said or not name or _exact(said) != _exact(name):
        return False
    if len(said) == len(name):
        pairs = list(zip(said, name, strict=True))
    else:
        pairs = [("".join(said), "".join(name))]
    edits = [_edits(one, other) for one, other in pairs]
    known = [count for count in edits if count is not None]
    return len(known) == len(edits) and sum(known) <= MOST_EDITS


def _exact(words_of: Sequence[str]) -> list[str]:
    """Words in which each sign counts: numbers, lone letters and signs."""
    return [word for word in words_of if len(word) == 1 or any(map(str.isdigit, word))]


def _edits(said: str, name: str) -> int | None:
    """Letters added, left out, changed or swapped; None if it is more than a slip.

    One is forgiven from four letters on, two from nine, three from sixteen. In four and five
    letters another letter makes another name ("Iran", "Iraq"; "Monet", "Manet"), and a letter more
    or less does in four.
    """
    from rapidfuzz.distance import OSA

    if said == name:
        return 0
    shorter = min(len(said), len(name))
    allowed = sum(shorter >= length for length in (4, 9, 16))
    begins_alike = said[:1] == name[:1] or said[:2] == name[1::-1]
    count = OSA.distance(said, name)
    if count > allowed or not begins_alike:
        return None
    swapped = sorted(said) == sorted(name)
    one_more = len(said) != len(name)
    return count if swapped or shorter > 5 or (shorter == 5 and one_more) else None


def _part(guess: str, name: str) -> bool:
    """Whether the guess is some of the words of the name, and not only small ones."""
    same_signs = _SIGN.findall(guess) == _SIGN.findall(name)
    return same_signs and set(_spelt(guess)) < set(_spelt(name)) and bool(content_words(guess))
