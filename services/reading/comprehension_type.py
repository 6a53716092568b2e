"""Which of the seven comprehension types a question is of (Sugawara et al. 2022, section 4.5).

A small classifier (one logistic regression a type) over the wording of question and options and
over what a few rules say. The author's own choice (`ComprehensionItem.types`) goes first.
"""

import itertools
import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from services.reading.item_flaws.finding import words
from services.reading.item_flaws.stem import asked_negatives
from services.reading.models import ComprehensionType
from services.text.language import UNKNOWN, detect

Type = ComprehensionType
# A second type is named from this probability on.
ALSO = 0.5

_NUMBER = r"[$€£]?\d[\d.,]*\s*(?:%|percent|million|billion|thousand|[a-z]+)?"
_NUMBER_WORD = (
    r"(?:zero|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half"
    r"|twice|once)(?:[ -][a-z]+){0,2}"
)
_QUANTITY = re.compile(rf"(?:about |around |over |only )?(?:{_NUMBER}|{_NUMBER_WORD})", re.I)
_YEAR = re.compile(r"(?:in )?(?:1[0-9]|20)\d\d'?s?", re.I)

RULES: dict[Type, re.Pattern[str]] = {
    Type.NUMERIC: re.compile(
        r"\bhow (?:many|much)\b|\bwhat (?:number|percentage|percent|share|fraction|proportion"
        r"|sum|total)\b|\b(?:total|average|altogether|difference between|multiplied|divided|sum of"
        r"|times as (?:many|much)|in all|remain(?:s|ing|ed)?|left over)\b|\bthe number of\b",
        re.I,
    ),
    Type.SPATIAL_TEMPORAL: re.compile(
        # "What did she do when it rained?" does not ask when.
        r"^(?:(?!\b(?:what|which|who|whom|whose|why|how)\b).)*\b(?:where|when)\b"
        r"|\bhow (?:long|far|often|soon|old|late|early)\b"
        r"|\b(?:what|which) (?:year|month|day|date|week|season|century|decade|time|city|country"
        r"|state|town|place|continent|location|order|direction|region|street|room|floor)s?\b"
        r"|\b(?:first|last|next|earliest|latest|before|after) (?:to (?:happen|occur)|event)\b"
        r"|\b(?:happen|occur|come|came|take place|took place)\w* (?:first|last|next|before|after"
        r"|immediately)\b|\b(?:chronological|sequence|in what order|located|for how long)\b",
        re.I,
    ),
    Type.NON_FACTOID: re.compile(
        # "How did she get home?" asks for a stated fact, the means.
        r"\bwhy\b|\bhow (?:did|do|does|is|are|was|were|can|could|come|has|have|should|would"
        r"|will)\b(?!.*\b(?:get (?:home|there|to)|travel|go to|reach|arrive)\b)"
        r"|\b(?:what|for what) (?:\w+ )?(?:cause[ds]?|reason|purpose|led|leads|made|makes"
        r"|motivat\w+|effect|result|process|significance|difference|explanation|prompted|allow\w*)\b"
        r"|\b(?:reason|cause|result|consequence)s? (?:of|for|that|why)\b|\bbecause\b"
        r"|\bin what (?:way|manner)\b",
        re.I,
    ),
    Type.GESTALT_ATTITUDE: re.compile(
        r"\b(?:main|central|primary|overall|general) (?:idea|point|message|topic|subject|theme"
        r"|purpose|argument|sense|focus|concern|claim)\b|\b(?:title|theme|moral|summar\w+"
        r"|attitude|tone|mood|conclusion)\b|\bbest (?:describes?|summari[sz]es?|captures?)\b"
        r"|\b(?:author|writer|narrator|speaker|reviewer)(?:'s)? (?:\w+ )?(?:feel|think|view|opinion"
        r"|believe|attitude|regard|mean|describe|purpose|intend|want|call for|trying|imply)\w*\b"
        r"|\bopinion\b|\b(?:mainly|mostly|primarily) about\b|\bpassage (?:is )?about\b"
        r"|\bpurpose of (?:the|this) (?:passage|text|article|paragraph|story)\b",
        re.I,
    ),
    Type.FACTUALITY: re.compile(
        r"\b(?:which|what)(?: \w+){0,4} (?:is|are|was|were|can be|would be) (?:\w+ ){0,2}?(?:true"
        r"|false|correct|incorrect|untrue|accurate|mentioned|stated|supported|likely|unlikely)\b"
        r"|\bstatements?\b.*\b(?:true|false|correct|incorrect|agree)\b|\b(?:not|except)\b.*"
        r"\b(?:mentioned|true|listed|described|stated|supported|following)\b|\bfollowing\b.*"
        r"\b(?:not|except)\b|\bexcept\b|\bwhat (?:does|do) the (?:passage|text|article|author) say"
        r" (?:about|of)\b|\bwhat is said (?:about|of)\b|\btrue (?:of|about|regarding)\b",
        re.I,
    ),
    Type.LOGICAL: re.compile(
        r"\b(?:infer\w*|impl(?:y|ies|ied)|assum\w+|conclude\w*|weaken\w*|strengthen\w*|undermine\w*"
        r"|deduce\w*|follows? (?:from|logically)|must be true|argument|logical\w*|hypothetical\w*"
        r"|flaw|paradox|analog\w+|similar reasoning|predict\w*)\b|\bif .*\b(?:would|what)\b"
        r"|\b(?:most|least) likely\b|\bwould (?:most|you|happen)\b|\bprobably\b",
        re.I,
    ),
    Type.FACTOID: re.compile(r"\b(?:who|whom|whose|what|which|name)\b", re.I),
}


@cache
def _fitted() -> dict[str, Any]:
    path = Path(__file__).with_name("coefficients") / "comprehension_type.json"
    return dict(json.loads(path.read_text("utf-8")))


def record() -> Mapping[str, float]:
    """How good the classifier is by cross-validation on `n` questions labelled by one person.

    `labels_hit`: share of questions for which a right type is among those named (on average
    `types_per_item`); `macro_f1`: mean F1 of the types.
    """
    return dict(_fitted()["record"])


def classify(question: str, options: Sequence[str]) -> tuple[Type, ...]:
    """The types of an item, most probable first: at least one for a question in English.

    None for a question that is plainly in another language.
    """
    if not question.strip() or detect(question) not in ("en", UNKNOWN):
        return ()
    ranked = sorted(probabilities(question, options).items(), key=lambda pair: -pair[1])
    return tuple(kind for place, (kind, p) in enumerate(ranked) if place == 0 or p >= ALSO)


def probabilities(question: str, options: Sequence[str]) -> dict[Type, float]:
    """For each type on its own, how probable it is that the question is of it."""
    present = features(question, options)
    found = {}
    for kind in Type:
        fitted = _fitted()["types"][kind.value]
        score = fitted["intercept"] + sum(fitted["weights"].get(name, 0.0) for name in present)
        found[kind] = 1 / (1 + math.exp(-score))
    return found


def features(question: str, options: Sequence[str]) -> frozenset[str]:
    """The names of what is there: rules that fire, words and word pairs, kinds of option."""
    tokens = words(question)
    rules = {kind for kind, pattern in RULES.items() if pattern.search(question)}
    found = {f"rule:{kind.value}" for kind in rules}
    if not rules - {Type.FACTOID}:
        found.add("rule:none_but_factoid")
    if asked_negatives(question):
        found.add("asks_exception")
    filled = [option.strip() for option in options if option.strip()]
    amounts = [o for o in filled if _QUANTITY.fullmatch(o.rstrip(".")) and not _YEAR.fullmatch(o)]
    if filled and len(amounts) >= len(filled) - 1:
        found.add("options:amounts")
    if filled and all(_YEAR.fullmatch(option.rstrip(".")) for option in filled):
        found.add("options:years")
    if filled and sum(len(words(option)) for option in filled) / len(filled) > 5:
        found.add("options:long")
    found |= {f"word:{token}" for token in tokens}
    found |= {f"pair:{a} {b}" for a, b in itertools.pairwise(tokens)}
    return frozenset(found)
