"""What people rate, after the two papers, with what 1 and 5 stand for."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from services.compare.study_models import StudyKind


@dataclass(frozen=True, slots=True)
class Criterion:
    """`low` and `high` are what the ends mean; a yes-or-no one takes 0 and 1 instead of 1 to 5."""

    name: str
    label: str
    asks: str
    low: str
    high: str
    yes_no: bool = False
    lower_is_better: bool = False

    @property
    def values(self) -> tuple[int, ...]:
        return (0, 1) if self.yes_no else (1, 2, 3, 4, 5)


# Qsnail, section 3.3.2.
_QUESTIONNAIRES = (
    Criterion(
        "relevance",
        "Relevance",
        "How many of the questions serve the topic and the aims?",
        "hardly any",
        "all of them",
    ),
    Criterion(
        "specificity",
        "Specificity",
        "How many of the questions are detailed and clear, so that they can be answered exactly?",
        "hardly any",
        "all of them",
    ),
    Criterion(
        "rationality",
        "Rationality",
        "How many of the questions have fitting options: complete, distinct and in order?",
        "hardly any",
        "all of them",
    ),
    Criterion(
        "order",
        "Order",
        "Do the questions follow each other well: related ones together, general before special?",
        "a muddle",
        "a clear sequence",
    ),
    Criterion(
        "background",
        "Background",
        "Is what must be known of the respondents asked (age, region, work …)?",
        "almost nothing",
        "everything needed",
    ),
    Criterion("accept", "Accept", "Would you use this questionnaire?", "no", "yes", yes_no=True),
)
# TriviaHG, section 5.2.
_HINTS = (
    Criterion(
        "relevance",
        "Relevance",
        "Does the hint have to do with the question and its answer?",
        "nothing at all",
        "it is all about them",
    ),
    Criterion(
        "readability", "Readability", "Is it easy to read?", "cannot be understood", "read at once"
    ),
    Criterion(
        "ambiguity",
        "Ambiguity",
        "Can it be understood in several ways?",
        "in one way only",
        "in many ways",
        lower_is_better=True,
    ),
    Criterion(
        "convergence",
        "Convergence",
        "How far does it lead to the answer?",
        "nearly everything remains possible",
        "only the answer remains",
    ),
    Criterion(
        "familiarity",
        "Familiarity",
        "How well known is what it speaks of?",
        "known to specialists",
        "known to everybody",
    ),
)
CRITERIA: Mapping[StudyKind, tuple[Criterion, ...]] = MappingProxyType(
    {
        StudyKind.RATE_QUESTIONNAIRES: _QUESTIONNAIRES,
        StudyKind.RATE_HINTS: _HINTS,
        StudyKind.ANSWER: (),
    }
)
# What a check sample, made wrong on purpose, must not be rated above.
GOLD_CRITERION = {
    StudyKind.RATE_QUESTIONNAIRES: "rationality",
    StudyKind.RATE_HINTS: "relevance",
}
GOLD_MOST = 2
