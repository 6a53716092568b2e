"""The words of a hint or an answer, in the forms by which a leak is recognised.

Deliberately without spaCy: a lemma that depends on the rest of the sentence ("hands" the noun or
the verb) would let the same word pass in one hint and not in another.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from services.hints.names import fold

_WORD = re.compile(r"\d+(?:\.\d+)+|[^\W_]+(?:['’][^\W_]+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# "U.N.", "J. K.": single letters with dots are one abbreviation.
_DOTTED = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.\s?)+[^\W\d_]?\.?(?![^\W_])")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_ROUND_NUMBER = re.compile(
    r"(?<![\d.])(\d+(?:\.\d+)?) (hundred|thousand|million|billion)(?!\w)", re.I
)
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_TWO_DIGIT_PAIR = re.compile(r"(?<!\d)(1\d|20) (\d\d)(?!\d)")

STOP_WORDS = frozenset(
    Path(__file__).with_name("stop_words.txt").read_text(encoding="ascii").split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written (`text`), folded (`key`), and every form it is compared by (`forms`).

    `opens_sentence` and `quoted` tell whether its capital letter means anything.
    """

    text: str
    key: str
    forms: frozenset[str]
    opens_sentence: bool = False
    quoted: bool = False

    @property
    def is_abbreviation(self) -> bool:
        return len(self.text) >= 2 and self.text.isupper() and self.text.isalpha()

    @property
    def is_content(self) -> bool:
        """Carries meaning of its own: no function word, no lone letter, no abbreviated title."""
        return (len(self.key) > 1 or not self.key.isascii() or self.key.isdigit()) and (
            self.key not in STOP_WORDS
        )


def words(text: str) -> list[Word]:
    """The words of `text` in order: compounds split, possessives cut, abbreviations joined,
    numbers as digits ("twenty-one" -> "21")."""
    plain = digits_for_numbers(_DOTTED.sub(_joined_letters, text))
    found = []
    ended = 0
    for match in _WORD.finditer(plain):
        written = _POSSESSIVE.sub("", match.group()).replace("'", "").replace("’", "")
        # Signs between the words alone tell: a long text is not copied for each of its words.
        before, after = plain[ended : match.start()], plain[match.end() : match.end() + 1]
        bare = before.rstrip(" \"'“‘(")
        opens = bare[-1] in ".!?:;" if bare else ended == 0
        quoted = before[-1:] in {'"', "'", "“", "‘"} and after in {'"', "'", "”", "’"}
        ended = match.end()
        key = fold(written)
        if key:
            found.append(Word(written, key, _forms(key), opens, quoted))
    return found


def is_name(word: Word) -> bool:
    """Whether a word is a number or (part of) a name."""
    return word.key[0].isdigit() or (word.text[0].isupper() and not word.opens_sentence)


def content_words(text: str) -> list[Word]:
    return [word for word in words(text) if word.is_content]


def digits_for_numbers(text: str) -> str:
    """`text` with its numbers in digits and without thousands separators.

    "fifth" becomes "5th" and "nineteen eighty-four" "1984", as years are read.
    """
    from text_to_num import alpha2digit

    # Half of a surrogate pair, which JSON may hold, is no character that libraries take.
    text = text.encode("utf-8", "replace").decode("utf-8")
    plain = _ROUND_NUMBER.sub(_multiplied, _THOUSANDS.sub("", text))
    return _TWO_DIGIT_PAIR.sub(r"\1\2", alpha2digit(plain, "en", threshold=0))


def _multiplied(match: re.Match[str]) -> str:
    """ "5 million" -> "5000000"."""
    return f"{Decimal(match[1]) * _SCALES[match[2].lower()]:f}".removesuffix(".0")


def _joined_letters(match: re.Match[str]) -> str:
    """ "U.N." -> "UN"; a lone letter with its dot stays."""
    whole = match.group()
    letters = re.sub(r"[.\s]", "", whole)
    return letters + " " if len(letters) > 1 else whole


@lru_cache(maxsize=50_000)
def _forms(key: str) -> frozenset[str]:
    """The folded word, its lemma, and its singular by rule: names are in no dictionary."""
    from simplemma import lemmatize

    forms = {key, fold(lemmatize(key, lang="en"))}
    if len(key) > 3 and key.endswith("s") and not key.endswith(("ss", "us", "is")):
        forms.add(key[:-1])
    return frozenset(forms)


def lemma(word: Word) -> str:
    """The dictionary form of one word, for showing."""
    return min(word.forms, key=lambda form: (len(form), form))
