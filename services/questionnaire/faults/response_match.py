"""Options that answer another kind of question than the stem asks."""

import re
from collections.abc import Iterator
from enum import StrEnum

from services.questionnaire import lexicon
from services.questionnaire.faults.finding import Hit
from services.questionnaire.faults.registry import item_rule
from services.questionnaire.faults.subject import Subject

FAMILY = "response_match"


class Asked(StrEnum):
    """What kind of answer a stem asks for."""

    FREQUENCY = "how often"
    QUANTITY = "a number"
    DEGREE = "a degree"
    YES_NO = "yes or no"
    NAME = "which one"
    TIME = "when"
    REASON = "why"


class Given(StrEnum):
    """What kind of answers the options are."""

    YES_NO = "yes or no"
    FREQUENCY = "how often"
    NUMBER = "numbers"
    SCALE = "a scale"
    NAMES = "names"


_ADJECTIVES = {
    "satisfied": "satisfaction", "dissatisfied": "satisfaction", "likely": "likelihood",
    "unlikely": "likelihood", "important": "importance", "easy": "ease", "difficult": "ease",
    "safe": "safety", "willing": "willingness", "concerned": "concern", "worried": "concern",
    "interested": "interest", "familiar": "familiarity", "confident": "confidence",
    "clear": "clarity", "useful": "usefulness", "helpful": "usefulness", "comfortable": "comfort",
}  # fmt: skip
# Dimensions that answer each other's stems.
_KIN = (
    {"satisfaction", "quality", "happiness", "favour", "liking", "amount"},
    {"likelihood", "certainty", "willingness", "amount"},
    {"importance", "amount"}, {"ease", "amount"}, {"safety", "amount"}, {"clarity", "amount"},
    {"concern", "amount"}, {"interest", "amount", "liking"}, {"familiarity", "amount", "skill"},
    {"confidence", "amount", "certainty"}, {"usefulness", "amount", "quality"},
    {"comfort", "amount", "quality"}, {"willingness", "certainty", "likelihood", "amount"},
)  # fmt: skip
# Scales that no stem asks for unless it names or implies them.
_ATTITUDES = frozenset(
    {"satisfaction", "agreement", "importance", "quality", "ease", "support", "likelihood",
     "familiarity", "usefulness", "concern", "interest", "clarity"}
)  # fmt: skip

# What the stem asks for, the first that fits: "how often" before the "do you" in it.
ORDER = (
    Asked.FREQUENCY, Asked.QUANTITY, Asked.DEGREE, Asked.REASON, Asked.TIME, Asked.NAME,
    Asked.YES_NO,
)  # fmt: skip
# Ladders of things, not of degrees.
FIXED_LADDERS = frozenset({"month", "weekday", "daypart", "education"})
_AGREE_STEM = re.compile(r"\b(?:agree|disagree)|同意|赞同|认同", re.IGNORECASE)
_LIST_IN_STEM = re.compile(r"\bor\b|还是", re.IGNORECASE)


@item_rule("option_question_mismatch")
def option_question_mismatch(subject: Subject) -> Iterator[Hit]:
    """The kind of the options against the kind of the stem, where both are plain."""
    if len(subject.labels) < 2 or (subject.is_statement and not _asks_in_words(subject)):
        return
    asked, given = _asked(subject), _given(subject)
    if asked is None or given is None:
        return
    if not (_clashes(subject, asked, given) or _names_clash(subject, asked, given)):
        return
    indices = tuple(index for index, _ in subject.substantive)
    if subject.chinese:
        yield Hit("选项与问题不匹配。", options=indices)
    else:
        message = f"The question asks {asked.value}, the options tell {_told(subject, given)}."
        yield Hit(message, options=indices)


def _asks_in_words(subject: Subject) -> bool:
    """A Chinese question often has no question mark."""
    return subject.chinese


def _asked(subject: Subject) -> Asked | None:
    question = subject.question
    if lexicon.pattern(FAMILY, "whether").search(question):
        return Asked.YES_NO
    return next(
        (a for a in ORDER if lexicon.pattern(FAMILY, a.name.lower()).search(question)), None
    )


def _given(subject: Subject) -> Given | None:
    if subject.is_yes_no:
        return Given.YES_NO
    if subject.rates is not None:
        return Given.FREQUENCY
    graded = subject.anchors
    if graded is not None:
        return Given.FREQUENCY if graded[0].dimension == "frequency" else Given.SCALE
    return Given.NUMBER if subject.bands is not None else Given.NAMES


def _clashes(subject: Subject, asked: Asked, given: Given) -> bool:
    dimension = subject.anchors[0].dimension if subject.anchors else ""
    attitude = given is Given.SCALE and dimension in _ATTITUDES
    if asked is Asked.FREQUENCY:
        return given is Given.YES_NO or attitude
    if asked is Asked.QUANTITY:
        verbal = given is Given.FREQUENCY and subject.rates is None
        return given is Given.YES_NO or attitude or verbal
    if asked is Asked.DEGREE:
        return _degree_clashes(subject, given, dimension)
    if asked is Asked.YES_NO and given is Given.FREQUENCY:
        return _AGREE_STEM.search(subject.question) is not None
    if asked is Asked.YES_NO:
        return attitude and not _yes_no_takes(subject.question, dimension)
    if _takes_a_scale(subject):
        return False
    if given is Given.YES_NO:
        return _LIST_IN_STEM.search(subject.question) is None
    return attitude or (asked is Asked.REASON and given is Given.FREQUENCY)


def _names_clash(subject: Subject, asked: Asked, given: Given) -> bool:
    """Labels in words of which none could be such an answer, and counts where names are wanted."""
    question, labels = subject.question, subject.labels
    if asked is Asked.REASON:
        return given is Given.NUMBER
    if asked is Asked.NAME and given in (Given.NUMBER, Given.FREQUENCY):
        return lexicon.pattern(FAMILY, "names_only").search(question) is not None
    if asked is Asked.YES_NO and given is Given.FREQUENCY and subject.rates is None:
        once = lexicon.pattern(FAMILY, "once_only").search(question) is not None
        return once and not lexicon.pattern(FAMILY, "ends_of_frequency").search(" | ".join(labels))
    if given is not Given.NAMES:
        return False
    if asked is Asked.QUANTITY and re.search(r"\bhow many\b", question, re.IGNORECASE):
        return not any(lexicon.pattern(FAMILY, "amount_word").search(label) for label in labels)
    if asked is Asked.TIME and re.search(r"\bwhen (?:did|was)\b", question, re.IGNORECASE):
        return not any(lexicon.pattern(FAMILY, "time_word").search(label) for label in labels)
    return False


def _takes_a_scale(subject: Subject) -> bool:
    """ "What is your opinion of ...", "Which best describes ...": a scale is a fine answer."""
    return lexicon.pattern(FAMILY, "scale_noun").search(subject.question) is not None


def _degree_clashes(subject: Subject, given: Given, dimension: str) -> bool:
    question = subject.question.casefold()
    if given is Given.YES_NO:
        return not re.search(r"满意吗|重要吗", question)
    if given is Given.FREQUENCY:
        agreement = _AGREE_STEM.search(question) is not None and subject.rates is not None
        return agreement or not re.search(r"how (?:much|well|would)|extent", question)
    if given is Given.NUMBER and re.search(
        r"\bhow (?:satisfied|likely|important|happy)\b", question
    ):
        # Bare numbers are a rating; hours, kilometres and sums of money are not.
        units = r"\b(?:years?|months?|weeks?|days?|hours?|minutes?|km|miles?|kg|times)\b|[$€£]"
        return sum(bool(re.search(units, label.casefold())) for label in subject.labels) > 1
    if given is Given.SCALE and dimension in FIXED_LADDERS:
        return "extent" not in question
    if given is not Given.SCALE:
        return False
    if dimension == "agreement":
        return not _AGREE_STEM.search(question) and "how strongly" not in question
    named = re.search(r"\bhow (\w+)", question)
    wanted = _ADJECTIVES.get(named[1]) if named else None
    if wanted is None or dimension not in _ATTITUDES or dimension == wanted:
        return False
    # "How satisfied or dissatisfied", and unipolar labels that repeat the stem's own adjective.
    if named and any(named[1] in label.casefold() for label in subject.labels):
        return False
    return not any({wanted, dimension} <= kin for kin in _KIN)


def _yes_no_takes(question: str, dimension: str) -> bool:
    """Whether a do/is/have stem can be answered on this scale ("Are you satisfied ...?")."""
    words: dict[str, str] = lexicon.table(FAMILY, "taken_by")
    return re.search(words.get(dimension, r"$^"), question, re.IGNORECASE) is not None


def _told(subject: Subject, given: Given) -> str:
    if given is Given.SCALE and subject.anchors:
        return subject.anchors[0].dimension.replace("_", " ")
    return given.value
