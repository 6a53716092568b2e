"""Technical terms and unknown abbreviations, unless the question explains them."""

import re
from collections.abc import Iterator
from functools import cache

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject
from services.text.frequency import zipf

FAMILY = "terms"
# Zipf frequencies (log10 of occurrences in a billion words).
RARE = 2.72
COMMON = 3.2
_ABBREVIATION = re.compile(r"(?<![\w&])(?:[A-Z][A-Z0-9&]{1,6}s?|[A-Z]{1,3}\d[A-Z0-9]*)(?![\w&])")
_CHINESE_ABBREVIATION = re.compile(r"(?<![A-Za-z])[A-Z][A-Z0-9]{2,6}(?![A-Za-z])")
_EXPLAINS = re.compile(
    r"\s*(?:[,(（]|，)\s*"
    r"(?:or |i\.e\.|that is|which is|meaning|also (?:called|known)|a |an |the |即|也就是|指)?"
    r"\s*[a-z\u4e00-\u9fff]",
    re.IGNORECASE,
)
_MEANING = re.compile(
    r"\b(?:that is|i\.e\.|by .* we mean|means|meaning|known as|called)\b|即|也就是|是指"
)


@item_rule("technical_term")
def technical_term(subject: Subject) -> Iterator[Hit]:
    """A term of a trade or an abbreviation that the stem does not explain."""
    if _MEANING.search(subject.text):
        return
    for match in _candidates(subject):
        term, audience = match[0], subject.audience.casefold()
        if _is_explained(subject.text, match) or (audience and _knows(audience, term)):
            continue
        if subject.chinese:
            yield Hit(f"“{term}”不是人人都懂，请换成通俗的说法或加以解释。", span=match.span())
        else:
            message = f"“{term}” is not known to everybody; say it in plain words or explain it."
            yield Hit(message, span=match.span())
        return


def _candidates(subject: Subject) -> Iterator[re.Match[str]]:
    """Terms in the stem, lexicon first."""
    yield from _trade_terms().finditer(subject.text)
    known = {word.upper() for word in lexicon.table(FAMILY, "words")["known_abbreviations"]}
    if subject.chinese:
        found = _CHINESE_ABBREVIATION.finditer(subject.text)
        yield from (match for match in found if match[0].upper() not in known)
        return
    words = lexicon.table(FAMILY, "words")
    everyday = frozenset(words["everyday"])
    for match in _endings().finditer(subject.text):
        if match[0].casefold() not in everyday:
            yield match
    yield from _rare_words(subject)
    if subject.text.isupper():
        return
    for match in _ABBREVIATION.finditer(subject.text):
        if match[0].upper() not in known and match[0].rstrip("s").upper() not in known:
            yield match


def _rare_words(subject: Subject) -> Iterator[re.Match[str]]:
    """Words met less than once in two million, whose base and parts are as rare.

    Names are left out, and so is what was never seen at all: a slip of the pen, not a term.
    """
    if subject.doc is None:
        return
    for token in subject.doc:
        word = token.lower_
        is_plain = word.isascii() and word.isalpha() and len(word) > 4
        if not is_plain or token.ent_type_ or token.text[:1].isupper():
            continue
        frequency = zipf(word)
        learned = word.startswith(tuple(lexicon.table(FAMILY, "words")["prefixes"]))
        if frequency is None and not (learned and len(word) > 8):
            continue
        if (frequency or 0.0) >= RARE or token.pos_ == "PROPN":
            continue
        if not _is_derived(word, token.lemma_.casefold()):
            pattern = re.compile(re.escape(token.text))
            match = pattern.match(subject.text, token.idx)
            if match:
                yield match


def _is_derived(word: str, lemma: str) -> bool:
    """ "flossing", "stepchild", "unpaid": made of words that everybody knows."""
    known = (zipf(base) or 0.0 for base in _bases(word, lemma))
    if any(frequency >= COMMON for frequency in known):
        return True
    return any(
        (zipf(word[:cut]) or 0.0) >= COMMON and (zipf(word[cut:]) or 0.0) >= COMMON
        for cut in range(3, len(word) - 2)
    )


def _bases(word: str, lemma: str) -> Iterator[str]:
    """The word without an ending or a prefix, in the spellings it may have had."""
    for form in (word, lemma):
        yield form
        for ending in ("s", "es", "ed", "d", "ing", "er", "ers", "ly", "ness", "able", "ment", "y"):
            if form.endswith(ending) and len(form) - len(ending) > 2:
                base = form[: -len(ending)]
                yield from (base, base + "e", base[:-1])
        for prefix in ("un", "re", "non", "over", "pre", "mis"):
            if form.startswith(prefix) and len(form) - len(prefix) > 3:
                yield form[len(prefix) :]


def _is_explained(text: str, match: re.Match[str]) -> bool:
    """ "hypertension (high blood pressure)", "body mass index (BMI)": said in words beside it."""
    before, after = text[: match.start()], text[match.end() :]
    if before.rstrip().endswith(("(", "（")):
        # An abbreviation in brackets is explained by the words before it, and so is a term.
        return len(re.findall(r"[\w\u4e00-\u9fff]+", before)) >= 2
    return bool(re.match(r"\s*[（(]", after) and _EXPLAINS.match(after))


def _knows(audience: str, term: str) -> bool:
    """Whether the audience is of the trade whose word this is, by the trade's name."""
    trades = {
        "medicine": (
            "doctor",
            "nurse",
            "physician",
            "clinician",
            "medical",
            "pharmac",
            "医",
            "护士",
        ),
        "finance": ("bank", "accountant", "investor", "economist", "financ", "金融", "会计"),
        "computing": ("developer", "engineer", "programmer", "it staff", "administrator", "程序员"),
        "law": ("lawyer", "solicitor", "legal", "judge", "律师"),
        "education": ("teacher", "lecturer", "educator", "教师"),
        "science": ("researcher", "scientist", "academic", "研究"),
        "energy": ("energy", "installer", "electrician", "能源"),
    }
    return any(
        any(word in audience for word in people) and _trade(trade).search(term)
        for trade, people in trades.items()
    )


@cache
def _trade(name: str) -> re.Pattern[str]:
    terms = lexicon.table(FAMILY, "trades")[name]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(terms)})s?(?![\w])", re.IGNORECASE)


@cache
def _trade_terms() -> re.Pattern[str]:
    trades = lexicon.table(FAMILY, "trades")
    spaced = [term for name, terms in trades.items() if name != "zh" for term in terms]
    chinese = "|".join(trades["zh"])
    return re.compile(rf"(?<![\w-])(?:{'|'.join(spaced)})s?(?![\w])|{chinese}", re.IGNORECASE)


@cache
def _endings() -> re.Pattern[str]:
    return re.compile("|".join(lexicon.table(FAMILY, "words")["endings"]), re.IGNORECASE)
