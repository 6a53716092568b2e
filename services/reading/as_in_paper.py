"""The passage measures of Sugawara et al. (ACL 2022), made as the paper makes them.

None of them went with how hard questions are for models beyond people (`CORRELATION`), which is
why they are shown: a passage that measures harder does not make its questions harder.
Two of them are stand-ins, and `NOTES` says so: the paper used SUBTLEXus and an incremental
parser (Roark et al. 2009).
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

from services.errors import Unavailable
from services.reading.surprisal import by_sentence, mean_of_means
from services.text import spacy_english, tag_model
from services.text.causal_lm import TokenScorer
from services.text.frequency import per_million
from services.text.sentences import Sentence

if TYPE_CHECKING:
    from nltk.tokenize.sonority_sequencing import SyllableTokenizer

# Pearson's r with the human-model gap, all 3,900 or so valid questions (section 4 of the paper).
CORRELATION = {
    "length": 0.01,
    "flesch_kincaid_grade": -0.08,
    "word_frequency_per_million": 0.02,
    "lexical_surprisal": 0.007,
    "syntactic_surprisal": 0.000,
}
NOTES = {
    "length": "Words without punctuation, as spaCy counts them.",
    "flesch_kincaid_grade": "Syllables by NLTK's sonority sequencing, which counts too many: "
    "about two grades above the reference engine.",
    "word_frequency_per_million": "Mean over the words, from wordfreq, which blends film "
    "subtitles with news, books and the web; the paper used subtitles alone (SUBTLEXus).",
    "lexical_surprisal": "Bits a word under a small language model, averaged over sentences.",
    "syntactic_surprisal": "Bits a word of the part-of-speech sequence under a trigram model "
    "(Frank & Bod 2011); it stands in for the paper's incremental parser.",
}


@dataclass(frozen=True, slots=True)
class AsInPaper:
    """Values by the paper's recipe; None where one cannot be had, with the reason in `missing`."""

    length: int | None = None
    flesch_kincaid_grade: float | None = None
    word_frequency_per_million: float | None = None
    lexical_surprisal: float | None = None
    syntactic_surprisal: float | None = None
    missing: dict[str, str] = field(default_factory=dict)


# Of a longer "word" the beginning is cut into syllables: the tokenizer refuses whole pages.
LONGEST_WORD = 1_000
NO_MODEL = (
    "Lexical surprisal is missing: its small language model is not fetched "
    "(models fetch SmolLM2-135M-Instruct, or the Models page)."
)


def measure(text: str, sentences: Sequence[Sentence], scorer: TokenScorer | None) -> AsInPaper:
    """All five measures of a passage.

    Without `scorer`, or if it cannot be loaded, lexical surprisal is None and `missing` says why.
    """
    if not sentences:
        return AsInPaper(missing=dict.fromkeys(CORRELATION, "There is no text."))
    tagged = spacy_english.tagged([sentence.text for sentence in sentences])
    words = [word for pairs in tagged for word, _ in pairs if _is_word(word)]
    lexical, reason = _lexical(text, sentences, scorer)
    return AsInPaper(
        length=len(words),
        flesch_kincaid_grade=_grade(words, len(sentences)),
        word_frequency_per_million=fmean(map(per_million, words)) if words else None,
        lexical_surprisal=lexical,
        syntactic_surprisal=mean_of_means([_syntactic(pairs) for pairs in tagged]),
        missing={"lexical_surprisal": reason} if reason else {},
    )


def _lexical(
    text: str, sentences: Sequence[Sentence], scorer: TokenScorer | None
) -> tuple[float | None, str]:
    if scorer is None:
        return None, NO_MODEL
    try:
        scored = by_sentence(text, sentences, scorer)
    except Unavailable as error:
        return None, str(error)
    return mean_of_means([[word.bits for word in words] for words in scored]), ""


def _syntactic(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Bits of the tags of the words; punctuation is context, but no word."""
    bits = tag_model.load().surprisals([tag for _, tag in pairs])
    return [b for b, (word, _) in zip(bits, pairs, strict=True) if _is_word(word)]


def _is_word(token: str) -> bool:
    return any(map(str.isalnum, token))


def _grade(words: Sequence[str], sentences: int) -> float | None:
    """0.39 m + 11.8 n - 15.59 (appendix I): m words a sentence, n sonority syllables a word."""
    if not words:
        return None
    syllables = fmean(map(_sonority_syllables, words))
    return 0.39 * len(words) / sentences + 11.8 * syllables - 15.59


@cache
def _tokenizer() -> "SyllableTokenizer":
    from nltk.tokenize.sonority_sequencing import SyllableTokenizer

    return SyllableTokenizer()


@lru_cache(maxsize=50_000)
def _sonority_syllables(word: str) -> int:
    """Syllables by the sonority sequencing principle (Bartlett et al. 2009), as NLTK has it."""
    with warnings.catch_warnings():
        # It warns of every figure and accent that it takes for a vowel.
        warnings.simplefilter("ignore")
        return len(_tokenizer().tokenize(word[:LONGEST_WORD].lower()))
