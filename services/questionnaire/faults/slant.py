"""Leading questions, loaded wording and absolute terms: the stem leans before anyone answers."""

import re
from collections.abc import Iterator

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject

FAMILY = "slant"
_DISAGREE = re.compile(r"disagree|不同意|反对", re.IGNORECASE)


@item_rule("leading")
def leading(subject: Subject) -> Iterator[Hit]:
    """Negated or tagged questions, appeals to authority or majority, one-sided agreement."""
    for _, sentence in subject.sentences:
        if match := lexicon.pattern(FAMILY, "leading").search(sentence):
            yield _at(subject, sentence, match, _said(subject, match[0].strip(" ,"), "hint"))
            return
    if match := lexicon.pattern(FAMILY, "authority").search(subject.text):
        # An authority inside what is asked ("Which experts do you trust?") hints at nothing.
        asked_from = subject.text.find(subject.question)
        is_context = match.start() < asked_from or "," in subject.text[match.start() :]
        if is_context or subject.chinese:
            yield Hit(_said(subject, match[0], "others"), span=match.span())
            return
    one_sided = lexicon.pattern(FAMILY, "one_sided").search(subject.question)
    offered = any(_DISAGREE.search(label) for label in subject.item.labels)
    if one_sided and not offered and not lexicon.pattern(FAMILY, "balanced").search(subject.text):
        message = "Only agreement is offered; ask whether they agree or disagree."
        yield _at(subject, subject.question, one_sided, message)


@item_rule("loaded")
def loaded(subject: Subject) -> Iterator[Hit]:
    """Emotive words, and judging adjectives before a noun that is not itself being judged."""
    neutral = [m.span() for m in lexicon.pattern(FAMILY, "neutral_use").finditer(subject.text)]
    for match in lexicon.whole_words(FAMILY, "loaded_words").finditer(subject.text):
        if not _inside(match.span(), neutral):
            yield Hit(_said(subject, match[0], "judgement"), span=match.span())
            return
    if subject.doc is None or subject.is_statement:
        return
    words = frozenset(lexicon.entries(FAMILY, "loaded_adjectives"))
    for match in re.finditer(r"[A-Za-z]+(?:-[A-Za-z]+)*", subject.text):
        if match[0].casefold() not in words or _inside(match.span(), neutral):
            continue
        token = subject.doc.char_span(*match.span(), alignment_mode="expand")
        # spaCy splits "award-winning" in three; its last part is the word's head.
        last = token[-1] if token is not None else None
        if (
            last is not None
            and last.dep_ in ("amod", "compound", "nmod")
            # "Were the staff friendly, and ..." asks it, whatever the parse makes of it.
            and last.i < last.head.i
            and _is_given(subject, match)
        ):
            yield Hit(_said(subject, match[0], "judgement"), span=match.span())
            return


def _is_given(subject: Subject, match: re.Match[str]) -> bool:
    """Whether the adjective is taken as given, not what is asked ("Is it a popular place?")."""
    before = subject.text[: match.start()].rstrip().casefold()
    return not re.search(
        r"\b(how|as|more|most|less|least|very|is (it|this|that|he|she) (a|an)|"
        r"(be|been|being|consider(ed)?|call(ed)?|describe[d]? as) (a|an)|"
        r"have you (had|seen) (a|an|any))$",
        before,
    )


@item_rule("absolutes")
def absolutes(subject: Subject) -> Iterator[Hit]:
    """Always, never, all, everyone in the stem, where nobody could truly say yes."""
    question = subject.question
    if lexicon.pattern(FAMILY, "absolute_idiom").search(subject.text):
        return
    if lexicon.pattern(FAMILY, "absolute_policy").search(question):
        return
    if subject.bands or subject.rates or subject.is_multiple:
        return
    for match in lexicon.whole_words(FAMILY, "absolutes").finditer(question):
        word = match[0]
        yield _at(subject, question, match, _said(subject, word, "absolute"))
        return


def _inside(span: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


_MESSAGES = {
    "hint": ("“{}” hints at the answer.", "“{}”暗示了答案，请用中性的问法。"),
    "others": (
        "What others think or know is told before asking.",
        "提问前先说了别人的看法，会影响回答。",
    ),
    "judgement": ("“{}” carries a judgement.", "“{}”带有褒贬色彩，请换成中性的词。"),
    "absolute": (
        "“{}” admits no exception, so few can say yes.",
        "“{}”不容许例外，很少有人能回答“是”。",
    ),
}


def _said(subject: Subject, words: str, what: str) -> str:
    english, chinese = _MESSAGES[what]
    return (chinese if subject.chinese else english).format(words)


def _at(subject: Subject, part: str, match: re.Match[str], message: str) -> Hit:
    """A hit at a match within a part (a sentence) of the stem."""
    offset = subject.text.find(part)
    return Hit(message, span=(offset + match.start(), offset + match.end()))
