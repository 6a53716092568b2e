"""Everything the passage room says about a text, for the page and for `read`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from services.reading import as_in_paper, cautions, counting, sentence_view, vocabulary
from services.reading.as_in_paper import AsInPaper
from services.reading.bands import GradeBand, grade_band
from services.reading.counting import Counts
from services.reading.readability import MEASURES, scores
from services.reading.sentence_view import SentenceView
from services.reading.vocabulary import HardWord
from services.text import spacy_english
from services.text.causal_lm import TokenScorer


@dataclass(frozen=True)
class Readability:
    """The quick part: counts, scores and what to beware of. Scores are None where withheld.

    `language` is an ISO 639-1 code, None if it cannot be told.
    """

    counts: Counts
    language: str | None
    scores: Mapping[str, float | None]
    band: GradeBand | None
    cautions: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    name: str
    readability: Readability
    as_in_paper: AsInPaper
    sentences: tuple[SentenceView, ...]
    hard_words: tuple[HardWord, ...]

    def as_json(self) -> dict[str, Any]:
        """The object of the command line's contract."""
        counts, measured = self.readability.counts, self.readability
        paper = asdict(self.as_in_paper)
        reasons = paper.pop("missing")
        spaced = cautions.has_words(measured.language)
        return {
            "name": self.name,
            "language": measured.language,
            "words": counts.words if spaced else None,
            "sentences": counts.sentences,
            "syllables": counts.syllables if spaced else None,
            **measured.scores,
            "dale_chall_unfamiliar": counts.unfamiliar if measured.band else None,
            "longest_sentence_words": (counts.longest_sentence or None) if spaced else None,
            "grade_band": asdict(measured.band) if measured.band else None,
            "as_in_paper": paper,
            "sentences_detail": [
                {
                    "text": view.text,
                    "words": view.words,
                    "reasons": [reason.message for reason in view.reasons],
                }
                for view in self.sentences
            ],
            "hard_words": [asdict(word) for word in self.hard_words],
            "warnings": [*measured.cautions, *dict.fromkeys(reasons.values())],
        }

    def summary(self) -> dict[str, str | int | float | None]:
        """One flat row for a table that compares passages; None is withheld or missing."""
        measured, band = self.readability, self.readability.band
        return {
            "name": self.name,
            "language": measured.language,
            "words": measured.counts.words if cautions.has_words(measured.language) else None,
            "sentences": measured.counts.sentences,
            "grade_low": band.low if band else None,
            "grade_high": band.high if band else None,
            "grade_label": band.label if band else None,
            **measured.scores,
            "hard_sentences": sum(view.level > 0 for view in self.sentences),
            "hard_words": len(self.hard_words),
            "lexical_surprisal": self.as_in_paper.lexical_surprisal,
        }


def signature() -> str:
    """How the scores were made, so that two people with the same one get the same numbers."""
    parts = {
        "sentences": f"rules+senter:{_version(*spacy_english.NAMES)}",
        "syllables": f"cmu:{_version('pysyllables')}+spelling",
        "familiar": f"dale-chall-1995:{_version('new-dale-chall-readability')}",
        "numbers": "read-aloud",
    }
    return "|".join(f"{name}={value}" for name, value in parts.items())


def _version(*names: str) -> str:
    """The version of the first of these packages that is installed, else "none"."""
    for name in names:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "none"


def readability(text: str, *, smog_always: bool = False) -> Readability:
    """Count and score a text: milliseconds a page once spaCy is loaded, quick enough to type by.

    Raises `Unavailable` if spaCy is needed and missing.
    """
    counts = counting.count(text)
    language = cautions.language(text, counts)
    measurable = cautions.is_measurable(counts, language)
    if measurable:
        found = scores(counts, smog_always=smog_always)
        band = grade_band(found["flesch_kincaid_grade"] or 0.0, counts.words)
    else:
        found, band = dict.fromkeys((measure.key for measure in MEASURES), None), None
    warnings = tuple(cautions.cautions(text, counts, language))
    return Readability(counts, language, found, band, warnings)


def read(name: str, text: str, scorer: TokenScorer | None = None) -> Report:
    """The full report; takes the parser and, with `scorer`, a language model.

    A text that is not English is counted only: the rest of the report is about English.
    Raises `Unavailable` if spaCy is missing.
    """
    measured = readability(text)
    counts = measured.counts
    if measured.band is None:
        return Report(name, measured, AsInPaper(), (), ())
    sentences = [counted.sentence for counted in counts.sentences_counted]
    return Report(
        name,
        measured,
        as_in_paper.measure(text, sentences, scorer),
        tuple(sentence_view.view(counts)),
        tuple(vocabulary.hard_words(counts)),
    )
