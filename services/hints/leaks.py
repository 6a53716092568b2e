"""Does a hint give the answer away? (TriviaHG paper section 3.2.2, first filter.)

A hint leaks when it shares a content word with the answer or an alias, in whatever form: other
case, plural, possessive, part of a hyphenated compound, digits or number words, written together
or apart, with or without accents, as initials. An answer made only of function words ("The Who")
leaks when it is named, not whenever "who" is said.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from services.hints.names import fold, without_parenthesis
from services.hints.words import Word, lemma, words

_BRACKET = re.compile(r"\(([^()]*)\)\s*$")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_ARTICLES = frozenset({"the", "a", "an"})
# Endings by which a word is made of a name: "Parisian", "Londoner", "Swedish".
_DERIVED = ("n", "an", "ian", "ean", "er", "ers", "ese", "ish", "ic", "ist", "ism", "al", "y")


@dataclass(frozen=True, slots=True)
class Leak:
    """`lemma` is what answer and hint share; `why` says it in words."""

    lemma: str
    why: str


def find_leak(answer: str, aliases: Sequence[str], hint: str) -> Leak | None:
    """The first way in which `hint` gives `answer` (or one of `aliases`) away, or None."""
    said = words(hint)
    for name in _names(answer, aliases):
        leak = _shared_word(name, said) or _shared_compound(name, said) or _initials(name, said)
        if leak is None and not any(word.is_content for word in words(name)):
            leak = _named(name, said)
        if leak is None and not name.isascii() and " " not in name and fold(name) in fold(hint):
            leak = Leak(name, f"contains the answer “{name}”")
        if leak is not None:
            return leak
    return None


def near_leak(answer: str, aliases: Sequence[str], hint: str) -> str | None:
    """A word of the hint that is made from a word of the answer ("Parisian" for Paris), or None.

    It is no shared lemma, so it does not drop a hint, but the author should see it.
    """
    for name in _names(answer, aliases):
        for own in words(name):
            if not own.is_content or len(own.key) < 4:
                continue
            stems = {own.key, own.key.rstrip("aeiouy")} if len(own.key) > 4 else {own.key}
            for word in said_words(hint):
                if any(word.key == stem + end for stem in stems for end in _DERIVED):
                    return word.text
    return None


def said_words(hint: str) -> list[Word]:
    return [word for word in words(hint) if word.is_content]


def _names(answer: str, aliases: Sequence[str]) -> Iterable[str]:
    """Answer and aliases without a bracket that only explains them; one that abbreviates them
    ("Knot (kn)") is a name too."""
    for name in (answer, *aliases):
        bare = without_parenthesis(name)
        yield bare
        bracket = _BRACKET.search(name)
        if bracket and bare != name and _abbreviates(fold(bracket[1]), fold(bare)):
            yield bracket[1]


def _abbreviates(short: str, name: str) -> bool:
    """Whether the letters of `short` (at most 5) occur in `name` in that order."""
    rest = iter(name)
    return 1 < len(short) <= 5 and all(letter in rest for letter in short)


def _shared_word(name: str, said: Sequence[Word]) -> Leak | None:
    own_words = [word for word in words(name) if word.is_content]
    only_number = len(own_words) == 1 and own_words[0].key.isdigit()
    for own in own_words:
        for word in said:
            if not word.is_content:
                continue
            if own.forms & word.forms:
                return Leak(lemma(own), f"contains “{word.text}” of the answer")
            ordinal = _ORDINAL.match(word.key)
            if only_number and ordinal and ordinal[1] == own.key:
                return Leak(own.key, f"contains “{word.text}”, the number of the answer")
    return None


def _shared_compound(name: str, said: Sequence[Word]) -> Leak | None:
    """Written together in one and apart in the other: "basket ball", "icecream"."""
    own_words = words(name)
    for one_side, other_side in ((own_words, said), (said, own_words)):
        singles = {form: word for word in one_side if len(word.key) > 5 for form in word.forms}
        for first, second in pairwise(other_side):
            both = [first.key + form for form in second.forms]
            found = next((singles[form] for form in both if form in singles), None)
            if found is not None:
                return Leak(lemma(found), f"contains the answer's “{found.text}” in another form")
    return None


def _initials(name: str, said: Sequence[Word]) -> Leak | None:
    """ "UN" for "United Nations", and the words that an answer like "NASA" stands for."""
    own_words = [word for word in words(name) if word.key not in _ARTICLES]
    if len(own_words) > 1:
        letters = {
            "".join(word.key[0] for word in own_words),
            "".join(word.key[0] for word in own_words if word.is_content),
        }
        for word in said:
            if word.is_abbreviation and len(word.key) > 1 and word.key in letters:
                return Leak(word.key, f"contains the answer's initials “{word.text}”")
    elif own_words and own_words[0].is_abbreviation and 2 <= len(own_words[0].key) <= 6:
        return _spelled_out(own_words[0], said)
    return None


def _spelled_out(short: Word, said: Sequence[Word]) -> Leak | None:
    """Consecutive capitalised words whose initials are `short`; function words between them do
    not count."""
    names = [word for word in said if word.is_content or word.text[0].isupper()]
    size = len(short.key)
    for start in range(len(names) - size + 1):
        run = names[start : start + size]
        capitals = all(word.text[0].isupper() for word in run)
        if capitals and "".join(word.key[0] for word in run) == short.key:
            return Leak(short.key, f"spells out “{short.text}”")
    return None


def _named(name: str, said: Sequence[Word]) -> Leak | None:
    """A name of function words or lone letters, said as a name: capitalised inside a sentence,
    after its article, in capitals, or in quotation marks."""
    own_words = words(name)
    core = [word for word in own_words if word.key not in _ARTICLES] or own_words
    if not core:
        return None
    size = len(core)
    for start in range(len(said) - size + 1):
        run = said[start : start + size]
        if [word.key for word in run] != [word.key for word in core]:
            continue
        article_before = start > 0 and said[start - 1].key in _ARTICLES and core != own_words
        capitals = all(word.text[0].isupper() for word in run)
        marked = run[0].quoted or all(word.is_abbreviation for word in run)
        if marked or (capitals and (article_before or size > 1 or not run[0].opens_sentence)):
            return Leak(" ".join(word.key for word in core), f"names the answer “{name}”")
    return None
