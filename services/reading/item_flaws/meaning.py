"""Flaws that need to know what is meant: doubles, absurd distractors, items beside the passage."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from services.reading.item_flaws.finding import Flaw, FlawCode, ItemUnderReview, listing, word_list
from services.reading.item_flaws.same_meaning import (
    kind_and_member,
    one_contains_other,
    ranges_overlap,
    same_but_for_wording,
    same_text,
    synonymous,
)
from services.reading.item_flaws.stem import asked_negatives

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from spacy.tokens import Doc


def overlapping_options(item: ItemUnderReview) -> Flaw | None:
    """Two options that say the same, or of which one includes the other."""
    checks: tuple[tuple[str, Callable[[str, str], bool]], ...] = (
        ("are the same", same_text),
        ("say the same in other words", same_but_for_wording),
        ("overlap", ranges_overlap),
        ("mean the same", lambda a, b: synonymous(a, b, item.embedder)),
        ("are not separate (one includes the other)", one_contains_other),
        ("are not separate (one includes the other)", kind_and_member),
    )
    for relation, holds in checks:
        for index, left in enumerate(item.options):
            for other in range(index):
                if holds(item.options[other], left):
                    return _overlap(item, (other, index), relation)
    return None


def _overlap(item: ItemUnderReview, pair: tuple[int, int], relation: str) -> Flaw:
    keyed = item.gold in pair
    why = "two answers can be called right" if keyed else "neither can be the key, and both go"
    return Flaw(
        FlawCode.OVERLAPPING_OPTIONS,
        "error" if keyed else "warning",
        f"{listing(item.options, pair)} {relation}: {why}.",
        "Replace one of them by an option that excludes the others.",
        pair,
    )


# What no reader takes for an answer unless the passage itself speaks of it.
_FANTASTIC = word_list("fantastic")
_FANTASTIC_PHRASES = re.compile(
    "|".join(rf"\b(?:{phrase})\b" for phrase in sorted(word_list("fantastic_phrases"))),
    re.IGNORECASE,
)
# All distractors at once this far from the passage, the key and each other are about something
# else. Nearness alone cannot tell a flood from a herd of elephants as the end of a mill, so the
# bounds are strict: 2 in 1,000 published items are within them.
_FAR_FROM_PASSAGE = 0.22
_FAR_FROM_KEY = 0.42
_FAR_APART = 0.4
_KEY_IN_PASSAGE = 0.35
# A fantastic word that is this near to a sentence of the passage belongs to its world.
_IN_ITS_WORLD = 0.3


def implausible_distractor(item: ItemUnderReview) -> Flaw | None:
    """Distractors nobody would choose: fantastic ones, or several that are about something else.

    The second sign needs an encoder: two or more distractors that are far in meaning from every
    sentence of the passage and from the key, while the key is close to one.
    """
    if item.gold is None or not item.distractors:
        return None
    found = tuple(i for i in item.distractors if _fantastic(item, i)) or _outliers(item)
    if not found:
        return None
    return Flaw(
        FlawCode.IMPLAUSIBLE_DISTRACTOR,
        "warning",
        f"No reader would choose {listing(item.options, found)}: the item has fewer real options "
        "than it shows.",
        "Take distractors from the passage, or from mistakes that readers make.",
        found,
    )


def _nearness(item: ItemUnderReview) -> "NDArray[np.float32] | None":
    """Cosine of each option with its nearest sentence of the passage; None without an encoder."""
    embedder = item.embedder
    if embedder is None or not embedder.info.knows("en") or not item.passage.strip():
        return None
    rows = embedder.encode(item.options) @ embedder.encode(item.sentences).T
    return np.asarray(rows.max(axis=1), dtype=np.float32)


def _fantastic(item: ItemUnderReview, index: int) -> bool:
    option = item.options[index]
    phrase = _FANTASTIC_PHRASES.search(option)
    if phrase is not None and not _FANTASTIC_PHRASES.search(item.passage):
        return not _content(item.option_docs[index]) & item.passage_lemmas
    strange = _lemmas(item.option_docs[index]) & _FANTASTIC - item.passage_lemmas
    return any(not _in_its_world(item, word) for word in strange)


def _in_its_world(item: ItemUnderReview, word: str) -> bool:
    """Mars is no joke in a passage about the moon."""
    if item.embedder is None or not item.passage.strip():
        return False
    rows = item.embedder.encode([word, *item.sentences])
    return float((rows[1:] @ rows[0]).max()) >= _IN_ITS_WORLD


def _outliers(item: ItemUnderReview) -> tuple[int, ...]:
    """All distractors, if each is about something else than passage and key; else none."""
    nearness = _nearness(item)
    if nearness is None or item.embedder is None or item.gold is None:
        return ()
    if len(item.distractors) < 2 or nearness[item.gold] < _KEY_IN_PASSAGE:
        return ()
    places = list(item.distractors)
    rows = item.embedder.encode(item.options)
    apart = rows[places] @ rows[places].T
    np.fill_diagonal(apart, -1.0)
    far = (
        nearness[places].max() < _FAR_FROM_PASSAGE
        and (rows[places] @ rows[item.gold]).max() < _FAR_FROM_KEY
        and apart.max(axis=1).mean() < _FAR_APART
    )
    worded = any(_is_worded(item.option_docs[place]) for place in places)
    told = frozenset().union(*(_content(item.option_docs[place]) for place in places))
    return item.distractors if far and worded and not told & item.passage_lemmas else ()


def _lemmas(doc: "Doc") -> frozenset[str]:
    return frozenset(token.lemma_.lower() for token in doc if token.is_alpha)


def _is_worded(doc: "Doc") -> bool:
    """Says something: not a bare number, name or single letter, which are near nothing."""
    return any(token.pos_ in ("NOUN", "VERB") and not token.ent_type_ for token in doc)


def _content(doc: "Doc") -> frozenset[str]:
    return frozenset(
        token.lemma_.lower()
        for token in doc
        if (token.is_alpha or token.like_num) and not token.is_stop
    )


_ABOUT_THE_TEXT = re.compile(
    r"\b(?:passage|text|author|writer|story|narrator|speaker|paragraph|article|excerpt|essay"
    r"|poem|letter|tale|discussion|according|reading|title|main idea|here|this|these|above)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|we|us|our|you|your|i|my)\b",
    re.IGNORECASE,
)
# "What is seven times eight?" is answered by reckoning, whatever the passage says.
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred)"
_SUM = re.compile(
    rf"^(?:what|how much) (?:is|are|do|does) (?:the (?:sum|product|difference) of )?{_NUMBER} ?"
    rf"(?:[+×x*/÷−-]|plus|minus|times|divided by|multiplied by|and|from) ?{_NUMBER}"
    r"(?: make| equal)?\W*$",
    re.IGNORECASE,
)
# Nearest sentence to question with key, and to the question: 2% of 1,200 published items lie
# below either.
_KEY_BESIDE = 0.21
_QUESTION_BESIDE = 0.22
# A solver that is this sure without the passage.
SURE_WITHOUT_PASSAGE = 0.6


def answerable_without_passage(item: ItemUnderReview) -> Flaw | None:
    """Claimed when nothing in the passage bears on the item, or from a solver with a record.

    A solver's answer without the passage counts only if its record without passages is above
    chance; the record is in the message.
    """
    if item.gold is None or not item.passage.strip():
        return None
    if beside_the_passage(item):
        return Flaw(
            FlawCode.ANSWERABLE_WITHOUT_PASSAGE,
            "error",
            "Nothing in the passage bears on the question or on its key: general knowledge "
            "answers it, not reading.",
            "Ask for something that only a reader of the passage can know.",
        )
    return _solved_blind(item)


def beside_the_passage(item: ItemUnderReview) -> bool:
    """Whether neither the words nor the meaning of question and key have to do with the passage."""
    if _ABOUT_THE_TEXT.search(item.question) or item.key is None or item.gold is None:
        return False
    # The key of "which is not mentioned?" is absent by design.
    if asked_negatives(item.question):
        return False
    passage = item.passage_lemmas
    asked, told = _content(item.question_doc), _content(item.option_docs[item.gold])
    if _SUM.match(item.question.strip()):
        return True
    if told & passage or not asked:
        return False
    if item.embedder is None or not item.embedder.info.knows("en"):
        others = frozenset().union(*map(_content, item.option_docs))
        refers = _PRONOUN.search(item.question) is not None
        return not asked & passage and not others & passage and not refers
    asked_rows = item.embedder.encode([f"{item.question} {item.key}", item.question])
    nearest = (item.embedder.encode(item.sentences) @ asked_rows.T).max(axis=0)
    return bool(nearest[0] < _KEY_BESIDE and nearest[1] < _QUESTION_BESIDE)


def _solved_blind(item: ItemUnderReview) -> Flaw | None:
    record, solved = item.blind_record, item.solved
    if record is None or not record.above_chance or solved is None or item.gold is None:
        return None
    shares = solved.without_passage
    if shares is None or shares[item.gold] < SURE_WITHOUT_PASSAGE:
        return None
    return Flaw(
        FlawCode.ANSWERABLE_WITHOUT_PASSAGE,
        "warning",
        f"{solved.solver} finds the key without the passage. When it is this sure without one, "
        f"it was right on {record.right} of {record.n} items ({record.right / record.n:.0%}; "
        f"guessing: {record.chance:.0%}).",
        "Ask for something that only a reader of the passage can know.",
        (item.gold,),
    )
