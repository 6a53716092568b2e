"""Options that do not continue an open stem: article, number, or form of the first word."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from services.reading.item_flaws.finding import Flaw, FlawCode, ItemUnderReview, listing
from services.text import spacy_english

if TYPE_CHECKING:
    from spacy.tokens import Span

_BLANK = re.compile(r"_{2,}|…|\.{3,}|\[blank\]", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(an?)$", re.IGNORECASE)
_PLURAL_VERB = re.compile(r"\b(are|were)(?: the)?$|^(these|those) are\b", re.IGNORECASE)
_PLURAL_WORD = re.compile(r"\b(these|those|several|many|few|both|two|three|four|five)$", re.I)
_SINGULAR_WORD = re.compile(r"\b(this|each|every|another|one)$", re.IGNORECASE)
_SINGULAR_VERB = re.compile(r"\b(is|was)$", re.IGNORECASE)
_MODAL = re.compile(
    r"\b(must|can|could|will|would|should|may|might|shall|cannot)(?: not)?$", re.IGNORECASE
)
_TO = re.compile(r"\b(to)$", re.IGNORECASE)
_CONJUNCTION = re.compile(r"\b(because|although|that|if|unless)$", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(he|she|they|we|I|(?:because|that|when|if|as|although|before|after|until|while) it)$"
)
_DETERMINER = re.compile(r"\b(the|his|her|its|their|my|our|your|this|an?)$", re.IGNORECASE)
_PREPOSITION = re.compile(r"\b(by|with|from|of|for|into)$", re.IGNORECASE)

_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})

# Said with a vowel first: vowel letters but for "one", "use", "European"; "hour"; "8"; "FBI".
_VOWEL_SOUND = re.compile(
    r"(?!one\b|once\b|eu|ewe|us[aeu]|uni(?!n|m)|u[bcfkt][aeiu]|u[A-Z])[aeiou]"
    r"|hour|honest|honou?r|heir|8|1[18]\b|(?-i:[FHLMNRSX](?:[A-Z]|\b))",
    re.IGNORECASE,
)


def grammatical_cue(item: ItemUnderReview) -> Flaw | None:
    """Some options continue the stem and others do not, so that grammar sorts them."""
    stem = _BLANK.split(item.question)[0].rstrip(" :.-–—\n")
    # A full question is answered, not continued: options may take any form but one number.
    if stem.endswith("?") or not stem:
        return _number_asked(item, stem)
    openings = _openings(stem, item.options)
    for word, fits in _demands(stem):
        misfits = tuple(i for i, opening in enumerate(openings) if not fits(opening))
        # Where nothing fits, grammar sorts nothing.
        if 0 < len(misfits) < len(openings):
            return _flaw(item, word, misfits)
    if match := _TO.search(stem):
        return _mixed_forms(item, match.group(1), openings, _verbal)
    words = stem.split()
    if words and not any(token.tag_ in _FINITE for token in spacy_english.parse([stem])[0]):
        return _mixed_forms(item, words[-1], openings, _finite)
    return None


def _openings(stem: str, options: tuple[str, ...]) -> "list[Span]":
    """Each option as it is parsed after the stem: alone, "owls" may pass for a verb."""
    texts = [_lowered(option.strip()) for option in options]
    docs = spacy_english.parse([f"{stem} {text}" for text in texts])
    return [doc[len(spacy_english.parse([stem])[0]) :] for doc in docs]


def _lowered(option: str) -> str:
    first = option.split(" ")[0]
    ordinary = first[:1].isupper() and first[1:].islower() and first != "I"
    return option[:1].lower() + option[1:] if ordinary else option


def _demands(stem: str) -> "list[tuple[str, Callable[[Span], bool]]]":
    demands: list[tuple[str, Callable[[Span], bool]]] = []
    if match := _ARTICLE.search(stem):
        vowel = match.group(1).lower() == "an"
        demands.append((match.group(1), lambda span: _vowel(span.text) == vowel))
        demands.append((match.group(1), lambda span: not _plural(span)))
    if match := _DETERMINER.search(stem):
        demands.append((match.group(1), _nominal))
    elif match := _MODAL.search(stem):
        demands.append((match.group(1), _verbal))
    elif match := _PREPOSITION.search(stem):
        demands.append((match.group(1), lambda span: _nominal(span) or _phrase(span)))
    elif match := _CONJUNCTION.search(stem):
        demands.append((match.group(1), _clausal))
    elif match := _SUBJECT.search(stem):
        demands.append((match.group(1), _predicate))
    if match := _PLURAL_VERB.search(stem):
        demands.append((match.group().strip(), lambda span: not _singular(span)))
    elif match := _PLURAL_WORD.search(stem):
        demands.append((match.group(1), _plural))
    elif match := _SINGULAR_WORD.search(stem):
        demands.append((match.group(1), lambda span: not _plural(span)))
    elif match := _SINGULAR_VERB.search(stem):
        demands.append((match.group(1), lambda span: not _bare_plural(span)))
    return demands


def _vowel(option: str) -> bool:
    return _VOWEL_SOUND.match(option.lstrip("\"'“‘(*")) is not None


def _noun_head(span: "Span") -> str:
    """Tag of the last noun before the first preposition, comma or relative; "" if none."""
    head = ""
    for token in span:
        if token.tag_ in ("IN", "WDT", "WP", ",", "TO") or token.dep_ == "cc":
            break
        if token.tag_.startswith("NN"):
            head = token.tag_
    return head


def _joined(span: "Span") -> bool:
    return any(token.dep_ == "cc" and token.lower_ == "and" for token in span)


def _plural(span: "Span") -> bool:
    return _noun_head(span) in ("NNS", "NNPS") and not _quantified(span)


def _quantified(span: "Span") -> bool:
    # "a few gloves", "a hundred tools"
    return len(span) > 0 and span[0].lower_ in ("few", "hundred", "thousand", "dozen", "lot")


def _singular(span: "Span") -> bool:
    return (
        len(span) > 0
        and span[0].lower_ in ("a", "an", "one")
        and _noun_head(span) == "NN"
        and not _joined(span)
    )


def _bare_plural(span: "Span") -> bool:
    return len(span) > 0 and span[0].tag_ == "NNS" and not _joined(span)


def _nominal(span: "Span") -> bool:
    """Can follow an article: not a clause, an infinitive, a preposition or another article."""
    if len(span) == 0:
        return True
    if span[0].tag_ in ("RB", "RBR") and len(span) == 1:
        return False
    return span[0].tag_ not in ("DT", "PRP", "PRP$", "TO", "MD", "IN", "VBZ", "VBD", "VB", "VBP")


def _phrase(span: "Span") -> bool:
    """A noun phrase with its own article or pronoun in the object case, or a gerund."""
    return len(span) > 0 and (
        span[0].tag_ in ("DT", "PRP$", "PDT", "VBG", "WP", "WRB", "CD")
        or span[0].lower_ in ("him", "her", "it", "them", "me", "us", "you")
    )


def _verbal(span: "Span") -> bool:
    for token in span:
        if token.tag_ in ("RB", "RBR"):
            continue
        return token.tag_ in ("VB", "VBP") or (token.tag_ == "NN" and len(span) == 1)
    return False


def _clausal(span: "Span") -> bool:
    """A clause with its verb; "of ..." after "because" will do as well."""
    if len(span) == 0 or span[0].lower_ == "of":
        return True
    return any(token.tag_ in _FINITE for token in span)


def _predicate(span: "Span") -> bool:
    """Begins with a finite verb, at most adverbs before it: "never saw", "had learned"."""
    tags = _without_adverbs(span)
    # What the tagger makes of many a verb: a participle ("planted the beans") or, before an
    # object, a noun ("paints the arches").
    noun_with_object = tags[:1] == ["NNS"] and tags[1:2] in (["DT"], ["PRP$"], ["PRP"], ["CD"])
    return tags[:1] != [] and (tags[0] in _FINITE | {"VBN"} or noun_with_object)


def _number_asked(item: ItemUnderReview, question: str) -> Flaw | None:
    """ "Which animals ...?" where only the key names several, "Which animal" only one."""
    asked = next(
        (
            pair[1]
            for pair in pairwise(spacy_english.parse([question])[0])
            if pair[0].lower_ in ("which", "what") and pair[1].tag_ in ("NN", "NNS")
        ),
        None,
    )
    if asked is None or item.gold is None:
        return None
    several = [_plural(doc[:]) or _joined(doc[:]) for doc in item.option_docs]
    single = [_singular(doc[:]) for doc in item.option_docs]
    fits, unfit = (several, single) if asked.tag_ == "NNS" else (single, several)
    if fits[item.gold] and item.distractors and all(unfit[i] for i in item.distractors):
        return _flaw(item, asked.text, item.distractors)
    return None


def _finite(span: "Span") -> bool:
    """Opens with a verb that can follow a subject: "repaired the wheel", "never slept"."""
    return any(tag in _FINITE for tag in _without_adverbs(span)[:1])


def _without_adverbs(span: "Span") -> list[str]:
    return [token.tag_ for token in span if token.tag_ not in ("RB", "RBR")]


def _mixed_forms(
    item: ItemUnderReview, word: str, openings: "list[Span]", form: "Callable[[Span], bool]"
) -> Flaw | None:
    """Where two forms may follow ("to play", "to the sea"), all options take the key's."""
    forms = [form(opening) for opening in openings]
    if item.gold is None or len(set(forms)) == 1 or (form is _finite and not forms[item.gold]):
        return None
    misfits = tuple(i for i, found in enumerate(forms) if found != forms[item.gold])
    return _flaw(item, word, misfits)


def _flaw(item: ItemUnderReview, word: str, misfits: tuple[int, ...]) -> Flaw:
    return Flaw(
        FlawCode.GRAMMATICAL_CUE,
        "warning",
        f'"{word}" in the stem does not go with {listing(item.options, misfits)}: grammar, not '
        "reading, sorts the options.",
        "Make every option continue the stem, with a(n) or a full question for example.",
        misfits,
    )
