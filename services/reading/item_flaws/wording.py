"""Flaws that the wording of options and stem shows by itself.

Rules after Haladyna, Downing & Rodriguez (2002), guidelines on choices and stem.
"""

import re

from services.reading.item_flaws.finding import Flaw, FlawCode, ItemUnderReview, listing, words

_LISTED = r"(?:above|listed|given|mentioned|here|below|stated|named|preceding|foregoing)"
_THING = (
    r"(?:answers?|options?|choices?|statements?|responses?|alternatives?|possibilities|reasons?"
    r"|items?|things|persons|people|ones)"
)
_THESE = r"(?:the|these|those|them|its)"
_TAIL = (
    r"(?: (?:is|are|were|was|apply|applies|would be|can be)"
    r"(?: all)?(?: (?:correct|right|true|possible|valid|acceptable|mentioned|named))?)?"
)
_COUNT = r"(?:two|three|four|five|six|seven|\d)"
# What "all" or "none" may be of, so that the option speaks about the other options.
_OF_OPTIONS = (
    rf"(?:(?: of)?(?: {_THESE})?(?: (?:listed|given|other|possible|previous))*"
    rf"(?: {_COUNT})?(?: of)?(?: {_THESE})?"
    rf"(?: {_LISTED}(?: {_THING})?| {_THING}(?: {_LISTED}){{0,2}})"
    r"| of (?:these|those))"
)
_OPENING = rf"(?:all|every one|each|each one|any|everything)(?: {_COUNT})?"
_ALL = re.compile(rf"{_OPENING}{_OF_OPTIONS}{_TAIL}|all (?:apply|correct|are (?:correct|true))")
_ALL_OF_THEM = re.compile(
    rf"(?:(?:in|on|at|by|for|from|with|to) )?"
    rf"(?:all {_COUNT}|all(?: {_COUNT})? of them|all(?: of)? (?:these|those)(?: \w+)?){_TAIL}"
)
_NONE = re.compile(
    rf"(?:none|neither|not one|not any){_OF_OPTIONS}{_TAIL}"
    rf"|(?:none|neither|not one){_OF_OPTIONS}(?: n?or any.*)"
    r"|none (?:is|are) (?:correct|right|true)"
    rf"|no(?: {_LISTED})? {_THING}(?: {_LISTED})?(?: (?:is|are) (?:correct|right|true))?"
    r"|no (?:correct|right) (?:answer|option)(?: (?:is )?(?:given|listed|above))?"
)
_NONE_OF_THEM = re.compile(rf"none of them{_TAIL}")
_QUANTITY = re.compile(
    r"(?:none|half|some|most|many|few|a few|several|nearly all|almost all|one|two|three|\d+"
    r"|a (?:third|quarter|majority)|nothing|all)\b"
)


def all_of_the_above(item: ItemUnderReview) -> Flaw | None:
    """An option that claims all the others."""
    found = _whole_option(item, _ALL, _ALL_OF_THEM)
    if found is None:
        found = next((i for i in range(len(item.options)) if _lists_all_others(item, i)), None)
    if found is None:
        return None
    return Flaw(
        FlawCode.ALL_OF_THE_ABOVE,
        "warning",
        f'"{item.options[found].strip()}" gives itself away: whoever knows that two options are '
        "right picks it, and whoever knows that one is wrong drops it.",
        "Ask for one fact, or write one more distractor in its place.",
        (found,),
    )


def none_of_the_above(item: ItemUnderReview) -> Flaw | None:
    """An option that denies all the others: a caution rather than an error."""
    found = _whole_option(item, _NONE, _NONE_OF_THEM)
    if found is None:
        return None
    return Flaw(
        FlawCode.NONE_OF_THE_ABOVE,
        "advice",
        f'"{item.options[found].strip()}" as an answer shows only that the reader knows what is '
        "wrong, not what is right.",
        "Put the right answer, or a plausible distractor, in its place.",
        (found,),
    )


def _lists_all_others(item: ItemUnderReview, index: int) -> bool:
    """ "A, B and C are all correct" beside three options."""
    bare = item.options[index].strip().rstrip(".!")
    named = re.findall(r"\b[A-Ha-h]\b", bare)
    return len(named) == len(item.options) - 1 >= 3 and _LABELS.fullmatch(bare) is not None


def _whole_option(
    item: ItemUnderReview, certain: re.Pattern[str], about_them: re.Pattern[str]
) -> int | None:
    """The option that as a whole matches; "all of them" counts only when no sibling is a share.

    Beside "half of them" or "a few", "all of them" is an amount of what the question asks about.
    """
    texts = [_unlettered(option) for option in item.options]
    for index, text in enumerate(texts):
        if certain.fullmatch(text):
            return index
    for index, text in enumerate(texts):
        siblings = texts[:index] + texts[index + 1 :]
        if about_them.fullmatch(text) and not any(map(_QUANTITY.match, siblings)):
            return index
    return None


def speaks_of_options(option: str) -> bool:
    """Whether `option` is about the others ("none of the above", "A and B"), no answer itself."""
    text = _unlettered(option)
    return bool(_ALL.fullmatch(text) or _NONE.fullmatch(text) or _points(option.strip()))


def _unlettered(option: str) -> str:
    return " ".join(words(re.sub(r"^\s*\(?[A-Ha-h1-9][.):]\s+", "", option)))


_LABEL = r"(?:\(?[a-h]\)?|\(?[1-9]\)?|\(?(?:i{1,3}|iv|v)\)?)"
_PREFIX = r"(?:both |either |neither |only |options? |answers? |choices? |numbers? |statements? )*"
_LABELS = re.compile(
    rf"{_PREFIX}{_LABEL}(?:,? (?:and|or|nor|&|\+) {_PREFIX}{_LABEL}|, {_LABEL})+"
    rf"(?: only| but not {_LABEL}| (?:is|are)(?: both| all)?(?: correct| right| true)?)?[.]?",
    re.IGNORECASE,
)
_POINTING = re.compile(
    rf"(?:both|either|any two|two|more than one|some)(?: of)? (?:the |these |those )?"
    rf"(?:first|last|other|{_LISTED}|two|three|{_COUNT}|{_THING}|answers)(?: .*)?"
    rf"|(?:the )?(?:first|last) (?:two|three|{_COUNT})(?: {_THING})?"
    rf"|both of (?:these|those|them)"
    rf"|(?:all|any|everything)(?: of)?(?: the| these)?(?: above| options?)? "
    rf"(?:except|but)(?: for| option)? {_LABEL}"
    rf"|(?:only|just) {_LABEL} (?:and|or) {_LABEL}"
    rf"|{_LABEL} (?:and|or) {_LABEL}(?: only)?",
    re.IGNORECASE,
)

# "A or B, depending on the season": capitals, so that "a and b" in a sentence is no label.
_LETTERS_FIRST = re.compile(r"(?:Both |Either |Neither )?[A-H],? (?:and|or|nor) [A-H]\b(?!\.\w)")


def combination_option(item: ItemUnderReview) -> Flaw | None:
    """An option made of other options, by letter ("A and B") or by their words."""
    found = next((i for i in range(len(item.options)) if combines(item.options, i)), None)
    if found is None:
        return None
    return Flaw(
        FlawCode.COMBINATION_OPTION,
        "warning",
        f'"{item.options[found].strip()}" combines other options, so that half the knowledge '
        "is enough to choose or to drop it, and the reader solves a puzzle instead.",
        "Let every option stand for itself, or split the item in two.",
        (found,),
    )


def combines(options: tuple[str, ...], index: int) -> bool:
    """Whether the option at `index` is made of others, by letter or by their words."""
    bare = re.sub(r"^\s*\(?[A-Ha-h][.)]\s+(?!and\b|or\b|&)", "", options[index]).strip()
    bare = bare.rstrip(".!")
    # Beside options that are letters or numbers themselves, "1 and 2" is an answer like them.
    others = [option for place, option in enumerate(options) if place != index]
    labels_are_answers = sum(bool(_LABELS.fullmatch(o.strip().rstrip(".!"))) for o in others)
    if _LABELS.fullmatch(bare) and labels_are_answers < len(others):
        return not any(re.fullmatch(_LABEL, other.strip()) for other in others)
    if _POINTING.fullmatch(bare) or _LETTERS_FIRST.match(bare):
        return True
    return _joins_others(bare, others)


def _points(option: str) -> bool:
    bare = option.rstrip(".!")
    patterns = (_LABELS.fullmatch, _POINTING.fullmatch, _LETTERS_FIRST.match)
    return any(pattern(bare) is not None for pattern in patterns)


def _joins_others(option: str, others: list[str]) -> bool:
    parts = re.split(r",| and | or | as well as | plus |;", _normal(option))
    parts = [re.sub(r"^(?:both|either|the|a|an) ", "", part.strip()) for part in parts]
    named = {re.sub(r"^(?:the|a|an) ", "", _normal(other)) for other in others}
    parts = [part for part in parts if part]
    return len(parts) >= 2 and all(part in named for part in parts)


def _normal(option: str) -> str:
    bare = re.sub(r"^\s*(?:\(?[A-Ha-h1-9][.)]|[IV]+[.)])\s+", "", option)
    return bare.strip().rstrip(".!").lower()


_ABSOLUTE = re.compile(
    r"\b(?:always|never|all|every|everyone|everybody|everything|everywhere|none|nobody|no one"
    r"|nothing|nowhere|only|completely|entirely|totally|absolutely|utterly|invariably"
    r"|exclusively|solely|without exception|impossible|not possibly|forever|at all|in every"
    r"|undoubtedly|certainly|definitely|perfectly)\b"
)
_NOT_ABSOLUTE = re.compile(
    r"\bevery (?:other |few |second |single |first |last )*(?:\d+|one|two|three|five|ten|fifteen"
    r"|twenty|half|quarter|second|minutes?|hours?|days?|mornings?|afternoons?|evenings?|nights?"
    r"|weeks?|months?|years?|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day)\b"
    r"|\ball (?:the |of the )?(?:day|night|morning|afternoon|evening|week|month|year|winter"
    r"|summer|spring|autumn|season|time)\b"
    r"|\bonly (?:about |around |some )?(?:\d[\d.,]*|a|an|one|two|three|four|five|six|seven|eight"
    r"|nine|ten|half|child|son|daughter|survivor)\b"
    r"|\bnot only\b|\bif any\b|\ball right\b|\bafter all\b"
    r"|\b(?:almost|nearly|not) (?:all|every|always|never|(?:every|no)(?:one|thing)|\w+ly)\b"
)
_HEDGE = re.compile(
    r"\b(?:sometimes|usually|often|mostly|may|might|can|could|some|most|many|tends?|generally"
    r"|probably|likely|partly|perhaps|occasionally|typically|in part|a few|rarely|seldom)\b"
)


# "All of them", "some of the leaves": beside each other these are amounts and claim nothing.
_AMOUNT = re.compile(
    r"(?:all|none|some|few|a few|most|many|half|several|nearly all|almost all|hardly any)\b"
)
_AMOUNT_WORDS = 4


def absolute_terms(item: ItemUnderReview) -> Flaw | None:
    """Absolute words that mark the distractors: test-wise readers drop "always" and "never"."""
    if item.key is None or _absolute(item.key):
        return None
    if all(_AMOUNT.match(o.strip().lower()) for o in item.options) and all(
        len(words(option)) <= _AMOUNT_WORDS for option in item.options
    ):
        return None
    # One word ("Never", "Nothing") as a distractor is an answer and qualifies none.
    marked = tuple(
        index
        for index in item.distractors
        if _absolute(item.options[index]) and len(words(item.options[index])) > 1
    )
    hedged = bool(_HEDGE.search(item.key.lower()))
    needed = 2 if len(item.distractors) > 2 or not hedged else 1
    if len(marked) < needed:
        return None
    key = "the key is hedged" if hedged else "the key is not absolute"
    return Flaw(
        FlawCode.ABSOLUTE_TERMS,
        "warning",
        f"Absolute words mark {listing(item.options, marked)} while {key}: readers who know "
        "tests drop such options unread.",
        "Claim as much, or as little, in every option.",
        marked,
    )


def _absolute(option: str) -> bool:
    text = " ".join(words(option))
    if speaks_of_options(option):
        return False
    return _ABSOLUTE.search(_NOT_ABSOLUTE.sub(" ", text)) is not None
