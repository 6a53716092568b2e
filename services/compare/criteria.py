"""What people rate, after the papers and the practice of item writing, with what 1 and 5 mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from services.compare.study_models import StudyKind


@dataclass(frozen=True, slots=True)
class Criterion:
    """`low` and `high` are what the ends mean; a yes-or-no one takes 0 and 1 instead of 1 to 5.

    `source` says where the criterion comes from.
    """

    name: str
    label: str
    asks: str
    low: str
    high: str
    source: str
    yes_no: bool = False
    lower_is_better: bool = False

    @property
    def values(self) -> tuple[int, ...]:
        return (0, 1) if self.yes_no else (1, 2, 3, 4, 5)


_QSNAIL = "Lei et al. 2024 (Qsnail), section 3.3.2"
_QUESTIONNAIRES = (
    Criterion(
        "relevance",
        "Relevance",
        "How many of the questions serve the topic and the aims?",
        "hardly any",
        "all of them",
        _QSNAIL,
    ),
    Criterion(
        "specificity",
        "Specificity",
        "How many of the questions are detailed and clear, so that they can be answered exactly?",
        "hardly any",
        "all of them",
        _QSNAIL,
    ),
    Criterion(
        "rationality",
        "Rationality",
        "How many of the questions have fitting options: complete, distinct and in order?",
        "hardly any",
        "all of them",
        _QSNAIL,
    ),
    Criterion(
        "order",
        "Order",
        "Do the questions follow each other well: related ones together, general before special?",
        "a muddle",
        "a clear sequence",
        _QSNAIL,
    ),
    Criterion(
        "background",
        "Background",
        "Is what must be known of the respondents asked (age, region, work …)?",
        "almost nothing",
        "everything needed",
        _QSNAIL,
    ),
    Criterion(
        "accept", "Accept", "Would you use this questionnaire?", "no", "yes", _QSNAIL, yes_no=True
    ),
)
_TRIVIAHG = "Mozafari et al. 2024 (TriviaHG), sections 4 and 5.2"
_HINTS = (
    Criterion(
        "relevance",
        "Relevance",
        "Does the hint have to do with the question and its answer?",
        "nothing at all",
        "it is all about them",
        _TRIVIAHG,
    ),
    Criterion(
        "readability",
        "Readability",
        "Is it easy to read?",
        "cannot be understood",
        "read at once",
        _TRIVIAHG,
    ),
    Criterion(
        "ambiguity",
        "Ambiguity",
        "Can it be understood in several ways?",
        "in one way only",
        "in many ways",
        _TRIVIAHG,
        lower_is_better=True,
    ),
    Criterion(
        "convergence",
        "Convergence",
        "How far does it lead to the answer?",
        "nearly everything remains possible",
        "only the answer remains",
        _TRIVIAHG,
    ),
    Criterion(
        "familiarity",
        "Familiarity",
        "How well known is what it speaks of?",
        "known to specialists",
        "known to everybody",
        _TRIVIAHG,
    ),
)
# Haladyna, Downing & Rodriguez, Applied Measurement in Education 15 (2002) 309-334; Katz,
# Lautenschlager, Blackburn & Harris, Psychological Science 1 (1990) 122-127.
_GUIDELINES = "Haladyna, Downing & Rodriguez 2002, guideline"
_ITEMS = (
    Criterion(
        "one_best",
        "One best answer",
        "Is the marked answer right, and no other option as good?",
        "the marked answer is wrong, or another is as good",
        "it is right, and no other can be defended",
        f"{_GUIDELINES} 19",
    ),
    Criterion(
        "needs_passage",
        "Needs the passage",
        "Must one have read the passage to answer?",
        "anybody could answer without it",
        "nobody could answer without it",
        "Katz et al. 1990: many test items are answered without their passage",
    ),
    Criterion(
        "distractors",
        "Plausible distractors",
        "Could the wrong options tempt somebody who has not understood the passage?",
        "each is ruled out at a glance",
        "each is a mistake that a reader might make",
        f"{_GUIDELINES} 29",
    ),
    Criterion(
        "wording",
        "Clear wording",
        "Is it plain what is asked, with nothing in the wording that gives the answer away?",
        "unclear, or the wording gives the answer away",
        "plain at once, and gives nothing away",
        f"{_GUIDELINES}s 14 and 28",
    ),
    Criterion(
        "level",
        "Fits the level",
        "Is the question worded for those whom the passage is written for?",
        "far above or below them",
        "just right for them",
        f"{_GUIDELINES} 8",
    ),
    Criterion(
        "accept",
        "Accept",
        "Would you put this question into a test as it is?",
        "no",
        "yes",
        "as for questionnaires",
        yes_no=True,
    ),
)
CRITERIA: Mapping[StudyKind, tuple[Criterion, ...]] = MappingProxyType(
    {
        StudyKind.RATE_QUESTIONNAIRES: _QUESTIONNAIRES,
        StudyKind.RATE_HINTS: _HINTS,
        StudyKind.ANSWER: (),
        StudyKind.RATE_ITEMS: _ITEMS,
    }
)
# What a check sample, made wrong on purpose, must not be rated above.
GOLD_CRITERION = {
    StudyKind.RATE_QUESTIONNAIRES: "rationality",
    StudyKind.RATE_HINTS: "relevance",
    StudyKind.RATE_ITEMS: "one_best",
}
GOLD_MOST = 2


def sources(kind: StudyKind) -> list[str]:
    """Where the criteria come from, each source once with the criteria that it gave."""
    found: dict[str, list[str]] = {}
    for criterion in CRITERIA[kind]:
        found.setdefault(criterion.source, []).append(criterion.label)
    return [f"{', '.join(labels)}: {source}." for source, labels in found.items()]
