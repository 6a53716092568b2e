"""The hard words of a passage, and how common its words are altogether.

The level of a word (CEFR) comes from cefrpy, which derived it from CEFR-J and word counts: an
estimate. Definitions and synonyms need WordNet; without it they are None.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.reading.counting import CountedWord, Counts
from services.reading.dale_chall import is_familiar
from services.reading.sentence_view import RARE_ZIPF
from services.text import cefr, spacy_english, wordnet
from services.text.frequency import zipf

# Zipf bands of the profile: up to 3 is rare, from 5 on very common.
BANDS = ("below 2", "2 to 3", "3 to 4", "4 to 5", "5 to 6", "6 and more")
# An easier word is met at least twice as often (0.3 is log10 of 2).
EASIER_BY = 0.3
SYNONYMS = 3
# Words WordNet offers that no teacher would put before a class.
_COARSE = frozenset(
    {"ass", "arse", "tit", "tits", "butt", "screw", "crap", "prick", "dick", "bitch", "bastard"}
    | {"hooker", "whore", "shit", "piss", "fuck", "cock", "pussy", "boob", "fag", "queer", "dyke"}
)
_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}


@dataclass(frozen=True, slots=True)
class HardWord:
    """`zipf`, `cefr`, `definition` and `synonyms` are None where they are not known.

    `dale_chall` is whether the word is on the list of familiar words. Synonyms are easier words
    of the same part of speech: to be tried in the sentence, not to be put in blindly.
    """

    word: str
    count: int
    zipf: float | None
    cefr: str | None
    dale_chall: bool
    definition: str | None
    synonyms: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Profile:
    """Shares (0 to 1) of the running words, names and numbers left out."""

    words: int
    zipf: Mapping[str, float]
    cefr: Mapping[str, float]


def hard_words(counts: Counts) -> list[HardWord]:
    """Words not on the Dale-Chall list or rare (Zipf under 3.5), the rarest first."""
    bases = _base_forms(counts)
    spellings = Counter(_key(word) for word in _plain(counts))
    rows = [
        _hard_word(word, count, bases.get(word))
        for word, count in spellings.items()
        if not is_familiar(word) or (zipf(word) or 0.0) < RARE_ZIPF
    ]
    return sorted(rows, key=lambda row: (row.zipf or 0.0, row.word))


def has_definitions() -> bool:
    return wordnet.find() is not None


def profile(counts: Counts) -> Profile:
    words = [_key(word) for word in _plain(counts)]
    total = max(1, len(words))
    by_band = Counter(_band(zipf(word) or 0.0) for word in words)
    by_level = Counter(cefr.level(word) or "unknown" for word in words)
    return Profile(
        len(words),
        {band: by_band[band] / total for band in BANDS},
        {level: by_level[level] / total for level in (*cefr.LEVELS, "unknown")},
    )


def _plain(counts: Counts) -> list[CountedWord]:
    return [
        word
        for word in counts.all_words
        if not (word.is_name or word.word.is_number) and any(map(str.isalpha, word.word.text))
    ]


def _key(word: CountedWord) -> str:
    return word.word.text.lower().replace("’", "'").removesuffix("'s")


def _band(value: float) -> str:
    return BANDS[max(0, min(len(BANDS) - 1, int(value) - 1))]


def _base_forms(counts: Counts) -> dict[str, tuple[str, str]]:
    """(base form, n v a or r) of each word where it first stands in the passage."""
    docs = spacy_english.parse([s.sentence.text for s in counts.sentences_counted])
    found: dict[str, tuple[str, str]] = {}
    for doc in docs:
        for token in doc:
            if token.pos_ in _POS:
                found.setdefault(token.lower_, (token.lemma_.lower(), _POS[token.pos_]))
    return found


def _hard_word(word: str, count: int, base: tuple[str, str] | None) -> HardWord:
    frequency = zipf(word)
    definition, synonyms = None, None
    dictionary = wordnet.find()
    if dictionary is not None:
        senses = (base and dictionary.senses(*base)) or dictionary.senses(word)
        definition = senses[0].definition if senses else None
        # Later senses are too often not the one meant.
        candidates = (lemma for sense in senses[:2] for lemma in sense.lemmas)
        synonyms = _easier(word, frequency or 0.0, candidates)
    return HardWord(
        word, count, frequency, cefr.level(word), is_familiar(word), definition, synonyms
    )


def _easier(word: str, frequency: float, candidates: Iterable[str]) -> tuple[str, ...]:
    found = {
        lemma: value
        for lemma in candidates
        if lemma.lower() != word
        and not word.startswith(lemma.lower())
        and lemma.islower()
        and lemma not in _COARSE
        and (value := zipf(lemma) or 0.0) >= max(frequency + EASIER_BY, RARE_ZIPF)
    }
    return tuple(sorted(found, key=found.__getitem__, reverse=True)[:SYNONYMS])
