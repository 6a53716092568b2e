"""The common noun that a question asks for: "planet" in "Which planet has the widest rings?"."""

from collections.abc import Sequence

from services.errors import Unavailable
from services.text.spacy_english import tagged

_QUESTION_WORDS = frozenset({"which", "what"})
_BE = frozenset({"is", "was"})
# Nouns that say nothing by themselves: what follows their "of" is asked for.
_EMPTY = frozenset({"kind", "type", "sort", "name", "class"})
# Penn tags of what may stand before a noun and belong to it.
_BEFORE = frozenset({"JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "CD", "HYPH", "POS", "VBN"})

Tagged = Sequence[tuple[str, str]]


def asked_for(question: str) -> str | None:
    """One of it ("composer", "year"); None for "Who wrote Emma?" and where no tagger is at hand."""
    try:
        tokens = tagged([question])[0]
    except Unavailable:
        # The answer's class stands in: a hint may begin with "This person" as well.
        return None
    for place, (text, _) in enumerate(tokens):
        if text.lower() in _QUESTION_WORDS:
            return _noun(tokens[place + 1 :])
    return None


def _noun(tokens: Tagged) -> str | None:
    """The head of the noun phrase that `tokens` begin with, after "is the"."""
    start = 0
    while start < len(tokens) and (tokens[start][0] in _BE or tokens[start][1] == "DT"):
        start += 1
    end = start
    while end < len(tokens) and tokens[end][1] in _BEFORE:
        end += 1
    if end == start or tokens[end - 1][1] != "NN":
        return None
    noun = tokens[end - 1][0].lower()
    if noun not in _EMPTY:
        return noun
    followed = end < len(tokens) and tokens[end][0] == "of"
    return _noun(tokens[end + 1 :]) if followed else None
