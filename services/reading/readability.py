"""Readability formulas of English, each with its formula, its source and when it is withheld.

They measure how hard a text is to read, never how hard a question about it is. Scales are not
clamped: Flesch reading ease goes from below 0 to 121.22, a grade from -3.4 upwards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt

from services.reading.counting import Counts

# SMOG was normed on samples of 30 sentences (McLaughlin 1969).
SMOG_SENTENCES = 30
# The formulas were normed on samples of about 100 words; under that a score is a rough guess.
SHORT_TEXT = 100


@dataclass(frozen=True, slots=True)
class Measure:
    """One formula. `score` is only called for a text with at least one word."""

    key: str
    name: str
    formula: str
    source: str
    scale: str
    score: Callable[[Counts], float]
    min_sentences: int = 1


def flesch_kincaid_grade(counts: Counts) -> float:
    return 0.39 * counts.words / counts.sentences + 11.8 * counts.syllables / counts.words - 15.59


def flesch_reading_ease(counts: Counts) -> float:
    return (
        206.835 - 1.015 * counts.words / counts.sentences - 84.6 * counts.syllables / counts.words
    )


def gunning_fog(counts: Counts) -> float:
    return 0.4 * (counts.words / counts.sentences + 100 * counts.complex_words / counts.words)


def smog(counts: Counts) -> float:
    return 1.0430 * sqrt(counts.polysyllables * 30 / counts.sentences) + 3.1291


def coleman_liau(counts: Counts) -> float:
    letters = 100 * counts.letters / counts.words
    sentences = 100 * counts.sentences / counts.words
    return 0.0588 * letters - 0.296 * sentences - 15.8


def automated_readability(counts: Counts) -> float:
    return 4.71 * counts.letters / counts.words + 0.5 * counts.words / counts.sentences - 21.43


def dale_chall(counts: Counts) -> float:
    unfamiliar = 100 * counts.unfamiliar / counts.words
    return 64 - 0.95 * unfamiliar - 0.69 * counts.words / counts.sentences


def dale_chall_1948(counts: Counts) -> float:
    unfamiliar = 100 * counts.unfamiliar / counts.words
    raw = 0.1579 * unfamiliar + 0.0496 * counts.words / counts.sentences
    return raw + 3.6365 if unfamiliar > 5 else raw


MEASURES: tuple[Measure, ...] = (
    Measure(
        "flesch_kincaid_grade",
        "Flesch-Kincaid grade",
        "0.39 words/sentences + 11.8 syllables/words - 15.59",
        "Kincaid, Fishburne, Rogers & Chissom 1975, Research Branch Report 8-75",
        "US school grade",
        flesch_kincaid_grade,
    ),
    Measure(
        "flesch_reading_ease",
        "Flesch reading ease",
        "206.835 - 1.015 words/sentences - 84.6 syllables/words",
        "Flesch 1948, Journal of Applied Psychology 32",
        "121.22 is the easiest; 60 to 70 is plain English",
        flesch_reading_ease,
    ),
    Measure(
        "gunning_fog",
        "Gunning fog",
        "0.4 (words/sentences + 100 hard words/words)",
        "Gunning 1952, The Technique of Clear Writing",
        "years of schooling",
        gunning_fog,
    ),
    Measure(
        "smog",
        "SMOG",
        "1.0430 sqrt(30 polysyllables/sentences) + 3.1291",
        "McLaughlin 1969, Journal of Reading 12",
        "US school grade of full comprehension",
        smog,
        SMOG_SENTENCES,
    ),
    Measure(
        "coleman_liau",
        "Coleman-Liau",
        "0.0588 letters per 100 words - 0.296 sentences per 100 words - 15.8",
        "Coleman & Liau 1975, Journal of Applied Psychology 60",
        "US school grade",
        coleman_liau,
    ),
    Measure(
        "automated_readability",
        "Automated readability index",
        "4.71 letters and digits/words + 0.5 words/sentences - 21.43",
        "Smith & Senter 1967, AMRL-TR-66-220",
        "US school grade",
        automated_readability,
    ),
    Measure(
        "dale_chall",
        "New Dale-Chall",
        "64 - 0.95 % unfamiliar words - 0.69 words/sentences",
        "Chall & Dale 1995, Readability Revisited",
        "cloze score: higher is easier; 58 is first grade, 15 and less is college",
        dale_chall,
    ),
    Measure(
        "dale_chall_1948",
        "Dale-Chall (1948)",
        "0.1579 % unfamiliar words + 0.0496 words/sentences, + 3.6365 above 5% unfamiliar",
        "Dale & Chall 1948, Educational Research Bulletin 27",
        "4.9 and less is grade 4; 10 and more is college",
        dale_chall_1948,
    ),
)


def scores(counts: Counts, *, smog_always: bool = False) -> Mapping[str, float | None]:
    """Every measure by its key; None where it is withheld.

    Withheld are all measures of a text without a word, and SMOG under 30 sentences unless
    `smog_always` asks for it.
    """
    return {
        measure.key: None
        if why_withheld(measure, counts) and not (smog_always and counts.words)
        else measure.score(counts)
        for measure in MEASURES
    }


def why_withheld(measure: Measure, counts: Counts) -> str | None:
    """Why `scores` gives None for a measure, in one sentence; None where it gives a number."""
    if not counts.words:
        return "There is no text to measure."
    if counts.sentences < measure.min_sentences:
        return (
            f"{measure.name} needs {measure.min_sentences} sentences; "
            f"the text has {counts.sentences}."
        )
    return None


# Chall & Dale 1995, table 5-8: the lowest (rounded up) cloze score of each reading level.
_LEVELS = (
    (58, "1"),
    (54, "2"),
    (50, "3"),
    (45, "4"),
    (40, "5-6"),
    (34, "7-8"),
    (28, "9-10"),
    (22, "11-12"),
    (16, "13-15"),
)


def dale_chall_level(cloze: float) -> str:
    """The reading level (grades) of a New Dale-Chall cloze score."""
    return next((level for lowest, level in _LEVELS if cloze > lowest - 1), "16+")
