"""Flaws in how the stem is worded and how the options answer to it."""

import re
from typing import TYPE_CHECKING

from services.reading.item_flaws.finding import Flaw, FlawCode, ItemUnderReview, listing, word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc

# Of a longer question, which is none, the beginning is looked at.
LONGEST_STEM = 3_000
_NEGATIVE = re.compile(
    r"\b(?:not|except|excepting|never|cannot)\b|\b\w+n['’]t\b"
    r"|\bleast(?= (?:likely|true|accurate|probable|correct|supported)\b)"
    r"|\b(?:is|are|was|were|be) (?:\w+ )?(?:false|incorrect|untrue|wrong)\b(?! with)"
    r"|\b(?:false|incorrect|untrue) (?:statement|answer|option)s?\b"
    r"|(?<=\bfollowing )but\b",
    re.IGNORECASE,
)
_NOT_NEGATIVE = re.compile(
    r"\bnot (?:only|just|merely|counting|including)\b|\bat least\b|\blast but not least\b",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"\b(?:if|when|while|because|although|though|since|unless|until|after|before|that|who|whom"
    r"|whose|which|where|whether|than|but)\b",
    re.IGNORECASE,
)
# "When it does not rain, what ...?": the question proper comes after the comma.
_LEADING_CLAUSE = re.compile(
    r"^(?:when|if|where|although|though|while|since|because|as|after|before|unless)\b.*?,"
    r"(?= *(?:what|which|who|whom|whose|when|where|why|how)\b)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|all|each|every|choose|select|find)\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:why|how come|what (?:if|happens|would happen|will happen))\b", re.I)
_NOT_TRUE = re.compile(r"\bnot (?:be )?(?:true|correct|right|accurate|supported|mentioned|stated)")
_EXCEPTION = re.compile(r"\b(?:except|excepting|but)\b", re.IGNORECASE)
_OPTION_NEGATION = re.compile(r"\b(?:not|never|no|nobody|nothing|cannot)\b|n['’]t\b", re.I)


def negative_stem(item: ItemUnderReview) -> Flaw | None:
    """A stem that asks for the exception without making its negative word stand out.

    "Why did they not leave?" asks for a reason, not for an exception, and is left alone; so is
    a negation in a clause about something else ("if it does not rain").
    """
    asked = asked_negatives(item.question)
    if not asked:
        return None
    negated = tuple(i for i, o in enumerate(item.options) if _OPTION_NEGATION.search(o))
    if all(_stands_out(word, item.question) for word in asked):
        if not negated:
            return None
        return Flaw(
            FlawCode.NEGATIVE_STEM,
            "warning",
            f"The stem is negative and so is {listing(item.options, negated)}: readers must "
            "resolve a double negative.",
            "Turn the question round, or word the options without a negation.",
            negated,
        )
    return Flaw(
        FlawCode.NEGATIVE_STEM,
        "advice",
        f'"{asked[0]}" turns the question round and is easily overlooked.',
        f"Ask for what is true, or write {_capitals(asked[0])} so that it cannot be missed.",
    )


def _capitals(word: str) -> str:
    return "NOT" if word.endswith(("n't", "n’t")) else word.upper()


def asked_negatives(question: str) -> list[str]:
    """The negative words by which `question` asks for the exception."""
    stem = question.strip()[:LONGEST_STEM]
    text = _NOT_NEGATIVE.sub(" ", _LEADING_CLAUSE.sub(" ", stem))
    asking = _ASKING.search(text)
    start = asking.end() if asking else 0
    found = []
    for match in _NEGATIVE.finditer(text):
        before = text[start : match.start()]
        direct = _EXCEPTION.match(match.group()) or _NOT_TRUE.match(text.lower(), match.start())
        if direct or not (_REASON.search(text) or _SUBORDINATE.search(before)):
            found.append(match.group())
    return found


def _stands_out(word: str, question: str) -> bool:
    if question.isupper():
        return False
    marked = re.search(rf"(?:\*\*?|__?){re.escape(word)}(?:\*\*?|__?)", question)
    return word.isupper() or marked is not None


# Words of the genre rather than of the matter: sharing them points at nothing.
_GENERIC = word_list("generic")
# Related forms share this share of the longer word and this many letters: electric, electrical.
_SHARED_LETTERS = 5
_SHARED_SHARE = 0.55


def clang_association(item: ItemUnderReview) -> Flaw | None:
    """A word of the stem that comes back in the key and in no distractor."""
    if item.gold is None or not item.distractors:
        return None
    asked = _content(item.question_doc)
    told = [_content(doc) for doc in item.option_docs]
    for word in sorted(asked):
        holders = [index for index, content in enumerate(told) if _related(word, content)]
        if holders == [item.gold]:
            echo = next(other for other in sorted(told[item.gold]) if _same_root(word, other))
            return Flaw(
                FlawCode.CLANG_ASSOCIATION,
                "advice",
                f'Only the key takes up "{word}" from the question'
                + (f' (as "{echo}")' if echo != word else "")
                + ": the echo points at it.",
                "Reword the key, or let distractors take the word up too.",
                (item.gold,),
            )
    return None


def _content(doc: "Doc") -> set[str]:
    return {
        token.lemma_.lower()
        for token in doc
        if token.is_alpha
        and not token.is_stop
        and len(token) > 2
        and token.lemma_.lower() not in _GENERIC
    }


def _related(word: str, content: set[str]) -> bool:
    return any(_same_root(word, other) for other in content)


def _same_root(left: str, right: str) -> bool:
    if left == right:
        return True
    shared = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= _SHARED_LETTERS and shared / max(len(left), len(right)) >= _SHARED_SHARE
