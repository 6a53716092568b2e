"""When two options cannot both be meant as different answers: same text, ranges, synonyms."""

import itertools
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from services.reading.item_flaws.finding import words
from services.reading.item_flaws.ranges import overlap, read_range
from services.text import spacy_english
from services.text.embeddings import Embedder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spacy.tokens import Doc, Token

# What is left of two options without the words they share is compared; all-MiniLM-L6-v2 puts
# synonyms (doctor, physician: 0.86) above this, and opposites and siblings below (0.5 to 0.77).
SYNONYM_COSINE = 0.8
_EMPTY = frozenset({"a", "an", "the", "be", "it", "they", "he", "she", "have", "do", "to", "of"})
_NEGATION = frozenset({"not", "no", "never", "n't", "without", "un", "non", "neither", "none"})

# Two long options that share this much of their words and differ in none that tells anything.
_SAME_SHARE = 0.7
_LONG = 6
# So many words more are not the one "not" or the one year that make another answer.
_ADDED = 3
# "Everyone" and "nobody" stand for nobody that the other option names.
_STANDS_FOR_OTHERS = frozenset({"it", "they", "he", "she", "we", "these", "those"})
_CONTRACTED_NOT = frozenset({"n't", "n’t"})
# What may stand in one option and not in the other without making it another answer.
_TELLS_NOTHING = frozenset({
    "a", "an", "the", "this", "that", "these", "those", "it", "they", "he", "she", "we", "his",
    "her", "their", "its", "be", "have", "do", "any", "to", "for", "of", "so", "as", "there",
    "also", "really", "quite", "very", "just", "think", "believe", "say", "feel", "suppose",
    "assume", "claim", "consider",
})  # fmt: skip

_PREPOSITIONS = frozenset(
    {"in", "on", "at", "to", "from", "with", "for", "during", "under", "near"}
)
_TIMES = frozenset({"morning", "afternoon", "evening", "night", "day", "weekend"})


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("synonyms.toml").read_text("utf-8"))


@cache
def _groups() -> tuple[dict[str, set[int]], tuple[frozenset[str], ...]]:
    """Word or phrase -> its synonym groups; and the sets of words that exclude each other."""
    table = _table()
    groups: dict[str, set[int]] = {}
    for number, group in enumerate(table["same"]):
        for phrase in group:
            groups.setdefault(phrase, set()).add(number)
    return groups, tuple(frozenset(group) for group in table["different"])


def same_text(left: str, right: str) -> bool:
    """Equal but for case, articles, spaces and the full stop."""
    return _bare(left) == _bare(right) != ""


def _bare(option: str) -> str:
    pieces = option.casefold().strip().rstrip(".!;,").split()
    # An option that is nothing but "A" keeps it.
    return " ".join([piece for piece in pieces if piece not in ("a", "an", "the")] or pieces)


def ranges_overlap(left: str, right: str) -> bool:
    """Two ranges of numbers, months or weekdays that share a value, one of them at least wide."""
    a, b = read_range(left), read_range(right)
    return a is not None and b is not None and overlap(a, b)


def one_contains_other(left: str, right: str) -> bool:
    """One noun phrase is the other with a modifier before it: "blue", "navy blue".

    A preposition is set aside where both have it, or where both say when: "in the evening",
    "on Thursday evenings".
    """
    (before, short), (also_before, long) = sorted(
        (_preposition_apart(left), _preposition_apart(right)), key=lambda parts: len(parts[1])
    )
    extra = len(long) - len(short)
    if not short or not 0 < extra <= 2 or _singular(long[extra:]) != _singular(short):
        return False
    if before != also_before and _singular(short[-1:])[0] not in _TIMES:
        return False
    # Names share parts without being the same: York, New York.
    if max(left, right, key=len).split()[-1][:1].isupper():
        return False
    if any(word in _NEGATION or not word.isalpha() for word in long[:extra]):
        return False
    return _noun(spacy_english.parse([" ".join(short), " ".join(long)]))


def _preposition_apart(option: str) -> tuple[str, list[str]]:
    plain = _plain(option)
    return (plain[0], plain[1:]) if plain[:1] and plain[0] in _PREPOSITIONS else ("", plain)


def _singular(phrase: list[str]) -> list[str]:
    """The phrase with its last word cut back, so that one evening and two compare."""
    return [*phrase[:-1], phrase[-1].removesuffix("s")]


def kind_and_member(left: str, right: str) -> bool:
    """One names a kind and the other something of that kind: "birds", "owls"."""
    one, other = (" ".join(_lemmas(doc)) for doc in spacy_english.parse([left, right]))
    kinds = _table()["includes"]
    return other in kinds.get(one, ()) or one in kinds.get(other, ())


def _plain(option: str) -> list[str]:
    return [word for word in words(option) if word not in ("a", "an", "the")]


def _noun(docs: "list[Doc]") -> bool:
    return all(
        any(token.dep_ == "ROOT" and token.pos_ in ("NOUN", "ADJ") for token in doc) for doc in docs
    )


def synonymous(left: str, right: str, embedder: Embedder | None) -> bool:
    """What the two do not share means the same, by the list of synonyms or by the encoder."""
    docs = spacy_english.parse([left.strip(), right.strip()])
    mine, theirs = (_lemmas(doc) for doc in docs)
    rest_left = [lemma for lemma in mine if lemma not in theirs]
    rest_right = [lemma for lemma in theirs if lemma not in mine]
    if not rest_left or not rest_right or _contrast(rest_left, rest_right, docs):
        return False
    if _listed(rest_left, rest_right):
        return True
    if embedder is None or not embedder.info.knows("en"):
        return False
    rows = embedder.encode([" ".join(rest_left), " ".join(rest_right)])
    return float(rows[0] @ rows[1]) >= SYNONYM_COSINE


def same_but_for_wording(left: str, right: str) -> bool:
    """Long options that share most of their words and differ in none that tells anything.

    "They" and "The scientists" may be the same people: beside a pronoun, what is said counts.
    """
    docs = spacy_english.parse([left, right])
    by_pronoun = any(doc[0].lower_ in _STANDS_FOR_OTHERS for doc in docs if len(doc))
    parts = [_predicate(doc) if by_pronoun else list(doc) for doc in docs]
    one, other = (_told(part) for part in parts)
    shorter = min(len(one), len(other))
    if shorter < _LONG or len(one & other) < _SAME_SHARE * shorter:
        return False
    # The same words in another order may say the contrary.
    return one != other and (one ^ other) <= _TELLS_NOTHING


def goes_on(left: str, right: str) -> bool:
    """One long option says all that the other says, and more."""
    one, other = (_told(doc) for doc in spacy_english.parse([left, right]))
    nested = one < other or other < one
    return nested and min(len(one), len(other)) >= _LONG and len(one ^ other) > _ADDED


def _told(tokens: "Iterable[Token]") -> set[str]:
    """The words and numbers, "n't" among them: it is all that makes some answers the contrary."""
    return {
        token.lemma_.lower()
        for token in tokens
        if token.is_alpha or token.like_num or token.lower_ in _CONTRACTED_NOT
    }


def _predicate(doc: "Doc") -> "list[Token]":
    """What is said of the subject."""
    verb = next((token.i for token in doc if token.pos_ in ("VERB", "AUX")), 0)
    return list(doc[verb:])


def _lemmas(doc: "Doc") -> list[str]:
    lemmas = [token.lemma_.lower() for token in doc if not token.is_punct and not token.is_space]
    return [lemma for lemma in lemmas if lemma not in _EMPTY]


def _contrast(left: list[str], right: list[str], docs: "list[Doc]") -> bool:
    """Numbers, names, negation, or words that exclude each other (Monday, Tuesday)."""
    rest = {*left, *right}
    if rest & _NEGATION or any(char.isdigit() for lemma in rest for char in lemma):
        return True
    for doc in docs:
        for token in doc:
            named = token.pos_ in ("PROPN", "NUM") or token.ent_type_
            if token.lemma_.lower() in rest and named:
                return True
    excluding = _groups()[1]
    return any(group & set(left) and group & set(right) for group in excluding)


def _listed(left: list[str], right: list[str]) -> bool:
    """What remains of both is a listed pair, or each word of either is in a pair."""
    groups = _groups()[0]
    if groups.get(" ".join(left), set()) & groups.get(" ".join(right), set()):
        return True
    return _covered(left, right) and _covered(right, left)


def _covered(words_here: list[str], words_there: list[str]) -> bool:
    groups = _groups()[0]
    there: set[int] = set()
    for phrase in _phrases(words_there):
        there |= groups.get(phrase, set())
    paired = [p for p in _phrases(words_here) if groups.get(p, set()) & there]
    return {word for phrase in paired for word in phrase.split()} >= set(words_here)


def _phrases(words_in_order: list[str]) -> list[str]:
    pairs = [" ".join(pair) for pair in itertools.pairwise(words_in_order)]
    return [*words_in_order, *pairs]
